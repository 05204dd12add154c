import FasciaLoop
import FasciaModel
import FasciaWire

/// Actions: from the entry that sends one to the client that handles it, and the answer back.
///
/// A client's lines are carried out in order, so everything that the sender published before the action is committed
/// first. What the handler changes in the panel is a command of its own, committed before its answer arrives.
extension Core {
    func sendAction(_ send: ActionSend, _ request: Request) throws(WireError) -> Reply {
        try start(send, node: nil, request) { [self] answer in
            var members = answer.members
            members["revision"] = .int(panel.revision)
            return .result(.object(members))
        }
    }

    /// Sends an action and replies to the request when the action is answered.
    func start(
        _ send: ActionSend, node: String?, isSecret: Bool = false, _ request: Request,
        reply: @escaping (ActionAnswer) -> Reply
    ) throws(WireError) -> Reply {
        guard !request.inBatch else {
            throw .invalidRequest(
                "\(request.method) waits for an answer and cannot stand in a batch, whose other answers would wait "
                    + "with it: send it alone")
        }
        let finish = answerLater(request)
        do throws(WireError) {
            try start(send, node: node, isSecret: isSecret, cause: request.cause) { result in
                switch result {
                case .success(let answer): finish(reply(answer))
                case .failure(let error): finish(.error(error))
                }
            }
        } catch {
            stopWaiting(request)
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
        then: @escaping (Result<ActionAnswer, WireError>) -> Void
    ) throws(WireError) {
        let stack = try refusing { () throws(Refusal) in
            guard actions.pending.count < ActionRouter.maximumPending else {
                throw Refusal(
                    .limit, "\(ActionRouter.maximumPending) actions wait for an answer already: send this one again later",
                    details: ["limit": "actions", "value": .int(ActionRouter.maximumPending)])
            }
            if let sender = clients[cause.origin.client] { try require(.actions, for: sender) }
            try panel.checkAction(send.name, payload: send.payload)
            return try panel.requireEntry(send.entry)
        }
        let candidates = stack.candidates(for: send.name, of: send.entry, actions.bindings)
        let action = PendingAction(
            send, node: node, isSecret: isSecret, cause: cause, candidates: candidates, then: then)
        guard try refusing({ () throws(Refusal) in try ask(action) }) else { throw unimplemented(action) }
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
            try require(.requests, for: client)
            try require(.queuedBytes, for: client)
            let number = actions.nextRequest()
            action.asked = client
            actions.pending[number] = action
            let found = panel.find(action.action.entry)
            client.output.call(
                id: RequestID(number), method: "action",
                params: [
                    "entry": .string(action.action.entry.rawValue), "stack": .string(found?.stack ?? ""),
                    "screen": .string(found?.entry.route.screen ?? ""),
                    "name": .string(action.action.name), "payload": action.action.payload,
                ])
            hasOutput(client)
            schedulePendingUpdate()
            action.timer = loop.schedule(in: settings.actionTimeout) { [self] in
                actions.pending[number] = nil
                action.then(
                    .failure(
                        unanswered(action, "did not answer", " within \(settings.actionTimeout.inSeconds)")))
                flush()
            }
            return true
        }
        return false
    }

    /// Takes a client's answer. An answer that matches no pending request is only logged.
    func receive(_ result: Result<JSON, WireError>, id: RequestID, from client: Client) {
        if receiveRows(result, id: id, from: client) { return }
        guard let action = removePending(id, of: client) else {
            // The answer may have arrived after the timeout, which is no error of the client.
            logger.debug("answer to no request", metadata: ["client": "\(client.id)", "id": "\(id.rawText)"])
            return
        }
        switch result {
        case .success(let answer) where answer["outcome"] == "rejected":
            conclude(action, .rejected(reason: answer["reason"]?.stringValue ?? "no reason was given"))
        case .success(let answer):
            var rest = answer.objectValue ?? [:]
            rest["outcome"] = JSON?.none
            conclude(action, .handled(answer.objectValue == nil ? answer : .object(rest)))
        case .failure(let error) where error.isNestedUnimplemented: passOn(error, of: action)
        case .failure(let error) where error.declines: goOn(action)
        case .failure(let error): conclude(action, .rejected(reason: error.message))
        }
    }

    /// Takes a malformed answer. The client sends no other one, so the action fails at once and an issue names the
    /// client.
    func receive(invalid error: WireError, id: RequestID, from client: Client) {
        if receiveRows(.failure(error), id: id, from: client) { return }
        guard let action = removePending(id, of: client) else { return }
        let message = "what \(handlerDescription(action)) says to \(action.action.name) cannot be understood: \(error.message)"
        let issue = Issue(.warning, .unanswered, message, breadcrumbs: breadcrumbs(action))
        record(.batch([.report(report(action, .rejected, reason: message)), .reportIssue(issue)]), action.cause)
        action.then(.success(.rejected(reason: message)))
    }

