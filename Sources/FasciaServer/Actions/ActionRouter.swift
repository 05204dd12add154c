import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire
import Logging

/// Routes actions from the entry that sends them to the client that handles them, and the answers back.
///
/// A client's lines are executed in order, so everything that the sender published before the action is committed first.
/// Changes that the handler makes are commands of its own, committed before its answer arrives.
final class ActionRouter {
    private let live: LivePanel
    private let clients: Clients
    private let requests: OutgoingRequests
    private let apps: Apps
    private let limits: ConnectionLimits
    /// How long a handler may take to answer.
    private let timeout: Duration
    /// The actions that wait for an answer.
    private(set) var pending: [ObjectIdentifier: PendingAction] = [:]
    /// Maximum number of pending actions, over all clients.
    static let maximumPending = 1_000
    private let attention: Attention
    private let selections: SelectionNotices
    private let approvals: ApprovalDesk
    /// Made after this component.
    weak var questions: QuestionDesk?

    init(
        _ live: LivePanel, _ clients: Clients, _ requests: OutgoingRequests, _ apps: Apps, _ approvals: ApprovalDesk,
        _ attention: Attention, _ selections: SelectionNotices, limits: ConnectionLimits, timeout: Duration
    ) {
        (self.attention, self.selections, self.approvals) = (attention, selections, approvals)
        self.live = live
        self.clients = clients
        self.requests = requests
        self.apps = apps
        self.limits = limits
        self.timeout = timeout
    }

    /// Executes `action.send`, which can do nothing that the screen does not allow.
    func send(_ send: ActionSend, _ request: Request) throws(WireError) -> Reply {
        try refusing { () throws(Refusal) in try live.panel.checkAllowed(send.name, payload: send.payload, of: send.entry) }
        return try start(send, node: nil, request) { [self] answer in
            var members = answer.members
            members["revision"] = .int(live.revision)
            return .result(.object(members))
        }
    }

    /// Sends an action and replies to the request when the action is answered.
    func start(
        _ send: ActionSend, node: String?, isSecret: Bool = false, _ request: Request,
        reply: @escaping (ActionAnswer) -> Reply
    ) throws(WireError) -> Reply {
        try request.requireAlone()
        let sendReply = try clients.answerLater(request)
        do throws(WireError) {
            try start(send, node: node, isSecret: isSecret, cause: request.cause) { result in
                switch result {
                case .success(let answer): sendReply(reply(answer))
                case .failure(let error): sendReply(.error(error))
                }
            }
        } catch {
            clients.stopWaiting(request)
            throw error
        }
        return .later
    }

    /// Asks the first candidate.
    ///
    /// - Parameter isSecret: whether the payload's `value` is secret: only the handler receives it, events and issues do
    ///   not.
    func start(
        _ send: ActionSend, node: String?, isSecret: Bool = false, cause: Cause,
        completion: @escaping (Result<ActionAnswer, WireError>) -> Void
    ) throws(WireError) {
        if let sender = clients[cause.origin.client] {
            try AccessCheck(live: live).require(send, by: sender, because: cause.reason)
        }
        let stack = try refusing { () throws(Refusal) in
            guard pending.count < Self.maximumPending else {
                throw .limit(
                    "actionsOfAllClients", Self.maximumPending,
                    "\(Self.maximumPending) actions are unanswered, which is the limit: send this one again later")
            }
            if let sender = clients[cause.origin.client] {
                let sent = pending.values.count { $0.cause.origin.client == sender.id }
                try limits.require(.actions, used: sent, by: sender)
            }
            try live.panel.checkAction(send.name, payload: send.payload)
            return try live.panel.requireEntry(send.entry)
        }
        if cause.approval == nil, let sender = clients[cause.origin.client],
            let held = try held(send, isSecret: isSecret, cause, sender)
        {
            return completion(.success(.waits(approval: held)))
        }
        selections.note(before: .emit(name: send.name, payload: send.payload))
        let candidates = stack.candidates(for: send.name, of: send.entry, live.bindings)
        let action = PendingAction(
            send, node: node, isSecret: isSecret, cause: cause, candidates: candidates, completion: completion)
        guard try refusing({ () throws(Refusal) in try ask(action) }) else { throw recordUnimplemented(action) }
    }

