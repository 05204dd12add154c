import FasciaLoop
import Glibc

/// Two connected non-blocking sockets.
final class SocketPair {
    let here: Int32
    let there: Int32
    private var isThereOpen = true

    init() {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        (here, there) = (ends[0], ends[1])
    }

    deinit {
        close(here)
        closeThere()
    }

    func closeThere() {
        guard isThereOpen else { return }
        isThereOpen = false
        close(there)
    }

    func send(_ text: String) { _ = text.withCString { write(there, $0, strlen($0)) } }

    /// Reads the data that has arrived at `here`.
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(here, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Writes until the socket's buffer is full.
    func fill() {
        let bytes = [UInt8](repeating: 0, count: 65_536)
        while write(here, bytes, bytes.count) > 0 {}
    }

    /// Reads all data at `there`.
    func drainThere() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while Glibc.read(there, &bytes, bytes.count) > 0 {}
    }
}

/// Calls a closure.
final class Handler: EventHandler {
    private let action: (Readiness) -> Void
    init(_ action: @escaping (Readiness) -> Void) { self.action = action }
    func handle(_ readiness: Readiness) { action(readiness) }
}
