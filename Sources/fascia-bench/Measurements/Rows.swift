import FasciaModel
import FasciaRender

/// What a list costs beside one of a hundred rows when a row is scrolled on 80×24. These are counts: the same on every
/// machine.
struct Rows {
    private struct Cost {
        var laidOut, painted, bytes: Int
    }

    func run(into report: inout Report) throws {
        let counts = [100, 100_000]
        let costs = try counts.map(cost)
        func add(_ name: String, _ unit: String, _ value: KeyPath<Cost, Int>) {
            report.add(name, unit, zip(counts, costs).map { ("\($0) rows", Double($1[keyPath: value])) })
        }
        add("a scrolled row of a list, items laid out", "", \.laidOut)
        add("a scrolled row of a list, boxes painted", "", \.painted)
        add("a scrolled row of a list, to the terminal", "B", \.bytes)
        report.require(
            "a list of 100,000 rows", "items laid out for a scrolled row, of those of 100 rows:",
            Double(costs[1].laidOut) / Double(costs[0].laidOut), .atMost(1.1))
        report.require("a scrolled row", "bytes:", Double(costs[1].bytes), .atMost(250))
    }

    /// One row in the middle of what is known.
    private func cost(_ count: Int) throws -> Cost {
        var renderer = Renderer()
        let work = WorkCount()
        renderer.work = work
        let layout = renderer.layout(try scene(count), size: CellSize(columns: 80, rows: 24))
        var now = Presentation()
        for _ in 0..<40 { now = layout.handle("down", now).presentation }
        let before = renderer.paint(layout, now)
        let (laidOut, painted) = (work.laidOut, work.painted)
        now = layout.handle("down", now).presentation
        let after = renderer.paint(layout, now)
        let data = TerminalEncoder.diff(from: before, to: after, profile: Profile(colors: .ansi256))
        return Cost(laidOut: work.laidOut - laidOut, painted: work.painted - painted, bytes: data.utf8.count)
    }

    /// A list of which an app has published the first rows.
    private func scene(_ count: Int) throws -> Scene {
        let rows = (0..<100).map { number in
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
