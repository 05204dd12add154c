import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

struct ListTests {
    private let entry = EntryID("e1")

    private func layout(_ root: Element, _ columns: Int = 12, _ rows: Int = 5) -> SceneLayout {
        Renderer().layout(scene(root), size: size(columns, rows))
    }

    /// The lines below the header, without the marks of buttons.
    private func shown(_ layout: SceneLayout, _ now: TerminalState = .init()) -> [String] {
        Renderer().paint(layout, now, colors: .ansi16).lines.dropFirst(layout.top?.viewport.minRow ?? 0).map { line in
            let words = line.map { $0 == "↵" ? " " : $0 }
            return String(words[..<((words.lastIndex { $0 != " " } ?? -1) + 1)])
        }
    }

    private func rows(_ range: Range<Int>) -> [Element] { range.map { button("Row \($0)") } }

    private func press(_ keys: Key..., at layout: SceneLayout, from now: TerminalState = .init()) -> TerminalState {
        keys.reduce(now) { layout.handle($1, $0).state }
    }

    private func wheel(_ layout: SceneLayout, _ kind: MouseKind, _ times: Int = 1, from now: TerminalState = .init())
        -> TerminalState
    {
        (0..<times).reduce(now) { now, _ in
            layout.handle(Mouse(kind, at: CellPoint(column: 2, row: 3)), now).state
        }
    }

    @Test func aListShowsWhatFitsAndSaysThatThereIsMore() {
        let long = layout(list(rows(0..<9)), 14, 4)
        #expect(shown(long) == ["›Row 0", " Row 1", " Row 2       ▼"])
        #expect(shown(long, wheel(long, .wheelDown)) == [" Row 3       ▲", " Row 4", " Row 5       ▼"])
        #expect(shown(long, press("end", at: long)) == [" Row 6       ▲", " Row 7", "›Row 8"])
        #expect(shown(long, press("end", "home", at: long)) == ["›Row 0", " Row 1", " Row 2       ▼"])
        #expect(shown(layout(list(rows(0..<2)), 14, 4)) == ["›Row 0", " Row 1", ""])
        #expect(shown(layout(list([]), 14, 4)) == ["", "", ""])
    }

    @Test func keysGoThroughAllRows() {
        let long = layout(list(rows(0..<200)), 14, 5)
        var now = TerminalState()
        for row in 0..<200 {
            #expect(long.reconcile(now).focus[entry]?.element == "Row \(row)")
            #expect(shown(long, now).contains { $0.hasPrefix("›Row \(row)") })
            now = press("down", at: long, from: now)
        }
        for row in (0..<199).reversed() {
            now = press("up", at: long, from: now)
            #expect(now.focus[entry]?.element == "Row \(row)")
        }
        now = press("pagedown", "pagedown", "tab", at: long, from: now)
        #expect(now.focus[entry]?.element == "Row 7")
        #expect(press("end", "tab", at: long, from: now).focus[entry]?.element != "Row 199")
    }

    @Test func rowsOfSeveralLinesScrollByLines() {
        let tall = list((0..<5).map { text("\($0)a\n\($0)b\n\($0)c", id: "\($0)") })
        let layout = layout(tall, 8, 5)
        #expect(shown(layout) == [" 0a", " 0b", " 0c", " 1a    ▼"])
        #expect(shown(layout, press("down", "down", at: layout)) == [" 0c    ▲", " 1a", " 1b", " 1c    ▼"])
        #expect(shown(layout, press("end", at: layout)) == [" 3c    ▲", " 4a", " 4b", " 4c"])
    }

    @Test func theRowAtTheTopStaysWhenRowsComeAndGo() {
        let before = layout(list(rows(0..<50)), 14, 4)
        let now = wheel(before, .wheelDown, 5)
        #expect(shown(before, now)[0].hasPrefix(" Row 15"))
        let more = layout(list(rows(100..<140) + rows(0..<50)), 14, 4)
        #expect(shown(more, now)[0].hasPrefix(" Row 15"))
        let fewer = layout(list(rows(0..<1) + rows(10..<50)), 14, 4)
        #expect(shown(fewer, now)[0].hasPrefix(" Row 15"))
        // The row itself is gone; the row in its place is at the top.
        let without = layout(list(rows(0..<15) + rows(16..<50)), 14, 4)
        #expect(shown(without, now)[0].hasPrefix(" Row 16"))
        // That row then stays at the top.
        let again = layout(list(rows(100..<140) + rows(0..<15) + rows(16..<50)), 14, 4)
        #expect(shown(again, without.reconcile(now))[0].hasPrefix(" Row 16"))
        // All remaining rows fit.
        #expect(shown(layout(list(rows(0..<2)), 14, 4), now)[0].contains("Row 0"))
    }

