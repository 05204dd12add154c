import Glibc

/// A lock that says who holds it, so that only one daemon uses a place.
///
/// The lock is the kernel's (`flock`) and ends with the process, however it ends. What is locked is the directory of the
/// state itself, or a file beside the socket; the file stays, because removing it would let a third daemon lock a new
/// file while a second one still waits on the old. The holder's pid is written in the file, for messages.
final class InstanceLock {
    /// What is locked: the directory, or the file.
    private let descriptor: Int32
    /// Where the pid is written; the same for a file.
    private let note: Int32

    /// - Parameters:
    ///   - directory: what is locked; `nil` to lock the file.
    ///   - path: the file with the pid, made with mode 0600 where there is none.
    ///   - what: what is locked, for the message: `socket /run/…`.
    /// - Throws: `StartupError`, with `alreadyRunning` and the holder's pid when somebody has it.
    init(directory: String? = nil, path: String, what: String) throws(StartupError) {
        let note = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard note >= 0 else {
            throw StartupError(.failure, "cannot open the lock file \(path): \(systemMessage())")
        }
        var status = stat()
        // Another file under this name would be overwritten.
        guard fstat(note, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
            Glibc.close(note)
            throw StartupError(
                .failure, "the lock file \(path) is not a file of its own (it has other names, or is of another kind): remove it")
        }
        let descriptor = try directory.map { path throws(StartupError) in try InstanceLock.open(directory: path) } ?? note
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let holder = InstanceLock.holder(note)
            InstanceLock.close(descriptor, note)
            guard code == EWOULDBLOCK else {
                throw StartupError(.failure, "cannot lock \(directory ?? path): \(systemMessage(code))")
            }
            guard let holder else {
                throw StartupError(
                    .alreadyRunning, "\(what) is being looked at by \"fascia state\": try again when that is done")
            }
            throw StartupError(
                .alreadyRunning,
                "\(what) is in use by another fasciad (\(holder)): stop that one, or choose another place")
        }
        ftruncate(note, 0)
        let line = "\(getpid())\n"
        _ = line.withCString { pwrite(note, $0, strlen($0), 0) }
        (self.descriptor, self.note) = (descriptor, note)
    }

    deinit { InstanceLock.close(descriptor, note) }

    private static func close(_ descriptor: Int32, _ note: Int32) {
        Glibc.close(descriptor)
        if note != descriptor, note >= 0 { Glibc.close(note) }
    }

    private static func open(directory: String) throws(StartupError) -> Int32 {
        let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            throw StartupError(.failure, "cannot open the directory \(directory): \(systemMessage())")
        }
        return descriptor
    }

    /// Keeps daemons out of a directory while somebody only looks; any number may.
    ///
    /// - Parameter path: the file with the pid, which need not be there.
    /// - Returns: what keeps them out until it is let go, or who has the place: `pid 42, fasciad`.
    static func look(directory: String, path: String) throws(StartupError) -> (lock: InstanceLock?, holder: String?) {
        let descriptor = try open(directory: directory)
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return (InstanceLock(descriptor), nil) }
        let code = errno
        defer { Glibc.close(descriptor) }
        guard code == EWOULDBLOCK else {
            throw StartupError(.failure, "cannot lock \(directory): \(systemMessage(code))")
        }
        let note = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        defer { if note >= 0 { Glibc.close(note) } }
        return (nil, (note >= 0 ? holder(note) : nil) ?? "another process")
    }

    private init(_ descriptor: Int32) { (self.descriptor, note) = (descriptor, descriptor) }

    /// `nil` where whoever has written it is gone.
    private static func holder(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self)
        guard let pid = Int32(text), let name = Peer.commandName(of: pid) else { return nil }
        return "pid \(pid), \(name)"
    }
}
