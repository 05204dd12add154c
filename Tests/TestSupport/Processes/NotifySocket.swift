import Foundation

/// A socket that receives what a daemon tells its service manager (`NOTIFY_SOCKET`).
public final class NotifySocket: Sendable {
    public let path: String
    private let descriptor: Descriptor

    public init(path: String) throws {
        self.path = path
        descriptor = try Descriptor(socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0), from: "socket")
        guard try UnixAddress(path).use({ bind(descriptor.number, $0, $1) }) == 0 else {
            throw TestFailure.system("binding \(path)")
        }
    }

    /// The next message, as its assignments: `["READY": "1", "STATUS": "..."]`.
    public func receive(before deadline: Deadline = .standard) throws -> [String: String] {
        guard try deadline.waitUntilReadable(descriptor.number) else { throw TestFailure("no notification in time") }
        let lines = String(decoding: try descriptor.read() ?? [], as: UTF8.self).split(separator: "\n")
        let pairs = lines.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { _, last in last }
    }

    /// Waits for the message with this assignment; those before it are passed over.
    @discardableResult
    public func wait(
        for name: String, _ value: String = "1", before deadline: Deadline = .standard
    ) throws -> [String: String] {
        while true {
            let message = try receive(before: deadline)
            if message[name] == value { return message }
        }
    }

    /// Whether a message is there already.
    public var hasMessage: Bool {
        get throws { try Deadline(after: .zero).waitUntilReadable(descriptor.number) }
    }

    /// Waits for a message, and answers false where the process's end or the deadline comes first.
    func waits(orEndOf process: ChildProcess, before deadline: Deadline) throws -> Bool {
        var entries = [
            pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: process.end.number, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&entries, 2, deadline.millisecondsLeft)
            if count > 0 { return entries[0].revents != 0 }
            if count == 0 { return false }
            if errno != EINTR { throw TestFailure.system("poll") }
        }
    }
}
