import FasciaAgent
import FasciaClient
import FasciaProcess

/// Runs the commands of a panel file: in its directory, and when it is their turn.
struct CommandRunner: Sendable {
    let queue: CommandQueue
    /// Where relative programs are looked up: the directory of the file.
    let directory: String?
    /// Prints commands instead of running them.
    let isDry: Bool
    let print: @Sendable (String) -> Void

    /// Runs a command that changes something.
    ///
    /// - Parameter isSecret: whether what it writes is not for everybody.
    /// - Throws: why it failed.
    func change(_ command: Command, lock: String?, isSecret: Bool = false) async throws(Refusal) {
        guard !isDry else { return print(CommandRunner.text(command)) }
        let result = await run(command, lock: lock)
        if let reason = isSecret ? result.reasonWithoutOutput : result.reason { throw Refusal(message: reason) }
    }

    /// Runs a command that only reads.
    func read(_ command: Command) async -> CommandResult { await run(command, lock: nil) }

    /// Runs a command whose output people follow. It may take any time.
    ///
    /// - Parameter started: called with the command when it is its turn.
    func follow(_ command: Command, lock: String? = nil, feed: OutputFeed, started: @Sendable (CommandRun) async -> Void)
        async
    {
        let ready = located(command)
        await queue.run(lock: lock, isCounted: false) {
            let run = CommandRun.start(ready) { feed.add($0, $1) }
            if run.isWaiting { feed.add("(waits until another command has ended)") }
            run.whenDone { _ in feed.finish() }
            await withTaskCancellationHandler {
                await started(run)
            } onCancel: {
                run.cancel()
            }
        }
    }

    private func run(_ command: Command, lock: String?) async -> CommandResult {
        let ready = located(command)
        return await queue.run(lock: lock) { await CommandRun.run(ready) }
    }

    /// The command in the directory of the file.
    func located(_ command: Command) -> Command {
        var command = command
        command.directory = directory
        return command
    }

    /// The command as a shell would read it.
    static func text(_ command: Command) -> String {
        if command.arguments.prefix(2) == ["/bin/sh", "-c"], command.arguments.count == 3 { return command.arguments[2] }
        return command.arguments.map(ShellQuoting.quoted).joined(separator: " ")
    }
}
