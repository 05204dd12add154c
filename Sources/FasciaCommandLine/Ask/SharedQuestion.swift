import FasciaAsk
import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire
import Glibc

/// A question that everybody at the panel is asked. It is asked again when the daemon comes back: by its id, so that an answer
/// that was given meanwhile is not lost.
final class SharedQuestion: QuestionSource {
    /// How it has ended, and who has answered.
    struct End {
        var outcome: QuestionOutcome
        /// Who has answered; `nil` if the question ended otherwise.
        var uid: Int?
        /// What people are told about it.
        var message: String?
    }

    let question: Question
    let request: QuestionRequest
    private let path: String
    private var connection: LineConnection?
    private(set) var end: End?
    /// Why the daemon does not ask it.
    private(set) var refusal: WireError?
    private var reconnects: ContinuousClock.Instant?
    private var lastID = 0
    /// The requests that are not answered yet.
    private var waiting: Set<Int> = []
    private var answerRefusal: WireError?
    /// How far what is shown is, and when to tell the daemon next; `nil` if it knows.
    private var progress = GaugeReader.Update()
    private var tells: ContinuousClock.Instant?
    private var told: ContinuousClock.Instant?

    private static let retryPause = Duration.milliseconds(500)
    /// Between two messages about how far it is.
    private static let tellPause = Duration.milliseconds(100)
    /// How long a program that is about to end waits for the daemon.
    private static let patience = Duration.seconds(5)
    private let start = ContinuousClock.now

    /// The id of what is removed before.
    private let replaced: String?

    /// Connects, and asks.
    init(_ question: Question, _ request: QuestionRequest, path: String, replacing replaced: String? = nil)
        throws(ConnectionError)
    {
        (self.question, self.request, self.path, self.replaced) = (question, request, path, replaced)
        connection = try DaemonEndpoint.here(socket: path).connect(within: .seconds(5))
        if case .gauge(let percent) = question.kind { progress.percent = min(max(0, percent), 100) }
        ask()
    }

    private func ask() {
        (waiting, answerID) = ([], nil)
        send("daemon.hello", Connection.introduction(name: CommonOptions.clientName))
        if let replaced { connection?.send("ask.cancel", ["id": .string(replaced)]) }
        send("ask.open", QuestionRequest.schema.write(timely).objectValue ?? [:])
        sendProgress()
    }

    /// Without an answer: what is shown goes with its asker anyway.
    private func sendProgress() {
        (tells, told) = (nil, .now)
        var params: JSON.Object = ["id": .string(request.id)]
        params["percent"] = progress.percent.map { .int($0) }
        params["text"] = progress.text.map {
            .string(String(decoding: $0.utf8.prefix(AskProgress.longestText - 3), as: UTF8.self))
        }
        if params.count > 1 { connection?.send("ask.progress", params) }
    }

    /// The request with the time that is left: asked again, the question does not begin anew.
    private var timely: QuestionRequest {
        let elapsed = Int((ContinuousClock.now - start) / .milliseconds(1))
        var request = request
        request.timeout = request.timeout.map { max(1, $0 - elapsed) }
        request.defaultAfter = request.defaultAfter.map { max(1, $0 - elapsed) }
        return request
    }

    @discardableResult
    private func send(_ method: String, _ params: JSON.Object) -> Int {
        lastID += 1
        waiting.insert(lastID)
        connection?.send(method, params, id: lastID)
        return lastID
    }

    // MARK: - Waiting

    var descriptor: Int32 { connection?.descriptor ?? -1 }

    /// When to connect again, or to tell more.
    var wakes: ContinuousClock.Instant? { connection == nil ? reconnects : hasUnsent ? nil : tells }

    var outcome: QuestionOutcome? { end?.outcome }

    var hasUnsent: Bool { connection?.hasUnsent == true }

    func read() -> (updates: [GaugeReader.Update], isOver: Bool) {
        proceed()
        return ([], false)
    }

    func stop() {}

    func tell(_ update: GaugeReader.Update) {
        (progress.percent, progress.text) = (update.percent ?? progress.percent, update.text ?? progress.text)
        tells = tells ?? told.map { $0 + Self.tellPause } ?? .now
    }

    /// Handles the messages that have arrived. Without a connection, reconnects once the pause is over.
    func proceed() {
        if connection == nil, let time = reconnects, time <= .now { reconnect() }
        guard let connection else { return }
        connection.sendMore()
        if let time = tells, time <= .now, !hasUnsent { sendProgress() }
        do throws(ConnectionError) { try connection.receive { self.receive($0) } } catch {
            self.connection = nil
            reconnects = .now + Self.retryPause
        }
    }

