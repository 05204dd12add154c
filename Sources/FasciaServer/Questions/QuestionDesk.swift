import FasciaAsk
import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire

/// Questions to the people at the panel: who may answer, what is an answer, when their time is over, and who is told.
///
/// The panel keeps what was asked and answered. Which connections have asked is known only here: a question goes with the last
/// of them, unless it is kept.
final class QuestionDesk: Stage {
    private let live: LivePanel
    private let clients: Clients
    let rights: QuestionRights
    private let loop: EventLoop
    /// The numbers of the connected clients that have asked, by question.
    private var askers: [String: Set<Int>] = [:]
    /// How far what is shown is: only here, and in no journal.
    private var progress: [String: GaugeReader.Update] = [:]
    private var timer: Timer?
    /// The questions that ended last, oldest first. Who answers one too late is told who was first, also when the asker has left.
    private var over: [AskedQuestion] = []
    private static let mostOver = 64
    /// The ids of the questions that the request being carried out replaces by other ones.
    private var replaced: Set<String> = []
    /// How many names were given out at a revision.
    private var issued = (revision: -1, count: 0)

    init(_ live: LivePanel, _ clients: Clients, _ approvals: ApprovalDesk, loop: EventLoop) {
        rights = QuestionRights(live, approvals)
        self.live = live
        self.clients = clients
        self.loop = loop
    }

    // MARK: - Requests

    /// Checks a command about a question, and turns an answer into the form in which it is kept. Other commands are returned
    /// unchanged.
    ///
    /// - Parameter isInBatch: whether other commands are executed before it.
    func resolved(_ command: Command, _ request: Request, isInBatch: Bool = false) throws(WireError) -> Command {
        guard case .question(let question) = command else { return command }
        switch question {
        case .open(let asked, _): return .question(try opening(asked, request))
        case .answer(let id, let reply):
            let asked = try requireForAnswer(id, request.client)
            try rights.requireAnswerer(of: asked, request.client)
            guard asked.isOpen else { return command }
            return .question(.answer(id: id, try checked(reply, asked)))
        case .cancel(let id):
            // A batch may ask it first.
            let asked = try isInBatch ? live.panel.question(id) : require(id, request.client)
            guard let asked, asked.asker.uid != request.uid, !request.client.permit.ownsPanel else { return command }
            throw WireError(
                .denied,
                "the question \"\(id)\" is asked by \(asked.asker.program): only that user and the owner of the panel may "
                    + "cancel it",
                details: ["role": .string(request.client.role.rawValue), "needed": .string(Role.admin.rawValue)])
        case .expire, .withdraw: return command
        }
    }

    /// - Throws: `notFound`, which names no question that the client may not know of.
    private func require(_ id: String, _ client: Client) throws(WireError) -> AskedQuestion {
        try refusing { () throws(Refusal) in
            try live.panel.requireQuestion(id, among: { rights.isVisible($0, to: client) })
        }
    }

    private func requireForAnswer(_ id: String, _ client: Client) throws(WireError) -> AskedQuestion {
        if live.panel.question(id) == nil, let ended = over.last(where: { $0.id == id }), rights.isVisible(ended, to: client) {
            throw WireError(ended.refusalOfAnswers)
        }
        return try require(id, client)
    }

    private func opening(_ asked: QuestionRequest, _ request: Request) throws(WireError) -> QuestionCommand {
        var asked = try refusing { () throws(Refusal) in try asked.withSecretFields() }
        if asked.id.isEmpty { asked.id = unusedID() }
        let question = try question(asked.content)
        if asked.defaultAfter != nil, QuestionSession.defaultAnswer(to: question) == nil {
            throw WireError(.invalid, "defaultAfter needs a default, and what is filled in at first cannot be the answer")
        }
        for text in asked.audience { _ = try rights.address(text) }
        let anew = outlivesItsAsker(before: asked, request)
        replaced.remove(asked.id)
        guard let known = live.panel.question(asked.id) else { return .open(asked, anew: anew) }
        let other = askers[asked.id]?.first { $0 != request.client.id }
        let differences = known.request.differences(from: asked)
        if let other, known.isOpen, known.content != asked.content || !differences.isEmpty {
            let what =
                known.content != asked.content
                ? "another question \"\(asked.id)\": use another id"
                : "\"\(asked.id)\" with another \(differences.joined(separator: " and ")): ask with the same, or with another id"
            throw WireError(
                .conflict, "\(known.asker.program) asks \(what), or cancel that one",
                details: ["id": .string(asked.id), "client": .int(other)])
        }
        if anew || known.content != asked.content { replaced.insert(asked.id) }
        return .open(asked, anew: anew)
    }

