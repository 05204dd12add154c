import Foundation
import Glibc

/// A real `fasciad` with a socket and a state directory of its own. It is killed when it is deinitialized.
public final class DaemonProcess: Sendable {
    public let directory: TemporaryDirectory
    public let socketPath: String
    public let statePath: String
    /// The assignments in the message with `READY=1`.
    public let readiness: [String: String]
    private let notifications: NotifySocket
    private let running: RunningProcess

    /// Starts the daemon and waits until it is ready.
    ///
    /// - Parameters:
    ///   - directory: the directory of an earlier daemon, to start with the same state; `nil` for a new one.
    ///   - arguments: additional arguments, after `--socket`, `--state`, and times that are long enough for a busy machine.
    ///   - environment: changes to this process's environment.
    ///   - disk: the small file system that the daemon sees.
    public init(
        in directory: TemporaryDirectory? = nil, arguments: [String] = [], environment: [String: String] = [:],
        on disk: SmallDisk? = nil, before deadline: Deadline = .standard
    ) throws {
        let directory = try directory ?? TemporaryDirectory()
        self.directory = directory
        socketPath = directory["s"]
        statePath = directory["state"]
        let name = "notify-\(UInt32.random(in: 0 ... .max))"
        let notifications = try NotifySocket(path: directory[name])
        self.notifications = notifications
        let command =
            try (disk?.entering ?? []) + [Products.executable("fasciad"), "--socket", socketPath, "--state", statePath]
            + ["--action-timeout", "600", "--notice-time", "3600"] + arguments
        let running = try RunningProcess(
            command[0], Array(command.dropFirst()),
            // Whether somebody has just pressed a key, or does not answer or read, must not depend on how fast a test runs.
            environment: [
                "NOTIFY_SOCKET": directory[name], "FASCIA_PING_INTERVAL": "86400000", "FASCIA_ATTENTION_PAUSE": "0",
                "FASCIA_STALL_LIMIT": "86400000",
                // Not the file of this machine.
                "FASCIA_ACCESS": directory["access.yaml"],
            ].merging(environment) { _, new in new })
        self.running = running
        readiness = try Self.waitUntilReady(running, notifications, before: deadline)
    }

    /// Waits for the daemon's end, so that it writes nothing after its directory is removed.
    deinit {
        process.signal(9)
        _ = try? process.waitForExit()
    }

    public var id: Int32 { running.process.id }
    public var process: ChildProcess { running.process }
    /// The daemon's log.
    public var log: Output { running.error }

    public func connect() throws -> LineClient { try LineClient(connectingTo: socketPath) }

    public func client() throws -> JSONClient { try JSONClient(connectingTo: socketPath) }

    /// Sends SIGTERM and waits for the end.
    @discardableResult
    public func terminate(before deadline: Deadline = .standard) throws -> ExitStatus {
        process.signal(15)
        return try process.waitForExit(before: deadline)
    }

    /// Sends SIGKILL and waits for the end, like a crash.
    @discardableResult
    public func kill9(before deadline: Deadline = .standard) throws -> ExitStatus {
        process.signal(9)
        return try process.waitForExit(before: deadline)
    }

    /// Sends SIGSTOP and waits until the daemon is stopped, like a hang. SIGCONT resumes it.
    public func stop() throws {
        process.signal(SIGSTOP)
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WSTOPPED | WNOWAIT) != 0 {
            guard errno == EINTR else { throw TestFailure.system("waitid") }
        }
    }

    public func fascia(
        _ arguments: [String], input: String = "", environment: [String: String] = [:],
        before deadline: Deadline = .standard
    ) throws -> ProcessResult {
        try runProcess(
            Products.executable("fascia"), arguments, input: input,
            environment: ["FASCIA_SOCKET": socketPath].merging(environment) { _, new in new }, before: deadline)
    }

    /// Fills the queue of the service manager, which then takes no message before one is received.
    public func fillNotifications() throws { try notifications.fill() }

    /// The next message to the service manager.
    public func notification(before deadline: Deadline = .standard) throws -> [String: String] {
        try notifications.receive(from: process, before: deadline)
    }

    /// Waits for a message with this assignment and discards the earlier ones.
    @discardableResult
    public func notification(
        with name: String, _ value: String = "1", before deadline: Deadline = .standard
    ) throws -> [String: String] {
        while true {
            let message = try notification(before: deadline)
            if message[name] == value { return message }
        }
    }

    private static func waitUntilReady(
        _ running: RunningProcess, _ notifications: NotifySocket, before deadline: Deadline
    ) throws -> [String: String] {
        do {
            while true {
                let message = try notifications.receive(from: running.process, before: deadline)
                if message["READY"] == "1" { return message }
            }
        } catch {
            throw TestFailure("the daemon did not become ready: \(error): \(running.error.text)")
        }
    }
}
