import CBench
import Glibc

/// A program in a pseudo-terminal of 80×24: keys go in, bytes come out.
final class TerminalProgram {
    private let name: String
    private let process: pid_t
    private let terminal: Int32
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)

    /// After this long without a byte a program is taken to have nothing more to say, in milliseconds: once it runs,
    /// and while it starts.
    private static let (silence, silenceAtStart): (Int32, Int32) = (150, 2_000)

    /// Starts it and waits until it has shown what it shows first.
    init(name: String, arguments: [String]) throws(BenchFailure) {
        self.name = name
        var pointers = arguments.map { UnsafePointer(strdup($0)) }
        pointers.append(nil)
        var terminal: Int32 = -1
        process = cbench_spawn_in_terminal(pointers, 80, 24, &terminal)
        self.terminal = terminal
        for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
        guard process > 0 else { throw BenchFailure("cannot start \(name): \(String(cString: strerror(errno)))") }
        let first = try output(patience: 20_000, silence: Self.silenceAtStart)
        guard first.bytes > 0 else { throw BenchFailure("\(name) shows nothing within 20 s") }
    }

    deinit {
        close(terminal)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    var state: ProcessState { ProcessState(process: process) }

    /// Presses a key.
    ///
    /// - Returns: microseconds from the key to the last byte of what it caused, and how many bytes that was.
    func press(_ key: String) throws(BenchFailure) -> (time: Double, bytes: Int) {
        let bytes = Array(key.utf8)
        let start = ContinuousClock.now
        guard write(terminal, bytes, bytes.count) == bytes.count else { throw BenchFailure("\(name) takes no keys") }
        let output = try output(patience: 2_000, silence: Self.silence)
        guard let last = output.last else { throw BenchFailure("\(name) does nothing for a key") }
        return ((last - start) / .microseconds(1), output.bytes)
    }

    /// What it says until it falls silent.
    ///
    /// - Parameter patience: milliseconds until the first byte.
    private func output(patience: Int32, silence: Int32) throws(BenchFailure) -> (last: ContinuousClock.Instant?, bytes: Int) {
        var (last, bytes): (ContinuousClock.Instant?, Int) = (nil, 0)
        var patience = patience
        while true {
            var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, patience) > 0 else { return (last, bytes) }
            let count = read(terminal, &chunk, chunk.count)
            guard count > 0 else { throw BenchFailure("\(name) has ended") }
            last = .now
            bytes += count
            patience = silence
        }
    }
}
