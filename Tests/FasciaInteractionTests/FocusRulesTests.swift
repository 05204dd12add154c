import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// At least one test for each rule of `FocusRules`, by its number.
@Suite struct FocusRulesTests {
    private let entry = EntryID("e1")

    private func layout(_ layers: SceneLayer..., columns: Int = 24, rows: Int = 12) -> SceneLayout {
        Renderer().layout(Scene(stack: "main", layers: layers), size: size(columns, rows))
    }

    private func layout(_ root: Element, columns: Int = 24, rows: Int = 12) -> SceneLayout {
        layout(layer(root), columns: columns, rows: rows)
    }

    private func press(_ keys: Key..., at layout: SceneLayout, from now: TerminalState = .init()) -> TerminalState {
        keys.reduce(layout.reconcile(now)) { layout.handle($1, $0).state }
    }

    private func focus(_ now: TerminalState, _ entry: String = "e1") -> String? { now.focus[EntryID(entry)]?.element }

    /// The lines below the header, without the marks of buttons.
    private func shown(_ layout: SceneLayout, _ now: TerminalState) -> [String] {
        Renderer().paint(layout, now, colors: .ansi16).lines.dropFirst(2).map { line in
            let words = line.map { $0 == "↵" ? " " : $0 }
            return String(words[..<((words.lastIndex { $0 != " " } ?? -1) + 1)])
        }
    }

    private func asking(_ element: Element, _ number: Int = 1) -> Element {
        var element = element
        element.focusRequest = number
        return element
    }

    // MARK: - 1 to 3: which element, of which entry

    @Test func focus1_aNewScreenHasItOnWhatAsksForIt_elseOnTheFirst() {
        #expect(focus(layout(form([button("a"), button("b")])).reconcile(.init())) == "a")
        #expect(focus(layout(form([button("a"), asking(button("b"))])).reconcile(.init())) == "b")
        #expect(focus(layout(form([button("a"), asking(button("b", enabled: false))])).reconcile(.init())) == "a")
        #expect(focus(layout(form([button("x", enabled: false), button("y")])).reconcile(.init())) == "y")
        #expect(focus(layout(text("words")).reconcile(.init())) == nil)
        #expect(focus(layout(layer(form([button("a")]), back: "Home")).reconcile(.init())) == "a")
        #expect(focus(layout(layer(text("words"), back: "Home")).reconcile(.init())) == SceneLayout.backElement)
    }

    @Test func focus2_afterAPopItIsOnWhatWasPressed() {
        let list = layer(form([button("a"), button("b"), button("c")]))
        let pushed = layer(form([button("x"), button("y")]), entry: "e2", back: "List")
        var now = press("down", at: layout(list))
        now = press("down", at: layout(pushed), from: now)
        #expect(focus(now, "e2") == "y")
        #expect(focus(layout(list).reconcile(now)) == "b")
        // Pushing the screen again makes a new entry, whose focus is on its first element.
        let again = layer(form([button("x"), button("y")]), entry: "e3", back: "List")
        #expect(focus(layout(again).reconcile(now), "e3") == "x")
    }

    @Test func focus2_afterAModalItIsWhereItWas_evenIfTheScreenChangedBelow() {
        let below = layer(form([button("a"), button("b")]))
        var now = press("down", at: layout(below))
        now = press("tab", "tab", "down", at: layout(below, layer(button("OK"), entry: "e2", modal: .alert)), from: now)
        #expect(focus(layout(below).reconcile(now)) == "b")
        #expect(focus(layout(layer(form([button("new"), button("a"), button("b")]))).reconcile(now)) == "b")
    }

    @Test(arguments: [ModalStyle.alert, .sheet, .cover]) func focus3_aModalKeepsItInside(_ style: ModalStyle) {
        let modal = layer(form([button("x"), button("y")]), entry: "e2", modal: style)
        let layout = layout(layer(form([button("a"), button("b")])), modal, columns: 60, rows: 20)
        var now = layout.reconcile(.init())
        let start = focus(now)
        for key in ["down", "down", "tab", "backtab", "up", "up", "up", "end", "home", "pagedown", "b"] as [Key] {
            now = layout.handle(key, now).state
            #expect(focus(now) == start)
            #expect(["x", "y", SceneLayout.backElement].contains(focus(now, "e2")))
        }
    }

