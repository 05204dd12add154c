import Foundation

/// The socket of a service manager (`NOTIFY_SOCKET`), which receives a daemon's messages.
public final class NotifySocket: Sendable {
    public let path: String
    private let descriptor: Descriptor

    public init(path: String) throws {
        self.path = path
        descriptor = try Descriptor(
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0), from: "socket")
        guard try UnixAddress(path).use({ bind(descriptor.number, $0, $1) }) == 0 else {
            throw TestFailure.system("binding \(path)")
        }
    }

    /// Fills its queue, so that a daemon cannot send anything before something is received.
    public func fill() throws {
        let sender = try Descriptor(socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0), from: "socket")
        let address = try UnixAddress(path)
        while address.use({ sendto(sender.number, "X=1", 3, Int32(MSG_DONTWAIT), $0, $1) }) == 3 {}
    }

    /// The next message as its assignments: `["READY": "1", "STATUS": "..."]`.
    ///
    /// - Parameter sender: the daemon; its end before a message is an error.
    public func receive(
        from sender: ChildProcess? = nil, before deadline: Deadline = .standard
    ) throws -> [String: String] {
        guard try waitForMessage(orEndOf: sender, before: deadline) else {
            guard let sender, sender.hasEnded else { throw TestFailure("no notification in time") }
            throw TestFailure("the process ended without a further notification: \(try sender.waitForExit())")
        }
        let lines = String(decoding: try descriptor.read() ?? [], as: UTF8.self).split(separator: "\n")
        let pairs = lines.map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { _, last in last }
    }

    /// - Returns: false if the process ends first, or at the deadline.
    private func waitForMessage(orEndOf process: ChildProcess?, before deadline: Deadline) throws -> Bool {
        // poll(2) ignores a negative descriptor.
        var entries = [
            pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: process?.end.number ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&entries, 2, deadline.millisecondsLeft)
            // A last message may come between the look at the socket and that at the process.
            if count > 0 { return entries[0].revents != 0 || poll(&entries, 1, 0) > 0 }
            if count == 0 { return false }
            if errno != EINTR { throw TestFailure.system("poll") }
        }
    }
}
