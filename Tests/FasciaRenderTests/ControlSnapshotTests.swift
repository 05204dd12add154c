import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaRender
@testable import FasciaScene

/// Each control in each state, without colours.
struct ControlSnapshotTests {
    private func line(_ element: Element, unicode: Bool, focused: Bool) -> String {
        let other = button("other", id: "other")
        let column = vstack([element, other], alignment: .leading)
        return body(column, 10, 2, unicode: unicode, focus: focused ? element.id : "other")[0]
    }

    @Test(arguments: [(GroupState.on, "✓", "x"), (.off, " ", " "), (.mixed, "–", "-")])
    func toggles(_ state: GroupState, _ mark: String, _ plainMark: String) {
        for (enabled, focused) in [(true, false), (true, true), (false, false), (false, true)] {
            let toggle = toggle("Ham", state, enabled: enabled)
            func picture(_ focus: String, _ mark: String) -> String {
                (focused ? focus : " ") + (enabled ? "[\(mark)] Ham" : "(\(mark)) Ham")
            }
            #expect(line(toggle, unicode: true, focused: focused) == picture("›", mark))
            #expect(line(toggle, unicode: false, focused: focused) == picture(">", plainMark))
        }
    }

    @Test(arguments: [
        (true, true, false, " [ Go ]"), (true, true, true, "›[ Go ]"), (true, false, false, " ( Go )"),
        (false, true, false, " [ Go ]"), (false, true, true, ">[ Go ]"), (false, false, false, " ( Go )"),
    ])
    func buttons(_ unicode: Bool, _ enabled: Bool, _ focused: Bool, _ picture: String) {
        #expect(line(button("Go", enabled: enabled), unicode: unicode, focused: focused) == picture)
    }

    @Test(arguments: [
        (true, true, true, false, " ‹ b ›"), (true, true, true, true, "›‹ b ›"), (true, false, true, false, " ‹ (b) ›"),
        (true, true, false, false, "   b"), (true, false, false, true, "›  (b)"), (false, true, true, false, " < b >"),
        (false, false, true, true, ">< (b) >"),
    ])
    func pickers(_ unicode: Bool, _ selected: Bool, _ enabled: Bool, _ focused: Bool, _ picture: String) {
        let picker = picker(nil, "b", selected: selected, enabled: enabled)
        #expect(line(picker, unicode: unicode, focused: focused) == picture)
    }

    @Test func theFocusIsInverseAndWhatIsDisabledDim() {
        let shown = Renderer().frame(
            scene(vstack([toggle("a"), toggle("b", enabled: false)], alignment: .leading)), size: size(6, 4), colors: .none)
        #expect(shown[column: 1, row: 1].style.attributes == .inverse)
        #expect(shown[column: 1, row: 2].style.attributes == .dim)
    }

    @Test func aTintColoursWhatIsOn() {
        var on = toggle("a", .on)
        on.environment = ["tint": "red"]
        let shown = Renderer().frame(scene(vstack([button("other"), on], alignment: .leading)), size: size(9, 4))
        #expect(shown[column: 2, row: 2].style.foreground == SystemColors.rgb(NamedColor("red")))
        #expect(shown[column: 1, row: 2].style.foreground == nil)
    }

    @Test func aLabelThatWantsToCommandTheTerminalIsShownInstead() {
        #expect(body(toggle("\u{1B}[2J\u{9B}m"), 20, 1)[0].contains("\u{FFFD}[2J\u{FFFD}m"))
        let sent = TerminalEncoder.full(
            Renderer().frame(scene(button("\u{1B}]0;x\u{7}"), title: "\u{1B}c"), size: size(30, 5)),
            profile: TerminalCapabilities(colors: .none))
        #expect(!sent.contains("\u{1B}]") && !sent.contains("\u{1B}c") && !sent.contains("\u{7}"))
    }

    // MARK: - Styles by name

    private struct Star: ControlStyle {
        func measure(_ control: Control, proposal: ProposedCells) -> CellSize { CellSize(columns: 3, rows: 1) }
        func draw(_ control: Control, into canvas: inout Canvas) {
            canvas.text("*\(control.state == .on ? 1 : 0)*and far outside", at: CellPoint(column: 0, row: 0))
            canvas.fill(CellRect(column: .max, row: .min, columns: .max, rows: .max), with: "\u{1B}")
            canvas.text("up", at: CellPoint(column: 0, row: -1))
        }
    }

