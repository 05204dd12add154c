import CTestSupport
import Foundation

/// A fake service manager for one `fasciad`: it owns the socket, keeps the stored descriptors, and passes both to the
/// next process.
public final class ServiceManager: @unchecked Sendable {
    // @unchecked is safe: all variables are accessed only while `condition` is locked.
    private let condition = NSCondition()
    public let directory: TemporaryDirectory
    public let socketPath: String
    private let listening: Descriptor
    private let notifications: Descriptor
    private let notifyPath: String
    private let arguments: [String]
    private var kept: [(name: String, descriptor: Descriptor)] = []
    private var ready = 0
    private var marks = 0
    private var running: RunningProcess?

    /// Starts the first process and waits until it is ready.
    ///
    /// - Parameters:
    ///   - arguments: additional arguments, after `--state` and `--keep-connections`.
    ///   - environment: changes to the environment of the first process.
    public init(arguments: [String] = [], environment: [String: String] = [:]) throws {
        directory = try TemporaryDirectory()
        socketPath = directory["s"]
        notifyPath = directory["notify"]
        self.arguments = ["--state", directory["state"], "--keep-connections"] + arguments
        listening = try Descriptor(
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), from: "socket")
        notifications = try Descriptor(
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0), from: "socket")
        for (descriptor, path) in [(listening, socketPath), (notifications, notifyPath)] {
            guard try UnixAddress(path).use({ bind(descriptor.number, $0, $1) }) == 0 else {
                throw TestFailure.system("binding \(path)")
            }
        }
        guard listen(listening.number, 64) == 0 else { throw TestFailure.system("listen") }
        Thread.detachNewThread { [weak self, notifications] in
            while let message = Self.receive(notifications) {
                guard let self else { return }
                note(message.lines, message.descriptor)
            }
        }
        try start(environment: environment)
    }

    deinit {
        running?.process.signal(9)
        _ = try? running?.process.waitForExit()
        // Wakes the receiving thread, so that it ends.
        try? mark()
    }

    public func client() throws -> JSONClient { try JSONClient(connectingTo: socketPath) }

    /// The names of the stored descriptors.
    public var names: [String] { condition.withLock { kept.map(\.name) } }

    /// The log of the current process.
    public var log: Output {
        get throws {
            guard let process = condition.withLock({ running }) else { throw TestFailure("no process was started") }
            return process.error
        }
    }

    // MARK: - Starting and ending

    /// Ends the process with a signal and waits for its end.
    public func end(_ signal: Int32 = SIGTERM) throws {
        condition.withLock({ running })?.process.signal(signal)
        try waitForEnd()
    }

    /// Waits until the process ends on its own.
    public func waitForEnd() throws {
        guard let process = condition.withLock({ running })?.process else { return }
        try process.waitForExit()
        // Messages are received in order, so after this mark all messages of the process have been handled.
        let before = condition.withLock { marks }
        try mark()
        try wait("what the process said at its end") { $0.marks > before }
    }

    /// Starts the next process and waits until it is ready.
    ///
    /// - Parameter keepsConnections: whether it has `--keep-connections`.
    public func start(environment: [String: String] = [:], keepsConnections: Bool = true) throws {
        let (passed, before) = condition.withLock { (kept, ready) }
        let names = (["fasciad.socket"] + passed.map(\.name)).joined(separator: ":")
        let script = "LISTEN_PID=$$ LISTEN_FDS=\(passed.count + 1) LISTEN_FDNAMES='\(names)' exec \"$0\" \"$@\""
        let process = try RunningProcess(
            "/bin/sh",
            ["-c", script, Products.executable("fasciad")] + arguments.filter { keepsConnections || $0 != "--keep-connections" },
            environment: environment.merging(["NOTIFY_SOCKET": notifyPath]) { $1 },
            passing: [listening.number] + passed.map(\.descriptor.number))
        condition.withLock { running = process }
        try wait("READY=1 of the process: \(process.error.text)") { $0.ready > before || process.process.hasEnded }
        if process.process.hasEnded { throw TestFailure("the daemon did not become ready: \(process.error.text)") }
    }

    /// Does what `systemctl restart` does.
    public func restart() throws {
        try end()
        try start()
    }

    /// The stored descriptors. A test can save and set them, to pass the same ones again.
    public var stored: [(name: String, descriptor: Descriptor)] {
        get { condition.withLock { kept } }
        set { condition.withLock { kept = newValue } }
    }

    /// Overwrites the beginning of the stored document with zeros.
    public func spoil() throws {
        var zeros = [UInt8](repeating: 0, count: 64)
        guard pwrite(try descriptor(of: "document"), &zeros, zeros.count, 0) == zeros.count else {
            throw TestFailure.system("pwrite")
        }
    }

    /// The stored descriptor with this name suffix. The manager still owns it.
    public func descriptor(of name: String) throws -> Int32 {
        guard let kept = condition.withLock({ kept.first { $0.name.hasSuffix(name) } }) else {
            throw TestFailure("nothing is kept as \(name), only \(names)")
        }
        return kept.descriptor.number
    }

    // MARK: - Plumbing

    private func wait(_ what: String, until holds: (ServiceManager) -> Bool) throws {
        let deadline = Deadline.standard
        try condition.withLock {
            while !holds(self) {
                let limit = Date(timeIntervalSinceNow: min(0.2, Double(deadline.millisecondsLeft) / 1000))
                if !condition.wait(until: limit), deadline.millisecondsLeft <= 0 {
                    throw TestFailure("no \(what) in time")
                }
            }
        }
    }

    private func mark() throws {
        let sender = try Descriptor(socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0), from: "socket")
        let text = Array("MARK=1".utf8)
        let sent = try UnixAddress(notifyPath).use { sendto(sender.number, text, text.count, 0, $0, $1) }
        guard sent == text.count else { throw TestFailure.system("sendto") }
    }

    private func note(_ lines: Set<String>, _ descriptor: Descriptor?) {
        condition.withLock {
            let name = lines.first { $0.hasPrefix("FDNAME=") }.map { String($0.dropFirst(7)) }
            if lines.contains("FDSTORE=1"), let name, let descriptor { kept.append((name, descriptor)) }
            if lines.contains("FDSTOREREMOVE=1") { kept.removeAll { $0.name == name } }
            if lines.contains("READY=1") { ready += 1 }
            if lines.contains("MARK=1") { marks += 1 }
            condition.broadcast()
        }
    }

    private static func receive(_ notifications: Descriptor) -> (lines: Set<String>, descriptor: Descriptor?)? {
        var bytes = [CChar](repeating: 0, count: 4_096)
        var descriptor: Int32 = -1
        var count = -1
        repeat { count = ts_receive(notifications.number, &bytes, bytes.count, &descriptor) } while count < 0 && errno == EINTR
        guard count > 0 else { return nil }
        let text = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (Set(text.split(separator: "\n").map(String.init)), try? Descriptor(descriptor, from: "recvmsg"))
    }
}
