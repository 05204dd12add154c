import FasciaModel
import TestSupport
import Testing

@testable import FasciaRender

/// What stands over and in each other costs no more than it may.
@Suite(.mustEnd) struct BudgetTests {
    private func paint(
        _ root: Element, _ columns: Int, _ rows: Int, _ colors: Profile.Colors = .trueColor
    ) -> (picture: CellBuffer, work: WorkCount, excess: [EntryID: Set<Excess.Part>]) {
        var renderer = Renderer()
        let (work, excess) = (WorkCount(), Excess())
        (renderer.work, renderer.excess) = (work, excess)
        let picture = renderer.picture(scene(root), size: size(columns, rows), colors: colors)
        return (picture, work, excess.take())
    }

    private func veil(_ opacity: Double, _ name: String = "red", id: Int) -> Element {
        Element(id: "v\(id)", .color(NamedColor(name, opacity: opacity)))
    }

    // MARK: - What is covered

    @Test func whatIsCoveredIsNotDrawn() {
        let under = (0..<100).map { text(String(repeating: "word ", count: 40), id: "t\($0)") }
        let alone = paint(color("blue"), 60, 20)
        let covered = paint(zstack(under + [color("blue")]), 60, 20)
        #expect(covered.picture == alone.picture)
        #expect(covered.work.painted <= alone.work.painted + 2)
        // What shows through, or does not cover all, covers nothing.
        #expect(paint(zstack(under + [veil(0.9, id: 0)]), 60, 20).work.painted > 100)
        #expect(paint(zstack(under + [color("blue").with(frame(40, 18))]), 60, 20).work.painted > 100)
        #expect(paint(zstack(under + [color("blue").with(.opacity(0.5))]), 60, 20).work.painted > 100)
        #expect(paint(zstack(under + [shape(.circle, fill: NamedColor("blue"))]), 60, 20).work.painted > 100)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func nothingShowsThroughWhatCovers(_ seed: UInt64) {
        var trees = RandomTree(seed: seed)
        let (under, over) = (trees.element(), trees.element())
        // As attachments, which take no part in how what they belong to is laid out.
        let cover = color("blue").with(frame(30, 10))
        for colors in Profile.Colors.allCases {
            // However they are ordered in themselves.
            let both = paint(cover.background(zstack([under])).overlay(zstack([over])), 30, 12, colors)
            #expect(both.picture == paint(cover.overlay(zstack([over])), 30, 12, colors).picture)
        }
    }

    @Test func modalsCoverWhatIsUnderThem() {
        let rows = (0..<20).map { text("Row \($0)", id: "r\($0)") }
        func layers(_ count: Int) -> Scene {
            let sheets = (0..<count).map { layer(vstack(rows), entry: "e\($0 + 2)", modal: .sheet) }
            return Scene(stack: "main", layers: [layer(vstack(rows), entry: "e1")] + sheets)
        }
        func painted(_ count: Int) -> Int {
            var renderer = Renderer()
            let work = WorkCount()
            renderer.work = work
            _ = renderer.picture(layers(count), size: size(80, 24))
            return work.drawn
        }
        #expect(painted(100) - painted(20) <= 80 * 80 * 24, "a clear frame each")
    }

    // MARK: - What shows through

    @Test func manyVeilsOverEachOtherAreBounded() {
        let veils = (0..<1_500).map { veil(0.3, id: $0) }
        let (picture, work, excess) = paint(
            zstack([text("under", id: "under")] + veils + [text("over", id: "over")]), 500, 200)
        #expect(work.drawn <= PaintPlan.most(size(500, 200)))
        #expect(excess == [EntryID("e1"): [.paint]])
        #expect(picture.lines.contains { $0.contains("over") })
        // Less than half of a colour is left out, more covers all.
        let thick = paint(zstack((0..<1_500).map { veil($0 == 700 ? 0.9 : 0.6, $0 == 1_499 ? "blue" : "red", id: $0) }), 200, 60)
        #expect(thick.work.drawn <= PaintPlan.most(size(200, 60)))
        #expect(thick.picture[column: 100, row: 30].style.background == SystemColors.rgb(NamedColor("blue")))
    }