    /// Asks for the approval of an action, if somebody has to approve it.
    private func held(_ send: ActionSend, isSecret: Bool, _ cause: Cause, _ sender: Client) throws(WireError) -> JSON? {
        let entry = live.panel.find(send.entry)?.entry
        let title = entry.flatMap { live.panel.screen(live.panel.screenID(of: $0))?.body.label(emitting: send.name) }
        var request = Request(method: cause.method, client: sender)
        request.reason = cause.reason
        guard let held = try approvals.held(send, title: title, isSecret: isSecret, request) else { return nil }
        // Before the turn of the question, which may end it.
        approvals.keepSecret(of: held)
        do throws(Refusal) {
            let isNew = try live.execute(held.command, cause)
            // Another connection of the same user has asked for it already.
            if !isNew { questions?.asked(held.question, by: sender) }
        } catch {
            approvals.ended(held.question)
            throw WireError(error)
        }
        return held.json
    }

    // MARK: - Asking handlers

    /// Asks the next candidate.
    ///
    /// - Returns: false if no candidate is left.
    /// - Throws: `limit` if that candidate has too many unanswered requests or queued bytes. The next candidate is not
    ///   asked instead: this one is the proper handler.
    private func ask(_ action: PendingAction) throws(Refusal) -> Bool {
        while let candidate = action.candidates.popFirst() {
            guard let client = clients[candidate.peer], !client.isGone else { continue }
            try requests.requireRoom(for: client, limits)
            action.handler = client
            pending[ObjectIdentifier(action)] = action
            attention.asked(client, by: action.cause.origin.client)
            let found = live.panel.find(action.send.entry)
            requests.send(
                "action",
                [
                    "entry": .string(action.send.entry.rawValue), "stack": .string(found?.stack ?? ""),
                    "screen": .string(found?.entry.route.screen ?? ""),
                    "name": .string(action.send.name), "payload": action.send.payload,
                    "cause": action.cause.json,
                    "deadline": .string(
                        Timestamp(milliseconds: live.clock.now.milliseconds + Int(timeout / .milliseconds(1))).text),
                ], to: client
            ) { [self] in receive($0, for: action) }
            return true
        }
        return false
    }

    private func receive(_ answer: OutgoingRequests.Answer, for action: PendingAction) {
        pending[ObjectIdentifier(action)] = nil
        switch answer {
        case .result(let answer) where answer["outcome"] == "rejected":
            finish(action, .rejected(reason: answer["reason"]?.stringValue ?? "no reason was given"))
        case .result(let answer):
            var rest = answer.objectValue ?? [:]
            rest["outcome"] = JSON?.none
            finish(action, .handled(answer.objectValue == nil ? answer : .object(rest)))
        case .error(let error) where error.isNestedUnimplemented: failNested(error, action)
        case .error(let error) where error.declines: askNext(action)
        case .error(let error): finish(action, .rejected(reason: error.message))
        case .malformed(let error): rejectMalformed(error, action)
        case .timedOut:
            action.completion(.failure(recordUnanswered(action, "did not answer", " within \(timeout.inSeconds)")))
        case .disconnected:
            action.completion(
                .failure(
                    recordUnanswered(
                        action, "disconnected before it answered",
                        ": it may have executed the action, so no other app is asked")))
        }
    }

    /// An issue names the client whose answer is malformed.
    private func rejectMalformed(_ error: WireError, _ action: PendingAction) {
        let message = "\(handlerDescription(action)) sent an invalid answer to \(action.send.name): \(error.message)"
        let issue = Issue(.warning, .unanswered, message, breadcrumbs: breadcrumbs(action))
        live.record(.batch([.report(report(action, .rejected, reason: message)), .reportIssue(issue)]), action.cause)
        action.completion(.success(.rejected(reason: message)))
    }

    private func finish(_ action: PendingAction, _ answer: ActionAnswer) {
        switch answer {
        case .handled: record(action, .handled)
        case .rejected(let reason): record(action, .rejected, reason: reason)
        case .waits: break
        }
        action.completion(.success(answer))
    }

    /// Asks the next candidate: the previous one declined.
    private func askNext(_ action: PendingAction) {
        do throws(Refusal) {
            if try !ask(action) { action.completion(.failure(recordUnimplemented(action))) }
        } catch {
            action.completion(.failure(WireError(error)))
        }
    }

    /// The handler accepted the action, but something inside it is unimplemented: a closure that is not set, or an action
    /// that the handler sent in turn. The latter has been reported already.
    private func failNested(_ error: WireError, _ action: PendingAction) {
        if error.data["breadcrumbs"] != nil {
            record(action, .unimplemented)
            action.completion(.failure(error))
        } else {
            action.completion(
                .failure(
                    recordFailure(action, .unimplemented, error.message, adding: error.data)))
        }
    }

