import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

struct InteractionTests {
    private let entry = EntryID("e1")

    private func layout(_ root: Element, _ columns: Int = 30, _ rows: Int = 10, back: String? = nil) -> SceneLayout {
        Renderer().layout(scene(root, back: back), size: size(columns, rows))
    }

    /// The focused element after these keys.
    private func focus(_ layout: SceneLayout, _ keys: Key..., from: TerminalState = .init()) -> String? {
        var now = layout.reconcile(from)
        for key in keys { now = layout.handle(key, now).state }
        return now.focus[entry]?.element
    }

    private var rows: Element { form([toggle("a"), toggle("b", enabled: false), toggle("c"), text("end")]) }

    // MARK: - Pickers

    @Test func leftAndRightDoNothingWhereAPickerEnds() {
        let layout = layout(hstack([picker("Unit", "c"), toggle("t")]))
        let now = layout.reconcile(TerminalState())
        #expect(layout.handle("right", now) == InputResult(now))
        #expect(focus(layout, "right") == "p")
        #expect(focus(layout, "tab") == "t")
    }

    @Test func enterOnAWheelOpensItsOptions_andSelectsNothing() {
        let layout = layout(form([picker("Unit", "b")]), 30, 14)
        let open = layout.handle("enter", .init())
        #expect(open.outcome == .none)
        #expect(layout.openMenu(open.state) == "b")
        #expect(layout.handle("down", open.state).outcome == .none)
        #expect(
            layout.handle("enter", layout.handle("down", open.state).state).outcome
                == .activate(entry: entry, element: "p", .pick(id: "p", element: "c")))
        let turned = layout.handle("left", .init()).state
        #expect(
            layout.handle("enter", turned).outcome
                == .activate(entry: entry, element: "p", .pick(id: "p", element: "a")), "a turned wheel selects")
    }

    @Test func aListOfOptionsStartsAtTheOneShown_selectedOrNot() {
        for isSelected in [true, false] {
            let layout = layout(form([picker("Unit", "b", selected: isSelected)]), 30, 14)
            #expect(layout.openMenu(layout.handle("enter", .init()).state) == "b")
        }
    }

    /// Enter changes nothing that the user did not choose: what it would change has to be visible first.
    @Test func enterChangesNoNumberTextOrChoice() {
        let range = 0.0...10
        var slider = Element(id: "slider", .slider(label: "S", value: 3, range: range))
        var stepper = Element(id: "stepper", .stepper(label: "N", value: 3, showsValue: true))
        let edit = Edit(.value(key: "v", kind: .double), .number(NumberScale(range: range, step: 1)))
        let steps = Steps(previous: edit.activation(number: 2), next: edit.activation(number: 4))
        (slider.edit, slider.steps) = (edit, steps)
        (stepper.edit, stepper.steps) = (edit, steps)
        var field = Element(id: "field", .textField(TextFieldState(label: "T", text: "x", updates: .submit)))
        field.edit = Edit(.value(key: "t", kind: .string), .text)
        var segments = Element(id: "segments", .segments(label: "S"))
        segments.options = picker(nil, "b").options
        for element in [slider, stepper, field, segments, picker("P", "b")] {
            let layout = layout(form([element]))
            for key: Key in ["enter", "space"] where key != "space" || element.id != "field" {
                let result = layout.handle(key, .init())
                #expect(result.outcome == .none && result.preceding.isEmpty, "\(element.id)")
            }
        }
    }

    // MARK: - Menus

    private func menu(_ items: [Element]) -> SceneLayout {
        var menu = Element(id: "menu", .menu(label: "More", shown: ""))
        menu.children = items
        return layout(form([menu]), 30, 14)
    }

    private func menu(options: [String]) -> SceneLayout {
        var menu = Element(id: "menu", .menu(label: "Size", shown: ""))
        let all = options.map { Options.Option(id: $0, label: $0, activation: .pick(id: "size", element: $0)) }
        menu.options = Options(all, shown: nil, isSelected: false)
        return layout(form([menu]), 30, 14)
    }

    /// An open menu keeps the chosen item, by id, when items are inserted.
    @Test func anOpenMenuRemembersItsItem_whereverThatGoes() {
        let before = menu([button("Copy"), button("Move")])
        let open = before.handle("down", before.handle("enter", .init()).state).state
        let after = menu([button("Delete"), button("Copy"), button("Move")])
        let action = Action.emit(name: "onMoveTapped", payload: .null)
        #expect(after.handle("enter", open).outcome == .activate(entry: entry, element: "Move", .action(action)))
        #expect(Renderer().paint(after, open, colors: .ansi16).lines.contains { $0.contains("› ") && $0.contains("Move") })
    }

    @Test func anOpenMenuIsClosedWhenItsItemIsGone() {
        let before = menu([button("Copy"), button("Move")])
        let open = before.handle("down", before.handle("enter", .init()).state).state
        let after = menu([button("Copy"), button("Delete")])
        #expect(after.reconcile(open).open == nil)
        #expect(after.handle("enter", open).outcome == .none)
    }

    /// An open menu of options keeps the chosen option, by id, when options are inserted.
    @Test func anOpenMenuRemembersTheOption_notItsPlace() {
        let before = menu(options: ["small", "large"])
        let open = before.handle("down", before.handle("enter", .init()).state).state
        let moved = menu(options: ["tiny", "small", "large"])
        #expect(
            moved.handle("enter", open).outcome
                == .activate(entry: entry, element: "menu", .pick(id: "size", element: "large")))
        #expect(menu(options: ["tiny", "small"]).reconcile(open).open == nil)
    }

    // MARK: - Focus

    @Test func tappableTextTakesFocusAndIsOperated() {
        let tap = Action.emit(name: "onTap", payload: .null)
        var words = text("words", [.tap(tap), .padding(Insets(leading: 8))])
        words.activation = .action(tap)
        let layout = layout(form([toggle("a"), words]))
        #expect(focus(layout, "down") == "text")
        let now = layout.handle("down", .init()).state
        #expect(layout.handle("space", now).outcome == .activate(entry: entry, element: "text", .action(tap)))
        let line = Renderer().paint(layout, now, colors: .none).cells(ofLineWith: "words")
        #expect(line.last { $0.text == "s" }?.style.attributes.contains(.inverse) == true)
        #expect(line.first?.style.attributes.contains(.inverse) == false, "the padding is outside the tappable element")
        let unfocused = Renderer().paint(layout, TerminalState(), colors: .none).cells(ofLineWith: "words")
        #expect(unfocused.allSatisfy { !$0.style.attributes.contains(.inverse) })
    }

    @Test func tabGoesAround_andArrowsStopAtTheEnds() {
        #expect(focus(layout(rows), "tab", "tab") == "a")
        #expect(focus(layout(rows, back: "Home"), "tab", "tab") == SceneLayout.backElement)
        #expect(focus(layout(rows), "backtab") == "c")
        #expect(focus(layout(rows), "down", "down") == "c")
        #expect(focus(layout(rows), "end") == "c")
        #expect(focus(layout(rows, back: "Home"), "up") == SceneLayout.backElement)
    }

    @Test func arrowsGoByWhereThingsAre() {
        let grid = vstack([
            hstack([button("a"), button("b")], id: "h1"), hstack([button("c"), button("d")], id: "h2"),
        ])
        #expect(focus(layout(grid), "right") == "b")
        #expect(focus(layout(grid), "right", "down") == "d")
        #expect(focus(layout(grid), "right", "down", "left") == "c")
        #expect(focus(layout(grid), "down", "up") == "a")
        #expect(focus(layout(grid), "left") == "a")
    }

    @Test func eachEntryKeepsItsOwnFocus() {
        var now = layout(rows).handle("down", .init()).state
        let other = Scene(stack: "main", layers: [layer(button("x"), entry: "e2")])
        now = Renderer().layout(other, size: size(30, 10)).reconcile(now)
        #expect(now.focus[EntryID("e1")]?.element == "c" && now.focus[EntryID("e1")]?.index == 2)
        #expect(now.focus[EntryID("e2")]?.element == "x" && now.focus[EntryID("e2")]?.index == 0)
        SceneLayout.forget(&now, except: [EntryID("e2")])
        #expect(Array(now.focus.keys) == [EntryID("e2")])
    }

    // MARK: - Operating

    /// An activation carries the state that the user saw.
    @Test(arguments: ["space", "enter", " "] as [Key])
    func aGestureNamesWhatItSaw(_ key: Key) {
        let layout = layout(form([toggle("Ham", .mixed, id: "extras")]))
        #expect(
            layout.handle(key, .init()).outcome
                == .activate(entry: entry, element: "extras", .flip(id: "extras", expect: .mixed)))
    }

    @Test func aButtonsActionIsItsOwn() {
        let layout = layout(button("Delete"))
        #expect(
            layout.handle("enter", .init()).outcome
                == .activate(
                    entry: entry, element: "Delete", .action(.emit(name: "onDeleteTapped", payload: .null))))
    }

    @Test(arguments: ["escape", "backspace"] as [Key])
    func navigation4_backNamesTheEntryItMeans(_ key: Key) {
        #expect(layout(rows, back: "Home").handle(key, .init()).outcome == .back(entry: entry, closes: false))
        #expect(layout(rows).handle(key, .init()).outcome == .none)
        let modal = Scene(stack: "main", layers: [layer(rows), layer(rows, entry: "e2", modal: .sheet)])
        let over = Renderer().layout(modal, size: size(30, 12))
        #expect(over.handle(key, .init()).outcome == .back(entry: EntryID("e2"), closes: true))
        let deeper = Scene(stack: "main", layers: [layer(rows, entry: "e3", back: "Sheet", modal: .sheet)])
        #expect(
            Renderer().layout(deeper, size: size(30, 12)).handle(key, .init()).outcome
                == .back(entry: EntryID("e3"), closes: false))
    }

    @Test func leftAndEnterOnTheTitleGoBack() {
        let layout = layout(rows, back: "Home")
        let now = layout.handle("up", .init()).state
        #expect(layout.handle("left", now).outcome == .back(entry: entry, closes: false))
        #expect(layout.handle("enter", now).outcome == .back(entry: entry, closes: false))
        #expect(layout.handle("left", .init()).outcome == .none)
    }

    @Test func quitAndRedrawAndKeysWithoutMeaning() {
        #expect(layout(rows).handle("q", .init()).outcome == .quit)
        #expect(layout(rows).handle("ctrl+c", .init()).outcome == .quit)
        #expect(layout(rows).handle("ctrl+l", .init()).outcome == .redraw)
        #expect(layout(rows).handle("f13", .init()).outcome == .none)
    }

    @Test func onlyTheTopLayerIsOperated() {
        let scene = Scene(stack: "main", layers: [layer(rows), layer(button("OK"), entry: "e2", modal: .alert)])
        let layout = Renderer().layout(scene, size: size(40, 16))
        let reaction = layout.handle("space", .init())
        #expect(
            reaction.outcome
                == .activate(entry: EntryID("e2"), element: "OK", .action(.emit(name: "onOKTapped", payload: .null))))
        #expect(layout.handle(Mouse(.press, at: CellPoint(column: 1, row: 2)), .init()).outcome == .none)
    }

    // MARK: - Mouse

    @Test func aClickFocusesAndOperates() {
        let layout = layout(rows)
        let reaction = layout.handle(Mouse(.press, at: CellPoint(column: 2, row: 5)), .init())
        #expect(reaction.outcome == .activate(entry: entry, element: "c", .flip(id: "c", expect: .off)))
        #expect(reaction.state.focus[entry]?.element == "c")
    }

    @Test func aClickOnWhatIsDisabledOrOnNothingDoesNothing() {
        let layout = layout(rows)
        let now = layout.reconcile(.init())
        for row in [0, 2, 4, 6, 9, 99, -1] {
            #expect(layout.handle(Mouse(.press, at: CellPoint(column: 2, row: row)), now) == InputResult(now))
        }
        #expect(layout.handle(Mouse(.release, at: CellPoint(column: 2, row: 5)), now) == InputResult(now))
    }

    @Test func aClickOnTheTitlesWayBackGoesBack() {
        let layout = layout(rows, back: "Home")
        #expect(
            layout.handle(Mouse(.press, at: CellPoint(column: 3, row: 0)), .init()).outcome
                == .back(entry: entry, closes: false))
        #expect(layout.handle(Mouse(.press, at: CellPoint(column: 20, row: 0)), .init()).outcome == .none)
    }

    // MARK: - Scrolling

    private var long: Element { form((0..<40).map { toggle("Row \($0)", id: "\($0)") }) }

    private func shown(_ layout: SceneLayout, _ now: TerminalState) -> [String] {
        Array(Renderer().paint(layout, now, colors: .ansi16).lines.dropFirst(2))
    }

    @Test func theWheelScrollsAndLeavesTheFocus() {
        let layout = layout(long, 20, 7)
        let at = CellPoint(column: 5, row: 4)
        var now = layout.handle(Mouse(.wheelDown, at: at), .init()).state
        #expect(shown(layout, now).first == " Row 3         ○━━ ▲")
        #expect(now.focus[entry]?.element == "0")
        // A click operates the element that is visible there.
        let click = layout.handle(Mouse(.press, at: CellPoint(column: 2, row: 2)), now)
        #expect(click.outcome == .activate(entry: entry, element: "3", .flip(id: "3", expect: .off)))
        for _ in 0..<30 { now = layout.handle(Mouse(.wheelDown, at: at), now).state }
        #expect(shown(layout, now).last == " Row 39        ○━━")
        for _ in 0..<30 { now = layout.handle(Mouse(.wheelUp, at: at), now).state }
        #expect(shown(layout, now).first == "›Row 0         ○━━")
    }

    @Test func wordsWithoutControlsCanBeScrolledToo() {
        let layout = layout(vstack((0..<30).map { text("Line \($0)", id: "\($0)") }), 20, 7)
        var now = layout.handle("down", .init()).state
        #expect(shown(layout, now).first == "      Line 1       ▲")
        now = layout.handle("pagedown", now).state
        #expect(shown(layout, now).first == "      Line 5       ▲")
    }

    @Test func whenThereIsLessThanBeforeNothingStaysScrolledTooFar() {
        var now = layout(long, 20, 7).handle("end", .init()).state
        let short = layout(form((0..<6).map { toggle("Row \($0)", id: "\($0)") }), 20, 7)
        now = short.reconcile(now)
        #expect(shown(short, now) == (1...5).map { "\($0 == 5 ? "›" : " ")Row \($0)         ○━━\($0 == 1 ? " ▲" : "")" })
    }

    /// Random input on random trees never traps, and the focus is always on an existing element.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func anyKeysAnywhere(_ seed: UInt64) {
        var trees = RandomTree(seed: seed)
        var generator = Seeded(seed)
        let keys: [Key] = [
            "up", "down", "left", "right", "tab", "backtab", "home", "end", "pageup", "pagedown", "space", "escape",
        ]
        var now = TerminalState()
        for _ in 0..<5 {
            let (columns, rows) = (Int.random(in: 0...40, using: &generator), Int.random(in: 0...15, using: &generator))
            let layout = layout(trees.element(), columns, rows, back: "Back")
            for _ in 0..<20 {
                if let key = keys.randomElement(using: &generator) { now = layout.handle(key, now).state }
                let at = CellPoint(
                    column: Int.random(in: -2...42, using: &generator), row: Int.random(in: -2...17, using: &generator))
                let kind = MouseKind.allCases.randomElement(using: &generator) ?? .press
                now = layout.handle(Mouse(kind, at: at), now).state
                var shown = now
                let stops = layout.top?.windowed(&shown.scroll).stops.map(\.element) ?? []
                // A list row out of sight keeps the focus.
                #expect(now.focus[entry].map { stops.contains($0.element) || $0.row != nil } ?? stops.isEmpty)
                #expect(now == layout.reconcile(now), "settling twice changes nothing")
            }
        }
    }
}

extension SceneLayout {
    /// The option that Enter would choose in the open menu; `nil` if none is open.
    fileprivate func openMenu(_ now: TerminalState) -> String? {
        let now = reconcile(now)
        return top.flatMap { $0.openMenu(now) }.flatMap { menu in menu.chosen.map { menu.items[$0].label } }
    }
}

extension CellBuffer {
    /// The cells of the first line that contains these words.
    fileprivate func cells(ofLineWith words: String) -> [Cell] {
        guard let row = lines.firstIndex(where: { $0.contains(words) }) else { return [] }
        return (0..<size.columns).map { self[column: $0, row: row] }
    }
}
