import SceneTestSupport
import Testing
@testable import FasciaInteraction
@testable import FasciaRender
@testable import FasciaScene

/// Keys and the mouse in the palette that finds things. The daemon supplies its rows.
@Suite struct FindingTests {
    private let layout = Renderer().layout(scene(form([toggle("a"), button("b")]), back: "Home"), size: size(60, 16))

    private func opened(_ rows: [FindPalette.Row] = Self.rows) -> TerminalState {
        var now = layout.handle("ctrl+k", .init()).state
        now.find?.rows = rows
        now.find?.count = rows.count
        return now
    }

    private static let rows = (0..<40).map {
        FindPalette.Row(id: "switch/\($0)", title: "Lamp \($0)", path: "Home › Power", state: "on", kind: "switch")
    }

    private func press(_ keys: Key..., from now: TerminalState) -> TerminalState {
        keys.reduce(now) { layout.handle($1, $0).state }
    }

    private func text(_ now: TerminalState) -> String { Renderer().paint(layout, now).plainText }

    @Test func controlKAndASlashOpenIt_andEscapeClosesIt() {
        for key: Key in ["ctrl+k", "/"] {
            let now = layout.handle(key, .init()).state
            #expect(now.find != nil)
            #expect(press("escape", from: now).find == nil)
            #expect(press("ctrl+k", from: now).find == nil)
        }
        #expect(layout.handle("ctrl+c", opened()).outcome == .quit)
    }

    @Test func everyCharacterIsText_andNothingElseIsOperated() {
        let now = press("q", "?", "/", "space", "a", from: opened())
        #expect(now.find?.text == "q?/ a")
        #expect(press("backspace", "backspace", from: now).find?.text == "q?/")
        #expect(press("ctrl+u", from: now).find?.text == "")
        #expect(now.focus == opened().focus && now.help == nil)
    }

    @Test func arrowsAndPageKeysChoose_andEnterGoesThere() {
        #expect(press("down", "down", from: opened()).find?.chosen == 2)
        #expect(press("up", from: opened()).find?.chosen == 39, "around the end")
        #expect(press("end", "home", from: opened()).find?.chosen == 0)
        let page = press("pagedown", from: opened()).find?.chosen ?? 0
        #expect(page > 3 && page < 16)
        #expect(press("pagedown", "pageup", from: opened()).find?.chosen == 0)
        #expect(
            layout.handle("enter", press("down", from: opened())).outcome == .choose("switch/1", operates: false, state: "on"))
        #expect(press("down", "x", from: opened()).find?.chosen == 0, "another text has other matches")
        #expect(layout.handle("enter", opened([])).outcome == .none)
    }

    @Test func spaceOperatesARow_unlessATitleGoesOnWithABlank() {
        var rows = Self.rows
        for index in rows.indices { rows[index].operation = "turn off" }
        var now = opened()
        now.find?.rows = rows
        func hints(_ now: TerminalState) -> [String] { layout.keyHints(now).map { "\($0.name) \($0.meaning)" } }
        #expect(layout.handle("space", now).outcome == .none, "nothing was typed or chosen")
        #expect(hints(now) == ["enter go there", "escape close"])
        now.find?.text = "lamp"
        #expect(layout.handle("space", now).state.find?.text == "lamp ")
        #expect(hints(now) == ["enter go there", "escape close"])
        now.find?.text = "lmp"
        #expect(layout.handle("space", now).outcome == .choose("switch/0", operates: true, state: "on"))
        #expect(hints(now) == ["enter go there", "space turn off", "escape close"])
        rows[0].operation = ""
        now.find?.rows = rows
        #expect(layout.handle("space", now).outcome == .none)
    }

    @Test func aRowShowsTitlePlaceStateAndKind() {
        let shown = text(opened())
        #expect(shown.contains("Lamp 0  Home › Power"))
        #expect(shown.contains("on  switch"))
        #expect(shown.contains("40"))
        #expect(text(opened([])).contains("no match"))
        #expect(text(press("l", "a", from: opened())).contains("/ la"))
        #expect(text(press("end", from: opened())).contains("Lamp 39"))
    }

    @Test func theMouseChoosesARow_andAClickOutsideCloses() throws {
        let now = opened()
        let lines = Renderer().paint(layout, now).lines
        let row = try #require(lines.firstIndex { $0.contains("Lamp 3") })
        #expect(
            layout.handle(Mouse(.press, at: CellPoint(column: 10, row: row)), now).outcome
                == .choose("switch/3", operates: false, state: "on"))
        #expect(layout.handle(Mouse(.press, at: CellPoint(column: 0, row: 15)), now).state.find == nil)
        #expect(layout.handle(Mouse(.wheelDown, at: CellPoint(column: 10, row: row)), now).state.find?.chosen == 1)
    }

    @Test func theSmallestTerminalsDoNotTrap() {
        for (columns, rows) in [(1, 1), (2, 2), (8, 3), (20, 6), (40, 12)] {
            let tiny = Renderer().layout(scene(form([toggle("a")])), size: size(columns, rows))
            _ = Renderer().paint(tiny, press("end", from: opened()))
            _ = tiny.handle("pagedown", opened())
        }
        let small = Renderer().layout(scene(form([toggle("a")])), size: size(20, 6))
        #expect(Renderer().paint(small, opened()).plainText.contains("Lamp 0"))
    }

    @Test func pastedTextIsSearched() {
        let now = layout.paste("ba r\n", press("f", from: opened()))?.state
        #expect(now?.find?.text == "fba r" && now?.find?.chosen == 0)
    }

    @Test func escapeLeavesTheOptionsOfAPickerFirst() {
        var now = opened()
        now.find = FindPalette(picker: .init(address: FindAddress(.picker, "p"), title: "Source"))
        #expect(text(now).contains("Source"))
        let back = press("escape", from: now)
        #expect(back.find?.picker == nil && back.find != nil)
    }

    @Test func aFollowerHasNoneOfItsOwn() {
        var follower = opened()
        follower.keepUnsharedState(of: TerminalState())
        #expect(follower.find == nil)
    }
}