    /// A list at its top shows rows that are inserted there.
    @Test func aListAtItsTopShowsWhatComesThere() {
        let before = layout(list(rows(0..<50)), 14, 4)
        let now = before.reconcile(.init())
        let more = layout(list(rows(90..<91) + rows(0..<50)), 14, 4)
        #expect(shown(more, now)[0].contains("Row 90"))
        #expect(more.reconcile(now).focus[entry]?.element == "Row 0")
    }

    /// A list that was scrolled back to its top shows rows that are inserted there.
    @Test func aListThatIsScrolledBackToItsTopShowsWhatComesThere() {
        let before = layout(list(rows(0..<50)), 14, 4)
        let away = wheel(before, .wheelDown, 5)
        let now = wheel(before, .wheelUp, 9, from: away)
        #expect(shown(before, now)[0].hasSuffix("Row 0"))
        let more = layout(list(rows(90..<91) + rows(0..<50)), 14, 4)
        #expect(shown(more, now)[0].contains("Row 90"))
    }

    /// A scroll offset of a scroll view is dropped when its element becomes a list, and the reverse.
    @Test func scrollOffsetIsDroppedWhenElementBecomesList() {
        let rows = rows(0..<50)
        let scroll = layout(Element(id: "list", .scroll(.vertical, showsIndicators: true), children: rows), 14, 4)
        let place = ElementID(entry: entry, element: "list")
        let scrolled = wheel(scroll, .wheelDown, 5)
        #expect(scrolled.scroll.rows[place] == 15)
        let list = layout(Element(id: "list", .list, children: rows), 14, 4)
        #expect(shown(list, scrolled)[0].hasPrefix("›Row 0"))
        #expect(list.reconcile(scrolled).scroll.rows[place] == nil)
        // The reverse: a list that becomes a scroll view.
        #expect(shown(scroll, wheel(list, .wheelDown, 5))[0].contains("›[ Row 0 ]"))
    }

    @Test func visibleElementTakesTheFocusOfARemovedRowOutOfSight() {
        let (long, gone) = (layout(list(rows(0..<200)), 14, 5), layout(list(rows(3..<200)), 14, 5))
        let away = wheel(long, .wheelDown, 40, from: press("home", "down", "down", at: long))
        #expect(gone.reconcile(away).focus[entry]?.element != "Row 2")
        #expect(gone.reconcile(away).focus[entry] != nil)
    }

    @Test func theMouseFindsTheRowThatIsSeen() {
        let long = layout(list(rows(0..<50)), 14, 5)
        let now = wheel(long, .wheelDown, 4)
        let reaction = long.handle(Mouse(.press, at: CellPoint(column: 3, row: 2)), now)
        #expect(reaction.state.focus[entry]?.element == "Row 13")
        guard case .activate(_, let element, _) = reaction.outcome else {
            Issue.record("nothing was operated")
            return
        }
        #expect(element == "Row 13")
        #expect(shown(long, reaction.state)[0].contains("Row 12"), "a press scrolls nothing that is in sight")
    }

    @Test func aListStandsBetweenOtherThings() {
        let root = vstack([button("Above"), list(rows(0..<20)), button("Below")], alignment: .leading)
        let mixed = layout(root, 14, 7)
        #expect(shown(mixed) == ["›[ Above ]", " Row 0", " Row 1", " Row 2       ▼", " [ Below ]"])
        #expect(press("down", at: mixed).focus[entry]?.element == "Row 0")
        var now = press("down", "down", "down", "down", at: mixed)
        #expect(now.focus[entry]?.element == "Row 3")
        for _ in 0..<16 { now = press("down", at: mixed, from: now) }
        #expect(now.focus[entry]?.element == "Row 19")
        now = press("down", at: mixed, from: now)
        #expect(now.focus[entry]?.element == "Below")
    }

