import FasciaDocument
import Glibc

/// The time to start after SIGKILL, with a large panel and a long journal.
struct RecoveryTime {
    private let servers: Servers
    private let events: Int
    private static let forest = ToggleGroups(groups: 10, leaves: 10_000)
    private static let name = "recovered"

    init(_ servers: Servers, share: Double) throws {
        self.servers = servers
        events = max(1_000, Int(100_000 * share))
    }

    func run(into report: inout Report) throws {
        try declare()
        let revision = try change()
        var found: JSON = [:]
        var server: Server?
        let time = try ContinuousClock().measure {
            server = try servers.fascia(Self.name)
            found = try server.map { try LineClient($0.socket).call("daemon.status") } ?? [:]
        }
        guard found["revision"]?.intValue == revision else {
            throw BenchFailure("the daemon is back at revision \(found["revision"] ?? .null), not \(revision)")
        }
        server?.end(SIGTERM)
        let seconds = time / .seconds(1)
        report.add("\(Self.forest.count) options and \(events) events: back after", "s", [("fascia", seconds)])
        report.require("recovery after kill -9", "seconds:", seconds, .atMost(2))
    }

    /// Declares the panel and ends the daemon, so that the whole write-ahead log is checkpointed into the database.
    private func declare() throws {
        let server = try servers.fascia(Self.name)
        try Self.forest.declare(at: LineClient(server.socket))
        server.end(SIGTERM)
    }

    /// Makes the changes and kills the daemon.
    ///
    /// - Returns: the revision after the last change.
    private func change() throws -> Int {
        let server = try servers.fascia(Self.name)
        let ring = RequestRing.changing(Array(Self.forest.randomChanges(events).prefix(events)))
        _ = try Load(ring: ring, depth: 16, requests: events, warmup: 0, wire: .init(expected: "\"changed\":true")).run(
            on: server)
        let revision = try LineClient(server.socket).call("daemon.status")["revision"]?.intValue ?? 0
        server.end(SIGKILL)
        return revision
    }
}
