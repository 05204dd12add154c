import FasciaModel
import FasciaWire
import Glibc

/// A connection for a program that has one thread and waits for several things at once with poll(2).
///
/// Nothing here waits: lines go out as far as the socket takes them, the rest when it is writable again, and what came
/// is handed over when it is asked for. Everybody else is better served by `Connection`.
public final class LineConnection {
    public let path: String
    /// Who sends more without a line feed is no daemon.
    static let longestLine = 256 * 1024 * 1024
    /// To wait for: readable when something came, writable when `hasUnsent` and there is room.
    public let descriptor: Int32
    private var unsent: [UInt8] = []
    /// Where what comes is read to: always the same memory, of which no more is touched than came.
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var received: [UInt8] = []
    /// How much of `received` is known to have no line feed.
    private var scanned = 0
    private var hasSpoken = false

    /// Connects, or says at once why that is not possible.
    public init(connectingTo path: String) throws(ConnectionError) {
        guard path.utf8.count <= SocketPath.longest else { throw .pathTooLong(path) }
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
            let code = errno
            close(descriptor)
            // The daemon's queue of connections is full, and the kernel does not say when there is room again.
            throw code == EAGAIN ? .full(path) : .connecting(path, failedWith: code)
        }
    }

    deinit { close(descriptor) }

    public var hasUnsent: Bool { !unsent.isEmpty }

    /// - Parameter id: `nil` for a notification, which gets no answer.
    public func send(_ method: String, _ params: JSON.Object = [:], id: Int? = nil) {
        send { $0.call(id: id.map { RequestID($0) }, method: method, params: params) }
    }

    /// Answers a request of the daemon's.
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

    /// Sends as much of what is unsent as the socket takes.
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
                // What the daemon said last may still be there to be read; the end is found behind it.
                unsent.removeAll()
                return
            }
        }
    }

    /// Hands over the messages that have come, in order.
    ///
    /// - Throws: `lost` when the daemon has closed the connection; `notFascia` for what is no message. What came before
    ///   has been handed over then.
    public func receive(_ take: (Message) -> Void) throws(ConnectionError) {
        while true {
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 {
                received.append(contentsOf: buffer[..<count])
                guard received.count <= Self.longestLine else {
                    throw .notFascia(path, "a line of more than \(Self.longestLine) bytes")
                }
                // There may be more, but what is there comes first: whoever sends without end is no reason to wait.
                if received.last == UInt8(ascii: "\n") || count == buffer.count { break }
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                break
            } else {
                try takeLines(take)
                throw .lost(path)
            }
        }
        try takeLines(take)
    }

    private func takeLines(_ take: (Message) -> Void) throws(ConnectionError) {
        var start = 0
        while let end = received[max(start, scanned)...].firstIndex(of: UInt8(ascii: "\n")) {
            let message = received.withUnsafeBufferPointer {
                LineParser.parse(UnsafeBufferPointer(rebasing: $0[start..<end]))
            }
            start = end + 1
            scanned = start
            switch message {
            case .invalid(_, let error), .invalidResponse(_, let error):
                throw hasSpoken ? .unreadable(path, error.message) : .notFascia(path, error.message)
            case .call, .response, .batch: break
            }
            hasSpoken = true
            take(message)
        }
        received.removeFirst(start)
        scanned = received.count
    }
}