    // MARK: - 4 to 7: elements that move, go, come back and are disabled

    @Test func focus4_rowsThatComeBeforeItDoNotMoveIt() {
        for make in [{ form($0) }, { list($0) }] as [([Element]) -> Element] {
            let now = press("down", at: layout(make([button("a"), button("b"), button("c")])))
            let more = make([button("new"), button("newer"), button("a"), button("b"), button("c")])
            #expect(focus(layout(more).reconcile(now)) == "b")
            #expect(focus(layout(make([button("b"), button("a")])).reconcile(now)) == "b")
        }
    }

    @Test func focus4_aRowOutOfSightKeepsIt() {
        let rows = (0..<100).map { button("Row \($0)") }
        let long = layout(list(rows))
        var now = press("down", at: long)
        for _ in 0..<10 { now = long.handle(Mouse(.wheelDown, at: CellPoint(column: 2, row: 5)), now).state }
        #expect(focus(long.reconcile(now)) == "Row 1")
        #expect(!shown(long, now).contains { $0.contains("›") })
        now = press("down", at: long, from: now)
        #expect(focus(now) == "Row 2")
        #expect(shown(long, now).contains { $0.hasPrefix("›Row 2") })
    }

    @Test func focus5_aScreenPublishedWithOtherIdsKeepsItOnTheSameLabel() {
        let now = press("down", at: layout(form([button("Save", id: "old1"), button("Delete", id: "old2")])))
        let anew = form([button("Cancel", id: "new0"), button("Save", id: "new1"), button("Delete", id: "new2")])
        #expect(focus(layout(anew).reconcile(now)) == "new2")
        // The same label with another role is another element.
        let other = form([button("Save", id: "new1"), toggle("Delete", id: "new2"), button("Delete", id: "new3")])
        #expect(focus(layout(other).reconcile(now)) == "new3")
    }

    @Test func focus5_ofSeveralTheNearestToWhereItWas() {
        let rows = { (names: [String]) in
            form(names.map { hstack([button("Open", id: $0 + "/open"), button("Delete", id: $0 + "/delete")], id: $0) })
        }
        let now = press("down", "right", at: layout(rows(["a", "b", "c"])))
        #expect(focus(now) == "b/delete")
        #expect(focus(layout(rows(["a", "c"])).reconcile(now)) == "c/delete")
        #expect(focus(layout(rows(["a"])).reconcile(now)) == "a/delete")
    }

    @Test func focus5_anIdThatIsOnlyAPlaceIsNoName() {
        let now = press("down", at: layout(form([button("a", id: "0.0"), button("b", id: "0.1")])))
        #expect(focus(now) == "0.1")
        let inserted = form([button("new", id: "0.0"), button("a", id: "0.1"), button("b", id: "0.2")])
        #expect(focus(layout(inserted).reconcile(now)) == "0.2")
        // If its label has changed, too, only the position identifies it.
        let counted = form([button("a", id: "0.0"), button("b: 1", id: "0.1")])
        #expect(focus(layout(counted).reconcile(now)) == "0.1")
        #expect(["0", "0.1", "0:x", "0+1", "0'"].allSatisfy(FocusRules.isPositionalID))
        #expect(["", "1", "00", "0a", "a0"].allSatisfy { !FocusRules.isPositionalID($0) })
    }

    @Test func focus6_elseItGoesToWhatTookItsPlace_orComesBefore() {
        let now = press("down", at: layout(form([button("a"), button("b"), button("c")])))
        #expect(focus(layout(form([button("a"), button("c")])).reconcile(now)) == "c")
        #expect(focus(layout(form([button("a"), text("no more")])).reconcile(now)) == "a")
        #expect(focus(layout(form([button("a"), button("c", enabled: false)])).reconcile(now)) == "a")
        #expect(focus(layout(text("nothing")).reconcile(now)) == nil)
    }

    @Test func focus7_whatIsDisabledIsPassedOver_butKeepsItWhenItBecomesSo() {
        let rows = { (isEnabled: Bool) in form([button("a"), button("b", enabled: isEnabled), button("c")]) }
        #expect(focus(press("down", at: layout(rows(false)))) == "c")
        let now = press("down", at: layout(rows(true)))
        #expect(focus(layout(rows(false)).reconcile(now)) == "b")
        #expect(layout(rows(false)).handle("enter", now).outcome == .none)
        #expect(focus(press("down", at: layout(rows(false)), from: now)) == "c")
        #expect(focus(press("up", at: layout(rows(false)), from: now)) == "a")
    }