    private func reconnect() {
        do throws(ConnectionError) {
            connection = try DaemonEndpoint.here(socket: path).connect()
            reconnects = nil
            ask()
        } catch {
            reconnects = .now + Self.retryPause
        }
    }

    private func receive(_ message: Message) {
        switch message {
        case .call(_, "ask.ended", let params) where params["id"]?.stringValue == request.id: ended(params)
        // The daemon's next process has the connection, and may not know who asks.
        case .call(_, "resumed", _): ask()
        case .response(let id, let result):
            guard let number = Int(id.rawText), waiting.remove(number) != nil, case .failure(let error) = result else { return }
            if number == answerID { answerRefusal = error } else { refusal = error }
        default: break
        }
    }

    private func ended(_ params: JSON) {
        let uid = params[at: "by", "uid"]?.intValue
        switch params["state"]?.stringValue {
        case "answered":
            guard let json = params["answer"], let answer = try? question.answer(json) else { return }
            end = End(outcome: .answered(answer), uid: uid)
        case "declined":
            end = End(outcome: .cancelled, uid: uid)
            if question.isProgress { end?.message = "stopped by " + (uid.map(UserLookup.name) ?? "somebody") }
        case "expired": end = End(outcome: .timedOut)
        default: end = End(outcome: .cancelled, message: "the question was cancelled")
        }
    }

    /// Waits for the daemon's reply. One that was answered already comes with its end.
    ///
    /// - Parameter time: when not to wait any more.
    /// - Throws: why the daemon does not ask it.
    func isAnswered(until time: ContinuousClock.Instant? = nil) throws -> Bool {
        while end == nil, connection != nil, !waiting.isEmpty, time.map({ $0 > .now }) ?? true { poll(until: time) }
        if let refusal { throw refusal }
        return end != nil
    }

    /// Waits for the end, with nobody here to answer.
    ///
    /// - Parameter time: when it is over; `nil` for no limit. The daemon ends it then, too.
    /// - Throws: why the daemon does not ask it.
    func wait(until time: ContinuousClock.Instant?) throws -> End {
        while end == nil {
            if let refusal { throw refusal }
            if let time, time <= .now { return settle(.timedOut) }
            poll(until: [time, wakes].compactMap(\.self).min())
        }
        return end ?? End(outcome: .cancelled)
    }

    private func poll(until time: ContinuousClock.Instant?) {
        let events = POLLIN | (hasUnsent ? POLLOUT : 0)
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        if Glibc.poll(&entry, 1, PollTime.milliseconds(until: time)) >= 0 { proceed() }
    }

    // MARK: - Answering here

    private var answerID: Int?

    /// Tells everybody how the question has ended here.
    ///
    /// - Returns: how it has ended: another answer may have come first.
    func settle(_ outcome: QuestionOutcome) -> End {
        if let end { return end }
        if question.isProgress { return End(outcome: outcome) }
        let limit = ContinuousClock.now + Self.patience
        var params: JSON.Object = ["id": .string(request.id)]
        switch outcome {
        case .answered(let answer, _): params["answer"] = question.json(answer)
        case .cancelled: params["decline"] = true
        case .timedOut:
            // The daemon ends it, too, and somebody may have answered before.
            while end == nil, connection != nil, refusal == nil, limit > .now { poll(until: limit) }
            return end ?? End(outcome: outcome)
        case .escaped, .interrupted, .help: return End(outcome: outcome)
        }
        var own = End(outcome: outcome, uid: Int(getuid()))
        guard refusal == nil else { return own }
        while limit > .now {
            if connection == nil {
                // Without its asker the question goes anyway, unless it is kept.
                guard request.isKept else { return own }
                poll(until: [limit, wakes].compactMap(\.self).min())
                continue
            }
            let id = answerID ?? send("ask.answer", params)
            answerID = id
            guard waiting.contains(id) else { return answerRefusal?.reason == "conflict" ? end ?? own : own }
            poll(until: limit)
        }
        if request.isKept { own.message = "the daemon does not have this answer, and keeps asking: it does not reply" }
        return own
    }

    // MARK: - Telling

    /// Who may answer, and how.
    var invitation: String {
        let who = request.audience.isEmpty ? "everybody at the panel" : request.audience.joined(separator: ", ")
        return "fascia: \(Printable.text(who)) can answer this in \"fascia attach\", or with: fascia ask answer "
            + Printable.text(request.id) + " ANSWER"
    }
}

extension JSON {
    fileprivate subscript(at names: String...) -> JSON? {
        names.reduce(Optional(self)) { place, name in place?[name] }
    }
}
