import FasciaDocument
import TestSupport

/// A watcher that continues from its cursor after each restart, and must end with the daemon's state.
final class TrafficWatcher {
    private var replica: Replica
    private var cursor: (epoch: String, revision: Int)
    private var connection: JSONClient?
    private(set) var events = 0
    private(set) var gaps = 0

    init(_ daemon: DaemonProcess) throws {
        let connection = try daemon.client()
        let start = try connection.call("watch.start", ["snapshot": true])
        guard let snapshot = start["snapshot"] else { throw TestFailure("no snapshot: \(start.text)") }
        replica = Replica(snapshot: snapshot)
        cursor = try Self.cursor(start["cursor"])
        self.connection = connection
    }

    private static func cursor(_ json: JSON?) throws -> (String, Int) {
        let parts = (json?.stringValue ?? "").split(separator: ":")
        guard parts.count == 2, let revision = Int(parts[1]) else { throw TestFailure("no cursor: \(json?.text ?? "")") }
        return (String(parts[0]), revision)
    }

    var epoch: String { cursor.epoch }

    /// Applies the received events, up to the end of the connection if the daemon has ended.
    func takeRest() throws {
        guard let connection else { return }
        self.connection = nil
        for notification in connection.takeNotifications() { try take(notification) }
        while let line = try? connection.lines.receiveLineOrEnd() { try take(try JSON(parsing: line)) }
    }

    /// Disconnects, keeping the cursor.
    func drop() throws {
        guard let connection else { return }
        for notification in connection.takeNotifications() { try take(notification) }
        self.connection = nil
    }

    /// Continues from its cursor and compares its replica with the daemon's state.
    func comeBack(_ daemon: DaemonProcess) throws {
        let connection = try daemon.client()
        self.connection = connection
        try connection.call("watch.start", ["since": .string("\(cursor.epoch):\(cursor.revision)")])
        try compare(connection)
    }

    private func compare(_ connection: JSONClient) throws {
        let last = try connection.sync()
        for notification in connection.takeNotifications() { try take(notification) }
        guard cursor.revision == last else {
            throw TestFailure("the watcher is at \(cursor.revision), and the panel at \(last)")
        }
        let start = try connection.call("watch.start", ["snapshot": true])
        try connection.call("watch.stop", ["watch": start["watch"] ?? .null])
        guard try Self.cursor(start["cursor"]) == cursor else { throw TestFailure("another cursor: \(start.text)") }
        guard let snapshot = start["snapshot"], replica == Replica(snapshot: snapshot) else {
            throw TestFailure("what the watcher knows is not what there is, at revision \(last)")
        }
    }

    private func take(_ message: JSON) throws {
        guard let params = message["params"] else { return }
        switch message["method"]?.stringValue {
        case "event":
            let next = try Self.cursor(params["cursor"])
            guard next == (cursor.epoch, cursor.revision + 1) else {
                throw TestFailure("event \(next) after \(cursor): something is missed, or told twice")
            }
            try replica.apply(params["changes"]?.arrayValue ?? [])
            cursor = next
            events += 1
        case "event.gap":
            guard try Self.cursor(params["from"]) == cursor, let snapshot = params["snapshot"] else {
                throw TestFailure("a gap that does not begin at \(cursor): \(params.text)")
            }
            replica = Replica(snapshot: snapshot)
            cursor = try Self.cursor(params["to"])
            gaps += 1
        default: throw TestFailure("nobody asked for \(message.text)")
        }
    }
}
