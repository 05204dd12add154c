import Glibc

/// The socket that the daemon listens on: made here, or handed over by the service manager.
struct ListeningSocket {
    /// A bound socket; the event loop takes it over and listens.
    let descriptor: Int32
    let path: String
    /// Held while the daemon runs; `nil` for a socket that the service manager owns.
    private let lock: InstanceLock?
    private let isOurs: Bool

    /// Takes over a socket that the service manager has made.
    init(inherited descriptor: Int32, path: String?) {
        self.descriptor = descriptor
        self.path = path ?? "(unnamed)"
        lock = nil
        isOurs = false
    }

    /// Makes the socket at a path, for the owner alone (mode 0600, before anybody could connect).
    ///
    /// A socket that a dead daemon left behind is replaced; one that somebody answers on is not. The lock beside it
    /// is taken first, so two daemons that start at once cannot both find the place free.
    init(path: String) throws(StartupError) {
        let limit = Paths.longestSocketPath
        guard path.utf8.count <= limit else {
            throw StartupError(
                .usage,
                "the socket path \(path) has \(path.utf8.count) bytes and may have \(limit): choose a shorter one")
        }
        try ListeningSocket.makeParent(of: path)
        lock = try InstanceLock(path: path + ".lock", what: "the socket \(path)")
        try ListeningSocket.clear(path)

        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw StartupError(.failure, "cannot make a socket: \(systemMessage())") }
        // On Linux the file that bind makes takes its mode from the socket's own inode: set before, there is no
        // moment in which the file is open to others.
        guard fchmod(descriptor, 0o600) == 0, ListeningSocket.bind(descriptor, to: path) == 0 else {
            let message = systemMessage()
            close(descriptor)
            throw StartupError(.failure, "cannot listen on \(path): \(message)")
        }
        self.descriptor = descriptor
        self.path = path
        isOurs = true
    }

    /// Takes the file away, at the end of the daemon.
    func remove() {
        if isOurs { unlink(path) }
    }

    // MARK: - Plumbing

    private static func makeParent(of path: String) throws(StartupError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let parent = String(path[..<slash])
        if mkdir(parent, 0o700) == 0 || errno == EEXIST { return }
        throw StartupError(.failure, "cannot make the directory \(parent) for the socket: \(systemMessage())")
    }

    /// Takes a stale socket away; anything else at that path stays, with an error.
    private static func clear(_ path: String) throws(StartupError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw StartupError(.failure, "cannot look at \(path): \(systemMessage())")
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            let kind = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "not a socket"
            throw StartupError(.failure, "\(path) is \(kind): choose another path for the socket, or remove it")
        }
        // Not waiting: a peer that listens and accepts nobody would keep the daemon from starting without a word.
        let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
        defer { close(probe) }
        let isAnswered = connect(probe, to: path) == 0
        // EAGAIN: somebody listens, and the queue of those who wait to be accepted is full.
        if isAnswered || errno == EAGAIN {
            throw StartupError(
                .alreadyRunning,
                "somebody answers on \(path)\(listener(of: probe)): stop that one, or choose another socket")
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
