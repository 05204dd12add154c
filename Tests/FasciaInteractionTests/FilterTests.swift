import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// Rule 13 of `FocusRules`: filtering lists and menus; and the keys that move far.
@Suite struct FilterTests {
    private let entry = EntryID("e1")

    private func layout(_ root: Element, columns: Int = 30, rows: Int = 12, back: String? = nil) -> SceneLayout {
        Renderer().layout(scene(root, back: back), size: size(columns, rows))
    }

    private func press(_ keys: Key..., at layout: SceneLayout, from now: TerminalState = .init()) -> TerminalState {
        keys.reduce(layout.reconcile(now)) { layout.handle($1, $0).state }
    }

    private func type(_ text: String, at layout: SceneLayout, from now: TerminalState = .init()) -> TerminalState {
        text.reduce(layout.reconcile(now)) { layout.handle(Key($1 == " " ? "space" : String($1)), $0).state }
    }

    private func focus(_ now: TerminalState) -> String? { now.focus[entry]?.element }

    private func shown(_ layout: SceneLayout, _ now: TerminalState) -> [String] {
        Renderer().paint(layout, now).lines.dropFirst(2).filter { !$0.isEmpty }
    }

    private func action(_ layout: SceneLayout, _ key: Key, _ now: TerminalState) -> String? {
        guard case .activate(_, let element, _) = layout.handle(key, now).outcome else { return nil }
        return element
    }

    // MARK: - Lists

    private let zones = ["Africa/Cairo", "America/New York", "Europe/Berlin", "Europe/Rome", "Indian/Maldives"]

