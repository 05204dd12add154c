import Glibc
import Synchronization

/// The plainest client there can be: a Unix stream socket, lines out, lines in. It knows nothing of what they mean,
/// so that a test can send anything.
public final class LineClient: Sendable {
    private let descriptor: Descriptor
    private let received = Mutex<[UInt8]>([])

    public init(connectingTo path: String) throws {
        descriptor = try Descriptor(
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), from: "socket")
        guard try UnixAddress(path).use({ connect(descriptor.number, $0, $1) }) == 0 else {
            throw TestFailure.system("connecting to \(path)")
        }
    }

    /// Sends a line; the line feed is added.
    public func send(_ line: String) throws { try sendBytes(Array((line + "\n").utf8)) }

    /// Sends bytes as they are.
    public func sendBytes(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        let deadline = Deadline.standard
        while !rest.isEmpty {
            guard try deadline.waitUntilWritable(descriptor.number) else {
                throw TestFailure("the daemon does not read")
            }
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            let count = rest.withUnsafeBytes { Glibc.send(descriptor.number, $0.baseAddress, $0.count, flags) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR && errno != EAGAIN {
                throw TestFailure.system("send")
            }
        }
    }

    /// The next line without its line feed, or nil where the daemon has closed the connection.
    public func receiveLineOrEnd(before deadline: Deadline = .standard) throws -> String? {
        while true {
            if let line = takeLine() { return line }
            guard try deadline.waitUntilReadable(descriptor.number) else {
                throw TestFailure("no line in time, only \(String(decoding: received.withLock { $0 }, as: UTF8.self))")
            }
            guard let more = try descriptor.read() else { return nil }
            received.withLock { $0 += more }
        }
    }

    /// The next line without its line feed.
    public func receiveLine(before deadline: Deadline = .standard) throws -> String {
        guard let line = try receiveLineOrEnd(before: deadline) else {
            throw TestFailure("the daemon closed the connection")
        }
        return line
    }

    /// Says that nothing more will be sent; what comes can still be read.
    public func finishSending() { shutdown(descriptor.number, Int32(SHUT_WR)) }

    private func takeLine() -> String? {
        received.withLock { bytes in
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { bytes.removeFirst(end + 1) }
            return String(decoding: bytes[..<end], as: UTF8.self)
        }
    }
}
