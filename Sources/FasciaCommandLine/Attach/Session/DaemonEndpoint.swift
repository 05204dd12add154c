import FasciaClient
import Glibc

/// The way to the daemon, for a client that polls several descriptors.
enum DaemonEndpoint {
    case here(socket: String)
    case remote(RemoteSocket)

    /// The name for messages.
    var name: String {
        switch self {
        case .here(let socket): socket
        case .remote(let remote): remote.name
        }
    }

    /// Whether a connection that is lost at once may also mean that no daemon is there, as ssh tells it.
    var isRemote: Bool { if case .remote = self { true } else { false } }

    /// Adds what is known about the cause, such as ssh's error messages.
    func explain(_ error: ConnectionError) -> ConnectionError {
        switch self {
        case .here: error
        case .remote(let remote): remote.explain(error)
        }
    }

    func connect() throws(ConnectionError) -> LineConnection {
        switch self {
        case .here(let socket): try LineConnection(connectingTo: socket)
        case .remote(let remote): try remote.connect()
        }
    }

    /// Makes the first connection, and retries while the daemon's queue of connections is full.
    ///
    /// - Parameter timeLimit: maximum time for retries; `nil` for no limit.
    func connect(within timeLimit: Duration?) throws(ConnectionError) -> LineConnection {
        let end = timeLimit.map { ContinuousClock.now + $0 }
        while true {
            do throws(ConnectionError) {
                return try connect()
            } catch {
                guard error.reason == .busy, end.map({ $0 > .now }) ?? true else { throw error }
                // The kernel does not signal when there is room.
                usleep(20_000)
            }
        }
    }
}
