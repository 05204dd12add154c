/// The daemon beside a raw echo server and Redis with an append-only file, under the same loads. Servers take turns, so
/// that other activity of the machine affects all of them.
struct Comparison {
    private let echo: Server
    private let fascia: Server
    /// `nil` if Redis is not installed.
    private let redis: Server?
    private let rounds: Int
    /// The share of the full number of requests: 1 for a full run.
    private let share: Double

    init(_ servers: Servers, rounds: Int, share: Double) throws {
        self.rounds = rounds
        self.share = share
        echo = try servers.echo()
        fascia = try servers.fascia("fascia")
        redis = try servers.redis("redis", .everySecond)
        try LineClient(fascia.socket).declareOptions(64, of: "bench")
    }

    private var servers: [Server] { [echo, redis, fascia].compactMap(\.self) }

    private struct Shape {
        var name: String
        var connections: Int
        var depth: Int
        var requests: Int
    }

    private static let lone = Shape(name: "1 client", connections: 1, depth: 1, requests: 100_000)
    private static let many = Shape(name: "50 clients", connections: 50, depth: 1, requests: 300_000)
    private static let piped = Shape(name: "50 clients, 16 in flight", connections: 50, depth: 16, requests: 1_500_000)

    func run(into report: inout Report) throws {
        let lone = try measure(Self.lone)
        let many = try measure(Self.many)
        let piped = try measure(Self.piped)
        for (shape, results) in [(Self.lone, lone), (Self.many, many), (Self.piped, piped)] {
            add(shape.name, results, to: &report)
        }
        report.require(
            "a lone toggle.set", "times the echo's round trip:", ratio(lone, "echo", \.median), .atMost(3))
        guard redis != nil else { return }
        report.require(
            "50 clients", "times Redis' rate:", ratio(many, "redis", \.requestsPerSecond), .atLeast(0.7))
        report.require(
            "50 clients with 16 in flight", "times Redis' rate:", ratio(piped, "redis", \.requestsPerSecond),
            .atLeast(0.4))
    }

    private typealias Results = [String: [LoadResult]]

    private func measure(_ shape: Shape) throws -> Results {
        let toggles = RequestRing.toggling(connections: shape.connections) { "bench/o\($0)" }
        let keys = RequestRing.settingKeys(connections: shape.connections)
        let requests = max(1_000, Int(Double(shape.requests) * share))
        var results: Results = [:]
        for _ in 0..<rounds {
            for server in servers {
                let load = Load(
                    ring: server.name == "redis" ? keys : toggles, depth: shape.depth, requests: requests,
                    warmup: requests / 10, expected: Self.expected[server.name] ?? "")
                results[server.name, default: []].append(try load.run(on: server))
            }
        }
        return results
    }

    private static let expected = ["echo": "toggle.set", "redis": "+OK", "fascia": "\"result\""]

    private func add(_ name: String, _ results: Results, to report: inout Report) {
        func row(_ what: String, _ unit: String, _ path: KeyPath<LoadResult, Double>) {
            let values = servers.map { server in
                (server.name, (results[server.name] ?? []).map { $0[keyPath: path] }.median)
            }
            report.add("\(name): \(what)", unit, values)
        }
        row("requests", "1/s", \.requestsPerSecond)
        row("round trip, median", "µs", \.median)
        row("round trip, 99 %", "µs", \.percentile99)
        row("server's processor time", "µs", \.processorTime)
    }

    /// The median of the ratios of the individual rounds.
    private func ratio(_ results: Results, _ other: String, _ path: KeyPath<LoadResult, Double>) -> Double {
        zip(results["fascia"] ?? [], results[other] ?? []).map { $0[keyPath: path] / $1[keyPath: path] }.median
    }
}