    /// Removes and returns the action that this client was asked about under this id.
    private func removePending(_ id: RequestID, of client: Client) -> PendingAction? {
        guard let number = Int(id.rawText), let action = actions.pending[number], action.asked === client else {
            return nil
        }
        actions.pending[number] = nil
        action.timer?.cancel()
        return action
    }

    private func conclude(_ action: PendingAction, _ answer: ActionAnswer) {
        switch answer {
        case .handled: tell(action, .handled)
        case .rejected(let reason): tell(action, .rejected, reason: reason)
        }
        action.then(.success(answer))
    }

    /// Asks the next candidate: the previous one declined.
    private func goOn(_ action: PendingAction) {
        do throws(Refusal) {
            if try !ask(action) { action.then(.failure(unimplemented(action))) }
        } catch {
            action.then(.failure(WireError(error)))
        }
    }

    /// The handler accepted the action, but something inside it is unimplemented: a closure that is not set, or an action
    /// that the handler sent in turn. The latter has been reported already.
    private func passOn(_ error: WireError, of action: PendingAction) {
        if error.data["breadcrumbs"] != nil {
            tell(action, .unimplemented)
            action.then(.failure(error))
        } else {
            action.then(
                .failure(
                    fail(action, .unimplemented, .unimplemented, .unimplemented, error.message, beside: error.data)))
        }
    }

    // MARK: - Bindings

    func bind(_ scope: ActionBindings.Scope, names: [String], _ request: Request) throws(WireError) -> Reply {
        if case .entry(let entry) = scope {
            _ = try refusing { () throws(Refusal) in try panel.requireEntry(entry) }
        }
        try refusing { () throws(Refusal) in try require(.names, adding: names.count, for: request.client) }
        actions.bindings.bind(scope, names: names, to: request.client.id)
        appsMayDiffer = true
        if let screen = ownScreen(scope), panel.isOrphaned(screen: screen) {
            // An app that comes back takes over its orphaned screens as they are, without publishing them again.
            actions.publishers[screen] = request.client.id
            rows.forget(screen)
            _ = try command(.setOrphaned(screens: [screen], false), request)
        }
        return .result(["bound": .array(names.map { .string($0) })])
    }

    /// The screen that this binding makes the client the app of. The scope of an entry counts only if the entry has a
    /// screen of its own.
    private func ownScreen(_ scope: ActionBindings.Scope) -> String? {
        switch scope {
        case .screen(let screen): return screen
        case .entry(let entry):
            guard let found = panel.find(entry)?.entry else { return nil }
            let screen = panel.screenID(of: found)
            return screen == found.route.screen ? nil : screen
        }
    }

    func unbind(_ scope: ActionBindings.Scope, names: [String], _ request: Request) -> Reply {
        appsMayDiffer = true
        return .result(["changed": .bool(actions.bindings.unbind(scope, names: names, from: request.client.id))])
    }

    /// Records the client as the publisher or declarer of the command's subject.
    func published(_ command: Command, by client: Client) {
        switch command {
        case .putScreen(let screen):
            if actions.publishers.updateValue(client.id, forKey: screen.id) != client.id { appsMayDiffer = true }
            rows.forget(screen.id)
            excessive.remove(screen.id)
        case .removeScreen(let id):
            actions.publishers[id] = nil
            appsMayDiffer = true
        case .declareGroup(let group): actions.declarers[.group(group.id)] = client.id
        case .removeGroup(let id): actions.declarers[.group(id)] = nil
        case .declarePicker(let picker): actions.declarers[.picker(picker.id)] = client.id
        case .removePicker(let id): actions.declarers[.picker(id)] = nil
        case .declareValue(let value): actions.declarers[.value(value.key)] = client.id
        case .removeValue(let key): actions.declarers[.value(key)] = nil
        default: break
        }
    }

    /// The screens of which this client is the app: those that it published and whose actions it handles.
    func attended(by peer: Int) -> Set<String> {
        let handled = panel.stackNames.compactMap { panel.stack($0)?.entries }.joined().filter {
            !$0.handles.isEmpty && actions.bindings.isParent(peer, of: $0.id)
        }
        var screens = Set(handled.map(panel.screenID))
        for scope in actions.bindings.scopes(of: peer) {
            switch scope {
            case .screen(let screen): screens.insert(screen)
            case .entry(let entry): if let found = panel.find(entry) { screens.insert(panel.screenID(of: found.entry)) }
            }
        }
        return screens.filter { actions.publishers[$0] == peer }
    }

