import FasciaModel
import FasciaStore
import FasciaWire

/// Commands, and what is answered to each.
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
        if options.dryRun {
            // A copy of the panel shares everything with it until it is changed, and is dropped then.
            var trial = panel
            let changes = try refusing { () throws(Refusal) in try trial.apply(command) }
            return reply(to: command, changes, in: trial, revision: panel.revision)
        }
        let screens = command.namesStyles ? screens(replacedBy: [command]) : nil
        let changes = try refusing { () throws(Refusal) in
            try journal?.admit(command, lineBytes: lineBytes, answerBytes: answerBytes(to: command, request))
            return try panel.apply(command)
        }
        published(command, by: request.client)
        let reply = reply(to: command, changes, in: panel, revision: panel.revision)
        let answer = keep(reply, for: request)
        if !changes.isEmpty {
            let issues = screens.map { styleIssues(of: [command], replacing: $0) }
            commit(changes, of: command, issues: issues ?? [], cause: request.cause, once: answer)
        } else if let answer {
            note(command, request, answer)
        }
        if options.durable { hold(request) }
        return answer.map { .kept($0.result) } ?? reply
    }

    static var mostCommands: Int { 4_096 }

    func applyBatch(
        _ commands: [Command], _ options: MutationOptions, _ request: Request
    ) throws(WireError) -> Reply {
        try check(options)
        // A batch is one revision, so that it cannot be carried out in slices.
        guard commands.count <= Core.mostCommands else {
            throw WireError(
                Refusal(
                    .limit, "a batch may have \(Core.mostCommands) commands, and this one has \(commands.count): send several",
                    details: ["limit": "commands", "value": .int(Core.mostCommands)]))
        }
        for command in commands { try checkShown(command) }
        var trial = panel
        let (net, each) = try refusing { () throws(Refusal) in try trial.applyBatch(commands) }
        let results = zip(commands, each).map { command, changes in
            var result = command.result(changes: changes, panel: trial)
            result["changed"] = .bool(!changes.isEmpty)
            return JSON.object(result)
        }
        let reply = Reply.mutation(
            revision: options.dryRun ? panel.revision : trial.revision, changed: !net.isEmpty,
            beside: ["results": .array(results)])
        guard !options.dryRun else { return reply }
        try refusing { () throws(Refusal) in
            let answerBytes = request.once == nil ? 0 : reply.resultText.count
            try journal?.admit(.batch(commands), lineBytes: lineBytes, answerBytes: answerBytes)
        }
        let before = screens(replacedBy: commands)
        let minted = panel.mintedEntries
        panel = trial
        for command in commands { published(command, by: request.client) }
        let answer = keep(reply, for: request)
        if !net.isEmpty {
            commit(
                net, of: .batch(commands), issues: styleIssues(of: commands, replacing: before), cause: request.cause,
                once: answer)
        } else if answer != nil || panel.mintedEntries != minted {
            // Nothing is different but the names of entries that came and went: they are never used again.
            note(.batch(commands), request, answer)
        }
        if options.durable { hold(request) }
        return answer.map { .kept($0.result) } ?? reply
    }

    /// Keeps a command that has made no revision.
    private func note(_ command: Command, _ request: Request, _ answer: OnceBook.Answer?) {
        journal?.append(
            command, revision: panel.revision, time: now, cause: request.cause, count: 0, once: answer)
    }

    /// How long the answer will be that is kept for a request with a key. What a gesture removes comes back with it, and
    /// may be long; the answers to others are short.
    private func answerBytes(to command: Command, _ request: Request) throws(Refusal) -> Int {
        guard request.once != nil, journal != nil else { return 0 }
        guard command.isNavigation else { return Journal.shortAnswer }
        // Only the stack is copied for it.
        var trial = panel
        let changes = try trial.apply(command)
        return reply(to: command, changes, in: trial, revision: trial.revision).resultText.count
    }

    /// What a terminal shows is not taken away from it.
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

    /// The model's refusals in the words of the wire.
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
    /// Only these can name styles.
    fileprivate var namesStyles: Bool {
        switch self {
        case .putScreen, .setEnvironment: true
        default: false
        }
    }

    fileprivate var isNavigation: Bool {
        switch self {
        case .push, .pop, .popTo, .replace, .modal, .close, .next, .setPath: true
        default: false
        }
    }
}
