import FasciaDocument
import FasciaModel
import FasciaStore
import FasciaWire

/// Executes the commands that clients send, and builds their replies.
final class CommandExecutor {
    private let live: LivePanel
    private let apps: Apps
    private let styles: StyleWarnings
    /// `nil` if the state is kept in memory only.
    private let gate: JournalGate?
    /// Replies to requests with an idempotency key, in case they are sent again.
    private var once: IdempotencyCache
    private let terminals: Terminals
    private let samples: SampleRecorder
    private let questions: QuestionDesk
    private let approvals: ApprovalDesk

    init(
        _ live: LivePanel, _ apps: Apps, _ terminals: Terminals, _ samples: SampleRecorder, _ questions: QuestionDesk,
        _ approvals: ApprovalDesk, styles: StyleWarnings, gate: JournalGate?, once: IdempotencyCache
    ) {
        (self.terminals, self.samples, self.questions, self.approvals) = (terminals, samples, questions, approvals)
        self.live = live
        self.apps = apps
        self.styles = styles
        self.gate = gate
        self.once = once
    }

    /// Executes the command of a gesture, which has no options.
    ///
    /// - Returns: Whether the panel changed.
    func execute(_ command: Command, _ request: Request) throws(WireError) -> Bool {
        var request = request
        // What it adds is in the screen, not in the line.
        request.lineBytes = 0
        let before = live.revision
        try AccessCheck(live: live).require(command.flattened, request)
        if case .batch(let commands) = command {
            _ = try applyBatch(commands, MutationOptions(), request)
        } else {
            _ = try apply(command, MutationOptions(), request)
        }
        return live.revision != before
    }

    func apply(_ command: Command, _ options: MutationOptions, _ request: Request) throws(WireError) -> Reply {
        if let reply = try cachedReply(options, request) { return repeated(reply, to: [command], request) }
        try check(options)
        let command = try questions.resolved(try resolved(command, request), request)
        try terminals.checkShown(command)
        try refusing { () throws(Refusal) in try apps.checkOwner(of: command, request.client) }
        try live.panel.limits.checkDeclared([command])
        let sender = sender(of: [command], options, request)
        if case .restore(let state) = command, request.client.permit.isLimited {
            // Before what cannot be restored is named.
            let (changes, after) = live.panel.restoring(state)
            try AccessCheck(live: live).require(consequences: changes, to: after, of: [command], request)
        }
        if options.dryRun || request.client.permit.isLimited || approvals.mayConcern([command]) {
            let (trial, changes) = try request.client.permit.ask(live) { panel throws(Refusal) in
                var trial = panel
                let (changes, effects) = try trial.perform(command, by: sender)
                if options.dryRun { _ = try live.budget.counting(changes, effects, in: trial, by: request.uid) }
                return (trial, changes)
            }
            try AccessCheck(live: live).require(consequences: changes, to: trial, of: [command], request)
            if let held = try approvals.held([command], changes, options, request) { return try ask(held, options, request) }
            if options.dryRun { return reply(to: command, changes, in: trial, revision: live.revision) }
        }
        let issues = styles.issues(of: [command], in: live)
        let (changes, effects) = try refusing { () throws(Refusal) in
            try live.apply(command, by: sender, lineBytes: request.lineBytes)
        }
        apps.recordPublisher(of: command, by: request.client)
        questions.executed(command, by: request.client)
        if changes.isEmpty {
            samples.note(unchanged: command)
            approvals.withdrawSuperseded(by: [command], request)
        }
        let reply = reply(to: command, changes, in: live.panel, revision: live.revision)
        return recorded(changes, effects, issues: issues, reply, options, request)
    }

    static let maximumCommands = 4_096

