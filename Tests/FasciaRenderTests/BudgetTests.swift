import SceneTestSupport
import TestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// The bounds on the work of layout and painting of nested elements.
@Suite(.mustEnd) struct BudgetTests {
    /// The entries whose screens exceed the bounds of a layout.
    private func excess(_ root: Element, _ columns: Int, _ rows: Int) -> Set<EntryID> {
        var renderer = Renderer()
        let excess = OverBudgetScreens()
        renderer.overBudget = excess
        _ = renderer.frame(scene(root), size: size(columns, rows))
        return Set(excess.take().keys)
    }

    /// Painting a stack of modals costs only as much as painting the visible ones.
    @Test func modalsCoverWhatIsUnderThem() {
        let rows = (0..<20).map { text("Row \($0)", id: "r\($0)") }
        func painted(_ count: Int) -> Int {
            let sheets = (0..<count).map { layer(vstack(rows), entry: "e\($0 + 2)", modal: .sheet) }
            var renderer = Renderer()
            let work = RenderStatistics()
            renderer.work = work
            _ = renderer.frame(
                Scene(stack: "main", layers: [layer(vstack(rows), entry: "e1")] + sheets), size: size(80, 24))
            return work.painted
        }
        #expect(painted(100) == painted(1))
    }

    // MARK: - Long texts in fields

    private func notes(_ count: Int, _ lines: ClosedRange<Int>) -> Element {
        let long = String(repeating: "many words ", count: 5_000)
        return vstack(
            (0..<count).map { index in
                Element(id: "f\(index)", .textField(TextFieldState(label: "", text: long, lines: lines)))
            })
    }

    /// The texts of fields are wrapped as others are.
    @Test func fieldsOfManyLinesCountByTheLinesThatTheyMayHave() {
        #expect(excess(notes(30, 1...1_000), 80, 24) == [EntryID("e1")])
        #expect(excess(notes(30, 1...3), 80, 24) == [], "the text behind them is not looked at")
    }

    @Test(arguments: [1, 2, 3, 40]) func theFirstLinesOfATextAreThoseOfTheWholeText(_ limit: Int) {
        let text = "one  two\n\nthreefourfive six        seven\n世界 世界世界\n"
        for columns in 1...12 {
            let whole = EditedLines(text, columns: columns).ranges
            #expect(EditedLines(text, columns: columns, limit: limit).ranges == Array(whole.prefix(limit)), "\(columns)")
        }
    }

    // MARK: - Areas over each other

    private func veils(_ count: Int, _ frame: Modifier? = nil) -> Element {
        let veils = (0..<count).map { index in
            let veil = Element(id: "veil\(index)", .color(NamedColor("red", opacity: 0.3)))
            return frame.map { veil.with($0) } ?? veil
        }
        return zstack(veils + [text("Words", id: "words"), button("Press", id: "press")])
    }

    /// What is painted counts, and not what is nested: a card in a card covers a part of the screen a few times.
    @Test func smallAreasOverEachOtherAreCheap() {
        #expect(excess(veils(10), 40, 10) == [])
        #expect(excess(veils(100, frame(4, 2)), 40, 10) == [], "each covers eight cells")
        let rounded = NodeShape.roundedRectangle(cornerRadius: 12)
        let card = (0..<6).reduce(text("Card")) { inner, level in
            inner.with(.padding(Insets(all: 8)), .clip(rounded), .opacity(0.9))
                .background(shape(rounded, fill: NamedColor("blue", opacity: 0.2), stroke: nil, lineWidth: 1, id: "s\(level)"))
        }
        #expect(excess(card, 80, 24) == [])
    }

    /// What is too much is drawn plain; what can be read and pressed stays.
    @Test(arguments: ColorDepth.allCases) func moreAreasThanThereIsTimeForAreDrawnPlain(
        _ colors: ColorDepth
    ) {
        var renderer = Renderer()
        let excess = OverBudgetScreens()
        let work = RenderStatistics()
        (renderer.overBudget, renderer.work) = (excess, work)
        let effects = (0..<100).reduce(veils(300)) { inner, _ in inner.with(.opacity(0.9), .clip(.circle)) }
        let frame = renderer.frame(scene(effects), size: size(80, 24), colors: colors)
        #expect(frame.lines.joined().contains("Press"))
        #expect(excess.take() == [EntryID("e1"): .painting])
        #expect(work.coveredCells <= 80 * 24 * (PaintBudget.layers + 1))
        #expect(renderer.frame(scene(veils(1_000)), size: size(80, 24), colors: colors).lines.joined().contains("Press"))
    }

    /// Nested stacks whose sizes depend on wrapped text: each level asks its children for more sizes.
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
        return builder.budget.sized
    }

    @Test func deepStacksAreAskedForFewSizes() {
        // Each item is asked for at most this many sizes, and so are its parts.
        let items = 4 * 60
        #expect(sized(deep(60)) <= items * 8 * LayoutBudget.maximumProposals)
        #expect(excess(deep(20), 500, 200) == [])
    }

    @Test func gridsInGridsAreAskedForFewSizes() {
        let deep = (0..<30).reduce(text("some words that wrap", id: "t")) { inner, level in
            grid(
                (0..<2).map { row in
                    gridRow([text("cell \(row) of \(level)", id: "c\(level).\(row)"), row == 0 ? inner : spacer(id: "s\(level)")])
                })
        }
        #expect(sized(deep) <= 8 * 30 * 8 * LayoutBudget.maximumProposals)
    }

    /// A wide and deep tree exceeds the bounds, and its layout stays bounded.
    @Test func wideAndDeepIsCutShort() {
        let leaves = (0..<8_000).map { text("some words that may wrap \($0)", id: "l\($0)") }
        var inner = hstack(leaves, id: "leaves")
        for level in 0..<40 {
            let beside = text(String(repeating: "word ", count: 9 + level % 7), id: "w\(level)")
            inner = level % 2 == 0 ? vstack([beside, inner], id: "v\(level)") : hstack([beside, inner], id: "h\(level)")
        }
        #expect(excess(inner, 500, 200) == [EntryID("e1")])
        #expect(sized(inner) <= 8_000 * 100)
    }

    /// Wrapping long texts many times exceeds the bounds; wrapping one does not.
    @Test func longWordsManyTimesAreCutShort() {
        let long = String(repeating: "many words ", count: 6_000)
        #expect(excess(vstack((0..<80).map { text(long, id: "t\($0)") }), 80, 24) == [EntryID("e1")])
        #expect(excess(text(long, id: "t"), 80, 24) == [])
    }
}
