import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// Long forms and scroll views, and partly known rows, which are laid out by their visible rows.
struct WindowTests {
    private let entry = EntryID("e1")

    private func layout(_ root: Element, _ columns: Int = 20, _ rows: Int = 8) -> SceneLayout {
        Renderer().layout(scene(root), size: size(columns, rows))
    }

    /// The lines below the header, without the marks of buttons.
    private func shown(_ layout: SceneLayout, _ now: TerminalState = .init()) -> [String] {
        Renderer().paint(layout, now, colors: .ansi16).lines.dropFirst(2).map { line in
            let words = line.map { $0 == "↵" ? " " : $0 }
            return String(words[..<((words.lastIndex { $0 != " " } ?? -1) + 1)])
        }
    }

    private func press(_ keys: Key..., at layout: SceneLayout, from now: TerminalState = .init()) -> TerminalState {
        keys.reduce(now) { layout.handle($1, $0).state }
    }

    private func rows(_ range: Range<Int>) -> [Element] { range.map { button("Row \($0)") } }

    // MARK: - The same picture

    @Test func aLongFormLooksLikeAShortOne() {
        func some(_ count: Int) -> Element {
            let sections = (0..<3).map { number in
                Element(
                    id: "s\(number)", .section(title: "Title \(number)", footer: "Footer"), modifiers: [.bold(true)],
                    children: rows(number * 10..<number * 10 + 4))
            }
            return form([text("Above")] + sections + rows(100..<100 + count))
        }
        // A form of at most 100 rows is laid out as a whole, a longer one by its visible rows.
        let (whole, seen) = (layout(some(80), 30, 12), layout(some(200), 30, 12))
        // Without the last column: only the long form has a position mark there.
        func words(_ layout: SceneLayout, _ now: TerminalState = .init()) -> [Substring] {
            shown(layout, now).map { line in
                var line = line.prefix(29)
                while line.last == " " { line.removeLast() }
                return line
            }
        }
        #expect(words(whole) == words(seen))
        for keys in [["down"], ["pagedown"], ["pagedown", "pagedown"], ["down", "down", "down", "down", "down"]] {
            let keys = keys.map { Key($0) }
            let (first, second) = (
                keys.reduce(TerminalState()) { whole.handle($1, $0).state },
                keys.reduce(TerminalState()) { seen.handle($1, $0).state }
            )
            #expect(first.focus[entry]?.element == second.focus[entry]?.element)
            #expect(words(whole, first) == words(seen, second))
        }
    }

    /// The rows of a long stack in a scroll view are laid out as list rows, with the stack's alignment, spacing and
    /// padding.
    @Test func aStackThatScrollsIsTakenApart() {
        let stack = vstack(
            rows(0..<300), alignment: .leading, spacing: 16, [.padding(Insets(top: 16, leading: 16, bottom: 0, trailing: 0))])
        let root = scroll(.vertical, [text("Head"), stack, text("Foot")])
        let lines = shown(layout(root))
        #expect(lines[0].hasPrefix("       Head"))
        let words = lines.map { String($0.prefix(19).reversed().drop { $0 == " " }.reversed()) }
        #expect(words == ["       Head", "", "", "  ›[ Row 0 ]", "", "   [ Row 1 ]"])
        #expect(shown(layout(root), press("end", at: layout(root))).contains { $0.contains("›[ Row 299 ]") })
        // Without an alignment, rows are centred.
        let middle = layout(scroll(.vertical, rows(0..<300)))
        #expect(shown(middle)[0].hasPrefix("    ›[ Row 0 ]"))
    }

    @Test func sidewaysItIsTheSame() {
        let wide = layout(scroll(.horizontal, [hstack((0..<300).map { button("B\($0)") })]), 20, 6)
        func line(_ now: TerminalState = .init()) -> String { shown(wide, now).first { $0.contains("[") } ?? "" }
        #expect(line().hasPrefix("›[ B0 ]  [ B1 ]"))
        #expect(shown(wide).contains { $0.hasSuffix("▶") && !$0.contains("◀") })
        let end = press("end", at: wide)
        #expect(line(end).hasSuffix("›[ B299 ]"))
        #expect(shown(wide, end).contains { $0.hasPrefix("◀") && !$0.contains("▶") })
        var now = end
        for number in (250..<299).reversed() {
            now = press("left", at: wide, from: now)
            #expect(now.focus[entry]?.element == "B\(number)")
        }
        #expect(line(press("home", at: wide, from: now)).hasPrefix("›[ B0 ]"))
    }