    /// Cleans up after a client has disconnected: orphans its screens and passes its unanswered actions to the next
    /// candidates.
    func cancelActions(_ client: Client) {
        let orphans = attended(by: client.id).sorted()
        actions.bindings.remove(peer: client.id)
        cancelRowRequests(client)
        actions.publishers = actions.publishers.filter { $0.value != client.id }
        actions.declarers = actions.declarers.filter { $0.value != client.id }
        let cause = Cause(method: "disconnected", origin: client.origin)
        if !orphans.isEmpty { record(.setOrphaned(screens: orphans, true), cause) }
        appsMayDiffer = true
        for (number, action) in actions.pending where action.asked === client {
            actions.pending[number] = nil
            action.timer?.cancel()
            action.then(
                .failure(
                    unanswered(
                        action, "left before it answered", ": it may have carried it out, so nobody else is asked")))
        }
    }

    // MARK: - Reporting

    private func tell(_ action: PendingAction, _ outcome: ActionReport.Outcome, reason: String? = nil) {
        record(.report(report(action, outcome, reason: reason)), action.cause)
    }

    private func report(
        _ action: PendingAction, _ outcome: ActionReport.Outcome, reason: String? = nil
    ) -> ActionReport {
        ActionReport(
            entry: action.action.entry, name: action.action.name, payload: action.told, outcome: outcome,
            reason: reason)
    }

    private func unimplemented(_ action: PendingAction) -> WireError {
        let entry = panel.find(action.action.entry)?.entry
        let screen = entry?.route.screen ?? "?"
        let remedy =
            entry.map { panel.isOrphaned(screen: panel.screenID(of: $0)) } == true
            ? "its app is gone: start it again" : "bind it with action.bind, or name it in handles"
        return fail(
            action, .unimplemented, .unimplemented, .unimplemented,
            "nobody handles \(action.action.name) of the screen \"\(screen)\": \(remedy)")
    }

    /// The peer that was asked may have carried the action out, so no other peer is asked.
    private func unanswered(_ action: PendingAction, _ problem: String, _ details: String) -> WireError {
        fail(
            action, .unanswered, .unanswered, .timeout,
            "\(handlerDescription(action)) \(problem) \(action.action.name)\(details)")
    }

    private func handlerDescription(_ action: PendingAction) -> String {
        action.asked.map { "\($0.origin.name ?? "a program") (pid \($0.peer.pid))" } ?? "whoever handles it"
    }

    /// Records the outcome and an issue, and returns the error for the sender.
    private func fail(
        _ action: PendingAction, _ outcome: ActionReport.Outcome, _ kind: Issue.Reason, _ reason: Refusal.Reason,
        _ message: String, beside more: JSON.Object = [:]
    ) -> WireError {
        let crumbs = breadcrumbs(action, beside: more)
        let issue = Issue(.error, kind, message, breadcrumbs: crumbs)
        // One event, so that a subscriber finds the outcome and its explanation together.
        record(.batch([.report(report(action, outcome)), .reportIssue(issue)]), action.cause)
        return WireError(
            Refusal(
                reason, message,
                details: [
                    "action": .string(action.action.name), "entry": .string(action.action.entry.rawValue),
                    "outcome": .string(outcome.rawValue), "breadcrumbs": .object(crumbs),
                ]))
    }

    private func breadcrumbs(_ action: PendingAction, beside more: JSON.Object = [:]) -> JSON.Object {
        var crumbs = panel.breadcrumbs(
            for: action.action.name, of: action.action.entry, payload: action.told, node: action.node)
        for name in ["closure", "at"] { crumbs[name] = more[name] }
        crumbs["sender"] = action.cause.json
        crumbs["commands"] = .array(lastCommands)
        return crumbs
    }

    /// The last ten commands that changed the panel, oldest first, each with its cause.
    private var lastCommands: [JSON] {
        (max(history.start, history.last - 10)..<history.last).compactMap { revision in
            guard let event = history[revision + 1] else { return nil }
            var command = event.cause.json.objectValue ?? [:]
            command["revision"] = .int(event.cursor.revision)
            return .object(command)
        }
    }

    /// Commits an event about something that has already happened. Such a command is refused only while the journal
    /// cannot be written; it is then kept in `unrecorded` until the journal works again.
    func record(_ command: Command, _ cause: Cause) {
        do throws(Refusal) {
            let (changes, effects) = try apply(command, by: cause.origin.uid, bytes: 0)
            if !changes.isEmpty { commit(changes, effects, cause: cause) }
        } catch {
            if error.reason == .unavailable, unrecorded.count < Core.maximumUnrecorded {
                unrecorded.append((command, cause))
            } else {
                logger.error("what has happened was refused", metadata: ["reason": "\(error.message)"])
            }
        }
    }

    /// Commits the events that were kept while the journal could not be written.
    func recordDeferredFacts() {
        let rest = unrecorded
        unrecorded = []
        for (command, cause) in rest { record(command, cause) }
    }

    static var maximumUnrecorded: Int { 1_000 }
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
