import Glibc

/// The process at the other end of a connection, as the kernel reports it.
package struct Peer: Sendable {
    var uid: UInt32
    var gid: UInt32
    var pid: Int32
    /// All its group ids, including `gid`.
    var groups: Set<UInt32> = []

    /// `struct ucred` of unix(7), which glibc declares only under `_GNU_SOURCE`.
    package struct Credentials {
        package var pid: Int32 = 0
        package var uid: UInt32 = 0
        package var gid: UInt32 = 0

        package init() {}
    }

    init(_ credentials: Credentials) {
        uid = credentials.uid
        gid = credentials.gid
        pid = credentials.pid
        groups = [gid]
    }

    /// True for root and the daemon's own user.
    func mayAdminister(_ owner: UInt32) -> Bool { uid == owner || uid == 0 }

    /// The peer of a connected socket; `nil` with `errno` if the kernel does not report it.
    init?(of descriptor: Int32) {
        var credentials = Credentials()
        var length = socklen_t(MemoryLayout<Credentials>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
        self.init(credentials)
        groups.formUnion(Peer.groups(of: descriptor))
    }

    /// The supplementary groups that the peer had when it connected; empty if the kernel does not report them.
    private static func groups(of descriptor: Int32) -> [UInt32] {
        let option: Int32 = 59  // SO_PEERGROUPS of asm-generic/socket.h.
        var length: socklen_t = 0
        // With no buffer, the kernel fails with ERANGE and sets the length it needs.
        guard getsockopt(descriptor, SOL_SOCKET, option, nil, &length) != 0, errno == ERANGE else { return [] }
        var groups = [UInt32](repeating: 0, count: Int(length) / MemoryLayout<UInt32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, option, &groups, &length) == 0 else { return [] }
        return groups
    }

    /// The id of a group by its name or number; `nil` if there is no such group.
    package static func group(_ name: String) -> UInt32? { UInt32(name) ?? getgrnam(name).map { $0.pointee.gr_gid } }

    /// The command name of a process (`/proc/PID/comm`); `nil` if the process has ended.
    package static func commandName(of pid: Int32) -> String? {
        let descriptor = open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).prefix { $0 != 10 }, as: UTF8.self)
    }
}
