import FasciaModel
import Glibc

/// How long a daemon takes to be there again after it was killed, with a large panel and much that has happened; and how
/// much room that takes on the disk.
struct Recovery {
    private let servers: Servers
    private let events: Int
    private static let million = ToggleForest(id: "big", groups: 100, leaves: 10_000)
    private static let name = "recovered"

    init(_ servers: Servers, share: Double) throws {
        self.servers = servers
        events = max(1_000, Int(100_000 * share))
    }

    func run(into report: inout Report) throws {
        let (revision, bytes) = try fill()
        var server: Server?
        var found: JSON = [:]
        let time = try ContinuousClock().measure {
            server = try servers.fascia(Self.name)
            found = try server.map { try LineClient($0.socket).call("daemon.status") } ?? [:]
        }
        guard found["revision"]?.intValue == revision else {
            throw BenchFailure("the daemon is back at revision \(found["revision"] ?? .null), not \(revision)")
        }
        let seconds = time / .seconds(1)
        report.add("a million options and \(events) events: back after", "s", [("fascia", seconds)])
        report.require("recovery after kill -9", "seconds:", seconds, .atMost(2))
        report.require("the journal", "bytes an event:", bytes, .atMost(300))
    }

    /// Makes a panel and changes it, and kills the daemon.
    ///
    /// - Returns: the revision that was reached, and the bytes that an event takes in the journal.
    private func fill() throws -> (revision: Int, bytes: Double) {
        let server = try servers.fascia(Self.name)
        let client = try LineClient(server.socket)
        try client.call("toggle.declare", Self.million.json)
        let before = try journalBytes(client)
        let changes = Array(Self.million.randomChanges(events).prefix(events))
        let ring = RequestRing.changing(changes)
        _ = try Load(ring: ring, depth: 16, requests: events, warmup: 0, expected: "\"changed\":true").run(on: server)
        let bytes = Double(try journalBytes(client) - before) / Double(events)
        let revision = try client.call("daemon.status")["revision"]?.intValue ?? 0
        server.end(SIGKILL)
        return (revision, bytes)
    }

    /// Of the database and of what is not there yet.
    private func journalBytes(_ client: LineClient) throws -> Int {
        let journal = try client.call("daemon.status")["journal"]
        return (journal?["bytes"]?.intValue ?? 0) + (journal?["tailBytes"]?.intValue ?? 0)
    }
}
