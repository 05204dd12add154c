import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaProcess

/// Keeps the logs of a panel up to date with the lines of their commands.
struct LogFollower: Sendable {
    let link: DaemonLink
    let runner: CommandRunner
    /// Commands that go on for ever must leave room for others.
    private let turns = Turns(64)

    /// Follows a log until the task is cancelled. A command that ends is started again.
    func follow(_ log: LogItem) async {
        var backOff = BackOff(initial: .seconds(1), maximum: .seconds(30))
        // The command prints the latest lines again, which an earlier agent may have left.
        if !runner.isDry { await link.empty(log.id) }
        while !Task.isCancelled, !runner.isDry {
            guard let command = try? log.follow.command() else { return }
            let feed = OutputFeed()
            await turns.take()
            let start = ContinuousClock.now
            guard !Task.isCancelled else { return await turns.giveBack() }
            try? await runner.follow(command, feed: feed) { run in
                // Another command may follow the log by then, which has emptied it.
                await feed.deliver { news in if !Task.isCancelled { await link.append(news.lines, to: log.id) } }
                if let reason = await run.result.reason, !Task.isCancelled { await link.append(["(\(reason))"], to: log.id) }
            }
            await turns.giveBack()
            guard (try? await ConnectionThread.shared.sleep(for: backOff.next(after: ContinuousClock.now - start))) != nil else {
                return
            }
        }
    }
}