    // MARK: - Reporting

    private func record(_ action: PendingAction, _ outcome: ActionReport.Outcome, reason: String? = nil) {
        live.record(.report(report(action, outcome, reason: reason)), action.cause)
    }

    private func report(
        _ action: PendingAction, _ outcome: ActionReport.Outcome, reason: String? = nil
    ) -> ActionReport {
        ActionReport(
            entry: action.send.entry, name: action.send.name, payload: action.publicPayload, outcome: outcome,
            reason: reason)
    }

    private func recordUnimplemented(_ action: PendingAction) -> WireError {
        let entry = live.panel.find(action.send.entry)?.entry
        let screen = entry?.route.screen ?? "?"
        let isOrphaned = entry.map { live.panel.isOrphaned(screen: live.panel.screenID(of: $0)) } == true
        guard isOrphaned else {
            return recordFailure(
                action, .unimplemented,
                "no app handles \(action.send.name) of the screen \"\(screen)\": bind it with action.bind, or list it in handles")
        }
        let title = entry.flatMap { live.panel.screen(live.panel.screenID(of: $0))?.body.label(emitting: action.send.name) }
        // The name that the agent of a panel file gives to the actions of buttons.
        let remedy =
            action.send.name.hasPrefix("onTapped-")
            ? "the panel file is not running" : "its app has disconnected: start it again"
        let what = title ?? "\(action.send.name) of the screen \"\(screen)\""
        return recordFailure(action, .unimplemented, "\(what) was not carried out: \(remedy)")
    }

    /// The handler may have executed the action, so no other one is asked.
    private func recordUnanswered(_ action: PendingAction, _ problem: String, _ details: String) -> WireError {
        recordFailure(
            action, .unanswered,
            "\(handlerDescription(action)) \(problem) \(action.send.name)\(details)")
    }

    private func handlerDescription(_ action: PendingAction) -> String {
        action.handler.map { "\($0.origin.name ?? "a program") (pid \($0.peer.pid))" } ?? "the handler"
    }

    /// Records the outcome, `unimplemented` or `unanswered`, and an issue, and returns the error for the sender.
    private func recordFailure(
        _ action: PendingAction, _ outcome: ActionReport.Outcome, _ message: String, adding more: JSON.Object = [:]
    ) -> WireError {
        let breadcrumbs = breadcrumbs(action, adding: more)
        let isUnanswered = outcome == .unanswered
        let issue = Issue(.error, isUnanswered ? .unanswered : .unimplemented, message, breadcrumbs: breadcrumbs)
        // One event, so that a subscriber finds the outcome and its explanation together.
        live.record(.batch([.report(report(action, outcome)), .reportIssue(issue)]), action.cause)
        return WireError(
            Refusal(
                isUnanswered ? .timeout : .unimplemented, message,
                details: [
                    "action": .string(action.send.name), "entry": .string(action.send.entry.rawValue),
                    "outcome": .string(outcome.rawValue), "breadcrumbs": .object(breadcrumbs),
                ]))
    }

    private func breadcrumbs(_ action: PendingAction, adding more: JSON.Object = [:]) -> JSON.Object {
        var breadcrumbs = live.panel.breadcrumbs(
            for: action.send.name, of: action.send.entry, payload: action.publicPayload, node: action.node)
        for name in ["closure", "at"] { breadcrumbs[name] = more[name] }
        breadcrumbs["sender"] = action.cause.json
        breadcrumbs["commands"] = .array(lastCommands)
        return breadcrumbs
    }

    /// The last ten commands that changed the panel, oldest first, each with its cause.
    private var lastCommands: [JSON] {
        let history = live.history
        return (max(history.start, history.last - 10)..<history.last).compactMap { revision in
            guard let event = history[revision + 1] else { return nil }
            var command = event.cause.json.objectValue ?? [:]
            command["revision"] = .int(event.cursor.revision)
            return .object(command)
        }
    }
}

extension WireError {
    /// The handler accepted the action, but something inside it is unimplemented.
    fileprivate var isNestedUnimplemented: Bool {
        reason == Refusal.Reason.unimplemented.rawValue && data["outcome"] == "unimplemented"
    }

    /// The client does not handle this action.
    fileprivate var declines: Bool {
        code == Code.methodNotFound || reason == Refusal.Reason.unimplemented.rawValue
            || code == Refusal.Reason.unimplemented.code
    }
}
