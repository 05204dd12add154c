import FasciaModel
import FasciaStore
import FasciaWire

/// Executes commands and builds their replies.
extension Core {
    func apply(_ command: Command, _ options: MutationOptions, _ request: Request) throws(WireError) -> Reply {
        try check(options)
        if case .undo = command { return try perform(try resolved(command, request), options, request) }
        return try perform(command, options, request)
    }

    private func perform(
        _ command: Command, _ options: MutationOptions, _ request: Request
    ) throws(WireError) -> Reply {
        try checkShown(command)
        try checkDeclared([command])
        if options.dryRun {
            // Copy on write: the trial panel copies only what the command changes.
            var trial = panel
            let changes = try refusing { () throws(Refusal) in
                try budget.check(command, in: panel, by: request.uid)
                return try trial.apply(command)
            }
            return reply(to: command, changes, in: trial, revision: panel.revision)
        }
        let screens = command.namesStyles ? screens(replacedBy: [command]) : nil
        let (changes, effects) = try refusing { () throws(Refusal) in
            try apply(command, by: request.uid, bytes: lineBytes)
        }
        published(command, by: request.client)
        let reply = reply(to: command, changes, in: panel, revision: panel.revision)
        let answer = keep(reply, for: request)
        if !changes.isEmpty {
            let issues = screens.map { styleIssues(of: [command], replacing: $0) }
            commit(changes, effects, issues: issues ?? [], cause: request.cause, once: answer)
        } else if let answer {
            note(effects, request, answer)
        }
        if options.durable { hold(request) }
        return answer.map { .kept($0.result) } ?? reply
    }

    static var maximumCommands: Int { 4_096 }

    func applyBatch(
        _ commands: [Command], _ options: MutationOptions, _ request: Request
    ) throws(WireError) -> Reply {
        try check(options)
        // A batch is one revision, so it cannot be split over several event loop turns.
        guard commands.count <= Core.maximumCommands else {
            throw WireError(
                Refusal(
                    .limit, "a batch may have \(Core.maximumCommands) commands, and this one has \(commands.count): send several",
                    details: ["limit": "commands", "value": .int(Core.maximumCommands)]))
        }
        try checkDeclared(commands)
        for command in commands { try checkShown(command) }
        var trial = panel
        let (net, each, effects) = try refusing { () throws(Refusal) in
            try budget.check(.batch(commands), in: panel, by: request.uid)
            return try trial.applyBatch(commands)
        }
        let results = zip(commands, each).map { command, changes in
            var result = command.result(changes: changes, panel: trial)
            result["changed"] = .bool(!changes.isEmpty)
            return JSON.object(result)
        }
        let reply = Reply.mutation(
            revision: options.dryRun ? panel.revision : trial.revision, changed: !net.isEmpty,
            beside: ["results": .array(results)])
        guard !options.dryRun else { return reply }
        try refusing { () throws(Refusal) in try admit(commands, bytes: lineBytes) }
        let before = screens(replacedBy: commands)
        panel = trial
        budget.note(net, effects, in: panel, by: request.uid)
        for command in commands { published(command, by: request.client) }
        let answer = keep(reply, for: request)
        if !net.isEmpty {
            commit(
                net, effects, issues: styleIssues(of: commands, replacing: before), cause: request.cause,
                once: answer)
        } else if answer != nil || !effects.isEmpty {
            // The only difference is the ids of entries that were created and removed: they are never reused.
            note(effects, request, answer)
        }
        if options.durable { hold(request) }
        return answer.map { .kept($0.result) } ?? reply
    }

    /// Applies a command for a user.
    ///
    /// - Parameter bytes: Length of the line that contains the command; 0 if there is none.
    /// - Throws: `limit` if the panel budget has no room for it, `unavailable` if the journal cannot store it, or the
    ///   model's refusal.
    func apply(
        _ command: Command, by uid: Int, bytes: Int
    ) throws(Refusal) -> (changes: [Change], effects: Effects) {
        let isMeasured = command.changesContent
        if isMeasured { try budget.check(command, in: panel, by: uid) }
        try admit([command], bytes: bytes)
        let (changes, effects) = try panel.perform(command)
        if isMeasured { budget.note(changes, effects, in: panel, by: uid) }
        return (changes, effects)
    }

    /// Appends effects or an idempotency key that made no revision to the journal.
    private func note(_ effects: Effects, _ request: Request, _ answer: IdempotencyCache.Answer?) {
        journal?.append([], effects, revision: panel.revision, time: now, cause: request.cause, once: answer)
    }

    /// Refuses to remove a stack that a terminal shows.
    private func checkShown(_ command: Command) throws(WireError) {
        guard case .removeStack(let name) = command, let terminal = terminals.first(where: { $0.stack == name })
        else { return }
        throw WireError(
            Refusal(
                .refused,
                "a terminal shows the stack \"\(name)\": terminal \(terminal.id) of "
                    + "\(terminal.client.origin.name ?? "a client") (pid \(terminal.client.peer.pid)); it has to detach",
                details: ["stack": .string(name), "terminal": .int(terminal.id)]))
    }

    private func check(_ options: MutationOptions) throws(WireError) {
        guard let expected = options.ifRevision, expected != panel.revision else { return }
        throw WireError(
            Refusal(
                .conflict,
                "the panel is at revision \(panel.revision), not \(expected): look at what has changed, and try again",
                details: ["revision": .int(panel.revision)]))
    }

    /// Converts the model's refusals to wire errors.
    func refusing<Result>(_ body: () throws(Refusal) -> Result) throws(WireError) -> Result {
        do throws(Refusal) { return try body() } catch { throw WireError(error) }
    }

    private func reply(
        to command: Command, _ changes: [Change], in panel: @autoclosure () -> Panel, revision: Int
    ) -> Reply {
        .mutation(
            revision: revision, changed: !changes.isEmpty, beside: command.result(changes: changes, panel: panel()))
    }
}

extension Command {
    /// Whether the command can name styles.
    fileprivate var namesStyles: Bool {
        switch self {
        case .putScreen, .setEnvironment: true
        default: false
        }
    }
}
