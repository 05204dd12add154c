import CBench
import Glibc

/// A program in a pseudo-terminal of 80×24.
final class TerminalProgram {
    private let name: String
    private let process: pid_t
    private let terminal: Int32
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)

    /// The time without output, in milliseconds, after which the program's output counts as complete: after a key, and
    /// after the start.
    private static let (silence, silenceAtStart): (Int32, Int32) = (150, 2_000)

    /// Starts the program and waits for its first output.
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
    /// - Returns: microseconds from the key to the last byte of output, and the number of bytes.
    func press(_ key: String) throws(BenchFailure) -> (time: Double, bytes: Int) {
        let bytes = Array(key.utf8)
        let start = ContinuousClock.now
        guard write(terminal, bytes, bytes.count) == bytes.count else { throw BenchFailure("\(name) takes no keys") }
        let output = try output(patience: 2_000, silence: Self.silence)
        guard let last = output.last else { throw BenchFailure("\(name) does nothing for a key") }
        return ((last - start) / .microseconds(1), output.bytes)
    }

    /// Reads output until the program is silent.
    ///
    /// - Parameter patience: milliseconds to wait for the first byte.
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