    @Test func focus13_aSlashFiltersTheListAsTheUserTypes() {
        let layout = layout(list(zones.map { button($0) }))
        #expect(shown(layout, type("/", at: layout)).first == " /")
        #expect(shown(layout, type("/", at: layout)).count == 6)
        #expect(
            shown(layout, type("/rop", at: layout)) == [" / rop", "›Europe/Berlin             ↵", " Europe/Rome               ↵"])
        #expect(focus(type("/new yo", at: layout)) == "America/New York", "each word has to occur")
        #expect(focus(type("/BERL", at: layout)) == "Europe/Berlin", "in either case")
        #expect(action(layout, "enter", type("/mald", at: layout)) == "Indian/Maldives")
        #expect(layout.handle("q", type("/", at: layout)).outcome == .none, "every character is part of the filter")
    }

    @Test func focus13_backspaceEditsIt_andEscapeShowsAllRows_withTheFocusWhereItIs() {
        let rows = (0..<200).map { button("Row \($0)") }
        let layout = layout(list(rows), back: "Home")
        let now = type("/199", at: layout)
        #expect(focus(now) == "Row 199")
        #expect(focus(press("backspace", at: layout, from: now)) == "Row 19")
        #expect(shown(layout, press("backspace", at: layout, from: now)).contains { $0.hasPrefix(" Row 119 ") })
        let all = press("escape", at: layout, from: now)
        #expect(focus(all) == "Row 199")
        #expect(shown(layout, all).contains { $0.hasPrefix("›Row 199 ") })
        #expect(all.scroll.filters.isEmpty)
        guard case .back = layout.handle("escape", all).outcome else {
            Issue.record("without a filter, Escape goes back")
            return
        }
        let ended = press("backspace", "backspace", "backspace", "backspace", at: layout, from: now)
        #expect(ended.scroll.filters.isEmpty, "there is nothing left to remove")
    }

    /// In a menu, a slash goes on with a search text only if a label does.
    @Test func focus13_slashAfterLettersOpensTheFilter() throws {
        let (menuLayout, open) = menu(1_000)
        let filtered = type("5/99", at: menuLayout, from: open)
        #expect(filtered.open?.filter == "99" && chosen(filtered) == "99")
    }

    @Test func focus13_pastedTextGoesIntoTheFilter() throws {
        let layout = layout(list(zones.map { button($0) }))
        let now = try #require(layout.paste("Berl\nin", type("/", at: layout))).state
        #expect(now.scroll.filters.first?.value == "Berl in" && focus(now) == "Europe/Berlin")
        #expect(layout.paste("Berlin", press("escape", at: layout, from: now)) == nil, "there is nothing to paste into")
        let (menuLayout, open) = menu(1_000)
        let menu = try #require(menuLayout.paste("99", type("/", at: menuLayout, from: open))).state
        #expect(menu.open?.filter == "99" && chosen(menu) == "99")
    }

    @Test func focus13_aPasteThatIsCutSaysSo() throws {
        let layout = layout(list(zones.map { button($0) }))
        let long = String(repeating: "x", count: 70)
        let notice = "a filter may have at most 64 characters: what is beyond them was left out"
        #expect(layout.paste(long, type("/", at: layout))?.notice == notice)
        #expect(layout.paste("Berlin\n", type("/", at: layout))?.notice == nil)
        let (menuLayout, open) = menu(1_000)
        #expect(menuLayout.paste(long, type("/", at: menuLayout, from: open))?.notice == notice)
        var finding = TerminalState()
        finding.find = FindPalette()
        #expect(layout.paste(long, finding)?.notice == notice)
    }

    @Test func theFooterShowsTheKeysOfFiltersAndMenus() {
        func hints(_ layout: SceneLayout, _ now: TerminalState) -> [String] {
            layout.keyHints(now).map { "\($0.name) \($0.meaning)" }
        }
        let layout = layout(list(zones.map { button($0) }), back: "Home")
        #expect(hints(layout, type("/ber", at: layout)) == ["enter press", "escape show all"])
        #expect(hints(layout, type("/xyz", at: layout)) == ["escape show all"])
        let (menuLayout, open) = menu(10)
        #expect(hints(menuLayout, open) == ["enter choose", "escape close", "/ filter"])
        #expect(hints(menuLayout, type("/xyz", at: menuLayout, from: open)) == ["escape show all"])
    }

    @Test func focus13_noMatchIsSaid_andEnterOperatesNothing() {
        let layout = layout(list(zones.map { button($0) }), back: "Home")
        let now = type("/xyz", at: layout)
        #expect(shown(layout, now) == [" / xyz", " no match"])
        for key: Key in ["enter", "down", "up"] { #expect(layout.handle(key, now).outcome == .none, "\(key.name)") }
        #expect(focus(press("backspace", "backspace", "backspace", "b", "e", "r", at: layout, from: now)) == "Europe/Berlin")
        #expect(focus(press("escape", at: layout, from: now)) == "Africa/Cairo")
    }

    @Test func focus13_itFindsWhatIsFarAway_andMovesInWhatIsLeft() {
        let layout = layout(list((0..<5_000).map { button($0 % 1_000 == 7 ? "Needle \($0)" : "Straw \($0)") }))
        let now = type("/needle", at: layout)
        #expect(focus(now) == "Needle 7")
        #expect(shown(layout, now).count == 6)
        #expect(focus(press("end", at: layout, from: now)) == "Needle 4007")
        #expect(focus(press("down", "pagedown", "home", "down", at: layout, from: now)) == "Needle 1007")
        let press = Mouse(.press, at: CellPoint(column: 3, row: 5))
        guard case .activate(_, "Needle 2007", _) = layout.handle(press, now).outcome else {
            Issue.record("the mouse operates the row that is seen")
            return
        }
    }

    @Test func focus13_titlesStayAboveTheirRows() {
        func title(_ text: String) -> Element { Element(id: "title " + text, .section(title: text, footer: nil)) }
        let rows = [title("Europe"), button("Rome"), button("Paris"), title("Asia"), button("Tokyo")]
        let layout = layout(list(rows))
        #expect(shown(layout, type("/pa", at: layout)) == [" / pa", " Europe", "›Paris                     ↵"])
    }

    @Test func focus13_itSaysHowManyRowsOfAnAppWereNotSearched() {
        let known = (0..<10).map { button("Row \($0)") }
        let rows = Element(id: "many", .rows(total: 500, known: [RowRange(0, 10)]), children: known)
        let layout = layout(list([rows]), columns: 60)
        #expect(
            shown(layout, type("/7", at: layout)) == [
                "   / 7", "  › Row 7                                              ↵",
                "    only the 10 loaded rows of 500 were searched",
            ])
        #expect(shown(layout, type("/x", at: layout)).contains("    no match"))
    }

    @Test func focus13_aValueIsFoundToo_andASlashInATextFieldIsText() {
        var field = Element(id: "field", .textField(TextFieldState(label: "Name", text: "Ada", updates: .change)))
        field.edit = Edit(.value(key: "k", kind: nil), .text)
        let layout = layout(list([button("First"), field]))
        #expect(focus(type("/ada", at: layout)) == "field")
        let ended = press("enter", at: layout, from: type("/ada", at: layout))
        #expect(ended.scroll.filters.isEmpty && focus(ended) == "field", "it is edited in the whole list")
        #expect(type("/", at: layout, from: ended).drafts.first?.value.edited.text == "Ada/")
    }

    // MARK: - Menus

    private func menu(_ count: Int, rows: Int = 12) -> (SceneLayout, TerminalState) {
        var menu = Element(id: "menu", .menu(label: "Zone", shown: "Zone 300"))
        let all = (0..<count).map {
            Options.Option(id: "\($0)", label: "Zone \($0)", activation: .pick(id: "z", element: "\($0)"))
        }
        menu.options = Options(all, shown: min(300, count - 1), isSelected: true)
        let layout = layout(form([button("First"), menu]), rows: rows)
        return (layout, press("down", "enter", at: layout))
    }

    private func chosen(_ now: TerminalState) -> String? { now.open?.item?.option }

    @Test func focus13_anOpenMenuIsFiltered() {
        let (layout, open) = menu(1_000)
        #expect(chosen(open) == "300")
        let now = type("/99 9", at: layout, from: open)
        #expect(chosen(now) == "99", "the first one that has both words")
        #expect(shown(layout, now).contains { $0.contains("/ 99 9") })
        #expect(chosen(press("end", at: layout, from: now)) == "999")
        #expect(
            layout.handle("enter", now).outcome == .activate(entry: entry, element: "menu", .pick(id: "z", element: "99")))
        let none = type("x", at: layout, from: now)
        #expect(shown(layout, none).contains { $0.contains("no match") })
        #expect(layout.handle("enter", none).outcome == .none)
        #expect(none.open != nil)
        let all = press("escape", at: layout, from: now)
        #expect(all.open?.filter == nil && chosen(all) == "99")
        #expect(press("escape", at: layout, from: all).open == nil)
        #expect(chosen(press("backspace", at: layout, from: none)) == "99")
    }

    @Test func aClickChoosesTheItemThatIsSeenInAFilteredMenu() throws {
        let (layout, open) = menu(1_000, rows: 20)
        let now = type("/999", at: layout, from: open)
        let lines = Renderer().paint(layout, now).lines
        let row = try #require(lines.firstIndex { $0.contains("Zone 999") })
        let press = Mouse(.press, at: CellPoint(column: 24, row: row))
        #expect(
            layout.handle(press, now).outcome == .activate(entry: entry, element: "menu", .pick(id: "z", element: "999")))
        let filter = try #require(lines.firstIndex { $0.contains("/ 999") })
        #expect(layout.handle(Mouse(.press, at: CellPoint(column: 24, row: filter)), now).state.open != nil)
    }

    @Test func focus10_pageKeysMoveByTheHeightOfAMenu() throws {
        let (layout, open) = menu(1_000)
        let page = try #require(chosen(press("pagedown", at: layout, from: open)).flatMap(Int.init)) - 300
        #expect(page > 1 && page < 12)
        #expect(chosen(press("pagedown", "pageup", at: layout, from: open)) == "300")
        #expect(chosen(press("home", at: layout, from: open)) == "0")
        #expect(chosen(press("end", at: layout, from: open)) == "999")
    }

    @Test func theWheelGoesThroughAMenu_andScrollsNothingBehindIt() {
        let (layout, open) = menu(1_000)
        let wheel = Mouse(.wheelDown, at: CellPoint(column: 3, row: 5))
        let now = layout.handle(wheel, open).state
        #expect(chosen(now) == "303")
        #expect(now.scroll == open.scroll)
        #expect(chosen(layout.handle(Mouse(.wheelUp, at: CellPoint(column: 3, row: 5)), now).state) == "300")
        let end = press("end", at: layout, from: open)
        #expect(chosen(layout.handle(wheel, end).state) == "999", "it stops at the end")
    }

    // MARK: - Far moves

    @Test func focus10_homeAndEndScrollWhatHasNoControls() {
        let layout = layout(form((0..<50).map { text("line \($0)") }), back: "Home")
        #expect(shown(layout, press("end", at: layout)).contains { $0.contains(" line 49") })
        #expect(shown(layout, press("end", "home", at: layout)).contains { $0.contains(" line 0 ") })
    }

    // MARK: - Type-ahead

    @Test func focus11_aTextOfAnyCharacters() {
        let layout = layout(list(["a", "Ärzte", "-x", "(new)", "日本", "New York", "New Ulm"].map { button($0) }))
        #expect(focus(type("ä", at: layout)) == "Ärzte")
        #expect(focus(type("-", at: layout)) == "-x")
        #expect(focus(type("(n", at: layout)) == "(new)")
        #expect(focus(type("日", at: layout)) == "日本")
        #expect(focus(type("new u", at: layout)) == "New Ulm")
    }

    @Test func focus11_aBlankOperatesUnlessSomethingGoesOnWithIt() {
        let layout = layout(list(["New York", "Rome"].map { button($0) }))
        #expect(action(layout, "space", type("rome", at: layout)) == "Rome")
        #expect(action(layout, "space", type("new", at: layout)) == nil)
    }
}
