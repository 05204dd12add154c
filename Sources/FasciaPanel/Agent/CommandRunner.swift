import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaProcess

/// Runs the commands of a panel file: in its directory, and when it is their turn.
struct CommandRunner: Sendable {
    let queue: CommandQueue
    let locks: Locks
    /// Where relative programs are looked up: the directory of the file.
    let directory: String?
    /// Prints commands instead of running them.
    let isDry: Bool
    let print: @Sendable (String) -> Void
    /// What the history calls the agent.
    var name = "fascia panel"
    /// Runs a command to its end. Tests give another one, so that the rules need no process.
    var run: @Sendable (ProcessCommand) async -> CommandResult = { await CommandRun.run($0) }

    /// Runs a command that changes something.
    ///
    /// - Parameters:
    ///   - cause: who has requested it.
    ///   - isSecret: whether what it writes is not for everybody.
    /// - Throws: why it failed.
    func change(
        _ command: ProcessCommand, cause: JSON = .null, lock: LockUse, isSecret: Bool = false
    ) async throws(CommandRefusal) {
        guard !isDry else { return print(CommandRunner.text(command)) }
        let result = try await locks.run(
            lock.name, for: lock.owner, until: lock.deadline, cancellation: lock.cancellation, waits: lock.waits
        ) {
            let ready = located(caused(command, by: cause))
            // It may have to wait for its turn, too.
            return await queue.run(for: lock.owner, isChange: true) {
                lock.cancellation.isCancelled || lock.isOverdue ? nil : await run(ready)
            }
        }
        guard let result else {
            if lock.cancellation.isCancelled { throw .cancelled }
            throw CommandRefusal(message: "other commands of the file have not ended in time")
        }
        if let reason = isSecret ? result.reasonWithoutOutput : result.reason { throw CommandRefusal(message: reason) }
    }

    /// Runs a command that only reads.
    ///
    /// - Parameter owner: the id of the thing whose state it reads.
    func read(_ command: ProcessCommand, for owner: String = "") async -> CommandResult {
        let ready = located(command)
        return await queue.run(for: owner) { await run(ready) }
    }

    /// Runs a command whose output people follow. It may take any time.
    ///
    /// - Parameter started: called with the command when it is its turn.
    /// - Throws: why it was not started: it was cancelled while it waited for its lock.
    func follow<Outcome: Sendable>(
        _ command: ProcessCommand, lock: LockUse? = nil, feed: OutputFeed, started: @Sendable (CommandRun) async -> Outcome
    ) async throws(CommandRefusal) -> Outcome {
        let ready = located(command)
        let use = lock ?? LockUse(name: nil, owner: "") { _ in }
        return try await locks.run(use.name, for: use.owner, waits: use.waits) {
            let run = CommandRun.start(ready) { feed.add($0, $1) }
            if run.isWaiting { feed.add("(waits until another command has ended)") }
            run.whenDone { _ in feed.finish() }
            return await withTaskCancellationHandler {
                await started(run)
            } onCancel: {
                run.cancel()
            }
        }
    }

    /// The command in the directory of the file.
    func located(_ command: ProcessCommand) -> ProcessCommand {
        var command = command
        command.directory = directory
        return command
    }

    /// The command, whose own changes belong to the rule that has led to it, if one has.
    func caused(_ command: ProcessCommand, by cause: JSON) -> ProcessCommand {
        var command = command
        command.environment[Rule.nameVariable] = cause.clientName(of: name)
        return command
    }

    /// The command as a shell would read it.
    static func text(_ command: ProcessCommand) -> String {
        if command.arguments.prefix(2) == ["/bin/sh", "-c"], command.arguments.count == 3 { return command.arguments[2] }
        return command.arguments.map(ShellQuoting.quoted).joined(separator: " ")
    }
}
