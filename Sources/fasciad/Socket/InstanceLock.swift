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
            throw StartupError(
                .alreadyRunning,
                "\(what) is in use by another fasciad\(holder): stop that one, or choose another place")
        }
        ftruncate(descriptor, 0)
        let line = "\(getpid())\n"
        _ = line.withCString { pwrite(descriptor, $0, strlen($0), 0) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func holder(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self)
        guard let pid = Int32(text) else { return "" }
        return " (pid \(pid), \(Peer.commandName(of: pid) ?? "unknown"))"
    }
}
