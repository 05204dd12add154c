import Glibc

/// A lock file that says who holds it, so that only one daemon uses a place.
///
/// The lock is the kernel's (`flock`) and ends with the process, however it ends; the file stays, because removing it
/// would let a third daemon lock a new file while a second one still waits on the old.
final class InstanceLock {
    private let descriptor: Int32

    /// - Parameters:
    ///   - path: the lock file, made with mode 0600 where there is none.
    ///   - what: what is locked, for the message: `socket /run/…`.
    /// - Throws: `StartupError`, with `alreadyRunning` and the holder's pid when somebody has it.
    init(path: String, what: String) throws(StartupError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StartupError(.failure, "cannot open the lock file \(path): \(systemMessage())")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let holder = InstanceLock.holder(descriptor)
            close(descriptor)
            guard code == EWOULDBLOCK else {
                throw StartupError(.failure, "cannot lock \(path): \(systemMessage(code))")
            }
            guard let holder else {
                throw StartupError(
                    .alreadyRunning, "\(what) is being looked at by \"fascia state\": try again when that is done")
            }
            throw StartupError(
                .alreadyRunning,
                "\(what) is in use by another fasciad (\(holder)): stop that one, or choose another place")
        }
        ftruncate(descriptor, 0)
        let line = "\(getpid())\n"
        _ = line.withCString { pwrite(descriptor, $0, strlen($0), 0) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Keeps daemons out while somebody only looks; any number may. There need not be a lock file.
    ///
    /// - Returns: what keeps them out until it is let go, or who has the place: `pid 42, fasciad`.
    static func look(path: String) throws(StartupError) -> (lock: InstanceLock?, holder: String?) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return (nil, nil) }
            throw StartupError(.failure, "cannot open the lock file \(path): \(systemMessage())")
        }
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return (InstanceLock(descriptor), nil) }
        let code = errno
        defer { close(descriptor) }
        guard code == EWOULDBLOCK else {
            throw StartupError(.failure, "cannot lock \(path): \(systemMessage(code))")
        }
        return (nil, holder(descriptor) ?? "another process")
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// `nil` where whoever has written it is gone.
    private static func holder(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self)
        guard let pid = Int32(text), let name = Peer.commandName(of: pid) else { return nil }
        return "pid \(pid), \(name)"
    }
}
