import FasciaAccess
import Glibc

/// The process at the other end of a connection, as the kernel reports it.
package struct Peer: Sendable {
    var uid: UInt32
    var gid: UInt32
    var pid: Int32
    /// All its group ids, including `gid`.
    var groups: Set<UInt32> = []
    /// The unit of the service manager that it ran in when it connected; `nil` if that is unknown.
    var unit: String?
    /// The accounts with which the person at the peer has logged in, which su and sudo do not change; empty if that is unknown.
    var logins: Set<UInt32> = []
    /// The user for whom the program acts, as it says; `nil` for its own.
    var actsFor: Identity?

    /// All accounts that are the same person, as far as that is known. Behind a program that acts for others, everybody may be.
    var accounts: Set<UInt32> { logins.union([uid, userID]) }

    /// In whose name it acts: of others, only if the access file lets it.
    var user: Identity { actsFor ?? identity }
    var userID: UInt32 { user.uid }

    /// Who runs the program.
    var identity: Identity { Identity(uid: uid, groups: groups, unit: unit) }

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
        unit = Peer.unit(of: pid, uid: uid)
        logins = Peer.logins(of: pid, uid: uid)
    }

    /// Keeps what was read when it connected: by now its process may be in another unit, or have ended.
    mutating func keep(_ session: ClientSession) {
        guard let logins = session.logins else { return }
        (unit, self.logins) = (session.unit, Set(logins.map { UInt32(truncatingIfNeeded: $0) }))
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

    /// The unit of a process (`/proc/PID/cgroup`).
    ///
    /// Only the outermost unit counts, because only root decides about that: below it, a user's own manager, or a service, may
    /// give any name. The units of a user's manager count for a daemon of that user.
    private static func unit(of pid: Int32, uid: UInt32) -> String? {
        var status = stat()
        // The process may have ended, and another user's may have its number.
        guard let text = contents(of: "/proc/\(pid)/cgroup"), stat("/proc/\(pid)", &status) == 0, status.st_uid == uid,
            let path = text.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
        else { return nil }
        return unit(inGroup: String(path.dropFirst(3)), owner: geteuid())
    }

    /// What tells of the login that a process comes from: the login uid of the kernel's audit, which only root changes, and the
    /// slice of the user in whose session it is. Neither is left by su or sudo.
    private static func logins(of pid: Int32, uid: UInt32) -> Set<UInt32> {
        var status = stat()
        let texts = (contents(of: "/proc/\(pid)/loginuid"), contents(of: "/proc/\(pid)/cgroup"))
        // The process may have ended, and another user's may have its number.
        guard stat("/proc/\(pid)", &status) == 0, status.st_uid == uid else { return [] }
        return logins(audit: texts.0 ?? "", groups: texts.1 ?? "")
    }

    /// - Parameters:
    ///   - audit: the text of `/proc/PID/loginuid`; the highest number if nobody has logged in.
    ///   - groups: the text of `/proc/PID/cgroup`.
    static func logins(audit: String, groups: String) -> Set<UInt32> {
        var logins: Set<UInt32> = []
        if let uid = UInt32(audit.filter { !$0.isWhitespace }), uid != .max { logins.insert(uid) }
        for line in groups.split(separator: "\n") where line.hasPrefix("0::/user.slice/user-") {
            let rest = line.dropFirst("0::/user.slice/user-".count)
            if let name = rest.split(separator: "/").first, name.hasSuffix(".slice"), let uid = UInt32(name.dropLast(6)) {
                logins.insert(uid)
            }
        }
        return logins
    }

    /// - Parameter owner: the user of the daemon.
    static func unit(inGroup path: String, owner: UInt32) -> String? {
        let units = path.split(separator: "/").filter { name in
            [".service", ".scope", ".socket", ".mount", ".swap"].contains { name.hasSuffix($0) }
        }.map(String.init)
        if owner != 0, units.first == "user@\(owner).service", units.count > 1 { return units[1] }
        return units.first
    }

    private static func contents(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
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
