import CProcess
import Glibc
import Synchronization

/// A command that has been started.
///
/// The command has a session of its own, and a control group where this process may make one. If it takes longer than its time
/// limit or is cancelled, all of its processes get SIGTERM, and after a grace period SIGKILL; the result arrives when none of
/// them is left. Processes that remain after a command has ended by itself, such as a daemon that it has started, go on.
///
/// A process runs a limited number of commands at once (`CommandSlots`); the others wait for their turn.
public final class CommandRun: Sendable {
    private struct State {
        var result: CommandResult?
        var waiting: [@Sendable (CommandResult) -> Void] = []
        /// `nil` before it is started and when it has ended.
        var monitor: CommandMonitor?
        /// Whether it waits until other commands have ended.
        var isWaiting = false
        /// Whether it has been cancelled while it was being started.
        var isCancelled = false
    }

    public enum Stream: Hashable, Sendable {
        case output
        case errors
    }

    private let state = Mutex(State())

    private init() {}

    /// Keeps hold of all processes of commands: gives each command a control group if this process's is delegated to it, and
    /// makes orphaned descendants children of this process. If this process is killed, another one ends its commands. Raises the
    /// limit of open descriptors. For programs whose children are all started here, at their start.
    public static func supervise() { ChildProcesses.supervise() }

    /// Starts a command.
    ///
    /// - Parameter onOutput: called on the connection thread with each piece of output, before the result arrives.
    public static func start(
        _ command: ProcessCommand, onOutput: @escaping @Sendable (Stream, ArraySlice<UInt8>) -> Void = { _, _ in }
    ) -> CommandRun {
        start(command, groupsIn: ChildProcesses.parentGroup, onOutput: onOutput)
    }

    static func start(
        _ command: ProcessCommand, groupsIn parent: String?,
        onOutput: @escaping @Sendable (Stream, ArraySlice<UInt8>) -> Void = { _, _ in }
    ) -> CommandRun {
        let run = CommandRun()
        ChildProcesses.add(run)
        let isEndless = command.timeLimit == nil
        run.state.withLock { $0.isWaiting = true }
        CommandSlots.shared.take(isEndless: isEndless) {
            guard run.begin(command, groupsIn: parent, onOutput: onOutput) else {
                return CommandSlots.shared.giveBack(isEndless: isEndless)
            }
            run.whenDone { _ in CommandSlots.shared.giveBack(isEndless: isEndless) }
        }
        return run
    }

    /// - Returns: false if it has been cancelled before its turn.
    private func begin(
        _ command: ProcessCommand, groupsIn parent: String?, onOutput: @escaping @Sendable (Stream, ArraySlice<UInt8>) -> Void
    ) -> Bool {
        let isCancelled = state.withLock { state in
            state.isWaiting = false
            return state.result != nil
        }
        if isCancelled { return false }
        do throws(StartError) {
            let process = try CommandProcess(command, groupsIn: parent)
            let monitor = CommandMonitor(command, process, onOutput: onOutput, onEnd: finish)
            let isCancelled = state.withLock { state in
                // It may have ended already.
                if state.result == nil { state.monitor = monitor }
                return state.isCancelled
            }
            if isCancelled { monitor.end(.cancelled) }
        } catch {
            finish(CommandResult(.notStarted(error.reason)))
        }
        return true
    }

    /// Whether it waits until other commands of this process have ended.
    public var isWaiting: Bool { state.withLock(\.isWaiting) }

    /// Runs a command and waits for its end. Cancelling the task cancels the command.
    public static func run(
        _ command: ProcessCommand, onOutput: @escaping @Sendable (Stream, ArraySlice<UInt8>) -> Void = { _, _ in }
    ) async -> CommandResult {
        let run = start(command, onOutput: onOutput)
        return await withTaskCancellationHandler {
            await run.result
        } onCancel: {
            run.cancel()
        }
    }

    /// Ends the command and all of its processes.
    public func cancel() {
        let (monitor, isWaiting) = state.withLock { state in
            state.isCancelled = true
            let isWaiting = state.isWaiting && state.result == nil
            if isWaiting { state.result = CommandResult(.cancelled) }
            return (state.monitor, isWaiting)
        }
        if isWaiting { finish(CommandResult(.cancelled)) } else { monitor?.end(.cancelled) }
    }