    /// Whether the question has outlived its asker with an earlier daemon, and it is not that asker who comes back: the answer to
    /// what a script asked yesterday is no answer to what it asks today.
    private func outlivesItsAsker(before asked: QuestionRequest, _ request: Request) -> Bool {
        guard let known = live.panel.question(asked.id), !known.isOpen, !known.request.isKept, askers[asked.id] == nil else {
            return false
        }
        return known.asker.program != live.sender(request.cause, of: [.question(.open(asked))]).name
    }

    /// A name that no question has had. The commands of a batch make one revision.
    private func unusedID() -> String {
        if issued.revision != live.revision { issued = (live.revision, 0) }
        while true {
            issued.count += 1
            let id = "q\(live.revision + 1)" + (issued.count > 1 ? ".\(issued.count)" : "")
            if live.panel.question(id) == nil { return id }
        }
    }

    private func question(_ content: QuestionContent) throws(WireError) -> Question {
        do throws(Question.AnswerError) { return try Question(content) } catch { throw WireError(.invalid, error.message) }
    }

    private func checked(_ reply: QuestionReply, _ asked: AskedQuestion) throws(WireError) -> QuestionReply {
        let question = try question(asked.content)
        do throws(Question.AnswerError) {
            switch reply {
            case .declined: return reply
            case .value(let json): return .value(question.json(try question.answer(json)))
            case .lines(let lines): return .value(question.json(try question.answer(lines)))
            }
        } catch {
            throw WireError(.invalid, error.message, details: ["id": .string(asked.id)])
        }
    }

    /// Executes `ask.list`. Only one question has all that was asked: some are long.
    func list(_ id: String?, _ client: Client) throws(WireError) -> Reply {
        if let id {
            let asked = try require(id, client)
            guard rights.isVisible(asked, to: client) else { throw rights.notAddressed(asked) }
            return .result(["questions": [.object(summary(asked, client, isWhole: true))]])
        }
        let visible = live.panel.allQuestions.filter { rights.isVisible($0, to: client) }
        return .result(["questions": .array(visible.map { .object(summary($0, client, isWhole: false)) })])
    }

    private func summary(_ asked: AskedQuestion, _ client: Client, isWhole: Bool) -> JSON.Object {
        var json: JSON.Object = [
            "id": .string(asked.id), "state": .string(asked.state.rawValue), "name": .string(asked.content.name),
            "kind": .string(asked.content.kind.rawValue), "asker": asked.asker.json,
            "mine": .bool(rights.takesAnswer(to: asked, of: client)),
        ]
        if !asked.request.audience.isEmpty { json["to"] = .array(asked.request.audience.map { .string($0) }) }
        json["by"] = asked.answerer?.json
        if asked.content.isSecret { json["secret"] = true }
        if let deadline = asked.deadline {
            json["remaining"] = .double(Double(deadline.remaining(at: live.clock.bootTime)) / 1_000)
        }
        json["percent"] = progress[asked.id]?.percent.map { .int($0) }
        json["now"] = progress[asked.id]?.text.map { .string($0) }
        guard isWhole else { return json }
        json["question"] = QuestionRequest.schema.write(asked.request)
        if !asked.content.isSecret { json["answer"] = asked.answer }
        if let approval = asked.request.approval {
            var members: JSON.Object = [
                "method": .string(approval.method), "things": .array(approval.things.map { .string($0) }),
            ]
            if approval.request != .null { members["request"] = approval.request }
            json["approval"] = .object(members)
        }
        return json
    }

    // MARK: - Progress

    /// Executes `ask.progress`.
    func note(_ update: AskProgress, _ client: Client) throws(WireError) -> Reply {
        let asked = try require(update.id, client)
        guard asked.isOpen, asked.content.kind.isProgress, askers[asked.id]?.contains(client.id) == true else {
            throw WireError(
                .conflict, "\"\(asked.id)\" is no gauge or spinner that this connection shows", details: ["id": .string(asked.id)]
            )
        }
        let known = progress[asked.id]
        progress[asked.id] = GaugeReader.Update(percent: update.percent ?? known?.percent, text: update.text ?? known?.text)
        return .result([:])
    }

    /// How far something is; `nil` if nothing was said.
    func progress(of id: String) -> GaugeReader.Update? { progress[id] }

    // MARK: - Askers

    /// A client has asked a question, perhaps again.
    func executed(_ command: Command, by client: Client) {
        guard case .question(.open(let request, _)) = command else { return }
        // Those who have asked the one before have got its answer.
        if replaced.remove(request.id) != nil { askers[request.id] = nil }
        asked(request.id, by: client)
    }

