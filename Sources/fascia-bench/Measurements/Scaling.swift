import FasciaModel

/// Whether a leaf among a million costs what a leaf among ten costs.
struct Scaling {
    /// Two daemons that have nothing else to do.
    var small: Server
    var large: Server
    var rounds: Int
    var share: Double

    private static let ten = ToggleForest(id: "big", groups: 1, leaves: 10)
    private static let million = ToggleForest(id: "big", groups: 100, leaves: 10_000)

    func run(into report: inout Report) throws {
        try LineClient(small.socket).call("toggle.declare", Self.ten.json)
        try LineClient(large.socket).call("toggle.declare", Self.million.json)
        let names = ["among 10", "among 1,000,000"]

        // As many different requests for the small one as for the large one: they cost the generator the same.
        let changes = [Self.ten, Self.million].map { $0.randomChanges(max(1_000, Int(65_536 * share))) }
        let rings = changes.map { RequestRing.changing($0) }
        var medians: [[Double]] = [[], []]
        for _ in 0..<rounds {
            for (index, server) in [small, large].enumerated() {
                // All of them, once: the next round finds everything as this one did.
                let warmup = rings[index].length / 10
                let load = Load(
                    ring: rings[index], requests: rings[index].length - warmup, warmup: warmup,
                    expected: "\"changed\":true")
                medians[index].append(try load.run(on: server).median)
            }
        }
        report.add("a leaf: round trip, median", "µs", zip(names, medians.map(\.median)).map { ($0, $1) })
        report.add("a leaf: in the process", "µs", zip(names, try inProcess(changes)).map { ($0, $1) })
        report.add("memory of the daemon", "MB", zip(names, [small, large].map(\.megabytes)).map { ($0, $1) })
        let ratio = zip(medians[1], medians[0]).map { $0 / $1 }.median
        report.require("a leaf among 1,000,000", "times the round trip among 10:", ratio, .atMost(1.2))
    }

    /// Microseconds of `Panel.apply` for one leaf.
    private func inProcess(_ changes: [[(id: String, on: Bool)]]) throws -> [Double] {
        var panels = [Panel(), Panel()]
        for (index, forest) in [Self.ten, Self.million].enumerated() {
            _ = try panels[index].apply(.declareGroup(forest.declaration))
        }
        let commands = changes.map { $0.map { Command.setToggle(id: $0.id, on: $0.on) } }
        var times: [[Double]] = [[], []]
        for _ in 0..<rounds {
            for index in panels.indices {
                let time = try ContinuousClock().measure {
                    for command in commands[index] { _ = try panels[index].apply(command) }
                }
                times[index].append(time / .microseconds(1) / Double(commands[index].count))
            }
        }
        return times.map(\.median)
    }
}

extension Server {
    fileprivate var megabytes: Double { Double(state.residentBytes) / 1e6 }
}
