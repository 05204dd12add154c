/// The daemon beside a raw echo server, Redis with an append-only file, and what people use for local control today: a property
/// on the bus of dbus-daemon, and a topic of mosquitto. Servers take turns under the same loads, so that other activity of the
/// machine affects all of them.
struct Comparison {
    private let database: BareDatabase
    private let echo: Participant
    private let fascia: Participant
    /// Those that are installed.
    private let redis, bus, mosquitto: Participant?
    private let rounds: Int
    /// The share of the full number of requests: 1 for a full run.
    private let share: Double

    init(_ servers: Servers, rounds: Int, share: Double) throws {
        self.rounds = rounds
        self.share = share
        database = try BareDatabase(in: servers.folder)
        echo = .echo(try servers.echo())
        fascia = .fascia(try servers.fascia("fascia"))
        redis = try servers.redis("redis", .everySecond).map(Participant.redis)
        bus = try servers.bus("dbus-daemon").map { .bus($0, service: try servers.service(on: $0)) }
        mosquitto = try servers.mosquitto("mosquitto").map(Participant.mosquitto)
        try LineClient(fascia.server.socket).declareOptions(64, of: "bench")
    }

    private struct Shape {
        var name: String
        var connections: Int
        var depth: Int
        var requests: Int
        /// Times the processor time of a request that Redis needs.
        var cost: Double
    }

    private static let many = Shape(name: "50 clients", connections: 50, depth: 1, requests: 30_000, cost: 2)
    private static let piped = Shape(name: "50 clients, 16 in flight", connections: 50, depth: 16, requests: 100_000, cost: 4)

    func run(into report: inout Report) throws {
        try measureLone(into: &report)
        for shape in [Self.many, Self.piped] { try measure(shape, into: &report) }
    }

    /// One client, beside what no daemon with a journal can save: the way there and back, and a commit.
    private func measureLone(into report: inout Report) throws {
        let shape = Shape(name: "1 client", connections: 1, depth: 1, requests: 10_000, cost: 0)
        var (ways, commits, changes): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<rounds {
            ways.append(try load(echo, shape).median)
            commits.append(try database.commit(max(200, Int(5_000 * share))))
            changes.append(try load(fascia, shape).median)
        }
        report.add(
            "1 client: round trip, median", "µs",
            [("echo", ways.median), ("bare commit of SQLite", commits.median), ("fascia", changes.median)])
        report.require(
            "a lone toggle.set", "times an echo and a commit:",
            zip(changes, zip(ways, commits)).map { $0 / ($1.0 + $1.1) }.median, .atMost(1.6))
    }

    private func measure(_ shape: Shape, into report: inout Report) throws {
        let participants = [echo, redis, bus, mosquitto, fascia].compactMap(\.self)
        var results: [String: [LoadResult]] = [:]
        for _ in 0..<rounds {
            for participant in participants {
                results[participant.server.name, default: []].append(try load(participant, shape))
            }
        }
        func row(_ what: String, _ unit: String, _ path: KeyPath<LoadResult, Double>) {
            let names = participants.map(\.server.name)
            report.add("\(shape.name): \(what)", unit, names.map { ($0, (results[$0] ?? []).map { $0[keyPath: path] }.median) })
        }
        row("requests", "1/s", \.requestsPerSecond)
        row("round trip, median", "µs", \.median)
        row("round trip, 99 %", "µs", \.percentile99)
        row("server's processor time", "µs", \.processorTime)

        /// The median of the ratios of the individual rounds.
        func ratio(_ other: Participant, _ path: KeyPath<LoadResult, Double>) -> Double {
            zip(results[fascia.server.name] ?? [], results[other.server.name] ?? [])
                .map { $0[keyPath: path] / $1[keyPath: path] }.median
        }
        if let redis {
            report.require(shape.name, "times Redis' processor time:", ratio(redis, \.processorTime), .atMost(shape.cost))
        }
        for other in [bus, mosquitto].compactMap(\.self) {
            report.require(shape.name, "times the rate of \(other.server.name):", ratio(other, \.requestsPerSecond), .atLeast(1))
        }
    }

    private func load(_ participant: Participant, _ shape: Shape) throws -> LoadResult {
        let requests = max(1_000, Int(Double(shape.requests) * share * participant.share))
        return try Load(
            ring: RequestRing(connections: shape.connections, request: participant.request), depth: shape.depth,
            requests: requests, warmup: requests / 10, wire: participant.wire
        ).run(on: participant.server, helpers: participant.helpers)
    }
}