    /// A mark in the last column shows the position in a long list.
    @Test func aMarkSaysWhereAmongTheRowsItIs() {
        let long = layout(list(rows(0..<1_000)), 14, 12)
        func mark(_ now: TerminalState) -> Int? { shown(long, now).firstIndex { $0.last == "┃" } }
        #expect(mark(.init()) == 1)
        #expect(mark(press("end", at: long)) == 8)
        var middle = TerminalState()
        middle.scroll.anchors[.init(entry: entry, element: "list")] = .init(row: 495, id: "Row 495")
        middle.focus[entry] = .init(element: "Row 495", row: RowID(list: "list", row: 495, id: "Row 495"))
        #expect(mark(middle) == 5 || mark(middle) == 4)
        #expect(shown(layout(list(rows(0..<20)), 14, 12)).allSatisfy { $0.last != "┃" }, "two pages need none")
    }

    // MARK: - What is reconciled

    /// The focus moves to a row at its old index, which scrolls to rows that were not laid out before.
    @Test func newlyVisibleRowsCountForFocus() {
        let long = layout(list(rows(0..<60)), 8, 3)
        let reconciled = long.reconcile(TerminalState(focus: [entry: .init(element: "gone", index: 35)]))
        #expect(reconciled.focus[entry]?.element == "Row 35")
        #expect(long.reconcile(reconciled) == reconciled)
        // On another screen, the element at the same index takes the focus.
        let other = layout(list((0..<60).map { button("Line \($0)") }), 8, 3)
        #expect(other.reconcile(reconciled).focus[entry]?.element == "Line 35")
    }

    /// Settling twice equals settling once, for random lists and states.
    @Test func reconcilingIsIdempotent() {
        let seed = UInt64.random(in: 1..<1_000_000)
        var generator = Seeded(seed)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        for _ in 0..<400 {
            func row(_ index: Int, _ name: String) -> Element {
                number(0...4) == 0
                    ? text("Text \(index)", id: "\(name).\(index)") : button("\(name) \(index)", id: "\(name).\(index)")
            }
            let name = ["0", "row"].randomElement(using: &generator) ?? "0"
            let many = (0..<number(1...90)).map { row($0, name) }
            let root = number(0...1) == 0 ? list(many) : form([text("Above"), section("Title", many), button("Below")])
            let layout = layout(root, [8, 20, 40][number(0...2)], number(2...12))
            var now = TerminalState()
            if number(0...3) > 0 { now.focus[entry] = .init(element: "\(name).\(number(0...99))", index: number(0...99)) }
            if number(0...1) == 0 {
                let place = ElementID(entry: entry, element: number(0...3) == 0 ? "gone" : root.id)
                now.scroll.anchors[place] = .init(row: number(0...99), id: "\(name).\(number(0...99))", line: number(0...2))
            }
            let reconciled = layout.reconcile(now)
            #expect(layout.reconcile(reconciled) == reconciled, "seed \(seed): \(now)")
        }
    }

    // MARK: - How much it is

    private func work(_ root: Element, _ keys: Key...) -> (laidOut: Int, painted: Int) {
        var renderer = Renderer()
        let counted = RenderStatistics()
        renderer.work = counted
        let layout = renderer.layout(scene(root), size: size(80, 24))
        var now = TerminalState()
        _ = renderer.paint(layout, now)
        for key in keys {
            now = layout.handle(key, now).state
            _ = renderer.paint(layout, now)
        }
        return (counted.laidOut, counted.painted)
    }

    /// All containers of many rows, with `count` rows.
    private static let containers: [(name: String, make: @Sendable (Int) -> Element)] = [
        ("list", { count in list((0..<count).map { button("Row", id: "\($0)") }) }),
        ("form", { count in form((0..<count).map { button("Row", id: "\($0)") }) }),
        ("section", { count in form([section("Title", (0..<count).map { button("Row", id: "\($0)") })]) }),
        ("scroll", { count in scroll(.vertical, (0..<count).map { button("Row", id: "\($0)") }) }),
        ("stack", { count in scroll(.vertical, [vstack((0..<count).map { button("Row", id: "\($0)") })]) }),
        (
            "padded",
            { count in
                let stack = vstack((0..<count).map { button("Row", id: "\($0)") }, [.padding(Insets(all: 8))])
                return scroll(.vertical, [text("Head"), stack])
            }
        ),
        ("sideways", { count in scroll(.horizontal, [hstack((0..<count).map { button("B", id: "\($0)") })]) }),
    ]