    private func starred(_ name: String) -> [String] {
        var renderer = Renderer()
        renderer.styles[.toggle, "star"] = Star()
        var on = toggle("Ham", .on)
        on.environment = ["toggleStyle": .string(name)]
        return renderer.frame(scene(on), size: size(9, 3)).lines
    }

    @Test func aStyleIsTakenByItsName() {
        #expect(starred("star") == ["  Title", "   *1*", ""])
    }

    private struct Waiting: ControlStyle {
        func measure(_ control: Control, proposal: ProposedCells) -> CellSize { CellSize(columns: 8, rows: 1) }
        func draw(_ control: Control, into canvas: inout Canvas) {
            canvas.text(control.isPending ? " pending" : " settled", at: CellPoint(column: 0, row: 0))
        }
    }

    @Test func aStyleIsToldThatAnOperationIsPending() throws {
        var renderer = Renderer()
        renderer.styles[.toggle, "waiting"] = Waiting()
        var on = toggle("Ham", .on, id: "ham")
        on.environment = ["toggleStyle": "waiting"]
        let scene = scene(on)
        let layout = renderer.layout(scene, size: size(9, 3))
        var now = TerminalState()
        #expect(renderer.paint(layout, now).lines[1].contains("settled"))
        now.pending = [.init(entry: try #require(scene.layers.last?.entry.id), element: "ham")]
        #expect(renderer.paint(layout, now).lines[1].contains("pending"))
    }

    @Test func aStyleThatIsNotThereIsTheDefault() {
        #expect(starred("moon")[1] == "›[✓] Ham")
    }

    @Test func aToggleMayBeAButton_withoutAnyPlugin() {
        #expect(StyleRegistry.isBuiltIn("button", for: .toggle) && !StyleRegistry.isBuiltIn("button", for: .slider))
        #expect(StyleRegistry.isBuiltIn("default", for: .slider) && !StyleRegistry.isBuiltIn("star", for: .toggle))
        var on = toggle("Ham", .on)
        on.environment = ["toggleStyle": "button"]
        #expect(body(on, 12, 1) == [" ›[ ✓ Ham ]"])
    }

    // MARK: - Titles and modals

    @Test func theTitleBarHasTheWayBack() {
        let shown = Renderer().frame(scene(text("x"), title: "Extras", back: "Home"), size: size(30, 6))
        #expect(shown.lines[0] == "›‹ Home     Extras")
        let plain = Renderer().frame(
            scene(text("x"), title: "Extras", back: "Home"), size: size(30, 6), unicode: false)
        #expect(plain.lines[0] == ">< Home     Extras")
        #expect(shown[column: 29, row: 0].style == ColorRoles(.defaultDark, .trueColor).chrome, "as wide as the screen")
    }

    @Test func aSheetIsABoxOverWhatIsDimmed() {
        let layers = [
            layer(color("red"), title: "Below"), layer(button("OK"), entry: "e2", title: "Sheet", modal: .sheet),
        ]
        let picture = Renderer().frame(Scene(stack: "main", layers: layers), size: size(30, 10))
        #expect(
            picture.lines == [
                "            Below", "", "   ╭──────────────────────╮", "   │  × Close  Sheet      │",
                "   │                      │", "   │       ›[ OK ]        │", "   │                      │",
                "   ╰──────────────────────╯", "", "",
            ])
        // Red, dimmed by half.
        #expect(picture[column: 1, row: 5].style.background == RGB(128, 30, 24))
        #expect(picture[column: 0, row: 0].style.background == RGB(21, 24, 28), "the header, dimmed by half")
        #expect(!picture[column: 5, row: 5].style.attributes.contains(.dim))
        #expect(picture[column: 5, row: 5].style.background == nil)
    }

    @Test func anAlertIsAsSmallAsItsContent() {
        let layers = [layer(text("base")), layer(text("Sure?"), entry: "e2", title: "Delete", modal: .alert)]
        let layout = Renderer().layout(Scene(stack: "main", layers: layers), size: size(80, 24))
        #expect(layout.top?.frame == CellRect(column: 29, row: 9, columns: 21, rows: 6))
    }

    @Test func aCoverTakesTheWholeScreen() {
        let layers = [layer(text("Cover"), entry: "e2", title: "Over", modal: .cover)]
        let picture = Renderer().frame(Scene(stack: "main", layers: layers), size: size(24, 3))
        #expect(picture.lines[0] == "›× Close  Over")
    }

    /// The environment's schema has the style key of each kind of control.
    @Test func everyKindOfControlHasItsStyleInTheEnvironment() {
        #expect(Set(Control.Kind.allCases.map { $0.rawValue + "Style" }) == Set(EnvironmentSchema.styles))
    }
}
