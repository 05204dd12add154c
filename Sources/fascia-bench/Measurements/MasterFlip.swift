import FasciaModel

/// A master switch over 100,000 leaves.
struct MasterFlip {
    var fascia: Server
    var rounds: Int

    private static let forest = ToggleForest(id: "m", groups: 1, leaves: 100_000)

    func run(into report: inout Report) throws {
        let applying = try inProcess()
        let (sending, bytes) = try overTheSocket()
        report.add("a master over 100,000 leaves", "ms", [("in the process", applying), ("to a watcher", sending)])
        report.add("its event", "MB", [("fascia", bytes / 1e6)])
        report.require("a master over 100,000 leaves", "milliseconds in the process:", applying, .atMost(2))
    }

    /// Milliseconds of `Panel.apply`.
    private func inProcess() throws -> Double {
        var panel = Panel()
        _ = try panel.apply(.declareGroup(Self.forest.declaration))
        var times: [Double] = []
        for flip in 0..<max(11, rounds) {
            var changes: [Change] = []
            let time = try ContinuousClock().measure {
                changes = try panel.apply(.setToggle(id: Self.forest.id, on: flip.isMultiple(of: 2)))
            }
            guard changes.count > Self.forest.count else { throw BenchFailure("a master's flip left leaves out") }
            times.append(time / .milliseconds(1))
        }
        return times.median
    }

    /// Milliseconds from the request to the last byte of its event at a watcher, and the event's bytes.
    private func overTheSocket() throws -> (Double, Double) {
        let (watcher, requester) = (try LineClient(fascia.socket), try LineClient(fascia.socket))
        try requester.call("toggle.declare", Self.forest.json)
        try watcher.call("watch.start", ["topics": ["option:m/**", "group:m"]])
        var times: [Double] = []
        var bytes = 0
        for flip in 0..<rounds {
            let time = try ContinuousClock().measure {
                let params: JSON = ["id": .string(Self.forest.id), "on": .bool(flip.isMultiple(of: 2))]
                try requester.send(LineClient.request(id: 1, "toggle.set", params))
                bytes = try watcher.line().count + 1
                _ = try requester.line()
            }
            // Every leaf's change has its id in it, at the least.
            guard bytes > Self.forest.count * 20 else { throw BenchFailure("a master's event has \(bytes) bytes") }
            times.append(time / .milliseconds(1))
        }
        try requester.call("toggle.remove", ["id": .string(Self.forest.id)])
        return (times.median, Double(bytes))
    }
}
