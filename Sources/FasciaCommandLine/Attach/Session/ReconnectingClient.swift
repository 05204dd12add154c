import FasciaClient
import FasciaWire

/// A client that reconnects to its daemon.
protocol ReconnectingClient {
    var daemon: DaemonEndpoint { get }
    var connection: LineConnection? { get set }
    mutating func connected()
    mutating func received(_ message: Message)
    mutating func connectionLost(_ error: ConnectionError)
}

extension ReconnectingClient {
    mutating func connect() {
        do throws(ConnectionError) {
            connection = try daemon.connect()
            connected()
        } catch {
            connectionLost(error)
        }
    }

    /// Call when the connection is readable or writable.
    mutating func exchangeMessages() {
        guard let connection else { return }
        connection.sendMore()
        do throws(ConnectionError) {
            try connection.receive { received($0) }
        } catch {
            // `received` may have dropped the connection already.
            if self.connection === connection { connectionLost(error) }
        }
    }
}
