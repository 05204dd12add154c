import FasciaClient
import FasciaWire

/// What waits for a daemon that may go away and come back.
protocol DaemonListening {
    var daemon: DaemonPlace { get }
    var connection: LineConnection? { get set }
    mutating func connected()
    mutating func heard(_ message: Message)
    mutating func lost(_ error: ConnectionError)
}

extension DaemonListening {
    mutating func connect() {
        do throws(ConnectionError) {
            connection = try daemon.connect()
            connected()
        } catch {
            lost(error)
        }
    }

    /// The connection can be read or written.
    mutating func serve() {
        guard let connection else { return }
        connection.sendMore()
        do throws(ConnectionError) {
            try connection.receive { heard($0) }
        } catch {
            // It may have been given up for what it said before.
            if self.connection === connection { lost(error) }
        }
    }
}
