import FasciaDocument
import FasciaWire
import Glibc

/// A simple blocking connection, for setup before a measurement and checks after it.
final class LineClient {
    /// The descriptor for poll.
    let descriptor: Int32
    /// Received bytes; those before `begin` are consumed.
    private var bytes: [UInt8] = []
    private var begin = 0
    private var chunk = [UInt8](repeating: 0, count: 1 << 20)
    private var lastID = 0

    init(_ path: String) throws(BenchFailure) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { space in
            guard path.utf8.count < space.count else { return false }
            space.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { throw BenchFailure("the path \(path) is too long for a socket; set TMPDIR to a shorter one") }
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Self.failure("connecting to \(path)") }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ line: [UInt8]) throws(BenchFailure) {
        var sent = 0
        while sent < line.count {
            let count = line.withUnsafeBytes { bytes in
                Glibc.send(
                    descriptor, bytes.baseAddress?.advanced(by: sent), line.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure("sending") }
            sent += count
        }
    }

    /// The next line, without its line feed.
    func line() throws(BenchFailure) -> [UInt8] {
        var searched = begin
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { begin = end + 1 }
                return Array(bytes[begin..<end])
            }
            bytes.removeFirst(begin)
            begin = 0
            searched = bytes.count
            let count = recv(descriptor, &chunk, chunk.count, 0)
            // glibc's seteuid signals all threads, which interrupts their system calls.
            if count < 0, errno == EINTR { continue }
            guard count != 0 else { throw BenchFailure("the server closed the connection") }
            guard count > 0 else { throw Self.failure("reading") }
            bytes += chunk[..<count]
        }
    }

    /// The bytes that have arrived, without waiting; `nil` if the peer closed the connection.
    func available() -> ArraySlice<UInt8>? {
        let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        return count > 0 ? chunk[..<count] : count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    /// Sends a request and returns its result. Notifications before the reply are discarded.
    @discardableResult
    func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
        lastID += 1
        try send(Self.request(id: lastID, method, params))
        while true {
            let line = try line()
            let message = try Self.parse(line)
            guard message["id"]?.intValue == lastID else { continue }
            if let result = message["result"] { return result }
            throw BenchFailure("\(method) failed: \(message["error"]?["message"]?.stringValue ?? "\(message)")")
        }
    }

    /// The next notification with this method, and the length of its line in bytes, with the line feed.
    func notification(_ method: String) throws -> (params: JSON, bytes: Int) {
        while true {
            let line = try line()
            let message = try Self.parse(line)
            if message["method"]?.stringValue == method { return (message["params"] ?? [:], line.count + 1) }
        }
    }

    static func request(id: Int, _ method: String, _ params: JSON) -> [UInt8] {
        let message: JSON = ["id": .int(id), "method": .string(method), "params": params]
        var writer = JSONWriter()
        writer.write(message)
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private static func parse(_ line: [UInt8]) throws -> JSON {
        try line.withUnsafeBufferPointer { try JSONParser.parse($0) }
    }

    private static func failure(_ what: String) -> BenchFailure {
        BenchFailure("\(what): \(String(cString: strerror(errno)))")
    }
}