    @Test func aFewVeilsAreMixed() {
        let (picture, _, excess) = paint(zstack((0..<7).map { veil(0.3, id: $0) }), 500, 200)
        #expect(excess == [:])
        let color = picture[column: 3, row: 50].style.background
        #expect(color != SystemColors.rgb(NamedColor("red")) && color != nil)
    }

    @Test(arguments: ["circle", "group", "clip", "nested"])
    func whateverItIs(_ what: String) {
        let shapes = (0..<1_500).map { number -> Element in
            switch what {
            case "circle": shape(.ellipse, fill: NamedColor("red"), id: "s\(number)")
            case "group": color("red", id: "s\(number)").with(.opacity(0.5))
            default: color("red", id: "s\(number)").with(.clip(.circle))
            }
        }
        var root = zstack(shapes)
        if what == "nested" {
            root = (0..<200).reduce(text("in", id: "t")) { inner, _ in
                inner.with(.opacity(0.9), .frame(Frame(maxWidth: .infinity, maxHeight: .infinity)))
            }
        }
        let (_, work, excess) = paint(root, 200, 60)
        #expect(work.drawn <= PaintPlan.most(size(200, 60)))
        #expect(excess == [EntryID("e1"): [.paint]])
    }

    // MARK: - Layout

    /// Stacks in each other whose share of the room depends on words that wrap: each level asks for more sizes.
    private func deep(_ levels: Int) -> Element {
        (0..<levels).reduce(text("the innermost words of all", id: "t")) { inner, level in
            let beside = text(String(repeating: "word ", count: 7 + level % 5), id: "w\(level)")
            let frame = Modifier.frame(Frame(minWidth: Double(level), maxWidth: .infinity, maxHeight: .infinity))
            let children = [beside, inner.with(frame), spacer(id: "s\(level)")]
            return level % 2 == 0 ? hstack(children, id: "h\(level)") : vstack(children, id: "v\(level)")
        }
    }

    private func sized(_ root: Element) -> Int {
        let builder = LayoutBuilder(styles: .init(), unicode: true)
        let item = builder.item(for: root)
        let room = ProposedCells(columns: 500, rows: 200)
        _ = item.size(for: room)
        _ = item.place(at: CellPoint(column: 0, row: 0), room)
        return builder.effort.sized
    }

    @Test func deepStacksAreAskedForFewSizes() {
        // An item is asked for so many sizes at most, and what it is made of for as many each.
        let items = 4 * 60
        #expect(sized(deep(60)) <= items * 8 * LayoutEffort.mostProposals)
        #expect(paint(deep(60), 500, 200).excess == [:])
    }

    @Test func gridsInGridsAreAskedForFewSizes() {
        let deep = (0..<30).reduce(text("some words that wrap", id: "t")) { inner, level in
            grid(
                (0..<2).map { row in
                    gridRow([text("cell \(row) of \(level)", id: "c\(level).\(row)"), row == 0 ? inner : spacer(id: "s\(level)")])
                })
        }
        #expect(sized(deep) <= 8 * 30 * 8 * LayoutEffort.mostProposals)
    }

    @Test func wideAndDeepIsCutShort() {
        let leaves = (0..<8_000).map { text("some words that may wrap \($0)", id: "l\($0)") }
        var inner = hstack(leaves, id: "leaves")
        for level in 0..<40 {
            let beside = text(String(repeating: "word ", count: 9 + level % 7), id: "w\(level)")
            inner = level % 2 == 0 ? vstack([beside, inner], id: "v\(level)") : hstack([beside, inner], id: "h\(level)")
        }
        let (_, _, excess) = paint(inner, 500, 200)
        #expect(excess[EntryID("e1")]?.contains(.layout) == true)
        #expect(sized(inner) <= 8_000 * 100)
    }

    @Test func longWordsManyTimesAreCutShort() {
        let long = String(repeating: "many words ", count: 6_000)
        let (_, _, excess) = paint(vstack((0..<80).map { text(long, id: "t\($0)") }), 80, 24)
        #expect(excess[EntryID("e1")] == [.layout])
        #expect(paint(text(long, id: "t"), 80, 24).excess == [:])
    }
}
