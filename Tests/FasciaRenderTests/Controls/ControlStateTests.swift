import Foundation
import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaRender
@testable import FasciaScene

/// Each control in each state, for four terminals, in one file per control in `Fixtures/States`. Only `FASCIA_RECORD=1
/// swift test --filter ControlStateTests` changes them.
///
/// A new control is an element of `all`, and a new state an element of its `states`.
@Suite(.serialized) struct ControlStateTests {
    /// A control, and the members that differ in each of its states.
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var kind: Control.Kind
        var node: JSON.Object
        var states: [(name: String, members: JSON.Object)]
        /// Whether it can have the focus and be disabled.
        var isOperated = true
        var rows = 1
        /// The keys to press while it has the focus, before any reply.
        ///
        /// A button, a toggle and the like do not change on a key press, which has no duration. A turned picker, an
        /// open menu and typed text show at once.
        var pressed: [Key] = ["space"]
        /// Whether a press is visible.
        var showsPress = false

        /// The reason of a refusal takes a row.
        func rows(in state: String) -> Int { rows + (state.contains("refused") ? 1 : 0) }
    }

    private static let options: JSON = [["id": "s", "label": "Small"], ["id": "l", "label": "Large"]]

    private static func picker(
        _ kind: Control.Kind, _ style: String, rows: Int = 1, pressed: [Key] = ["space"], showsPress: Bool = false,
        hasPlaceholder: Bool = false
    ) -> Row {
        Row(
            testDescription: "picker-" + style, kind: kind,
            node: ["kind": "picker", "label": "Size", "style": .string(style), "options": options, "emit": "onPick"],
            states: [
                ("first", ["selection": "s"]), ("last", ["selection": "l"]), ("none", ["optional": true]),
            ] + (hasPlaceholder ? [("placeholder", ["optional": true, "initial": "l"])] : []), rows: rows, pressed: pressed,
            showsPress: showsPress)
    }

    static let all = [
        Row(
            testDescription: "button", kind: .button, node: ["kind": "button", "label": "Save", "emit": "onSave"],
            states: [("plain", [:])]),
        Row(
            testDescription: "button-with-children", kind: .button,
            node: [
                "kind": "button", "label": "Save", "emit": "onSave",
                "children": [
                    [
                        "kind": "vstack",
                        "children": [["kind": "text", "text": "Save"], ["kind": "text", "text": "all of it"]],
                    ]
                ],
            ],
            states: [("plain", [:])], rows: 2),
        Row(
            testDescription: "menu", kind: .menu,
            node: ["kind": "menu", "label": "More", "children": [["kind": "button", "label": "Copy", "emit": "onCopy"]]],
            states: [("plain", [:])], rows: 7, showsPress: true),
        Row(
            testDescription: "toggle", kind: .toggle, node: ["kind": "toggle", "label": "Ham", "emit": "onHam"],
            states: ["on", "off", "mixed"].map { ($0, ["state": .string($0)]) }),
        Row(
            testDescription: "toggle-button", kind: .toggle,
            node: [
                "kind": "toggle", "label": "Ham", "emit": "onHam",
                "modifiers": [["environment": ["toggleStyle": "button"]]],
            ],
            states: ["on", "off", "mixed"].map { ($0, ["state": .string($0)]) }),
        picker(.option, "inline", rows: 4), picker(.segments, "segmented"),
        picker(.menu, "menu", rows: 7, showsPress: true, hasPlaceholder: true),
        picker(.picker, "wheel", pressed: ["right"], showsPress: true, hasPlaceholder: true),
        Row(
            testDescription: "text-field", kind: .textField,
            node: ["kind": "textField", "label": "Name", "emit": "onName"],
            states: [
                ("empty", ["text": ""]), ("prompt", ["text": "", "prompt": "Yours"]), ("text", ["text": "Ada"]),
                ("full", ["text": "Augusta Ada King, Countess of Lovelace"]), ("secure", ["text": "Ada", "secure": true]),
            ], pressed: ["x"], showsPress: true),
        Row(
            testDescription: "slider", kind: .slider,
            node: ["kind": "slider", "label": "Volume", "range": [0, 10], "emit": "onVolume"],
            states: [("empty", ["value": 0]), ("half", ["value": 5]), ("full", ["value": 10])]),
        Row(
            testDescription: "stepper", kind: .stepper,
            node: ["kind": "stepper", "label": "Count", "range": [0, 9], "emit": "onCount"],
            states: [("empty", ["value": 0]), ("some", ["value": 5]), ("full", ["value": 9])]),
        Row(
            testDescription: "progress", kind: .progress, node: ["kind": "progress", "label": "Copy"],
            states: [
                ("unknown", [:]), ("empty", ["value": 0]), ("half", ["value": 0.5]), ("full", ["value": 1]),
            ], isOperated: false),
        Row(
            testDescription: "gauge", kind: .gauge, node: ["kind": "gauge", "label": "Load"],
            states: [("empty", ["value": 0]), ("half", ["value": 0.5]), ("full", ["value": 1])], isOperated: false),
    ]

    /// The variants of each state.
    enum Way: String, CaseIterable {
        case plain = ""
        case focused = ", focused"
        case pressed = ", pressed"
        case pending = ", pending"
        case pendingFocused = ", pending and focused"
        case disabled = ", disabled"
        case refused = ", refused"
        case refusedFocused = ", refused and focused"

        var hasFocus: Bool { [.focused, .pressed, .pendingFocused, .refusedFocused].contains(self) }
        var isRefused: Bool { self == .refused || self == .refusedFocused }

        static func all(_ row: Row, _ members: JSON.Object) -> [Way] {
            guard row.isOperated else { return [.plain] }
            // A refused text hides the prompt.
            return allCases.filter { !$0.isRefused || row.kind == .textField && members["prompt"] == nil }
        }
    }

    /// The frames of all states, with their names.
    ///
    /// - Parameter isRow: whether the control is a row of a form, where many look different.
    private func pictures(
        _ row: Row, _ profile: TerminalCapabilities, isRow: Bool = false
    ) throws -> [(name: String, picture: CellBuffer)] {
        try row.states.flatMap { state in
            try Way.all(row, state.members).map { way in
                var node = row.node
                for (key, value) in state.members.members { node[key] = value }
                node["id"] = "control"
                if way == .disabled {
                    node["modifiers"] = .array((node["modifiers"]?.arrayValue ?? []) + [["disabled": true]])
                }
                let other: JSON = ["kind": "button", "id": "other", "label": isRow ? "other" : "", "emit": "onOther"]
                let body: JSON =
                    isRow
                    ? ["kind": "form", "children": [.object(node), other]]
                    : ["kind": "vstack", "alignment": "leading", "children": [.object(node), other]]
                let scene = try #require(try FixtureTests.scene(body))
                let size = CellSize(columns: 32, rows: row.rows + (isRow ? 10 : way.isRefused ? 3 : 2))
                var layout = Renderer().layout(scene, size: size, unicode: profile.unicode)
                var now = TerminalState()
                let entry = try #require(scene.layers.last?.entry.id)
                let focus = layout.top?.stops.first { $0.element.hasPrefix("control") }?.element
                now.focus[entry] = .init(element: way.hasFocus ? focus ?? "control" : "other")
                if way == .pressed { now = row.pressed.reduce(now) { layout.handle($1, $0).state } }
                if way.isRefused {
                    now.focus[entry] = .init(element: focus ?? "control")
                    now = layout.handle("enter", layout.handle("!", now).state).state
                    now.recordRefusal(at: .init(entry: entry, element: focus ?? "control"), "no name")
                    if way == .refused { now.focus[entry] = .init(element: "other") }
                    layout = Renderer().layout(scene.adding(now.refusals), size: size, unicode: profile.unicode)
                }
                if way == .pending || way == .pendingFocused {
                    now.pending = [.init(entry: entry, element: focus ?? "control")]
                }
                return (state.name + way.rawValue, Renderer().paint(layout, now, colors: profile.colors))
            }
        }
    }

    @Test(arguments: all) func looksAsRecorded(_ row: Row) throws {
        var text = ""
        for (name, profile) in FixtureTests.profiles {
            text += "== \(name)\n"
            for (state, picture) in try pictures(row, profile) {
                let rows = row.rows(in: state)
                let lines = picture.styledText(colors: profile.colors).split(separator: "\n").dropFirst().prefix(rows)
                text += "-- \(state)\n" + lines.joined(separator: "\n") + "\n"
            }
        }
        text = text.replacingOccurrences(of: "\u{1B}", with: "␛")
        let folder = FixtureTests.folder.appendingPathComponent("States")
        let file = folder.appendingPathComponent(row.testDescription + ".txt")
        if FixtureTests.isRecording {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let recorded = try? String(contentsOf: file, encoding: .utf8)
        #expect(recorded == text, "FASCIA_RECORD=1 records what is shown now; read the difference before")
    }

    /// States can be told apart without colours and attributes, beside other controls and as a row.
    @Test(arguments: all, [false, true]) func noStateIsToldByColourAlone(_ row: Row, isRow: Bool) throws {
        for unicode in [true, false] {
            var seen: [[String]: String] = [:]
            for (state, picture) in try pictures(row, TerminalCapabilities(colors: .none, unicode: unicode), isRow: isRow) {
                // A press may lead to another state.
                if state.hasSuffix(Way.pressed.rawValue) { continue }
                // The focus is also seen at the other control.
                let lines =
                    isRow
                    ? picture.lines.filter { !$0.contains("other") }
                    : Array(picture.lines.dropFirst().prefix(row.rows(in: state)))
                #expect(seen[lines] == nil, "\(state) looks like \(seen[lines] ?? "")")
                seen[lines] = state
            }
        }
    }

    /// A turned picker, an open menu and typed text show at once; a button shows its effect only after the reply.
    @Test(arguments: all.filter(\.isOperated)) func localInputShowsAtOnce(_ row: Row) throws {
        let pictures = try pictures(row, TerminalCapabilities())
        let focused = pictures.filter { $0.name.hasSuffix(Way.focused.rawValue) }.map(\.picture.lines)
        let pressed = pictures.filter { $0.name.hasSuffix(Way.pressed.rawValue) }.map(\.picture.lines)
        #expect(focused.count == row.states.count && pressed.count == row.states.count)
        #expect((focused != pressed) == row.showsPress)
    }

    @Test func everyControlIsThere() {
        #expect(Set(Self.all.map(\.kind)) == Set(Control.Kind.allCases.filter { !$0.isSurface }))
    }
}
