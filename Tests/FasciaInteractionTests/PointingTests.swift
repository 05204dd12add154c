import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// The mouse inside controls, and cutting and pasting text.
struct PointingTests {
    private let entry = EntryID("e1")
    private let edit = Edit(.value(key: "k", kind: nil), .text)

    private func field(_ text: String, label: String = "", secure: Bool = false, id: String = "f") -> Element {
        var field = Element(
            id: id, .textField(TextFieldState(label: label, text: text, isSecure: secure, updates: .submit)))
        field.edit = edit
        return field
    }

    private func layout(_ elements: [Element], columns: Int = 30, unicode: Bool = true) -> SceneLayout {
        Renderer().layout(scene(form(elements)), size: size(columns, 8), unicode: unicode)
    }

    /// The painted position of the cursor: the inverse cell of the row.
    private func cursor(_ layout: SceneLayout, _ now: TerminalState, row: Int = 2) -> Int? {
        let picture = Renderer().paint(layout, now)
        return (0..<layout.size.columns).first { picture[column: $0, row: row].style.attributes.contains(.inverse) }
    }

    private func click(_ layout: SceneLayout, _ column: Int, row: Int = 2, from: TerminalState = .init()) -> TerminalState {
        layout.handle(Mouse(.press, at: CellPoint(column: column, row: row)), layout.reconcile(from)).state
    }

    private func place(_ id: String = "f") -> ElementID { ElementID(entry: entry, element: id) }

    @Test func aClickPutsTheCursorThere() {
        let layout = layout([field("one two", label: "Name"), toggle("t")])
        let first = cursor(layout, layout.handle("home", layout.reconcile(.init())).state) ?? 0
        for index in 0...7 {
            let now = click(layout, first + index)
            #expect(now.drafts[place()]?.edited.cursor == index)
            #expect(cursor(layout, now) == first + index)
        }
        // A click after the text moves the cursor to its end; the draft is kept.
        let typed = layout.handle("x", click(layout, first + 3)).state
        #expect(click(layout, first + 12, from: typed).drafts[place()]?.edited.text == "onex two")
        #expect(click(layout, first + 12, from: typed).drafts[place()]?.edited.cursor == 8)
        // A click in a field without the focus also moves the focus.
        let away = layout.handle("tab", layout.reconcile(.init())).state
        #expect(click(layout, first + 1, from: away).focus[entry]?.element == "f")
    }

    @Test func wideCharactersAreTwoColumns_andALongTextIsSeenWhereItsCursorIs() {
        let wide = layout([field("漢字x")])
        let first = cursor(wide, wide.handle("home", wide.reconcile(.init())).state) ?? 0
        #expect([0, 1, 2, 3, 4, 5].map { click(wide, first + $0).drafts[place()]?.edited.cursor } == [0, 0, 1, 1, 2, 3])
        let long = layout([field(String(repeating: "abcdefghij", count: 5)), toggle("t")], columns: 20)
        let now = long.reconcile(.init())
        let end = cursor(long, now) ?? 0
        // With the cursor at the end, the last cells of the text are visible.
        #expect(click(long, end - 3, from: now).drafts[place()]?.edited.cursor == 47)
        // Without the focus, the beginning is visible.
        let away = long.handle("tab", now).state
        let start = cursor(long, long.handle("home", now).state) ?? 0
        #expect(click(long, start + 2, from: away).drafts[place()]?.edited.cursor == 2)
    }

