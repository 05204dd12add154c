public import FasciaDocument
import FasciaWire
import Foundation
import Glibc

/// A fake daemon whose replies the test determines; it runs on threads of its own and listens until the process ends.
public final class FakeDaemon: Sendable {
    /// A connection on the daemon's side.
    public final class Peer: Sendable {
        /// Stays open as long as a test can send or hang up, so that its number is not reused meanwhile.
        private let descriptor: Descriptor
        init(_ descriptor: Descriptor) { self.descriptor = descriptor }

        public func send(_ line: String) { sendPart(line + "\n") }

        public func sendPart(_ text: String) {
            let bytes = Array(text.utf8)
            _ = Glibc.send(descriptor.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        func receive(_ buffer: inout [UInt8]) -> Int { recv(descriptor.number, &buffer, buffer.count, 0) }

        public func hangUp() { shutdown(descriptor.number, Int32(SHUT_RDWR)) }
    }

    public struct Request {
        public var id: String
        public var method: String
        public var params: JSON
    }

    public let path: String
    private let listener: Descriptor

    /// - Parameters:
    ///   - answer: called for each request and notification, on the connection's thread.
    ///   - answered: called for each answer to a request of the daemon.
    public init(
        at path: String, backlog: Int32 = 16, accepts: Bool = true,
        answer: @escaping @Sendable (Request, Peer) -> Void = { _, _ in },
        answered: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        self.path = path
        let listener = try Descriptor(
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), from: "socket")
        self.listener = listener
        guard withAddress(path, { bind(listener.number, $0, $1) }) == 0 else { throw TestFailure.system("binding \(path)") }
        guard listen(listener.number, backlog) == 0 else { throw TestFailure.system("listening at \(path)") }
        guard accepts else { return }
        Thread.detachNewThread {
            // The thread keeps the listener open until `accept` fails, so that its number is not reused before that.
            while let connection = try? Descriptor(accept(listener.number, nil, nil), from: "accept") {
                Thread.detachNewThread { Self.serve(Peer(connection), answered, answer) }
            }
        }
    }

    private static func serve(_ peer: Peer, _ answered: (String) -> Void, _ answer: (Request, Peer) -> Void) {
        var pending: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = peer.receive(&buffer)
            guard count > 0 else { break }
            pending += buffer[..<count]
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(pending[..<end])
                if case .call(let id, let method, let params) = LineParser.parse(line) {
                    answer(Request(id: id?.rawText ?? "", method: method, params: params), peer)
                } else {
                    answered(String(decoding: line, as: UTF8.self))
                }
                pending.removeFirst(end + 1)
            }
        }
        peer.hangUp()
    }

    /// Leaves a stale socket, as a killed daemon does.
    public static func leaveSocket(at path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _ = withAddress(path) { bind(descriptor, $0, $1) }
        close(descriptor)
    }
}

private func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
