import CLinux
import Glibc

/// There is no connection to a daemon, or it was lost. The message names the socket, the problem and the remedy.
public struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        case noSocket
        /// A socket exists at the path, but no process listens on it.
        case staleSocket
        /// The path is not a socket.
        case notASocket
        case denied
        case pathTooLong
        /// A daemon listens, but did not accept the connection within the time limit.
        case busy
        /// A daemon did not answer a request within the time limit.
        case timeout
        case connectionLost
        /// The peer does not speak the protocol.
        case protocolError
        /// Any other system error.
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

    private static let howToWait = "it is stopped or very busy; check it, or increase the timeout"

    static func noSocket(_ path: String) -> Self {
        Self(.noSocket, path: path, "no daemon at \(path): \(howToStart)")
    }

    static func staleSocket(_ path: String) -> Self {
        Self(
            .staleSocket, path: path,
            "no daemon at \(path): the socket is stale, and no process listens on it; \(howToStart)")
    }

    static func notASocket(_ path: String) -> Self {
        Self(.notASocket, path: path, "\(path) is not a socket; \(howToStart)")
    }

    static func denied(_ path: String) -> Self {
        Self(
            .denied, path: path,
            "no permission for the socket \(path): run this as the daemon's user or as root, or ask that user for access")
    }

    static func pathTooLong(_ path: String) -> Self {
        Self(
            .pathTooLong, path: path,
            "the socket path \(path) is \(path.utf8.count) bytes long, but a Unix socket allows only "
                + "\(linux_longest_socket_path): choose a shorter one")
    }

    static func busy(_ path: String, within limit: Duration) -> Self {
        Self(
            .busy, path: path,
            "the daemon at \(path) has not accepted the connection within \(limit.inSeconds): \(howToWait)")
    }

    static func full(_ path: String) -> Self {
        Self(
            .busy, path: path,
            "the connection queue of the daemon at \(path) is full: it is stopped or very busy; check it, or try again")
    }

    public static func timeout(_ path: String, to method: String, within limit: Duration) -> Self {
        Self(
            .timeout, path: path,
            "the daemon at \(path) has not answered \(method) within \(limit.inSeconds): \(howToWait)")
    }

    package static func connectionLost(_ path: String) -> Self {
        Self(.connectionLost, path: path, "the daemon at \(path) has closed the connection; see its log, or \(howToStart)")
    }

    public static func protocolError(_ path: String, _ what: String) -> Self {
        Self(
            .protocolError, path: path,
            "the process that listens on \(path) is not fasciad: \(what); name another socket with "
                + "--socket or FASCIA_SOCKET")
    }

    static func unreadable(_ path: String, _ what: String) -> Self {
        Self(
            .protocolError, path: path,
            "the daemon at \(path) has sent a malformed line: \(what); compare \"fascia --version\" with "
                + "\"fasciad --version\"")
    }

    /// The error for a failed connection attempt.
    ///
    /// - Parameter code: an `errno` value.
    static func connecting(_ path: String, failedWith code: Int32) -> Self {
        switch code {
        case ENOENT, ENOTDIR: return .noSocket(path)
        case EACCES, EPERM: return .denied(path)
        case ECONNREFUSED:
            // ECONNREFUSED means a socket without a listener, or a file that is no socket.
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return .staleSocket(path) }
            return .notASocket(path)
        default: return .system(path, String(cString: strerror(code)))
        }
    }

    static func system(_ path: String, _ what: String) -> Self {
        Self(.system, path: path, "cannot connect to \(path): \(what)")
    }
}