    func asked(_ id: String, by client: Client) {
        guard let asked = live.panel.question(id) else { return }
        askers[asked.id, default: []].insert(client.id)
        live.cancelWithdrawal(of: asked.id)
        guard !asked.isOpen else { return }
        clients.afterReply { [self] in tell(client, asked.id, asked.state.rawValue, asked) }
    }

    /// A client has repeated a request whose first connection may have gone, and the question with it. By now another one may
    /// have its name.
    ///
    /// - Parameter request: what it has asked; `nil` if the daemon has asked for an approval.
    func askedAgain(_ id: String, _ request: QuestionRequest?, by client: Client) {
        let content = request.flatMap { try? $0.withSecretFields() }?.content
        if let known = live.panel.question(id), known.asker.uid == Int(client.peer.userID),
            content == nil || known.content == content
        {
            return asked(id, by: client)
        }
        clients.afterReply { [self] in tell(client, id, QuestionChange.Kind.withdrawn.rawValue, nil) }
    }

    func take(_ turn: Turn) {
        for case .question(let change) in turn.changes {
            progress[change.id] = nil
            switch change.kind {
            case .asked:
                over.removeAll { $0.id == change.id }
                schedule()
            case .answered, .declined, .expired:
                guard let asked = live.panel.question(change.id) else { continue }
                note(over: asked)
                for client in askingClients(change.id) { tell(client, asked.id, asked.state.rawValue, asked) }
            case .withdrawn:
                for client in askingClients(change.id) { tell(client, change.id, change.kind.rawValue, nil) }
                askers[change.id] = nil
                replaced.remove(change.id)
            }
        }
    }

    private func note(over asked: AskedQuestion) {
        over.removeAll { $0.id == asked.id }
        if over.count >= Self.mostOver { over.removeFirst() }
        over.append(asked.people)
    }

    private func askingClients(_ id: String) -> [Client] { askers[id, default: []].sorted().compactMap { clients[$0] } }

    private func tell(_ client: Client, _ id: String, _ state: String, _ asked: AskedQuestion?) {
        var params: JSON.Object = ["id": .string(id), "state": .string(state)]
        params["answer"] = asked?.answer
        params["by"] = asked?.answerer?.json
        clients.notify(client, "ask.ended", params)
    }

    /// A client has gone, and its questions with it.
    func remove(_ client: Client) {
        var ended: [String] = []
        for (id, asking) in askers where asking.contains(client.id) {
            let rest = asking.subtracting([client.id])
            askers[id] = rest.isEmpty ? nil : rest
            if rest.isEmpty, live.panel.question(id)?.request.isKept == false { ended.append(id) }
        }
        guard !ended.isEmpty else { return }
        live.record(
            .question(.withdraw(ids: ended.sorted())), Cause(method: "disconnected", origin: client.origin))
    }

    /// Adds what a client has asked: others may have asked the same, and the next process may have another client of the number
    /// that the panel keeps.
    func save(_ client: Client, to session: inout ClientSession) {
        session.questions = askers.filter { $0.value.contains(client.id) }.keys.sorted()
    }

    func restore(_ client: Client, from session: ClientSession) {
        let own = session.questions ?? live.panel.allQuestions.filter { $0.asker.client == client.id }.map(\.id)
        for id in own where live.panel.question(id) != nil { askers[id, default: []].insert(client.id) }
    }

    /// Continues after a restart, when the connections that came along have been taken over. A client that comes back asks
    /// again, and gets the answer that was given.
    func start() {
        let gone = live.panel.allQuestions.filter { $0.isOpen && !$0.request.isKept && askers[$0.id] == nil }.map(\.id)
        if !gone.isEmpty { live.record(.question(.withdraw(ids: gone)), .ofDaemon("restarted")) }
        expire()
        schedule()
    }

    // MARK: - Time

    /// The machine may be suspended, during which timers do not advance: deadlines are checked every second.
    private func schedule() {
        timer?.cancel()
        timer = nil
        let now = live.clock.bootTime
        guard let least = live.panel.allQuestions.lazy.compactMap({ $0.deadline?.remaining(at: now) }).min() else { return }
        timer = loop.schedule(in: .milliseconds(least > 0 ? min(least, 1_000) : 1_000)) { [self] in
            timer = nil
            expire()
            schedule()
        }
    }

    private func expire() {
        let now = live.clock.bootTime
        for asked in live.panel.allQuestions where asked.deadline?.remaining(at: now) == 0 {
            var answer: JSON?
            if asked.takesDefault, let question = try? Question(asked.content) {
                answer = QuestionSession.defaultAnswer(to: question).map(question.json)
            }
            _ = try? live.execute(.question(.expire(id: asked.id, answer: answer)), .ofDaemon("ask.expire"))
        }
    }
}
