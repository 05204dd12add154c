import SceneTestSupport
import Testing
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// The key help, opened with `?` or F1.
struct KeyHelpTests {
    private func layout(_ elements: [Element], _ columns: Int = 60, _ rows: Int = 20, back: String? = nil) -> SceneLayout {
        Renderer().layout(scene(form(elements), back: back), size: size(columns, rows))
    }

    private func field() -> Element {
        var field = Element(id: "f", .textField(TextFieldState(label: "Name", text: "", updates: .change)))
        field.edit = Edit(.value(key: "k", kind: nil), .text)
        return field
    }

    private func after(_ layout: SceneLayout, _ keys: Key...) -> TerminalState {
        keys.reduce(layout.reconcile(.init())) { layout.handle($1, $0).state }
    }

    private func help(_ layout: SceneLayout, _ keys: Key...) -> [String] {
        let now = keys.reduce(layout.reconcile(.init())) { layout.handle($1, $0).state }
        return layout.keyHelp(now).map { "\($0.keys): \($0.meaning)" }
    }

    /// The key help lists the keys of the focused element and of the screen.
    @Test func keyHelpListsKeysOfFocusAndScreen() {
        let one = layout([button("Order")])
        #expect(
            help(one) == [
                "Enter, Space: operates Order", "Ctrl-K, /: finds anything in the panel", "Ctrl-U: takes back your last change",
                "Ctrl-L: redraws the screen, dismisses all notices",
                "?, F1: these keys; in a text field only F1",
                "q, Ctrl-C: leaves; in a text field only Ctrl-C",
            ])
        var shortcut = button("Save")
        shortcut.shortcut = "ctrl+s"
        let many = layout([toggle("a"), field(), shortcut], back: "Home")
        let lines = help(many)
        for line in [
            "Enter, Space: operates a", "Up, Down, Tab: to another control", "Ctrl-S: Save", "Esc, Backspace: goes back",
        ] {
            #expect(lines.contains(line), "\(lines)")
        }
        #expect(help(many, "down").first == "Enter: submits the text")
        #expect(help(many, "down").contains("Ctrl-Y: inserts the text that was cut"))
        #expect(help(many).contains { $0.hasPrefix("Home, End:") })
        #expect(help(many, "down").filter { $0.hasPrefix("Home") } == ["Home, Ctrl-A: to the beginning"])
        #expect(!help(many, "down").contains { $0.contains("finds anything") }, "in a text field these keys edit")
        #expect(help(layout([text("words")])).count == 2 + KeyHelp.everywhere.count)
        #expect(help(layout((0..<50).map { text("\($0)") })).contains("Home, End: to the beginning or the end"))
        #expect(help(layout([picker("Unit", "b")])).first == "Left, Right: shows another one")
        #expect(help(layout((0..<50).map { toggle("t\($0)") })).contains { $0.hasPrefix("PgUp, PgDn") })
    }

    @Test func aQuestionMarkShowsThem_andTheNextKeyPutsThemAway() {
        let layout = layout([toggle("a"), toggle("b")])
        #expect(after(layout, "?").help == 0)
        #expect(after(layout, "f1").help == 0)
        for key in ["?", "escape", "q", "enter", "x"] as [Key] {
            let reaction = layout.handle(key, after(layout, "?"))
            #expect(reaction.state.help == nil && reaction.outcome == .none, "\(key.name)")
        }
        #expect(layout.handle("ctrl+c", after(layout, "?")).outcome == .quit)
        let press = layout.handle(Mouse(.press, at: CellPoint(column: 1, row: 0)), after(layout, "?"))
        #expect(press.state.help == nil && press.outcome == .none)
        // Keys do not operate elements below it.
        #expect(after(layout, "?", "down").focus == after(layout).focus)
    }

    /// In a text field, `?` is text, and only F1 opens the key help.
    @Test func inATextFieldAQuestionMarkIsOne() {
        let layout = layout([field(), toggle("a")])
        let now = after(layout, "?")
        #expect(now.help == nil && now.drafts.first?.value.edited.text == "?")
        #expect(after(layout, "f1").help == 0)
    }

    /// Alt-W, which is never text, asks who has changed what has the focus. What is told scrolls and closes as the keys do.
    @Test func altWAsksWhoHasChangedIt_inPlaceOfTheKeys() {
        let layout = layout([toggle("a"), field(), button("b")], 30, 6)
        #expect(help(layout).contains("Alt-W: tells who has changed it, and how"))
        #expect(layout.handle("alt+w", after(layout)).outcome == .tell("a"))
        #expect(layout.handle("alt+w", after(layout, "down")).outcome == .tell("k"), "in a text field, too")
        let button = layout.handle("alt+w", after(layout, "down", "down"))
        #expect(button.outcome == .none && button.state.help == nil, "it sets nothing")
        var now = after(layout, "alt+w")
        now.story?.lines = (1...9).map { KeyHelp("what", "line \($0)") }
        func text(_ now: TerminalState) -> String { Renderer().paint(layout, now).plainText }
        #expect(text(now).contains("─ Why a ─") && text(now).contains("what  line 1") && !text(now).contains("line 9"))
        now = layout.handle("end", now).state
        #expect(text(now).contains("what  line 9"))
        now = layout.handle("escape", now).state
        #expect(now.help == nil && now.story == nil)
        #expect(text(layout.handle("?", now).state).contains("─ Keys ─"))
    }

    @Test func theyAreSeen_andInASmallTerminalTheyScroll() {
        let layout = layout([toggle("a"), toggle("b"), field()])
        let text = Renderer().paint(layout, after(layout, "?")).plainText
        #expect(text.contains("─ Keys ─") && text.contains("Enter, Space   operates a"))
        let small = self.layout([toggle("a"), toggle("b"), field()], 30, 5)
        let first = Renderer().paint(small, after(small, "?")).plainText
        #expect(first.contains("Enter, Space") && !first.contains("Ctrl-C") && first.contains("▼"))
        let last = Renderer().paint(small, after(small, "?", "end")).plainText
        #expect(last.contains("Ctrl-C") && last.contains("▲") && !last.contains("▼"))
        #expect(after(small, "?", "end", "down", "down").help == after(small, "?", "end").help)
        #expect(after(small, "?", "down", "up", "up").help == 0)
        // No text is cut: a meaning that does not fit continues in the next row, or below its keys.
        func shown(_ columns: Int, _ rows: Int) -> [String] {
            let layout = self.layout([toggle("a"), toggle("b")], columns, rows)
            return Renderer().paint(layout, after(layout, "?")).lines
        }
        let beside = shown(40, 16)
        #expect(beside.contains("│ ?, F1          these keys; in a text │"), "\(beside)")
        #expect(beside.contains("│                field only F1         │"))
        #expect(
            shown(30, 14)[1...4] == [
                "│ Enter, Space               │", "│  operates a                │", "│ Up, Down, Tab              │",
                "│  to another control        │",
            ])
        #expect(shown(12, 4) == ["Enter, Space", " operates a", "Up, Down,", "Tab        ▼"])
        // The smallest terminals do not trap.
        for (columns, rows) in [(1, 1), (2, 2), (3, 1), (8, 3)] {
            let tiny = self.layout([toggle("a")], columns, rows)
            _ = Renderer().paint(tiny, after(tiny, "?", "end"))
        }
    }

    /// There is one list of the terminal's own keys: no other key does anything.
    @Test func whatATerminalDoesIsInTheListOfItsKeys() {
        let one = layout([button("Order", enabled: false)], back: "Home")
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
        let names = ["delete", "insert", "begin", "escape", "backspace", "enter", "space", "tab", "backtab", "home", "end"]
        let keys = letters + letters.map { $0.uppercased() } + (1...12).map { "f\($0)" } + "?/.,-+*#!".map(String.init) + names
        for key in keys + letters.map({ "ctrl+" + $0 }) where TerminalKey(key) == nil {
            let before = one.reconcile(.init())
            #expect(one.handle(Key(key), before) == InputResult(before), "\(key)")
        }
    }
}
