import Glibc

/// Reads the output of one command and ends it when its time is up. Used on one thread only.
final class CommandMonitor {
    private let command: Command
    private let child: CommandProcess
    private let run: CommandRun
    private let onOutput: @Sendable (CommandRun.Stream, ArraySlice<UInt8>) -> Void
    private var result: CommandResult
    private var output: Int32
    private var errors: Int32
    private var input: Int32
    private var unwritten: ArraySlice<UInt8>
    private var hasEnded = false
    private let deadline: ContinuousClock.Instant?
    /// The time of SIGKILL, once the command is being ended.
    private var killTime: ContinuousClock.Instant?
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    /// How often the processes of a command that is being ended are counted: the kernel does not tell.
    private static let pause = Duration.milliseconds(20)

    init(
        _ command: Command, _ child: CommandProcess, _ run: CommandRun,
        _ onOutput: @escaping @Sendable (CommandRun.Stream, ArraySlice<UInt8>) -> Void
    ) {
        self.command = command
        self.child = child
        self.run = run
        self.onOutput = onOutput
        output = child.output
        errors = child.errors
        input = child.input
        unwritten = command.input[...]
        deadline = command.timeLimit.map { ContinuousClock.now + $0 }
        result = CommandResult(
            .cancelled, output: OutputTail(limit: command.keptBytes), errors: OutputTail(limit: command.keptBytes))
    }

    deinit {
        for descriptor in [output, errors, input, child.ended] where descriptor >= 0 { close(descriptor) }
    }

    func monitor() {
        while !isDone { step() }
        readAll()
        result.output.cut()
        result.errors.cut()
        Children.reapOrphans()
        if let group = child.tree.group { Children.remove(group) }
        run.finish(result)
        // A process that the command has left behind must not be ended by SIGPIPE: its output is read to its end.
        while output >= 0 || errors >= 0 {
            wait([output, errors], until: nil)
            discard(&output)
            discard(&errors)
        }
        Children.reapOrphans()
        Children.removeGroups()
    }

    private var isDone: Bool { hasEnded && (killTime == nil || child.tree.members.isEmpty) }

    private func step() {
        let next = killTime.map { min($0, ContinuousClock.now + CommandMonitor.pause) } ?? deadline
        // Once the command is being ended, its descriptor and the cancellation would be ready all the time.
        let isEnding = killTime != nil
        wait([output, errors, hasEnded ? -1 : child.ended, isEnding ? -1 : run.cancellation], writing: input, until: next)
        readAll()
        writeInput()
        if !hasEnded, isReadable(child.ended) { reap() }
        let now = ContinuousClock.now
        if let killTime {
            if now >= killTime {
                child.tree.signal(SIGKILL)
                self.killTime = now + CommandMonitor.pause
            }
            Children.reapOrphans()
        } else if !hasEnded {
            if run.isCancelled {
                end(.cancelled)
            } else if let deadline, now >= deadline {
                end(.timedOut(command.timeLimit ?? .zero))
            }
        }
    }

    private func end(_ end: CommandResult.End) {
        result.end = end
        killTime = ContinuousClock.now + command.grace
        child.tree.signal(SIGTERM)
    }

    private func reap() {
        let status = Children.reap(child.process)
        hasEnded = true
        guard killTime == nil else { return }
        let signal = status & 0x7F
        result.end = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }

    // MARK: - Descriptors

    private func wait(_ reading: [Int32], writing: Int32 = -1, until time: ContinuousClock.Instant?) {
        var entries = reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        entries.append(pollfd(fd: writing, events: Int16(POLLOUT), revents: 0))
        var milliseconds: Int32 = -1
        if let time {
            let (seconds, fraction) = max(.zero, time - .now).components
            milliseconds = Int32(clamping: min(seconds, 1_000_000) * 1000 + fraction / 1_000_000_000_000_000 + 1)
        }
        poll(&entries, nfds_t(entries.count), milliseconds)
    }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    private func readAll() {
        read(&output, .output)
        read(&errors, .errors)
    }

    /// Reads what has arrived, at most 1 MiB, so that a flood does not keep the deadline from being noticed.
    private func read(_ descriptor: inout Int32, _ stream: CommandRun.Stream) {
        for _ in 0..<64 {
            guard let count = readOnce(&descriptor) else { return }
            let bytes = buffer[..<count]
            if stream == .output { result.output.append(bytes) } else { result.errors.append(bytes) }
            onOutput(stream, bytes)
        }
    }

    private func discard(_ descriptor: inout Int32) {
        while readOnce(&descriptor) != nil {}
    }

    /// `nil` if nothing has arrived, or at the end, where the descriptor is closed.
    private func readOnce(_ descriptor: inout Int32) -> Int? {
        guard descriptor >= 0 else { return nil }
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 { return count }
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        close(descriptor)
        descriptor = -1
        return nil
    }

    private func writeInput() {
        guard input >= 0 else { return }
        while !unwritten.isEmpty {
            let count = unwritten.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            // The command may end without reading all of its input.
            guard count > 0 else { break }
            unwritten = unwritten.dropFirst(count)
        }
        close(input)
        input = -1
    }
}
