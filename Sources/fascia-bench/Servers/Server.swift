import CBench
import Glibc

/// A server process that the benchmark started, which listens on a Unix socket.
final class Server {
    let name: String
    let socket: String
    private let log: String
    private let process: pid_t
    private var hasEnded = false

    /// Starts the server and waits until it accepts connections.
    init(name: String, arguments: [String], socket: String, log: String) throws {
        self.name = name
        self.socket = socket
        self.log = log
        var pointers = arguments.map { UnsafePointer(strdup($0)) }
        pointers.append(nil)
        process = cbench_spawn(pointers, log)
        for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
        guard process > 0 else { throw BenchFailure("cannot start \(name): \(String(cString: strerror(errno)))") }
        try waitUntilItListens()
    }

    deinit { end(SIGTERM) }

    /// Ends the server with a signal and waits for it; does nothing if it was ended before.
    func end(_ signal: Int32) {
        guard !hasEnded else { return }
        hasEnded = true
        kill(process, signal)
        waitpid(process, nil, 0)
    }

    /// Runs a program and waits for its end.
    static func runOnce(_ arguments: [String]) throws(BenchFailure) {
        var pointers = arguments.map { UnsafePointer(strdup($0)) }
        pointers.append(nil)
        let process = cbench_spawn(pointers, "/dev/null")
        for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
        guard process > 0 else {
            throw BenchFailure("cannot start \(arguments[0]): \(String(cString: strerror(errno)))")
        }
        waitpid(process, nil, 0)
    }

    /// Runs a program, waits for its end, and returns its processor time in microseconds.
    static func processorTime(_ arguments: [String]) throws(BenchFailure) -> Double {
        var pointers = arguments.map { UnsafePointer(strdup($0)) }
        pointers.append(nil)
        defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
        let process = cbench_spawn(pointers, "/dev/null")
        var (status, usage): (Int32, rusage) = (0, rusage())
        guard process > 0, wait4(process, &status, 0, &usage) == process, status == 0 else {
            throw BenchFailure("\(arguments[0]) failed")
        }
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) }
    }

    /// Polls: there is no notification for a name on a bus that nobody watches.
    static func waitUntilItSucceeds(_ attempt: () throws -> Void) throws {
        for _ in 0..<2_000 {
            if (try? attempt()) != nil { return }
            usleep(5_000)
        }
        try attempt()
    }

    /// Polls: there is no notification for a socket of another process.
    private func waitUntilItListens() throws(BenchFailure) {
        for _ in 0..<2_000 {
            if (try? LineClient(socket)) != nil { return }
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                throw BenchFailure("\(name) ended at once:\n\(TextFile.read(log) ?? "")")
            }
            usleep(5_000)
        }
        throw BenchFailure("\(name) does not listen on \(socket) after 10 s:\n\(TextFile.read(log) ?? "")")
    }

    var state: ProcessState { ProcessState(process: process) }

    /// Pins all threads to one processor, or to none for `nil`.
    func pin(to processor: Int32?) {
        for thread in state.threads {
            guard let id = thread.split(separator: "/").last.flatMap({ pid_t($0) }) else { continue }
            _ = cbench_pin(id, processor ?? -1)
        }
    }
}
