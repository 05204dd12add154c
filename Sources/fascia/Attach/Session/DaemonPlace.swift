import FasciaClient
import Glibc

/// Where a client that waits for several things at once finds its daemon.
enum DaemonPlace {
    case here(socket: String)
    case remote(RemoteSocket)

    /// For people.
    var name: String {
        switch self {
        case .here(let socket): socket
        case .remote(let remote): remote.name
        }
    }

    /// What it means that there is no daemon.
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

    /// The first connection: while the daemon is there but has no room for another one, it is asked again.
    ///
    /// - Parameter timeLimit: for how long; `nil` for as long as it takes.
    func connect(within timeLimit: Duration?) throws(ConnectionError) -> LineConnection {
        let end = timeLimit.map { ContinuousClock.now + $0 }
        while true {
            do throws(ConnectionError) {
                return try connect()
            } catch {
                guard error.reason == .busy, end.map({ $0 > .now }) ?? true else { throw error }
                // The kernel does not say when there is room.
                usleep(20_000)
            }
        }
    }
}