    // MARK: - 8 and 9: sight

    private let many = form((0..<40).map { button("\($0)") })

    @Test func focus8_aRowBeforeAndAfterItIsSeen() {
        let layout = layout(many, rows: 9)
        var now = press("down", "down", "down", "down", "down", at: layout)
        #expect(shown(layout, now)[5] == "›5" && shown(layout, now)[6] == " 6                     ▼")
        now = press("down", at: layout, from: now)
        #expect(shown(layout, now)[5] == "›6", "it scrolls before the edge")
        now = press("up", "up", "up", "up", at: layout, from: now)
        #expect(shown(layout, now)[1] == "›2")
        now = press("up", at: layout, from: now)
        #expect(shown(layout, now)[1] == "›1")
        #expect(shown(layout, press("end", at: layout)).last == "›39", "after the last there is nothing")
        #expect(shown(layout, press("end", "home", at: layout)).first?.hasPrefix("›0") == true)
    }

    @Test(arguments: [(1, 4, 0), (1, 5, 1), (3, 6, 0), (3, 7, 1)])
    func focus8_theMarginNeedsRoom(_ rows: Int, _ window: Int, _ margin: Int) {
        #expect(FocusRules.margin(of: rows, in: window) == margin)
    }

    @Test func focus9_aTerminalOfAnotherSizeShowsIt() {
        for root in [many, list((0..<40).map { button("\($0)") })] {
            let large = layout(root, rows: 30)
            let now = press("pagedown", at: large)
            let focused = focus(now)
            let small = layout(root, rows: 9)
            let resized = small.reconcileRevealingFocus(now)
            #expect(focus(resized) == focused)
            #expect(shown(small, resized).contains { $0.contains("›") })
            #expect(shown(large, large.reconcileRevealingFocus(resized)).contains { $0.contains("›") })
        }
    }

    @Test func focus9_theWheelMovesThePictureAlone_andTheNextKeyGoesOnFromIt() {
        let layout = layout(many)
        var now = layout.reconcile(.init())
        for _ in 0..<5 { now = layout.handle(Mouse(.wheelDown, at: CellPoint(column: 2, row: 5)), now).state }
        #expect(focus(now) == "0" && !shown(layout, now).contains { $0.contains("›") })
        now = press("down", at: layout, from: now)
        #expect(focus(now) == "1" && shown(layout, now).contains { $0.contains("›1") })
    }

    // MARK: - 10 and 11: far keys

    @Test func focus10_homeEndAndPages() {
        for root in [many, list((0..<40).map { button("\($0)") })] {
            // A viewport of ten rows.
            let layout = layout(root, rows: 12)
            #expect(focus(press("end", at: layout)) == "39")
            #expect(focus(press("end", "home", at: layout)) == "0")
            #expect(focus(press("pagedown", at: layout)) == "9")
            #expect(focus(press("pagedown", "pagedown", at: layout)) == "18")
            #expect(focus(press("pagedown", "pagedown", "pageup", at: layout)) == "9")
            #expect(focus(press("pageup", at: layout)) == "0")
            #expect(focus(press("end", "pagedown", at: layout)) == "39")
        }
    }

    private let fruit = ["Apple", "Apricot", "Banana", "Blueberry", "Quince", "7 nuts"]

    @Test func focus11_lettersGoToWhatBeginsWithThem() {
        for root in [form(fruit.map { button($0) }), list(fruit.map { button($0) })] {
            let layout = layout(root)
            #expect(focus(press("b", at: layout)) == "Banana")
            #expect(focus(press("b", "l", at: layout)) == "Blueberry")
            #expect(focus(press("B", "L", at: layout)) == "Blueberry")
            #expect(focus(press("b", "x", at: layout)) == "Banana", "what nothing begins with is left out")
            #expect(focus(press("7", at: layout)) == "7 nuts")
            #expect(focus(press("a", at: layout)) == "Apricot", "the next one")
            #expect(focus(press("a", "p", "r", at: layout)) == "Apricot")
            #expect(focus(press("a", "a", at: layout)) == "Apple", "around and around")
            #expect(focus(press("b", "down", "a", at: layout)) == "Apple", "another key ends the word")
        }
    }

