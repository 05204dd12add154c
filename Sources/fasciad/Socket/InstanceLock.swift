import FasciaServer
import Glibc

/// An exclusive lock on a state directory or a socket path, which records the holder's pid.
///
/// The lock is the kernel's (`flock`), so it ends with the process. It is taken on the state directory itself, or on a
/// file beside the socket. That file is never removed: otherwise a third daemon could lock a new file while a second one
/// holds the old one. It contains the holder's pid, for error messages.
final class InstanceLock {
    /// The locked descriptor: the directory, or the file.
    private let descriptor: Int32
    /// The file with the pid; the same descriptor if the file is locked.
    private let pidFile: Int32

    /// - Parameters:
    ///   - directory: the directory to lock; `nil` to lock the file.
    ///   - path: the file with the pid, created with mode 0600 if it is missing.
    ///   - what: the locked object, for messages: `socket /run/…`.
    /// - Throws: `StartupError`; with code `alreadyRunning` and the holder's pid if another process has the lock.
    init(directory: String? = nil, path: String, what: String) throws(StartupError) {
        let pidFile = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard pidFile >= 0 else {
            throw StartupError(.failure, "cannot open the lock file \(path): \(systemMessage())")
        }
        var status = stat()
        // Writing the pid must not overwrite another file that this name links to.
        guard fstat(pidFile, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
            Glibc.close(pidFile)
            throw StartupError(
                .failure, "the lock file \(path) must be a regular file without other links: remove it")
        }
        let descriptor: Int32
        do throws(StartupError) {
            descriptor = try directory.map { path throws(StartupError) in try InstanceLock.open(directory: path) } ?? pidFile
        } catch {
            Glibc.close(pidFile)
            throw error
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let holder = InstanceLock.holder(pidFile)
            InstanceLock.close(descriptor, pidFile)
            guard code == EWOULDBLOCK else {
                throw StartupError(.failure, "cannot lock \(directory ?? path): \(systemMessage(code))")
            }
            // One that has just begun has not written its pid.
            guard let holder else {
                throw StartupError(
                    .alreadyRunning,
                    directory == nil
                        ? "\(what) is in use by another fasciad, which has just started: stop that one, or choose another path"
                        : "\(what) is in use: \"fascia state\" reads it, or another fasciad has just started: "
                            + "try again when that has finished")
            }
            throw StartupError(
                .alreadyRunning,
                "\(what) is in use by another fasciad (\(holder)): stop that one, or choose another path")
        }
        ftruncate(pidFile, 0)
        let line = "\(getpid())\n"
        _ = line.withCString { pwrite(pidFile, $0, strlen($0), 0) }
        (self.descriptor, self.pidFile) = (descriptor, pidFile)
    }

    deinit { InstanceLock.close(descriptor, pidFile) }

    private static func close(_ descriptor: Int32, _ pidFile: Int32) {
        Glibc.close(descriptor)
        if pidFile != descriptor, pidFile >= 0 { Glibc.close(pidFile) }
    }

    private static func open(directory: String) throws(StartupError) -> Int32 {
        let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            throw StartupError(.failure, "cannot open the directory \(directory): \(systemMessage())")
        }
        return descriptor
    }

    /// Takes a shared lock on a directory. Any number of readers can hold it, and meanwhile no daemon can start.
    ///
    /// - Parameter path: the file with the pid, which may be missing.
    /// - Returns: the lock, which is released when it is deinitialized, or its holder if a daemon runs:
    ///   `pid 42, fasciad`.
    static func share(directory: String, path: String) throws(StartupError) -> (lock: InstanceLock?, holder: String?) {
        let descriptor = try open(directory: directory)
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return (InstanceLock(descriptor), nil) }
        let code = errno
        defer { Glibc.close(descriptor) }
        guard code == EWOULDBLOCK else {
            throw StartupError(.failure, "cannot lock \(directory): \(systemMessage(code))")
        }
        let pidFile = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        defer { if pidFile >= 0 { Glibc.close(pidFile) } }
        return (nil, (pidFile >= 0 ? holder(pidFile) : nil) ?? "another process")
    }

    private init(_ descriptor: Int32) { (self.descriptor, pidFile) = (descriptor, descriptor) }

    /// The process whose pid is in the file; `nil` if it has ended.
    private static func holder(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self)
        guard let pid = Int32(text), let name = Peer.commandName(of: pid) else { return nil }
        return "pid \(pid), \(name)"
    }
}
