import CTestSupport
import Glibc
import Synchronization

/// A minimal client on a Unix stream socket: it sends and receives lines without interpreting them, so that a test can
/// send anything.
public final class LineClient: Sendable {
    private let descriptor: Descriptor
    private let received = Mutex(Received())

    /// Received bytes and positions in them.
    private struct Received {
        var bytes: [UInt8] = []
        /// The number of bytes that were returned as lines.
        var taken = 0
        /// The number of bytes that are known to contain no further line feed.
        var searched = 0
    }

    public init(connectingTo path: String) throws {
        descriptor = try Descriptor(
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), from: "socket")
        guard try UnixAddress(path).use({ connect(descriptor.number, $0, $1) }) == 0 else {
            throw TestFailure.system("connecting to \(path)")
        }
    }

    /// Sends a line with a line feed.
    public func send(_ line: String) throws { try sendBytes(Array((line + "\n").utf8)) }

    /// Sends bytes unchanged.
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

    /// Sends as much as the socket accepts at once, and returns the number of bytes.
    public func sendAvailable(_ bytes: ArraySlice<UInt8>) throws -> Int {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = bytes.withUnsafeBytes { Glibc.send(descriptor.number, $0.baseAddress, $0.count, flags) }
        if count >= 0 { return count }
        guard errno == EAGAIN || errno == EINTR else { throw TestFailure.system("send") }
        return 0
    }

    /// Sends a line with a lingering socket, many times.
    ///
    /// - Returns: false if the kernel refuses that, because the daemon takes no descriptors.
    public func send(_ line: String, with lingering: LingeringSocket) throws -> Bool {
        try lingering.send(with: line + "\n", times: 253, over: descriptor.number)
    }

    /// The next line without its line feed; `nil` if the daemon closed the connection.
    public func receiveLineOrEnd(before deadline: Deadline = .standard) throws -> String? {
        while true {
            if let line = takeLine() { return line }
            guard try deadline.waitUntilReadable(descriptor.number) else {
                let rest = received.withLock { String(decoding: $0.bytes.dropFirst($0.taken), as: UTF8.self) }
                throw TestFailure("no line in time, only \(rest)")
            }
            guard let more = try descriptor.read() else { return nil }
            received.withLock { $0.bytes += more }
        }
    }

    public func receiveLine(before deadline: Deadline = .standard) throws -> String {
        guard let line = try receiveLineOrEnd(before: deadline) else {
            throw TestFailure("the daemon closed the connection")
        }
        return line
    }

    /// The bytes that have arrived and were not received yet.
    public var waitingBytes: Int {
        var count: Int32 = 0
        return ioctl(descriptor.number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Closes the sending direction; lines can still be received.
    public func closeSending() { shutdown(descriptor.number, Int32(SHUT_WR)) }

    private func takeLine() -> String? {
        received.withLock { received in
            let end = received.bytes.withUnsafeBytes { bytes -> Int? in
                guard let base = bytes.baseAddress, bytes.count > received.searched else { return nil }
                let found = memchr(base + received.searched, 10, bytes.count - received.searched)
                return found.map { UnsafeRawPointer($0) - base }
            }
            guard let end else {
                // Returned bytes are removed once per read, not once per line.
                received.bytes.removeFirst(received.taken)
                received.taken = 0
                received.searched = received.bytes.count
                return nil
            }
            defer {
                received.taken = end + 1
                received.searched = end + 1
            }
            return String(decoding: received.bytes[received.taken..<end], as: UTF8.self)
        }
    }
}
