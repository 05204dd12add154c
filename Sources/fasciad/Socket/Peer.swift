import FasciaModel
import Glibc

/// The process at the other end of a connection, as the kernel knows it.
struct Peer: Sendable {
    var uid: UInt32
    var gid: UInt32
    var pid: Int32

    /// `struct ucred` of unix(7), which the system's headers show to GNU programs only.
    struct Credentials {
        var pid: Int32 = 0
        var uid: UInt32 = 0
        var gid: UInt32 = 0
    }

    init(_ credentials: Credentials) {
        uid = credentials.uid
        gid = credentials.gid
        pid = credentials.pid
    }

    /// Who is at the other end of a connected socket; `nil` where the kernel does not say, with `errno`.
    init?(of descriptor: Int32) {
        var credentials = Credentials()
        var length = socklen_t(MemoryLayout<Credentials>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
        self.init(credentials)
    }

    /// What the process calls itself (`/proc/PID/comm`); `nil` once it is gone.
    static func commandName(of pid: Int32) -> String? {
        let descriptor = open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).prefix { $0 != 10 }, as: UTF8.self)
    }
}
