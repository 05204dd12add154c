import CTestSupport
import Foundation

/// How a process ended.
public enum ExitStatus: Sendable, Equatable {
    case exited(Int32)
    case signalled(Int32)
}

/// A child process of a test. It is killed when it is deinitialized.
public final class ChildProcess: Sendable {
    /// The standard streams of the process.
    enum Streams {
        case inherited(input: Int32, output: Int32, error: Int32)
        /// The terminal at this path, as the controlling terminal of a new session.
        case terminal(path: String)
    }

    public let id: pid_t
    /// Becomes readable when the process has ended, for poll.
    let end: Descriptor
    private let waiter: Waiter

    /// - Parameter environment: the complete environment; nothing is inherited.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], directory: String? = nil, streams: Streams,
        passing descriptors: [Int32] = []
    ) throws {
        let ending = try Descriptor.pipe()
        end = ending.reader
        id = try Self.spawn(
            path, arguments, environment: environment, directory: directory, streams: streams, passing: descriptors)
        waiter = Waiter(id, ending: ending.writer)
    }

    deinit { waiter.signal(SIGKILL) }

    /// Sends a signal, unless the process has ended.
    public func signal(_ number: Int32) { waiter.signal(number) }

    /// Waits for the end of the process. At the deadline the process is killed and the test fails.
    @discardableResult
    public func waitForExit(before deadline: Deadline = .standard) throws -> ExitStatus {
        if let status = waiter.status(before: deadline) { return status }
        signal(SIGKILL)
        throw TestFailure("process \(id) did not end in time")
    }

    public var hasEnded: Bool { waiter.status(before: Deadline(after: .zero)) != nil }

    /// This process's environment with changes, without the variables of Fascia and of the service manager, and
    /// with much time for answers.
    public static func environment(_ changes: [String: String]) -> [String: String] {
        var all = ProcessInfo.processInfo.environment
        for name in all.keys where name.hasPrefix("FASCIA_") && name != "FASCIA_BUILD_DIRECTORY" { all[name] = nil }
        for name in ["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "JOURNAL_STREAM"] {
            all[name] = nil
        }
        for name in ["WATCHDOG_USEC", "WATCHDOG_PID", "XDG_RUNTIME_DIR"] { all[name] = nil }
        // A busy machine is no daemon that hangs.
        (all["FASCIA_TIMEOUT"], all["FASCIA_PATIENCE"]) = ("3600", "3600000")
        return all.merging(changes) { _, new in new }
    }
}

extension ChildProcess {
    /// Calls posix_spawn with default signals and an empty signal mask. Only the standard streams and the passed
    /// descriptors, from 3 on, stay open.
    private static func spawn(
        _ path: String, _ arguments: [String], environment: [String: String], directory: String?, streams: Streams,
        passing descriptors: [Int32]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }

        var all = sigset_t()
        sigfillset(&all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        switch streams {
        case .inherited(let input, let output, let error):
            posix_spawn_file_actions_adddup2(&actions, input, 0)
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            posix_spawn_file_actions_adddup2(&actions, error, 2)
        case .terminal(let terminal):
            // The first terminal that the leader of a new session opens becomes its controlling terminal.
            flags |= Int32(ts_spawn_session_flag())
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
        // Duplicates the descriptors to high numbers first, because a target number may be the number of another one.
        let passed = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 256 + Int32(descriptors.count)) }
        defer { passed.forEach { close($0) } }
        for (index, descriptor) in passed.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, 3 + Int32(index))
        }
        ts_spawn_close_from(&actions, 3 + Int32(passed.count))
        if let directory { ts_spawn_directory(&actions, directory) }
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var argv = ([path] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        let answer = posix_spawn(&child, path, &actions, &attributes, &argv, &envp)
        guard answer == 0 else { throw TestFailure.system("starting \(path)", answer) }
        return child
    }
}

/// Reaps a process on a thread of its own and wakes the waiting threads.
private final class Waiter: @unchecked Sendable {
    // @unchecked is safe: `ended` and `ending` are accessed only while `condition` is locked.
    private let condition = NSCondition()
    private let id: pid_t
    private var ended: ExitStatus?
    private var ending: Descriptor?

    init(_ id: pid_t, ending: Descriptor) {
        self.id = id
        self.ending = ending
        Thread.detachNewThread { [self] in
            // Waits without reaping first, then reaps under the lock, so that `signal` never hits a reused process id.
            var information = siginfo_t()
            while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
            condition.withLock {
                var status: Int32 = 0
                waitpid(id, &status, 0)
                let signal = status & 0x7f
                ended = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
                self.ending = nil
                condition.broadcast()
            }
        }
    }

    func signal(_ number: Int32) {
        condition.withLock { if ended == nil { _ = kill(id, number) } }
    }

    func status(before deadline: Deadline) -> ExitStatus? {
        condition.withLock {
            while ended == nil {
                guard condition.wait(until: Date(timeIntervalSinceNow: Double(deadline.millisecondsLeft) / 1000))
                else { break }
            }
            return ended
        }
    }
}