    @Test(arguments: containers.map(\.name))
    func aHundredThousandRowsAreNoMoreWorkThanAHundred(_ name: String) throws {
        let make = try #require(Self.containers.first { $0.name == name }).make
        let look = (work(make(100)), work(make(100_000)))
        #expect(look.1.laidOut <= 2 * max(look.0.laidOut, 100))
        // A row of a window has up to two more boxes around it.
        #expect(look.1.painted <= 3 * look.0.painted)
        let (few, many) = (
            work(make(1_000), "down", "end", "up", "pageup", "home", "tab"),
            work(make(100_000), "down", "end", "up", "pageup", "home", "tab")
        )
        #expect(few == many, "beyond what is seen the number of rows means nothing")
    }

    // MARK: - Rows that are not known

    private func part(_ total: Int, _ known: [RowRange]) -> Element {
        var element = Element(id: "part", .rows(total: total, known: known))
        element.children = rows(0..<0) + known.flatMap { rows($0.range) }
        return element
    }

    @Test func theFocusGoesOverRowsThatAreStillToCome() {
        let before = layout(list([text("Above"), part(100_000, [RowRange(0, 6)])]))
        #expect(shown(before).allSatisfy { $0.contains("Row") || $0.hasPrefix(" Above") })
        let end = press("end", at: before)
        #expect(shown(before, end).filter { $0.contains("…") }.count == 6)
        #expect(before.visibleRows(before.reconcile(end)).first?.rows == RowRange(99_994, 6))
        // The rows become known.
        let after = layout(list([text("Above"), part(100_000, [RowRange(99_980, 20)])]))
        #expect(after.reconcile(end).focus[entry]?.element == "Row 99999")
        #expect(shown(after, end).last?.contains("›Row 99999") == true)
        // The rows become unknown again: the focus stays.
        let wheel = (0..<40).reduce(after.reconcile(end)) { now, _ in
            after.handle(Mouse(.wheelUp, at: CellPoint(column: 2, row: 4)), now).state
        }
        let gone = layout(list([text("Above"), part(100_000, [RowRange(99_800, 20)])]))
        #expect(gone.reconcile(wheel).focus[entry]?.element == "Row 99999")
        #expect(gone.reconcile(wheel).focus[entry]?.row?.row == 100_000)
    }

    @Test func rowsWithoutControlsAreScrolledOver() {
        var element = Element(id: "part", .rows(total: 1_000, known: [RowRange(0, 3)]))
        element.children = (0..<3).map { text("Line \($0)", id: "l\($0)") }
        let lines = layout(list([element]))
        #expect(shown(lines, press("down", "down", at: lines))[0].hasPrefix(" Line 2"))
        #expect(shown(lines, press("end", at: lines)).allSatisfy { $0.hasPrefix(" …") })
    }

    @Test func visibleRowsAreReportedWithPageSize() {
        let some = layout(list([text("Above"), part(1_000, [RowRange(0, 3)])]), 20, 8)
        let seen = some.visibleRows(some.reconcile(.init()))
        #expect(
            seen == [
                VisibleRows(
                    entry: entry, node: "part", total: 1_000, known: [RowRange(0, 3)], rows: RowRange(0, 5), page: 6)
            ])
        #expect(seen.first?.around(pages: 2) == RowRange(0, 17))
        #expect(seen.first?.areKnown(pages: 0) == false)
        #expect(layout(list(rows(0..<9))).visibleRows(TerminalState()) == [])
    }

    /// A placeholder is as high as the known rows.
    @Test func aRowThatIsTallIsWaitedForWithItsHeight() {
        var element = Element(id: "part", .rows(total: 50, known: [RowRange(0, 1)]))
        element.children = [text("one\ntwo", id: "l0")]
        let words = shown(layout(list([element]))).map { $0.prefix(4).filter { $0 != " " } }
        #expect(words == ["one", "two", "…", "", "…", ""])
    }

    /// Partly known rows outside of any scroll view become a list of their own.
    @Test func rowsByThemselvesScrollByThemselves() {
        let alone = layout(vstack([text("Above"), part(500, [RowRange(0, 9)])]))
        #expect(shown(alone)[1].hasPrefix("›Row 0"))
        #expect(alone.visibleRows(alone.reconcile(.init())).first?.rows == RowRange(0, 5))
    }
}
