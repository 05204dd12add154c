import FasciaModel
import FasciaWire

/// Commands, and what is answered to each.
extension Core {
    func apply(_ command: Command, _ options: MutationOptions, _ request: Request) throws(WireError) -> Reply {
        try check(options)
        let command = try resolved(command, request)
        if options.dryRun {
            // A copy of the panel shares everything with it until it is changed, and is dropped then.
            var trial = panel
            let changes = try refusing { () throws(Refusal) in try trial.apply(command) }
            return reply(to: command, changes, in: trial, revision: panel.revision)
        }
        let before = screens(replacedBy: [command])
        let changes = try refusing { () throws(Refusal) in
            try journal?.admit(command, lineBytes: lineBytes)
            return try panel.apply(command)
        }
        published(command, by: request.client)
        if !changes.isEmpty {
            commit(
                changes, of: command, issues: styleIssues(of: [command], replacing: before), cause: request.cause)
        }
        if options.durable { hold(request) }
        return reply(to: command, changes, in: panel, revision: panel.revision)
    }

    func applyBatch(
        _ commands: [Command], _ options: MutationOptions, _ request: Request
    ) throws(WireError) -> Reply {
        try check(options)
        var trial = panel
        let (net, each) = try refusing { () throws(Refusal) in
            if !options.dryRun { try journal?.admit(.batch(commands), lineBytes: lineBytes) }
            return try trial.applyBatch(commands)
        }
        let results = zip(commands, each).map { command, changes in
            var result = command.result(changes: changes, panel: trial)
            result["changed"] = .bool(!changes.isEmpty)
            return JSON.object(result)
        }
        let revision = options.dryRun ? panel.revision : trial.revision
        if !options.dryRun {
            let before = screens(replacedBy: commands)
            let minted = panel.mintedEntries
            panel = trial
            for command in commands { published(command, by: request.client) }
            if !net.isEmpty {
                commit(
                    net, of: .batch(commands), issues: styleIssues(of: commands, replacing: before),
                    cause: request.cause)
            } else if panel.mintedEntries != minted {
                // Nothing is different but the names of entries that came and went: they are never used again.
                journal?.append(
                    .batch(commands), revision: panel.revision, time: now, cause: request.cause, count: 0)
            }
            if options.durable { hold(request) }
        }
        return .mutation(revision: revision, changed: !net.isEmpty, beside: ["results": .array(results)])
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