    func applyBatch(
        _ commands: [Command], _ options: MutationOptions, _ request: Request
    ) throws(WireError) -> Reply {
        if let reply = try cachedReply(options, request) { return repeated(reply, to: commands, request) }
        try check(options)
        // A batch is one revision, so it cannot be split over several event loop turns.
        guard commands.count <= Self.maximumCommands else {
            throw WireError(
                .limit(
                    "commands", Self.maximumCommands,
                    "a batch can have at most \(Self.maximumCommands) commands, and this one has \(commands.count): send several")
            )
        }
        try live.panel.limits.checkDeclared(commands)
        var commands = commands
        for index in commands.indices { commands[index] = try questions.resolved(commands[index], request, isInBatch: true) }
        for command in commands {
            try terminals.checkShown(command)
            try refusing { () throws(Refusal) in try apps.checkOwner(of: command, request.client) }
        }
        let sender = sender(of: commands, options, request)
        let (trial, budget, net, each, effects) = try request.client.permit.ask(live) { panel throws(Refusal) in
            var trial = panel
            let (net, each, effects) = try trial.applyBatch(commands, by: sender)
            let budget = try live.budget.counting(net, effects, in: trial, by: request.uid)
            return (trial, budget, net, each, effects)
        }
        try AccessCheck(live: live).require(consequences: net, to: trial, of: commands, request)
        if let held = try approvals.held(commands, net, options, request) { return try ask(held, options, request) }
        let results = zip(commands, each).map { command, changes in
            var result = command.result(changes: changes, panel: trial)
            result["changed"] = .bool(!changes.isEmpty)
            return JSON.object(result)
        }
        var extra: JSON.Object = ["results": .array(results)]
        let pending = net.pendingThings
        if !pending.isEmpty { extra["pending"] = .array(pending.map { .string($0.text) }) }
        let reply = Reply.mutation(
            revision: options.dryRun ? live.revision : trial.revision, changed: !net.isEmpty,
            extra: extra)
        guard !options.dryRun else { return reply }
        let issues = styles.issues(of: commands, in: live)
        try refusing { () throws(Refusal) in
            do throws(Refusal) {
                try live.adopt(trial, budget, commands, net, effects, lineBytes: request.lineBytes)
            } catch {
                live.noteUnrecorded(commands, by: sender)
                throw error
            }
        }
        if net.isEmpty { approvals.withdrawSuperseded(by: commands, request) }
        for command in commands {
            apps.recordPublisher(of: command, by: request.client)
            questions.executed(command, by: request.client)
        }
        for (command, changes) in zip(commands, each) where changes.isEmpty { samples.note(unchanged: command) }
        return recorded(net, effects, issues: issues, reply, options, request)
    }

    /// Shows a sheet again that is open and that each terminal closes for itself, instead of opening it a second time.
    func reopenSheet(on stack: String, _ options: MutationOptions, _ request: Request) throws(WireError) -> Reply {
        if let reply = try cachedReply(options, request) { return reply }
        try check(options)
        let reply = Reply.mutation(revision: live.revision, changed: false, extra: [:])
        guard !options.dryRun else { return reply }
        // The journal may have no room for the key.
        let sender = live.sender(request.cause, of: [])
        let (_, effects) = try refusing { () throws(Refusal) in
            try live.apply(.batch([]), by: sender, lineBytes: request.lineBytes)
        }
        OwnSheets(live: live, terminals: terminals).reopen(on: stack, by: request.client.id)
        return recorded([], effects, reply, options, request)
    }

    /// Asks for the approval of a request, instead of carrying it out.
    private func ask(_ held: ApprovalDesk.Held, _ options: MutationOptions, _ request: Request) throws(WireError) -> Reply {
        var held = held
        guard !options.dryRun else {
            held.question = ""
            return .mutation(revision: live.revision, changed: false, extra: ["approval": held.json])
        }
        let sender = live.sender(request.cause, of: [.question(.withdraw(ids: []))])
        let (changes, effects) = try refusing { () throws(Refusal) in
            try live.apply(held.command, by: sender, lineBytes: request.lineBytes)
        }
        approvals.keepSecret(of: held)
        questions.asked(held.question, by: request.client)
        let reply = Reply.mutation(revision: live.revision, changed: false, extra: ["approval": held.json])
        return recorded(changes, effects, reply, options, request)
    }

    /// Records what a request has done, and its answer.
    ///
    /// - Returns: the reply.
    private func recorded(
        _ changes: [Change], _ effects: Effects, issues: [Change] = [], _ reply: Reply, _ options: MutationOptions,
        _ request: Request
    ) -> Reply {
        let answer = cache(reply, for: request)
        if !changes.isEmpty {
            live.append(changes, effects, issues: issues, cause: request.cause, once: answer)
        } else if answer != nil || !effects.isEmpty {
            // Of a batch, the only difference may be the ids of entries that were created and removed: they are never reused.
            live.appendWithoutRevision(effects, cause: request.cause, once: answer)
        }
        if options.durable { gate?.hold(request) }
        return answer.map { .cached($0.result) } ?? reply
    }

    private func sender(of commands: [Command], _ options: MutationOptions, _ request: Request) -> Sender {
        var sender = live.sender(request.cause, of: commands, revertWithin: options.revertWithin)
        sender.foreignGroups = apps.foreignGroups(in: commands, to: request.client)
        return sender
    }