    @Test func focus11_aLabelIsFoundByItsLastSegment() {
        let zones = ["Africa/Porto-Novo", "America/Paramaribo", "Europe/Paris", "Pacific/Apia"]
        for root in [form(zones.map { button($0) }), list(zones.map { button($0) })] {
            let layout = layout(root)
            #expect(focus(press("p", at: layout)) == "Pacific/Apia", "a label that begins with it comes first")
            #expect(focus(press("P", "a", "r", "i", "s", at: layout)) == "Europe/Paris")
            #expect(focus(press("a", "p", "i", at: layout)) == "Pacific/Apia")
        }
    }

    @Test func focus11_alertsHaveNoTypeAhead() {
        let buttons = form([button("Cancel"), button("Reboot")])
        #expect(focus(press("r", at: layout(layer(buttons, modal: .sheet)))) == "Reboot")
        #expect(focus(press("r", at: layout(layer(buttons, modal: .alert)))) == "Cancel")
    }

    @Test func focus1_anAlertNeverBeginsOnWhatIsDestructive() {
        func begins(_ elements: Element..., modal: ModalStyle = .alert) -> String? {
            focus(layout(layer(form(elements), modal: modal)).reconcile(.init()))
        }
        let erase = button("Erase", role: .destructive)
        #expect(begins(erase, button("Keep"), button("Stop", role: .cancel)) == "Stop")
        #expect(begins(button("Save"), erase, button("Stop", role: .cancel)) == "Stop")
        #expect(begins(erase, button("Keep")) == "Keep")
        #expect(begins(erase) == SceneLayout.backElement)
        #expect(begins(asking(erase), button("Keep")) == "Keep", "whoever asks for it")
        #expect(begins(button("Save"), button("Stop", role: .cancel)) == "Save", "nothing is destructive")
        #expect(begins(erase, button("Keep"), modal: .sheet) == "Erase")
    }

    // MARK: - 14: long beginnings

    private var reading: Element { form((0..<20).map { text("line \($0)") } + [button("a"), button("b")]) }

    @Test func focus14_aScreenIsShownFromItsBeginning() {
        let layout = layout(reading, rows: 9)
        let now = layout.reconcile(.init())
        #expect(focus(now) == "a" && shown(layout, now).first?.hasPrefix(" line 0") == true)
        // What asks for the focus is shown.
        let asked = self.layout(form((0..<20).map { text("line \($0)") } + [asking(button("a"))]), rows: 9)
        #expect(shown(asked, asked.reconcile(.init())).contains { $0.contains("›a") })
    }

    @Test func focus14_inAWindowOfAFewRowsTheFirstElementIsShown() {
        let layout = layout(reading, rows: 8)
        #expect(shown(layout, layout.reconcile(.init())).contains { $0.contains("›a") })
    }

    @Test func focus14_downScrollsToTheFirstElement_andThenMovesOn() {
        let layout = layout(reading, rows: 9)
        var now = press("down", at: layout)
        #expect(focus(now) == "a" && shown(layout, now).first?.hasPrefix(" line 1") == true)
        now = press("pagedown", at: layout, from: now)
        #expect(focus(now) == "a" && shown(layout, now).first?.hasPrefix(" line 7") == true)
        var count = 0
        while !shown(layout, now).contains(where: { $0.contains("›a") }), count < 20 {
            now = press("down", at: layout, from: now)
            count += 1
        }
        #expect(focus(now) == "a" && count < 20)
        #expect(focus(press("down", at: layout, from: now)) == "b")
    }

    @Test(arguments: ["enter", "tab", "right"] as [Key]) func focus14_aKeyForTheFirstElementShowsIt(_ key: Key) {
        let layout = layout(reading, rows: 9)
        let result = layout.handle(key, layout.reconcile(.init()))
        #expect(result.outcome == .none && focus(result.state) == "a")
        #expect(shown(layout, result.state).contains { $0.contains("›a") })
        let next = layout.handle("enter", result.state)
        #expect(next.outcome != .none)
    }

