import CLinux
import FasciaDocument
import FasciaWire
import Glibc

/// A connection for a single-threaded program that waits for several descriptors with poll(2). Other programs should use
/// `Connection`.
///
/// Nothing blocks: `send` sends what the socket accepts and keeps the rest for `sendMore`, and `receive` delivers what
/// has arrived.
public final class LineConnection {
    public let path: String
    /// Maximum length of a line in bytes. A daemon's lines are shorter.
    static let maximumLineBytes = 256 * 1024 * 1024
    /// The descriptor to poll: for reading always, for writing while `hasUnsent`.
    public let descriptor: Int32
    private var unsent: [UInt8] = []
    /// The read buffer. Reading into the same memory each time touches no more pages than needed.
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var received: [UInt8] = []
    /// The number of bytes of `received` that are known to contain no line feed.
    private var scanned = 0
    private var hasReceivedMessage = false

    /// Connects without waiting.
    ///
    /// - Throws: `ConnectionError`, with the reason `busy` if the daemon's queue of connections is full.
    public init(connectingTo path: String) throws(ConnectionError) {
        guard path.utf8.count <= linux_longest_socket_path else { throw .pathTooLong(path) }
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .system(path, String(cString: strerror(errno))) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let answer = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard answer == 0 else {
            // deinit closes the descriptor: every property has its value here.
            let code = errno
            // EAGAIN: the daemon's queue of connections is full.
            throw code == EAGAIN ? .full(path) : .connecting(path, failedWith: code)
        }
    }

    deinit { close(descriptor) }

    public var hasUnsent: Bool { !unsent.isEmpty }

    /// Sends a request or a notification.
    ///
    /// - Parameter id: the id of the request; `nil` for a notification, which has no answer.
    public func send(_ method: String, _ params: JSON.Object = [:], id: Int? = nil) {
        send { $0.call(id: id.map { RequestID($0) }, method: method, params: params) }
    }

    /// Answers a request from the daemon.
    public func answer(_ id: RequestID, _ result: Result<JSON, WireError>) {
        send { writer in
            switch result {
            case .success(let result): writer.reply(id: id, result: result)
            case .failure(let error): writer.reply(id: id, error: error)
            }
        }
    }

    private func send(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(capacity: 128)
        write(&writer)
        unsent.append(contentsOf: writer.bytes)
        sendMore()
    }

    /// Sends as much unsent data as the socket accepts.
    public func sendMore() {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                unsent.removeFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // The error is not reported here: the daemon's last messages may still be unread, and `receive` throws
                // `connectionLost` after them.
                unsent.removeAll()
                return
            }
        }
    }

    /// Delivers the messages that have arrived, in order.
    ///
    /// - Throws: `connectionLost` if the daemon closed the connection; `protocolError` for a malformed message. Messages before the
    ///   error have been delivered.
    public func receive(_ deliver: (Message) -> Void) throws(ConnectionError) {
        while true {
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 {
                received.append(contentsOf: buffer[..<count])
                guard received.count <= Self.maximumLineBytes else {
                    throw .protocolError(path, "a line of more than \(Self.maximumLineBytes) bytes")
                }
                // Stops after a complete line or a full buffer: a daemon that never stops sending must not delay
                // delivery.
                if received.last == UInt8(ascii: "\n") || count == buffer.count { break }
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                break
            } else {
                try deliverLines(deliver)
                throw .connectionLost(path)
            }
        }
        try deliverLines(deliver)
    }

    private func deliverLines(_ deliver: (Message) -> Void) throws(ConnectionError) {
        var start = 0
        while let end = received[max(start, scanned)...].firstIndex(of: UInt8(ascii: "\n")) {
            let message = received.withUnsafeBufferPointer {
                LineParser.parse(UnsafeBufferPointer(rebasing: $0[start..<end]), from: .daemon)
            }
            start = end + 1
            scanned = start
            switch message {
            case .invalid(_, let error), .invalidResponse(_, let error):
                throw hasReceivedMessage ? .unreadable(path, error.message) : .protocolError(path, error.message)
            case .call, .response, .batch: break
            }
            hasReceivedMessage = true
            deliver(message)
        }
        received.removeFirst(start)
        scanned = received.count
    }
}
