import CLinux
import FasciaServer
import Glibc

/// The socket that the daemon listens on: created by the daemon, or passed by the service manager.
struct ListeningSocket {
    /// A bound socket, which the acceptor takes over and listens on.
    let descriptor: Int32
    let path: String
    /// Held while the daemon runs; `nil` for a socket of the service manager.
    private let lock: InstanceLock?
    /// The file that the daemon created; `nil` for a socket of the service manager.
    private let file: FileIdentity?

    /// A socket that the service manager passed.
    init(inherited descriptor: Int32, path: String?) {
        self.descriptor = descriptor
        self.path = path ?? "(unnamed)"
        lock = nil
        file = nil
    }

    /// Creates a socket at a path, for the owner only: it has mode 0600 from the start.
    ///
    /// A stale socket is replaced; a socket that accepts connections is not. The lock file beside the socket is taken
    /// first, so that of two daemons that start together only one replaces it.
    init(path: String) throws(StartupError) {
        let limit = linux_longest_socket_path
        guard path.utf8.count <= limit else {
            throw StartupError(
                .usage,
                "the socket path \(path) has \(path.utf8.count) bytes, and the limit is \(limit): choose a shorter one")
        }
        try ListeningSocket.makeParent(of: path)
        lock = try InstanceLock(path: path + ".lock", what: "the socket \(path)")
        try ListeningSocket.clear(path)

        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw StartupError(.failure, "cannot create a socket: \(systemMessage())") }
        // On Linux, bind gives the socket file the mode of the socket's own inode. The mode is set before bind, so the
        // file is never accessible to others.
        guard fchmod(descriptor, 0o600) == 0, ListeningSocket.bind(descriptor, to: path) == 0 else {
            let message = systemMessage()
            close(descriptor)
            throw StartupError(.failure, "cannot listen on \(path): \(message)")
        }
        self.descriptor = descriptor
        self.path = path
        file = FileIdentity(path)
    }

    /// Whether the service manager owns it.
    var isInherited: Bool { lock == nil }

    /// Whether the file that the daemon created is still at its path.
    var exists: Bool { file != nil && FileIdentity(path) == file }

    /// Removes the socket file when the daemon ends, unless it is no longer the daemon's.
    func remove() {
        if exists { unlink(path) }
    }

    private struct FileIdentity: Equatable {
        let device: dev_t
        let number: ino_t

        /// `nil` if there is no file.
        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    // MARK: - Creating the file

    private static func makeParent(of path: String) throws(StartupError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let parent = String(path[..<slash])
        if mkdir(parent, 0o700) == 0 || errno == EEXIST { return }
        throw StartupError(.failure, "cannot create the directory \(parent) for the socket: \(systemMessage())")
    }

    /// Removes a stale socket. Throws if the path holds anything else, or a socket that accepts connections.
    private static func clear(_ path: String) throws(StartupError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw StartupError(.failure, "cannot examine \(path): \(systemMessage())")
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            let kind = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "not a socket"
            throw StartupError(.failure, "\(path) is \(kind): choose another path for the socket, or remove it")
        }
        // Nonblocking, because connecting to a socket whose queue is full would block the start forever.
        let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
        defer { close(probe) }
        let isAnswered = connect(probe, to: path) == 0
        // EAGAIN: a process listens, and its queue is full.
        if isAnswered || errno == EAGAIN {
            throw StartupError(
                .alreadyRunning,
                "another process listens on \(path)\(listener(of: probe)): stop that one, or choose another path")
        }
        guard errno == ECONNREFUSED else {
            throw StartupError(.failure, "cannot tell whether \(path) is in use: \(systemMessage())")
        }
        guard unlink(path) == 0 else {
            throw StartupError(.failure, "cannot remove the stale socket \(path): \(systemMessage())")
        }
    }

    private static func listener(of descriptor: Int32) -> String {
        var credentials = Peer.Credentials()
        var length = socklen_t(MemoryLayout<Peer.Credentials>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, credentials.pid > 0 else {
            return ""
        }
        return " (pid \(credentials.pid), \(Peer.commandName(of: credentials.pid) ?? "unknown"))"
    }

    private static func withAddress<Result>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func bind(_ descriptor: Int32, to path: String) -> Int32 {
        withAddress(path) { Glibc.bind(descriptor, $0, $1) }
    }

    private static func connect(_ descriptor: Int32, to path: String) -> Int32 {
        withAddress(path) { Glibc.connect(descriptor, $0, $1) }
    }
}
