import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaProcess

/// Keeps the logs of a panel up to date with the lines of their commands.
struct LogFollower: Sendable {
    let link: PanelLink
    let runner: CommandRunner
    /// Commands that go on for ever must leave room for others.
    private let turns = Turns(64)

    /// Follows a log until the task is cancelled. A command that ends is started again.
    func follow(_ log: LogItem) async {
        var backOff = BackOff(initial: .seconds(1), maximum: .seconds(30))
        while !Task.isCancelled, !runner.isDry {
            guard let command = try? log.follow.command() else { return }
            let feed = OutputFeed()
            await turns.take()
            guard !Task.isCancelled else { return await turns.giveBack() }
            await runner.follow(command, feed: feed) { run in
                await feed.deliver { lines, _ in await link.append(lines, to: log.id) }
                if let reason = await run.result.reason { await link.append(["(\(reason))"], to: log.id) }
            }
            await turns.giveBack()
            guard (try? await ConnectionThread.shared.sleep(for: backOff.next())) != nil else { return }
        }
    }
}

/// Reads the rows that the commands of a panel print.
struct RowPoller: Sendable {
    let runner: CommandRunner
    /// Called with the rows each time that they differ, and with the reason each time that they cannot be read.
    let report: @Sendable (CommandTemplate, Result<[[String: String]], Refusal>) async -> Void

    /// Reads now, and then at each interval.
    func poll(_ source: RowSources.RowSource) async {
        var last: Result<[[String: String]], Refusal>?
        while !Task.isCancelled {
            let outcome = await read(source)
            if outcome != last, !Task.isCancelled {
                last = outcome
                await report(source.command, outcome)
            }
            guard let every = source.every, (try? await ConnectionThread.shared.sleep(for: every.jittered)) != nil else { return }
        }
    }

    private func read(_ source: RowSources.RowSource) async -> Result<[[String: String]], Refusal> {
        do throws(Refusal) {
            var command = try source.command.command()
            (command.timeLimit, command.keptBytes) = (source.timeout, 4 << 20)
            return .success(try RowReader.rows(await runner.read(command)))
        } catch {
            return .failure(error)
        }
    }
}
