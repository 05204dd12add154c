import FasciaModel

/// The daemon beside a raw echo and Redis under the same loads, in turns, so that whatever else the machine does
/// meets all of them.
///
/// Like with like: where both keep all in memory only, and where both keep it on the disk as well, without anybody
/// waiting for that.
struct Comparison {
    var echo: Server
    var memory: Pair
    var kept: Pair
    var rounds: Int
    /// How many requests, where 1 is a full run.
    var share: Double

    struct Pair {
        var fascia: Server
        /// Absent where it is not installed.
        var redis: Server?
    }

    init(_ servers: Servers, rounds: Int, share: Double) throws {
        self.rounds = rounds
        self.share = share
        echo = try servers.echo()
        memory = Pair(
            fascia: try servers.fascia("fascia, memory", ["--ephemeral"]), redis: try servers.redis("redis, memory", .inMemory))
        kept = Pair(fascia: try servers.fascia("fascia, kept"), redis: try servers.redis("redis, kept", .everySecond))
        let options = (0..<64).map { ["id": .string("o\($0)")] as JSON }
        for server in [memory.fascia, kept.fascia] {
            try LineClient(server.socket).call("toggle.declare", ["group": ["id": "bench", "options": .array(options)]])
        }
    }

    private var servers: [Server] { [echo, memory.redis, memory.fascia, kept.redis, kept.fascia].compactMap(\.self) }

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
        for pair in [memory, kept] {
            let (fascia, how) = (pair.fascia.name, pair.fascia.name.dropFirst(8))
            report.require(
                "a lone client's round trip, \(how)", "times the echo's:", ratio(lone, fascia, "echo", \.median),
                .atMost(1.3))
            guard let redis = pair.redis?.name else { continue }
            report.require(
                "50 clients without pipelining, \(how)", "times Redis' rate:",
                ratio(many, fascia, redis, \.requestsPerSecond), .atLeast(1))
            report.require(
                "50 clients with 16 in flight, \(how)", "requests a second:", median(piped, fascia, \.requestsPerSecond),
                .atLeast(max(400_000, median(piped, redis, \.requestsPerSecond) / 2)))
        }
        report.require(
            "what is kept beside what is not", "times the rate of 50 clients:",
            ratio(many, kept.fascia.name, memory.fascia.name, \.requestsPerSecond), .atLeast(0.9))
    }

    private typealias Results = [String: [LoadResult]]

    private func measure(_ shape: Shape) throws -> Results {
        let toggles = RequestRing.toggling(connections: shape.connections) { "bench/o\($0)" }
        let keys = RequestRing.settingKeys(connections: shape.connections)
        let requests = max(1_000, Int(Double(shape.requests) * share))
        var results: Results = [:]
        for _ in 0..<rounds {
            for server in servers {
                let kind = server.name.prefix { $0 != "," }
                let load = Load(
                    ring: kind == "redis" ? keys : toggles, depth: shape.depth, requests: requests,
                    warmup: requests / 10, expected: Self.expected[String(kind)] ?? "")
                results[server.name, default: []].append(try load.run(on: server))
            }
        }
        return results
    }

    private static let expected = ["echo": "toggle.set", "redis": "+OK", "fascia": "\"result\""]

    private func add(_ name: String, _ results: Results, to report: inout Report) {
        func row(_ what: String, _ unit: String, _ path: KeyPath<LoadResult, Double>) {
            report.add("\(name): \(what)", unit, servers.map { ($0.name, median(results, $0.name, path)) })
        }
        row("requests", "1/s", \.requestsPerSecond)
        row("round trip, median", "µs", \.median)
        row("round trip, 99 %", "µs", \.percentile99)
        row("server's processor time", "µs", \.processorTime)
    }

    private func median(_ results: Results, _ server: String, _ path: KeyPath<LoadResult, Double>) -> Double {
        (results[server] ?? []).map { $0[keyPath: path] }.median
    }

    /// Of each round by itself, then the middle one.
    private func ratio(
        _ results: Results, _ server: String, _ other: String, _ path: KeyPath<LoadResult, Double>
    ) -> Double {
        zip(results[server] ?? [], results[other] ?? []).map { $0[keyPath: path] / $1[keyPath: path] }.median
    }
}
