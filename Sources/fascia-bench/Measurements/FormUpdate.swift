import FasciaUI
import Observation

/// A form of 100 controls on a terminal of 80×24, made of views in this process: what one change costs beside the
/// first picture, in time and in views that are evaluated.
@MainActor struct FormUpdate {
    var rounds: Int

    func run(into report: inout Report) throws {
        var (firsts, changes): ([Double], [Double]) = ([], [])
        var (evaluated, lowered) = (0, 0)
        for _ in 0..<max(11, rounds) {
            let switches = (0..<100).map { Switch(name: "Option \($0)") }
            var snapshot: Snapshot?
            let first = ContinuousClock().measure {
                snapshot = Snapshot(SwitchForm(switches: switches), columns: 80, rows: 24)
                _ = snapshot?.picture
            }
            guard let snapshot else { throw BenchFailure("the form was not made") }
            firsts.append(first / .microseconds(1))
            // One that is seen, another one each time.
            for index in 0..<10 {
                snapshot.resetCounts()
                let before = snapshot.picture
                var after = before
                let change = ContinuousClock().measure {
                    switches[index].isOn.toggle()
                    after = snapshot.picture
                }
                guard before != after else { throw BenchFailure("a change of a switch changed no cell") }
                changes.append(change / .microseconds(1))
                evaluated = max(evaluated, snapshot.evaluations.values.reduce(0, +))
                lowered = max(lowered, snapshot.lowerings)
            }
        }
        report.add(
            "a form of 100 switches, to cells", "µs",
            [("first", firsts.median), ("one switch changed", changes.median)])
        report.add(
            "for one switch changed", "", [("bodies evaluated", Double(evaluated)), ("places made anew", Double(lowered))])
        // The row depends on it; around it are the row of the list, the list, the form, and the screen.
        report.require("views for a changed switch", "bodies evaluated:", Double(evaluated), .atMost(1))
        report.require(
            "a changed switch of a form", "of the first picture's time:", changes.median / firsts.median, .atMost(0.1))
    }
}

@Observable private final class Switch {
    let name: String
    var isOn = false

    init(name: String) { self.name = name }
}

private struct SwitchForm: View {
    let switches: [Switch]

    var body: some View {
        Form {
            ForEach(switches, id: \.name) { SwitchRow(model: $0) }
        }
    }
}

private struct SwitchRow: View {
    @Bindable var model: Switch

    var body: some View { Toggle(model.name, isOn: $model.isOn) }
}
