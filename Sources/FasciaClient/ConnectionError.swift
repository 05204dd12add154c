import Glibc

/// There is no connection to a daemon, or no longer one: which socket, what is wrong, and what to do about it.
public struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// Nothing is at the path.
        case noSocket
        /// A socket is there, but nobody listens at it.
        case nobodyListens
        /// Something else than a socket is at the path.
        case notASocket
        case denied
        case pathTooLong
        /// A daemon listens, but has not taken the connection within the time limit.
        case busy
        /// A daemon took the request, but has not answered within the time limit.
        case noAnswer
        /// The daemon closed the connection.
        case lost
        /// What came over the connection is not this protocol.
        case notFascia
        /// Anything else that the system says.
        case system
    }

    public var reason: Reason
    /// The path of the socket.
    public var path: String
    public var message: String

    public init(_ reason: Reason, path: String, _ message: String) {
        self.reason = reason
        self.path = path
        self.message = message
    }

    public var description: String { message }
}

extension ConnectionError {
    private static let howToStart =
        "start one with \"fasciad\" or \"systemctl start fasciad.socket\", or name its socket with --socket or "
        + "FASCIA_SOCKET"

    static func noSocket(_ path: String) -> Self {
        Self(.noSocket, path: path, "no daemon at \(path): \(howToStart)")
    }

    static func nobodyListens(_ path: String) -> Self {
        Self(
            .nobodyListens, path: path,
            "no daemon at \(path): one has left its socket there, but nobody listens at it any more; \(howToStart)")
    }

    static func notASocket(_ path: String) -> Self {
        Self(.notASocket, path: path, "\(path) is not a socket; \(howToStart)")
    }

    static func denied(_ path: String) -> Self {
        Self(
            .denied, path: path,
            "no permission for the socket \(path): run this as the user of its daemon or as root, or have that user "
                + "let you in")
    }

    static func pathTooLong(_ path: String) -> Self {
        Self(
            .pathTooLong, path: path,
            "the path of the socket has \(path.utf8.count) bytes, and a Unix socket's path may have "
                + "\(SocketPath.longest): choose a shorter one than \(path)")
    }

    static func busy(_ path: String, within limit: Duration) -> Self {
        Self(
            .busy, path: path,
            "the daemon at \(path) has not taken the connection within \(limit.inSeconds): it is stopped or very "
                + "busy; look at it, or allow more time")
    }

    static func full(_ path: String) -> Self {
        Self(
            .busy, path: path,
            "the daemon at \(path) has more connections waiting than it takes: it is stopped or very busy; look at it, "
                + "or try again")
    }

    static func noAnswer(_ path: String, to method: String, within limit: Duration) -> Self {
        Self(
            .noAnswer, path: path,
            "the daemon at \(path) has not answered \(method) within \(limit.inSeconds): it is stopped or very busy; "
                + "look at it, or allow more time")
    }

    static func lost(_ path: String) -> Self {
        Self(.lost, path: path, "the daemon at \(path) has closed the connection; see its log, or \(howToStart)")
    }

    static func notFascia(_ path: String, _ what: String) -> Self {
        Self(
            .notFascia, path: path,
            "what listens at \(path) does not speak the protocol of Fascia: \(what); name another socket with "
                + "--socket or FASCIA_SOCKET")
    }

    static func unreadable(_ path: String, _ what: String) -> Self {
        Self(
            .notFascia, path: path,
            "the daemon at \(path) has sent a line that cannot be read: \(what); compare \"fascia --version\" with "
                + "\"fasciad --version\"")
    }

    /// What it means that a connection to a path could not be made.
    ///
    /// - Parameter code: an `errno` value.
    static func connecting(_ path: String, failedWith code: Int32) -> Self {
        switch code {
        case ENOENT, ENOTDIR: return .noSocket(path)
        case EACCES, EPERM: return .denied(path)
        case ECONNREFUSED:
            // The same for a socket without a listener and for what is no socket at all.
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return .nobodyListens(path) }
            return .notASocket(path)
        default: return .system(path, String(cString: strerror(code)))
        }
    }

    static func system(_ path: String, _ what: String) -> Self {
        Self(.system, path: path, "no connection to \(path): \(what)")
    }
}

extension Duration {
    /// `10 s`, `0.25 s`
    var inSeconds: String {
        let (seconds, attoseconds) = components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        guard milliseconds % 1000 != 0 else { return "\(seconds) s" }
        return "\(Double(milliseconds) / 1000) s"
    }
}
