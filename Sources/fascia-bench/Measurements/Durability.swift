/// The rate of durable changes, which are on disk before their reply, beside Redis that syncs its file for each request.
struct Durability {
    private let fascia: Participant
    private let redis: Participant
    private let rounds: Int
    private let share: Double

    /// `nil` if Redis is not installed.
    init?(_ servers: Servers, rounds: Int, share: Double) throws {
        guard let redis = try servers.redis("redis, durable", .always) else { return nil }
        self.redis = .redis(redis)
        self.rounds = rounds
        self.share = share
        fascia = .fascia(try servers.fascia("durable"), durable: true)
        try LineClient(fascia.server.socket).declareOptions(64, of: "bench")
    }

    func run(into report: inout Report) throws {
        var rates: [(fascia: Double, redis: Double)] = []
        for _ in 0..<rounds { rates.append((try rate(fascia), try rate(redis))) }
        report.add(
            "50 clients, on the disk: requests", "1/s",
            [("redis, always", rates.map(\.redis).median), ("fascia", rates.map(\.fascia).median)])
        report.require(
            "50 durable clients", "times Redis' rate with appendfsync always:", rates.map { $0.fascia / $0.redis }.median,
            .atLeast(0.6))
    }

    private func rate(_ participant: Participant) throws -> Double {
        let requests = max(500, Int(20_000 * share))
        return try Load(
            ring: RequestRing(connections: 50, request: participant.request), requests: requests, warmup: requests / 10,
            wire: participant.wire, isPinned: false
        ).run(on: participant.server).requestsPerSecond
    }
}
