/// Compares the cost of changing a leaf among 100,000 with a leaf among ten.
struct Scaling {
    private let small: Server
    private let large: Server
    private let rounds: Int
    private let share: Double

    private static let few = ToggleGroups(groups: 1, leaves: 10)
    private static let most = ToggleGroups(groups: 10, leaves: 10_000)

    init(_ servers: Servers, rounds: Int, share: Double) throws {
        (small, large) = (try servers.fascia("small"), try servers.fascia("large"))
        self.rounds = rounds
        self.share = share
    }

    func run(into report: inout Report) throws {
        try Self.few.declare(at: LineClient(small.socket))
        try Self.most.declare(at: LineClient(large.socket))
        // Both rings have about the same length, so that the generator costs the same.
        let rings = [Self.few, Self.most].map {
            RequestRing.changing($0.randomChanges(max(1_000, Int(65_536 * share))))
        }
        var medians: [[Double]] = [[], []]
        for _ in 0..<rounds {
            for (index, server) in [small, large].enumerated() {
                // Makes each change exactly once, so that the next round starts from the same state.
                let warmup = rings[index].length / 10
                let load = Load(
                    ring: rings[index], requests: rings[index].length - warmup, warmup: warmup,
                    wire: .init(expected: "\"changed\":true"))
                medians[index].append(try load.run(on: server).median)
            }
        }
        report.add(
            "a leaf: round trip, median", "µs",
            [("among 10", medians[0].median), ("among 100,000", medians[1].median)])
        report.require(
            "a leaf among 100,000", "times the round trip among 10:",
            zip(medians[1], medians[0]).map { $0 / $1 }.median, .atMost(1.2))
    }
}
