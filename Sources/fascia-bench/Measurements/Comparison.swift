/// The daemon beside a raw echo and Redis under the same loads, in turns, so that whatever else the machine does
/// meets all of them.
struct Comparison {
    var echo: Server
    /// Absent where it is not installed.
    var redis: Server?
    var fascia: Server
    var rounds: Int
    /// How many requests, where 1 is a full run.
    var share: Double

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
            "a lone client's round trip", "times the echo's:",
            ratio(lone, "fascia", "echo", \.median), .atMost(1.3))
        guard redis != nil else { return }
        report.require(
            "50 clients without pipelining", "times Redis' rate:",
            ratio(many, "fascia", "redis", \.requestsPerSecond), .atLeast(1))
        report.require(
            "50 clients with 16 in flight", "requests a second:", median(piped, "fascia", \.requestsPerSecond),
            .atLeast(max(400_000, median(piped, "redis", \.requestsPerSecond) / 2)))
    }

    private typealias Results = [String: [LoadResult]]

    private func measure(_ shape: Shape) throws -> Results {
        let toggles = RequestRing.toggling(connections: shape.connections) { "bench/o\($0)" }
        let keys = RequestRing.settingKeys(connections: shape.connections)
        let requests = max(1_000, Int(Double(shape.requests) * share))
        var results: Results = [:]
        for _ in 0..<rounds {
            for server in [echo, redis, fascia].compactMap(\.self) {
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
            let servers = ["echo", "redis", "fascia"].filter { results[$0] != nil }
            report.add("\(name): \(what)", unit, servers.map { ($0, median(results, $0, path)) })
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