    @Test func aSliderFollowsTheMouse_whileTheButtonIsDown() throws {
        var slider = Element(id: "s", .slider(label: "Volume", value: 3, range: 0...10))
        slider.edit = Edit(.value(key: "v", kind: .int), .number(NumberScale(range: 0...10, step: 1)))
        let layout = layout([slider, toggle("t")])
        let stop = try #require(layout.top?.stops.first { $0.element == "s" })
        let track = try #require(stop.parts.first { $0.meaning == .range }).rect
        func mouse(_ kind: MouseKind, _ column: Int, _ now: TerminalState, row: Int = 2) -> InputResult {
            layout.handle(Mouse(kind, at: CellPoint(column: stop.rect.minColumn + column, row: row)), now)
        }
        func value(_ reaction: InputResult) -> JSON? {
            if case .activate(_, "s", .setValue("v", let value)) = reaction.outcome { value } else { nil }
        }
        // Without a press, moving does not drag.
        #expect(mouse(.move, track.minColumn, layout.reconcile(.init())).outcome == .none)
        let pressed = mouse(.press, track.minColumn, layout.reconcile(.init()))
        #expect(value(pressed) == 0)
        let moved = mouse(.move, track.maxColumn - 1, pressed.state)
        #expect(value(moved) == 10)
        // Also outside of the control: only the column counts.
        #expect(value(mouse(.move, track.minColumn - 5, moved.state, row: 5)) == 0)
        #expect(value(mouse(.move, track.maxColumn + 9, moved.state)) == 10)
        let released = mouse(.release, track.minColumn, moved.state)
        #expect(released.outcome == .none)
        #expect(mouse(.move, track.minColumn, released.state).outcome == .none)
    }

    @Test func aPressIsHeldOnlyWhileItsElementIsThereAndEnabled() throws {
        let gesture = PointerGesture(.longPress(seconds: 1), action: .emit(name: "onHold", payload: .null))
        func held(_ changed: [Element]) throws -> InputResult {
            let layout = layout([text("Hold me", [.longPress(gesture)], id: "h"), toggle("t")])
            let area = try #require(layout.top?.gestures.first).stop.rect
            let pressed = layout.handle(Mouse(.press, at: area.origin), layout.reconcile(.init())).state
            #expect(pressed.press?.seconds == 1)
            return self.layout(changed).held(pressed)
        }
        var disabled = text("Hold me", [.longPress(gesture)], id: "h")
        disabled.isEnabled = false
        #expect(try held([text("Hold me", [.longPress(gesture)], id: "h"), toggle("t")]).outcome != .none)
        #expect(try held([disabled, toggle("t")]).outcome == .none)
        #expect(try held([toggle("t")]).outcome == .none)
    }

    /// Whoever was told of the beginning has to be told of the end.
    @Test func aPressThatAnotherLayerCoversEnds_andBecomesNothingElse() throws {
        let gesture = PointerGesture(.longPress(seconds: 1), reports: true, action: .emit(name: "onHold", payload: .null))
        let elements = [text("Hold me", [.longPress(gesture)], id: "h"), toggle("t")]
        let below = layout(elements)
        let covered = Renderer().layout(
            Scene(stack: "main", layers: [layer(form(elements)), layer(form([toggle("u")]), entry: "e2", modal: .sheet)]),
            size: size(30, 8))
        let area = try #require(below.top?.gestures.first).stop.rect
        let pressed = below.handle(Mouse(.press, at: area.origin), below.reconcile(.init()))
        #expect(pressed.preceding.count == 1)
        let shown = covered.reconcile(pressed.state)
        #expect(shown.press?.seconds == nil && covered.held(shown).outcome == .none)
        let end = Activation.action(.emit(name: "onHold", payload: ["value": ["phase": "ended"]]))
        for layout in [covered, below] {
            let released = layout.handle(Mouse(.release, at: area.origin), shown)
            #expect(released.preceding == [.ended(entry: entry, element: "h", end)])
            #expect(released.outcome == .none && released.state.press == nil)
            #expect(layout.handle(Mouse(.release, at: area.origin), released.state).preceding.isEmpty)
        }
        var gone = shown
        SceneLayout.forget(&gone, except: [EntryID("e2")])
        #expect(gone.press == nil)
    }

    @Test func cutTextIsPastedIntoOtherFields_exceptSecrets() {
        let layout = layout([field("one two"), field("", id: "g"), field("", secure: true, id: "h")])
        func after(_ keys: [Key]) -> TerminalState {
            keys.reduce(layout.reconcile(.init())) { layout.handle($1, $0).state }
        }
        #expect(after(["ctrl+w", "tab", "ctrl+y"]).drafts[place("g")]?.edited.text == "two")
        // Cut text can be pasted neither into nor out of a secure field.
        #expect(after(["ctrl+w", "tab", "tab", "ctrl+y", "x"]).drafts[place("h")]?.edited.text == "x")
        #expect(after(["tab", "tab", "x", "y", "ctrl+u", "backtab", "ctrl+y"]).drafts[place("g")]?.edited.text ?? "" == "")
    }
}