    @Test func titlesOfSectionsStandApart() {
        var title = section("More", [], footer: nil)
        title.content = .section(title: "More", footer: nil)
        #expect(
            shown(layout(list(rows(0..<1) + [title] + rows(1..<2)), 14, 7)).prefix(4)
                == ["›Row 0", "", " More", " Row 1"])
    }

    // MARK: - Only what is seen

    private func work(_ count: Int, height: Double? = nil) -> (laidOut: Int, painted: Int) {
        var renderer = Renderer()
        let counted = RenderStatistics()
        renderer.work = counted
        var root = list(
            (0..<count).map { hstack([text("Row", id: "t\($0)"), toggle("on", id: "\($0)")], id: "h\($0)") })
        if let height { root = root.with(frame(80, height)) }
        let layout = renderer.layout(scene(root), size: size(80, 24))
        _ = renderer.paint(layout)
        return (counted.laidOut, counted.painted)
    }

    /// The work depends on the window, not on the number of rows.
    @Test func workIsIndependentOfRowCount() {
        let (few, many) = (work(100), work(100_000))
        #expect(few == many)
        // 22 rows are visible, starting at any of 20; twice as many are laid out around them for keys.
        #expect(many.laidOut <= 3 * (20 + 22 + 44) + 3)
        #expect(many.painted <= 4 * 22 + 4)
    }

    /// A huge frame does not make all rows visible.
    @Test func aListIsNoHigherThanATerminal() {
        #expect(work(100_000, height: 1e9).laidOut < 100_000)
    }

    @Test func rowsWithoutAHeightTakeALine() {
        let empty = list((0..<100_000).map { spacer(id: "\($0)").with(frame(0, 0)) })
        #expect(shown(layout(empty)).count == 4)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func anyKeysAnywhereKeepTheFocusInSight(_ seed: UInt64) {
        var generator = Seeded(seed &+ 77)
        var trees = RandomTree(seed: seed)
        func some(_ count: Int) -> [Element] {
            (0..<count).map { $0 % 3 == 0 ? trees.element(depth: 2) : button("B\($0)") }
        }
        var scenes = [list(some(40)), list(some(7)), vstack([list(some(30)), form(some(9))])]
        scenes.append(list(some(5) + [list(some(20), id: "inner")] + some(5)))
        var now = TerminalState()
        for _ in 0..<8 {
            let root = scenes.randomElement(using: &generator) ?? scenes[0]
            let layout = layout(
                root, Int.random(in: 1...40, using: &generator), Int.random(in: 1...16, using: &generator))
            let keys: [Key] = ["down", "up", "tab", "backtab", "end", "home", "pageup", "pagedown", "left", "right"]
            for _ in 0..<5 {
                now = layout.handle(keys.randomElement(using: &generator) ?? "tab", now).state
                now = layout.reconcile(now)
                #expect(layout.reconcile(now) == now, "settled is settled")
                #expect(Renderer().paint(layout, now) == Renderer().paint(layout, now))
            }
            let kinds: [MouseKind] = [.press, .wheelUp, .wheelDown]
            now =
                layout.handle(
                    Mouse(kinds.randomElement(using: &generator) ?? .press, at: CellPoint(column: 2, row: 3)), now
                ).state
        }
    }

    @Test func homeAndEndInAFieldMoveItsCursorAndNotTheListBesideIt() {
        var field = Element(id: "f", .textField(TextFieldState(text: "abc")))
        field.edit = Edit(.value(key: "k", kind: nil), .text)
        let beside = layout(vstack([field, list(rows(0..<40))]), 30, 8)
        let focused = TerminalState(focus: [entry: .init(element: "f")])
        let scrolled = wheel(beside, .wheelDown, 3, from: focused)
        for key in ["home", "end"] as [Key] {
            for now in [focused, scrolled] {
                let after = press(key, at: beside, from: now)
                #expect(after.focus[entry]?.element == "f")
                #expect(shown(beside, after).dropFirst() == shown(beside, now).dropFirst())
            }
        }
        let cursor = press("end", "home", at: beside, from: focused).drafts.values.first?.edited.cursor
        #expect(cursor == 0)
    }
}
