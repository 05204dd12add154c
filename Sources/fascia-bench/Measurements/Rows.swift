import FasciaModel
import FasciaRender

/// What a long list costs beside a short one when it is scrolled on 80×24. These are counts: the same on every machine.
///
/// A window on a list is 130 rows there: the short one is so long, and both are scrolled so far, that neither end cuts
/// a window off, which would count for the list that is cut off.
struct Rows {
    private struct Cost {
        /// For all rows that are scrolled: most steps lay out nothing, because a window is laid out for many of them.
        var laidOut: Int
        /// For the last step.
        var painted, bytes: Int
    }

    private static let counts = (short: 1_000, long: 100_000)
    /// How many of its first rows an app has published.
    private static let known = 400
    /// The row that has the focus when it begins to be measured.
    private static let start = 150
    private static let steps = 100

    func run(into report: inout Report) throws {
        let counts = [Self.counts.short, Self.counts.long]
        let costs = try counts.map(cost)
        func add(_ name: String, _ unit: String, _ value: KeyPath<Cost, Int>) {
            report.add(name, unit, zip(counts, costs).map { ("\($0) rows", Double($1[keyPath: value])) })
        }
        add("\(Self.steps) scrolled rows of a list, items laid out", "", \.laidOut)
        add("a scrolled row of a list, boxes painted", "", \.painted)
        add("a scrolled row of a list, to the terminal", "B", \.bytes)
        report.require(
            "a list of \(counts[1]) rows", "items laid out for \(Self.steps) scrolled rows, of those of \(counts[0]) rows:",
            Double(costs[1].laidOut) / Double(costs[0].laidOut), .atMost(1))
        report.require(
            "a list of \(counts[1]) rows", "items laid out for each of \(Self.steps) scrolled rows:",
            Double(costs[1].laidOut) / Double(Self.steps), .atMost(8))
        report.require("a scrolled row", "bytes:", Double(costs[1].bytes), .atMost(250))
    }

    /// Some rows in the middle of what is known.
    private func cost(_ count: Int) throws -> Cost {
        var renderer = Renderer()
        let work = WorkCount()
        renderer.work = work
        let layout = renderer.layout(try scene(count), size: CellSize(columns: 80, rows: 24))
        var now = Presentation()
        for _ in 0..<Self.start { now = layout.handle("down", now).presentation }
        let laidOut = work.laidOut
        for _ in 1..<Self.steps { now = layout.handle("down", now).presentation }
        let before = renderer.paint(layout, now)
        let painted = work.painted
        now = layout.handle("down", now).presentation
        let after = renderer.paint(layout, now)
        let data = TerminalEncoder.diff(from: before, to: after, profile: Profile(colors: .ansi256))
        return Cost(laidOut: work.laidOut - laidOut, painted: work.painted - painted, bytes: data.utf8.count)
    }

    /// A list of which an app has published the first rows.
    private func scene(_ count: Int) throws -> Scene {
        let rows = (0..<Self.known).map { number in
            Node(.button(ButtonContent("Row number \(number)", tap: .emit(name: "onTap", payload: .int(number)))))
        }
        let list = Node(.list(ListContent(children: [Node(.rows(RowsContent(total: count, children: rows)), id: "rows")])))
        var panel = Panel()
        _ = try panel.apply(.putScreen(Screen(id: "rows", body: list)))
        _ = try panel.apply(.push(stack: "main", route: Route("rows"), handles: []))
        guard let scene = panel.scene(stack: "main") else { throw BenchFailure("there is no scene") }
        return scene
    }
}