    @Test func focus11_aPauseEndsTheWord() {
        let layout = layout(form(fruit.map { button($0) }))
        var now = press("b", at: layout)
        #expect(now.typed == "b")
        now.typed = ""
        #expect(focus(press("a", at: layout, from: now)) == "Apple")
    }

    @Test func focus11_qLeaves_unlessItIsPartOfAWord() {
        let layout = layout(form([button("Aquarium"), button("Quit")]))
        #expect(layout.handle("q", .init()).outcome == .quit)
        let now = press("a", at: layout)
        #expect(layout.handle("q", now).outcome == .none)
        #expect(focus(press("a", "q", at: layout)) == "Aquarium")
    }

    @Test func focus11_aRowFarAwayInALongListIsFound() {
        let rows = (0..<500).map { button($0 == 400 ? "Needle" : "Straw \($0)") }
        let layout = layout(list(rows))
        let now = press("n", at: layout)
        #expect(focus(now) == "Needle")
        #expect(shown(layout, now).contains { $0.hasPrefix("›Needle") })
        #expect(focus(press("n", "home", "s", "t", at: layout)) == "Straw 1", "one letter goes on, the next one stays")
    }

    @Test func focus11_inAMenuTheyGoThroughItsItems() {
        var menu = Element(id: "menu", .menu(label: "More", shown: ""))
        menu.children = fruit.map { button($0) }
        let layout = layout(form([button("Begin"), menu]), rows: 16)
        let opened = press("down", "enter", at: layout)
        #expect(opened.open?.item?.element == "Apple")
        #expect(press("b", at: layout, from: opened).open?.item?.element == "Banana")
        #expect(press("b", "l", at: layout, from: opened).open?.item?.element == "Blueberry")
        #expect(press("z", at: layout, from: opened).open?.item?.element == "Apple")
        #expect(focus(press("b", at: layout, from: opened)) == "menu", "what is behind the menu does not hear it")
        #expect(layout.handle("q", opened).outcome == .quit)
        #expect(layout.handle("#", opened) == InputResult(opened))
    }

    @Test func focus11_shortcutsAreNoLetters() {
        var banana = button("Banana")
        banana.shortcut = "a"
        let layout = layout(form([button("Apple"), banana]))
        guard case .activate(_, "Banana", _) = layout.handle("a", .init()).outcome else {
            Testing.Issue.record("the shortcut was not pressed")
            return
        }
    }

    // MARK: - 12: what has no room

    @Test func focus12_itDoesNotGoToWhatIsClearOrHasNoRoom() {
        for gone: Modifier in [.opacity(0), frame(0, 0)] {
            let layout = layout(vstack([button("a"), button("b").with(gone), button("z")]))
            #expect(focus(press("tab", at: layout)) == "z", "\(gone)")
        }
        let displaced = button("b").with(.offset(NodeOffset(x: 4, y: 0))).with(frame(0, 0))
        #expect(focus(press("tab", at: layout(vstack([button("a"), displaced, button("z")])))) == "b", "it is drawn")
    }

    @Test func focus12_whatLosesItsRoomLosesIt() {
        func layout(_ size: Double) -> SceneLayout {
            self.layout(vstack([button("a"), button("b").with(frame(size, size)), button("z")]))
        }
        let now = press("tab", at: layout(4))
        #expect(focus(now) == "b")
        #expect(focus(layout(0).reconcile(now)) == "z")
    }

    @Test func focus12_itsShortcutWorks() {
        var small = button("b")
        small.shortcut = "ctrl+b"
        let layout = layout(vstack([button("a"), small.with(frame(0, 0))]))
        guard case .activate(_, "b", _) = layout.handle("ctrl+b", .init()).outcome else {
            Testing.Issue.record("the shortcut was not pressed")
            return
        }
    }

    // MARK: - Memory

    @Test func stateOfRemovedElementsIsDropped() {
        var now = TerminalState()
        for number in 0..<1_000 {
            let root = form([asking(button("a", id: "a\(number)"), number), button("b")], id: "form\(number)")
            let layout = layout(root, rows: 4)
            now = layout.handle("end", layout.reconcile(now)).state
        }
        let count =
            now.focus.count + now.scroll.rows.count + now.scroll.columns.count + now.scroll.anchors.count + now.requests.count
        #expect(count < 100)
    }
}
