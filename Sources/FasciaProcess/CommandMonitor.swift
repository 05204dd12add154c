import CProcess
import FasciaClient
import Glibc
import Synchronization

/// Reads the output of one command and ends it when its time is up, on the connection thread.
final class CommandMonitor: PolledDescriptors {
    private struct State {
        var result: CommandResult
        var output: Int32
        var errors: Int32
        var input: Int32
        /// The descriptor of the process; -1 once that has ended, and if there is none.
        var process: Int32
        var hasEnded = false
        var unwritten: ArraySlice<UInt8>
        /// The time of SIGKILL, once the command is being ended.
        var killTime: ContinuousClock.Instant?
        /// None of its processes is left, or it has ended by itself.
        var isDone = false
        var timer: Int?
        var buffer = [UInt8](repeating: 0, count: 4_096)
    }

    private let child: CommandProcess
    private let grace: Duration
    private let onOutput: @Sendable (CommandRun.Stream, ArraySlice<UInt8>) -> Void
    private let onEnd: @Sendable (CommandResult) -> Void
    private let state: Mutex<State>
    private var thread: ConnectionThread { .shared }

    /// How often the processes of a command that is being ended are counted: the kernel does not tell.
    private static let pause = Duration.milliseconds(20)

    init(
        _ command: ProcessCommand, _ child: CommandProcess,
        onOutput: @escaping @Sendable (CommandRun.Stream, ArraySlice<UInt8>) -> Void,
        onEnd: @escaping @Sendable (CommandResult) -> Void
    ) {
        self.child = child
        grace = command.grace
        self.onOutput = onOutput
        self.onEnd = onEnd
        let result = CommandResult(
            .cancelled, output: OutputTail(limit: command.keptBytes), errors: OutputTail(limit: command.keptBytes))
        state = Mutex(
            State(
                result: result, output: child.output, errors: child.errors, input: child.input, process: child.ended,
                unwritten: command.input[...]))
        thread.add(self)
        if let limit = command.timeLimit { setTimer(limit) { $0.end(.timedOut(limit)) } }
        if child.ended < 0 { lookForEnd() }
    }

    deinit {
        state.withLock { state in
            for descriptor in [state.output, state.errors, state.input, state.process] where descriptor >= 0 { close(descriptor) }
        }
    }

    // MARK: - Ending

    /// Ends all of its processes: with SIGTERM, and after the grace period with SIGKILL.
    func end(_ end: CommandResult.End) {
        let isEnding = state.withLock { state in
            guard !state.hasEnded, state.killTime == nil else { return false }
            state.result.end = end
            state.killTime = .now + grace
            return true
        }
        guard isEnding else { return }
        child.tree.signal(SIGTERM)
        setTimer(CommandMonitor.pause) { $0.checkEnd() }
    }

    private func checkEnd() {
        ChildProcesses.reapOrphans()
        let (hasEnded, mustKill) = state.withLock { ($0.hasEnded, $0.killTime.map { $0 <= .now } ?? false) }
        if hasEnded, child.tree.members?.isEmpty == true { return finish() }
        if mustKill { child.tree.signal(SIGKILL) }
        setTimer(CommandMonitor.pause) { $0.checkEnd() }
    }

    /// Without a descriptor of the process, such as at the limit of open ones, the kernel does not tell when it ends.
    private func lookForEnd() {
        _ = thread.schedule(after: CommandMonitor.pause) { [weak self] in
            guard let self else { return }
            if process_has_ended(child.process) != 0 { ended() } else { lookForEnd() }
        }
    }

    private func ended() {
        let isEnding = state.withLock { state in
            reap(&state)
            return state.killTime != nil
        }
        if isEnding { checkEnd() } else { finish() }
    }

    private func setTimer(_ time: Duration, _ action: @escaping @Sendable (CommandMonitor) -> Void) {
        let timer = thread.schedule(after: time) { [weak self] in if let self { action(self) } }
        let old = state.withLock { state in
            defer { state.timer = timer }
            return state.timer
        }
        if let old { thread.cancel(old) }
    }

    private func finish() {
        var pieces: [Piece] = []
        let (result, timer) = state.withLock { state in
            read(&state, .output, &pieces)
            read(&state, .errors, &pieces)
            state.isDone = true
            state.result.output.cut()
            state.result.errors.cut()
            return (state.result, state.timer)
        }
        if let timer { thread.cancel(timer) }
        for piece in pieces { onOutput(piece.stream, piece.bytes) }
        ChildProcesses.reapOrphans()
        if let group = child.tree.group { ChildProcesses.remove(group) }
        ChildProcesses.note(child.number, isRunning: false)
        onEnd(result)
        removeIfClosed()
    }

    /// A process that the command has left behind must not be ended by SIGPIPE: its output is read to its end.
    private func removeIfClosed() {
        guard state.withLock({ $0.isDone && $0.output < 0 && $0.errors < 0 }) else { return }
        thread.remove(self)
        ChildProcesses.reapOrphans()
        ChildProcesses.removeGroups()
    }

    // MARK: - Descriptors

    var entries: [pollfd] {
        state.withLock { state in
            [state.output, state.errors, state.process].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                + [pollfd(fd: state.input, events: Int16(POLLOUT), revents: 0)]
        }
    }

    func handle(_ ready: [Bool]) {
        var pieces: [Piece] = []
        let hasEnded = state.withLock { state in
            if ready[0] { read(&state, .output, &pieces) }
            if ready[1] { read(&state, .errors, &pieces) }
            if ready[3] { writeInput(&state) }
            return ready[2] && !state.hasEnded
        }
        for piece in pieces { onOutput(piece.stream, piece.bytes) }
        if hasEnded { ended() } else { removeIfClosed() }
    }

    private func reap(_ state: inout State) {
        let status = ChildProcesses.reap(child.process)
        if state.process >= 0 { close(state.process) }
        state.process = -1
        state.hasEnded = true
        guard state.killTime == nil else { return }
        let signal = status & 0x7F
        state.result.end = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }

    private typealias Piece = (stream: CommandRun.Stream, bytes: ArraySlice<UInt8>)

    /// Reads what has arrived, at most 256 KiB, so that a flood does not keep anything else from being noticed.
    private func read(_ state: inout State, _ stream: CommandRun.Stream, _ pieces: inout [Piece]) {
        let descriptor = stream == .output ? state.output : state.errors
        guard descriptor >= 0 else { return }
        for _ in 0..<64 {
            let count = Glibc.read(descriptor, &state.buffer, state.buffer.count)
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            guard count > 0 else {
                close(descriptor)
                if stream == .output { state.output = -1 } else { state.errors = -1 }
                return
            }
            guard !state.isDone else { continue }
            let bytes = state.buffer[..<count]
            if stream == .output { state.result.output.append(bytes) } else { state.result.errors.append(bytes) }
            pieces.append((stream, Array(bytes)[...]))
        }
    }

    private func writeInput(_ state: inout State) {
        while !state.unwritten.isEmpty {
            let count = state.unwritten.withUnsafeBytes { process_write(state.input, $0.baseAddress, $0.count) }
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            // The command may end without reading all of its input.
            guard count > 0 else { break }
            state.unwritten = state.unwritten.dropFirst(count)
        }
        close(state.input)
        state.input = -1
    }
}