    /// Ends all commands of this process, and waits until they have ended.
    public static func endAll() async {
        let runs = ChildProcesses.runs
        for run in runs { run.cancel() }
        for run in runs { _ = await run.result }
    }

    /// How the command ended. Waits for it.
    public var result: CommandResult {
        get async { await withCheckedContinuation { continuation in whenDone { continuation.resume(returning: $0) } } }
    }

    /// Calls `action` once with the result: at once if the command has ended, else on the connection thread.
    public func whenDone(_ action: @escaping @Sendable (CommandResult) -> Void) {
        let result = state.withLock { state in
            if state.result == nil { state.waiting.append(action) }
            return state.result
        }
        if let result { action(result) }
    }

    private func finish(_ result: CommandResult) {
        ChildProcesses.remove(self)
        let waiting = state.withLock { state in
            state.result = result
            state.monitor = nil
            defer { state.waiting = [] }
            return state.waiting
        }
        for action in waiting { action(result) }
    }
}

/// Why a command could not be started.
struct StartError: Error {
    var reason: String
}

/// The process of a command, and this side of its standard descriptors.
struct CommandProcess {
    let process: pid_t
    /// Different for each command of this process.
    let number: Int
    let tree: ProcessTree
    /// Readable when the process has ended; -1 if there is no descriptor for that.
    var ended: Int32
    let output: Int32
    let errors: Int32
    /// -1 if there is nothing to write.
    let input: Int32

    private static let noInput = open("/dev/null", O_RDONLY | O_CLOEXEC)

    init(_ command: ProcessCommand, groupsIn parent: String?) throws(StartError) {
        guard let program = command.arguments.first, !program.isEmpty else { throw StartError(reason: "the command is empty") }
        let strings = command.arguments + command.environment.flatMap { [$0.key, $0.value] } + [command.directory ?? ""]
        guard !strings.contains(where: { $0.utf8.contains(0) }) else {
            throw StartError(reason: "cannot pass a NUL character to \(program)")
        }
        let count = ChildProcesses.nextNumber()
        let number = "\(getpid()).\(count)"
        let marker = "FASCIA_COMMAND=" + number
        var descriptors = Descriptors()
        defer { descriptors.closeAll() }
        let output = try descriptors.pipe()
        let errors = try descriptors.pipe()
        let input = try command.input.isEmpty ? (read: CommandProcess.noInput, write: -1) : descriptors.pipe()

        var group: ProcessControlGroup?
        if let parent { group = try ProcessControlGroup(in: parent, name: "command-" + number) }
        let members = try group.map { group throws(StartError) in descriptors.keepOpen(try group.openMembers()) } ?? -1

        let arguments = command.arguments.map { strdup($0) } + [nil]
        let variables = command.environment.map { strdup("\($0.key)=\($0.value)") } + [strdup(marker), nil]
        defer { for string in arguments + variables { free(string) } }
        ChildProcesses.note(count, isRunning: true)
        let (code, child) = ChildProcesses.start {
            process_spawn(arguments, variables, command.directory, input.read, output.write, errors.write, members, &$0)
        }
        guard code == 0 else {
            ChildProcesses.note(count, isRunning: false)
            _ = group?.remove()
            throw StartError(reason: "cannot run \(program): \(String(cString: strerror(code)))")
        }
        process = child
        self.number = count
        tree = ProcessTree(main: child, marker: marker, group: group)
        ended = process_descriptor(child)
        self.output = output.read
        self.errors = errors.read
        self.input = input.write
        for descriptor in [output.read, errors.read, input.write] where descriptor >= 0 {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }
        descriptors.keep([output.read, errors.read, input.write])
    }
}

/// Descriptors that are closed unless they are kept.
private struct Descriptors {
    private var open: [Int32] = []

    mutating func pipe() throws(StartError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard process_pipe(&ends) == 0 else { throw StartError(reason: String(cString: strerror(errno))) }
        open += ends
        return (ends[0], ends[1])
    }

    /// Takes a descriptor over.
    mutating func keepOpen(_ descriptor: Int32) -> Int32 {
        open.append(descriptor)
        return descriptor
    }

    mutating func keep(_ kept: [Int32]) { open.removeAll { kept.contains($0) } }

    mutating func closeAll() {
        for descriptor in open { close(descriptor) }
        open = []
    }
}