    private func check(_ options: MutationOptions) throws(WireError) {
        guard let expected = options.ifRevision, expected != live.revision else { return }
        throw WireError(
            .conflict,
            "the panel is at revision \(live.revision), not \(expected): check what has changed, then try again",
            details: ["revision": .int(live.revision)])
    }

    private func reply(
        to command: Command, _ changes: [Change], in panel: @autoclosure () -> Panel, revision: Int
    ) -> Reply {
        var extra = command.result(changes: changes, panel: panel())
        if case .restore(let plan) = command, !changes.isEmpty {
            extra["undone"] = Undone(plan, changes, in: live.history).json(now: live.clock.now)
        }
        return .mutation(revision: revision, changed: !changes.isEmpty, extra: extra)
    }

    // MARK: - Undo

    /// Takes back the latest setting of the user who requests it.
    ///
    /// - Returns: what it was, in words for people.
    func undoSetting(_ request: Request) throws(WireError) -> String {
        let plan = try resolved(.undo(.settingOf(uid: request.uid)), request)
        let before = live.revision
        _ = try apply(plan, MutationOptions(), request)
        guard case .restore(let state) = plan, let event = live.history[live.revision], live.revision > before else { return "" }
        return Undone(state, event.changes, in: live.history, titles: live.panel).what
    }

    /// Resolves an undo to the state that it restores; other commands are returned unchanged.
    private func resolved(_ command: Command, _ request: Request) throws(WireError) -> Command {
        guard case .undo(let goal) = command else { return command }
        let (panel, client) = (live.panel, request.client)
        return try refusing { () throws(Refusal) in
            let state: UndoPlan
            do throws(Refusal) { state = try panel.restored(goal, UndoConstraints(kept: apps.declarations)) } catch {
                // A conflict names a thing, and a limit a kind, which may be hidden.
                guard client.permit.hides, error.reason == .conflict || error.reason == .limit else { throw error }
                guard error.reason == .conflict else {
                    throw Refusal(.limit, "there is no room for what this undo would restore: ask the owner of the panel")
                }
                throw Refusal(
                    .conflict,
                    "some of it cannot be what it was, or was changed since by another user: set by hand what you need",
                    details: error.details)
            }
            if !client.permit.isLimited, client.role < .author,
                let first = panel.changes(restoring: state).first(where: \.needsAuthor)
            {
                throw Refusal(
                    .denied,
                    "this undo would change \(first.topic.kind):\(first.topic.id), which needs the role author, and uid "
                        + "\(client.peer.uid) is \(client.role.rawValue): undo less, or ask the owner of the panel",
                    details: ["role": .string(client.role.rawValue), "needed": .string(Role.author.rawValue)])
            }
            return .restore(state)
        }
    }

    // MARK: - Idempotency

    /// The reply to an earlier request with the same idempotency key.
    private func cachedReply(_ options: MutationOptions, _ request: Request) throws(WireError) -> Reply? {
        guard let key = request.once else { return nil }
        let kept = try refusing { () throws(Refusal) in try once.answer(to: key, of: request.client.peer.userID) }
        guard let kept else { return nil }
        // The first request's rows may not be durable yet.
        if options.durable { gate?.hold(request) }
        return .cached(kept.result)
    }

    /// The questions that a repeated request has asked are those of this connection, too: it is told how they end.
    private func repeated(_ reply: Reply, to commands: [Command], _ request: Request) -> Reply {
        guard case .cached(let text) = reply, let result = try? JSONParser.parse(String(decoding: text, as: UTF8.self)) else {
            return reply
        }
        if let id = result["approval"]?["question"]?.stringValue { questions.askedAgain(id, nil, by: request.client) }
        for (command, result) in zip(commands, result["results"]?.arrayValue ?? [result]) {
            guard case .question(.open(let asked, _)) = command, let id = result["id"]?.stringValue else { continue }
            questions.askedAgain(id, asked, by: request.client)
        }
        return reply
    }

    /// Keeps the answer to a request with an idempotency key. The first and every repeated reply send this text.
    private func cache(_ reply: Reply, for request: Request) -> IdempotencyCache.CachedResult? {
        guard let key = request.once else { return nil }
        let answer = IdempotencyCache.CachedResult(key, revision: live.revision, result: reply.resultText)
        once.store(answer, of: request.client.peer.userID)
        return answer
    }
}

/// Converts the model's refusals to wire errors.
func refusing<Result>(_ body: () throws(Refusal) -> Result) throws(WireError) -> Result {
    do throws(Refusal) { return try body() } catch { throw WireError(error) }
}

extension Command {
    /// The commands of a batch, or itself.
    fileprivate var flattened: [Command] { if case .batch(let commands) = self { commands } else { [self] } }
}
