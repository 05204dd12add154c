import FasciaClient
import FasciaWire

/// A client that reconnects to its daemon.
protocol ReconnectingClient {
    var daemon: DaemonEndpoint { get }
    var connection: LineConnection? { get set }
    mutating func connected()
    mutating func heard(_ message: Message)
    mutating func lost(_ error: ConnectionError)
}

extension ReconnectingClient {
    mutating func connect() {
        do throws(ConnectionError) {
            connection = try daemon.connect()
            connected()
        } catch {
            lost(error)
        }
    }

    /// Call when the connection is readable or writable.
    mutating func serve() {
        guard let connection else { return }
        connection.sendMore()
        do throws(ConnectionError) {
            try connection.receive { heard($0) }
        } catch {
            // `heard` may have dropped the connection already.
            if self.connection === connection { lost(error) }
        }
    }
}
