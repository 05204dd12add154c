import CSystemd
import Glibc

/// A notification that is dropped if the manager's queue is full (usually ten datagrams), where `sd_notify` would wait.
///
/// The datagram is the one that sd_notify(3) documents.
enum NotifyDatagram {
    static func send(_ assignments: [NotifyAssignment]) -> Bool { deliver(assignments) == .delivered }

    static func deliver(_ assignments: [NotifyAssignment]) -> Notify.Delivery {
        guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }),
            let address = address(of: path)
        else { return .impossible }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return .impossible }
        defer { close(descriptor) }
        let text = Array(assignments.map(\.text).joined(separator: "\n").utf8)
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        return withUnsafePointer(to: address.value) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                guard sendto(descriptor, text, text.count, flags, $0, address.length) != text.count else { return .delivered }
                return errno == EAGAIN || errno == ENOBUFS ? .full : .impossible
            }
        }
    }

    /// A path, or an abstract name, which the variable writes with an `@` for the leading zero byte.
    private static func address(of path: String) -> (value: sockaddr_un, length: socklen_t)? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        guard let first = bytes.first, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        switch first {
        case UInt8(ascii: "@"): bytes[0] = 0
        case UInt8(ascii: "/"): bytes.append(0)
        default: return nil
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // An abstract name ends where the length says, a path at its zero byte.
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + bytes.count }
        return length.map { (address, socklen_t($0)) }
    }
}
