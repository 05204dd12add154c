import FasciaDocument
import Testing

struct NodesTests {
    private func mismatch(_ json: JSON) -> String? {
        do throws(Mismatch) {
            _ = try Node.schema.read(json)
            return nil
        } catch { return error.message }
    }

    /// One node of each kind, with its members.
    static let each: [JSON] = [
        ["kind": "text", "text": "Hello", "modifiers": [["bold": true], ["padding": 8.0]]],
        ["kind": "button", "label": "Next", "tap": ["method": "nav.next", "params": ["target": "end"]]],
        ["kind": "button", "label": "Delete", "role": "destructive", "emit": "onDeleteButtonTapped", "payload": [1, 2]],
        ["kind": "button", "label": "Nothing", "role": "cancel"],
        ["kind": "toggle", "bind": "extras/ham"], ["kind": "toggle", "bind": "extras", "label": "All"],
        ["kind": "toggle", "label": "Own", "state": "mixed", "emit": "onToggle", "payload": ["on": true]],
        ["kind": "toggle", "label": "Own", "state": "off"],
        ["kind": "group", "bind": "extras"], ["kind": "picker", "bind": "height/unit", "label": "Unit"],
        ["kind": "value", "bind": "cpu", "label": "CPU"], ["kind": "value", "bind": "cpu", "format": "percent"],
        ["kind": "text", "bind": "free", "format": "bytes"], ["kind": "text", "bind": "free"],
        ["kind": "table", "columns": [["title": "Name"]], "children": [["kind": "gridRow", "children": []]]],
        [
            "kind": "table",
            "columns": [
                ["title": "Name", "id": "n", "weight": 2.0], ["title": "Size", "alignment": "trailing", "sortable": false],
            ],
            "bind": "sort", "children": [],
        ],
        ["kind": "table", "columns": [["title": "Name"]], "order": "-Name", "emit": "onSort", "children": []],
        ["kind": "log", "bind": "web"], ["kind": "log", "bind": "web", "rows": 3],
        ["kind": "sparkline", "bind": "cpu", "label": "CPU", "range": [0.0, 100.0], "format": "percent"],
        ["kind": "sparkline", "values": [1.0, 2.5]], ["kind": "chart", "bind": "cpu"],
        ["kind": "chart", "values": [1.0, 2.5], "times": [1_700_000_000.0, 1_700_000_060.0], "rows": 8],
        ["kind": "text", "value": 1024.0, "format": ["kind": "bytes", "digits": 2]],
        ["kind": "color", "color": "#ff8800"], ["kind": "divider"], ["kind": "spacer"],
        ["kind": "spacer", "minLength": 4.0], ["kind": "empty", "id": "none"],
        ["kind": "vstack", "spacing": 0.0, "alignment": "leading", "children": [["kind": "empty"]]],
        ["kind": "hstack", "alignment": "bottom", "children": []],
        ["kind": "zstack", "alignment": "topTrailing", "children": []],
        ["kind": "text", "runs": [["text": "a", "bold": true], ["text": "b", "foreground": "red", "dim": false]]],
        ["kind": "vstack", "alignment": ["horizontal": ["name": "mid", "width": 0.5]], "children": []],
        ["kind": "hstack", "alignment": "firstTextBaseline", "children": []],
        ["kind": "zstack", "alignment": ["horizontal": "leading", "vertical": "lastTextBaseline"], "children": []],
        ["kind": "scroll", "children": []],
        ["kind": "scroll", "axes": "both", "showsIndicators": false, "children": [["kind": "divider"]]],
        ["kind": "list", "children": [["kind": "divider"]]],
        [
            "kind": "grid", "alignment": "leading", "horizontalSpacing": 8.0, "verticalSpacing": 0.0,
            "children": [
                ["kind": "gridRow", "alignment": "bottom", "children": [["kind": "divider"]]],
                ["kind": "gridRow", "children": []],
            ],
        ],
        ["kind": "color", "color": ["color": "red", "opacity": 0.5]],
        ["kind": "shape", "shape": "capsule", "fill": "red", "stroke": "#000000", "lineWidth": 3.0],
        ["kind": "shape", "shape": "roundedRectangle", "cornerRadius": 4.0], ["kind": "shape", "shape": "circle"],
        ["kind": "shape", "shape": "outline", "lines": [[0.0, 0.0, 1.0, 1.0], [0.5, 0.0, 0.5, 1.0]]],
        ["kind": "image", "systemName": "star.fill"],
        ["kind": "rows", "total": 9], ["kind": "rows", "total": 9, "children": [["kind": "divider"]]],
        [
            "kind": "rows", "total": 9, "known": [["first": 2, "count": 1], ["first": 8, "count": 1]],
            "children": [["kind": "divider"], ["kind": "empty"]],
        ],
        ["kind": "form", "children": [["kind": "section", "title": "T", "footer": "F", "children": []]]],
    ]

    static let eachModifier: [JSON] = [
        ["padding": 8.0], ["padding": ["top": 1.0, "trailing": 2.5]], ["frame": ["width": 80.0, "alignment": "top"]],
        ["frame": ["minHeight": 8.0, "maxWidth": "infinity"]], ["background": "red"], ["foreground": "#0080FF"],
        ["border": "accentColor"], ["bold": true], ["italic": false], ["underline": true], ["strikethrough": true],
        ["dim": true], ["lineLimit": 2], ["disabled": true], ["accessibilityLabel": "Name"],
        ["accessibilityRole": "button"], ["accessibilityHidden": true],
        ["tap": ["emit": "onTap", "payload": ["node": "a"]]], ["tap": ["tap": ["method": "nav.pop"]]],
        ["environment": ["tint": "green"]], ["padding": ["top": 1.0, "unit": "cells"]],
        ["frame": ["idealWidth": 8.0, "idealHeight": 16.0, "unit": "cells"]],
        ["background": ["color": "red", "opacity": 0.25]],
        ["background": ["node": ["kind": "divider"], "alignment": "top"]], ["overlay": ["node": ["kind": "divider"]]],
        ["textAlignment": "center"], ["truncation": "middle"], ["offset": ["x": 8.0]],
        ["position": ["x": 8.0, "y": -1.0, "unit": "cells"]], ["opacity": 0.5], ["hidden": true], ["clip": "circle"],
        ["shown": ["toggle": "services/nginx"]], ["shown": ["toggle": "services", "is": "mixed", "not": true]],
        ["shown": ["value": "disk", "above": 90.0, "below": 99.5]], ["shown": ["value": "mode", "is": "expert"]],
        ["shown": ["value": "mode", "is": .null]],
        ["clip": ["shape": "roundedRectangle", "cornerRadius": 8.0]], ["cornerRadius": 8.0], ["layoutPriority": 1.0],
        ["fixedSize": [:]], ["fixedSize": ["horizontal": false]],
        ["alignmentGuide": ["horizontal": "leading", "points": 8.0]],
        ["alignmentGuide": ["vertical": ["name": "mid", "height": 0.5], "width": 1.0]],
        ["aspectRatio": ["contentMode": "fit"]], ["aspectRatio": ["ratio": 1.5, "contentMode": "fill"]],
        ["zIndex": -1.0], ["gridCellColumns": 2], ["gridColumnAlignment": "trailing"],
        ["icon": "gear"], ["shortcut": "ctrl+s"], ["focus": 3], ["scrollTo": ["request": 1, "node": "a", "y": 0.5]],
        ["scrollTo": ["request": 2, "rows": "r", "row": 400]], ["onFocus": ["emit": "onFocus", "payload": ["node": "a"]]],
        ["geometry": ["width": 320.5, "height": 128.25]],
        ["longPress": ["seconds": 0.25, "distance": 4.5, "reports": true, "action": ["emit": "onHold"]]],
        ["drag": ["distance": 4.5, "action": ["emit": "onDrag", "payload": ["node": "a"]]]],
    ]

    @Test(arguments: each)
    func eachKindIsReadAndWrittenAgain(_ json: JSON) throws {
        #expect(try Node.schema.write(Node.schema.read(json)) == json)
    }

    @Test func everyKindIsTested() {
        let tested =
            (NodesTests.each + ControlNodesTests.each).compactMap { $0["kind"]?.stringValue }
            + ["section", "gridRow"]
        #expect(Set(tested) == Set(Node.kinds))
    }

    @Test(arguments: eachModifier)
    func eachModifierIsReadAndWrittenAgain(_ json: JSON) throws {
        #expect(try Modifier.schema.write(Modifier.schema.read(json)) == json)
        let node: JSON = ["kind": "divider", "modifiers": [json]]
        #expect(try Node.schema.write(Node.schema.read(node)) == node)
    }

    @Test func everyModifierIsTested() {
        let tested = NodesTests.eachModifier.compactMap { $0.objectValue?.members.first?.key }
        let described = Node.definitions["Modifier"]?["oneOf"]?.arrayValue?
            .compactMap { $0["required"]?[0]?.stringValue }
        #expect(Set(tested) == Set(described ?? []))
    }

    @Test func unknownMembersAreIgnored() throws {
        let json: JSON = ["kind": "text", "text": "x", "sparkle": 3, "modifiers": [["bold": true, "glow": 1]]]
        #expect(try Node.schema.read(json) == Node(.text(TextContent("x")), modifiers: [.bold(true)]))
    }

    @Test(
        arguments: [
            (["kind": "button"], "/label: expected a string, found nothing"),
            (
                ["kind": "vstack", "children": [["kind": "divider"], ["kind": "button"]]],
                "/children/1/label: expected a string, found nothing"
            ),
            (
                ["kind": "spinner"],
                "/kind: expected one of \(Node.kinds.joined(separator: ", ")), found \"spinner\""
            ),
            (
                [:],
                "/kind: expected one of \(Node.kinds.joined(separator: ", ")), found nothing"
            ),
            ("text", "expected a node: an object with a kind, found \"text\""),
            (["kind": "text", "text": 5], "/text: expected a string, found 5"),
            (["kind": "vstack"], "/children: expected an array, found nothing"),
            (["kind": "color"], "/color: expected a string or an object, found nothing"),
            (
                ["kind": "vstack", "alignment": "top", "children": []],
                "/alignment: expected one of leading, center, trailing, found \"top\""
            ),
            (
                ["kind": "button", "label": "x", "role": "mighty"],
                "/role: expected one of destructive, cancel, found \"mighty\""
            ),
            (
                ["kind": "button", "label": "x", "emit": "onX", "tap": ["method": "sync"]],
                "/emit: expected either tap or emit, found both"
            ),
            (["kind": "button", "label": "x", "tap": [:]], "/tap/method: expected a string, found nothing"),
            (["kind": "toggle", "label": "x"], "/bind: expected either bind or state, found neither"),
            (["kind": "toggle", "bind": "x", "state": "on"], "/state: expected either bind or state, found both"),
            (
                ["kind": "toggle", "bind": "x", "emit": "onX"],
                "/emit: expected nothing beside bind: a tap switches it, found an action"
            ),
            (
                ["kind": "toggle", "bind": "x", "tap": ["method": "sync"]],
                "/tap: expected nothing beside bind: a tap switches it, found an action"
            ),
            (
                ["kind": "toggle", "state": "on"],
                "/label: expected a string: only what is bound has a title, found nothing"
            ),
            (
                ["kind": "color", "color": "puce"],
                "/color: expected a colour: #rrggbb or one of red, orange, yellow, green, mint, teal, cyan, blue, indigo, "
                    + "purple, pink, brown, white, gray, black, clear, primary, secondary, accentColor, found \"puce\""
            ),
            (["kind": "text", "text": "a", "runs": []], "/runs: expected either text or runs, found both"),
            (["kind": "text"], "/text: expected a string, found nothing"),
            (["kind": "text", "text": "a", "format": "bytes"], "/format: expected nothing beside text, found a format"),
            (
                ["kind": "table", "columns": [["title": "A"], ["title": "B", "id": "A"]], "children": []],
                "/columns/1/id: expected an id that no other column has, found \"A\" again"
            ),
            (["kind": "sparkline"], "/bind: expected either bind or values, found neither"),
            (["kind": "chart", "values": [1], "times": [1, 2]], "/times: expected a time for each of the 1 values, found 2"),
            (
                ["kind": "color", "color": ["color": "red", "opacity": 2]],
                "/color/opacity: expected a number from 0.0 to 1.0, found 2"
            ),
            (
                ["kind": "hstack", "alignment": "leading", "children": []],
                "/alignment: expected one of top, center, bottom, firstTextBaseline, lastTextBaseline, found \"leading\""
            ),
            (
                ["kind": "vstack", "alignment": ["horizontal": "middle"], "children": []],
                "/alignment/horizontal: expected one of leading, center, trailing or {\"name\": …}, found \"middle\""
            ),
            (
                ["kind": "shape", "shape": "outline", "lines": [[0, 0], [0, 0, 1]]],
                "/lines/1: expected an x and a y for each point, found 3 numbers"
            ),
            (
                ["kind": "shape", "shape": "outline", "lines": [.array(Array(repeating: 0, count: 2_002))]],
                "/lines: expected at most 1000 points, found 1001"
            ),
        ] as [(JSON, String)])
    func aMismatchSaysWhereAndWhat(_ json: JSON, _ message: String) { #expect(mismatch(json) == message) }

    @Test(
        arguments: [
            (["tap": [:]], "/tap/tap: expected either tap or emit, found neither"),
            (
                ["wobble": 1],
                ": expected a modifier: one of padding, frame, background, overlay, foreground, border, bold, "
                    + "italic, underline, strikethrough, dim, lineLimit, textAlignment, truncation, offset, position, "
                    + "opacity, hidden, shown, clip, cornerRadius, layoutPriority, fixedSize, alignmentGuide, aspectRatio, "
                    + "zIndex, gridCellColumns, gridColumnAlignment, disabled, tap, longPress, drag, icon, shortcut, focus, "
                    + "scrollTo, onFocus, geometry, accessibilityLabel, accessibilityRole, accessibilityHidden, environment, "
                    + "found wobble"
            ),
            (["shown": ["is": true]], "/shown/toggle: expected either toggle or value, found neither"),
            (["scrollTo": ["request": 1, "row": 4]], "/scrollTo: expected a node, or rows and a row of them, found neither"),
            (
                ["drag": ["action": ["emit": "onDrag", "payload": 5]]],
                "/drag/action/payload: expected an object: the new value becomes its member value, found 5"
            ),
            (
                ["longPress": ["seconds": -1, "action": ["emit": "onHold"]]],
                "/longPress/seconds: expected a number from 0.0 to 3600.0, found -1"
            ),
            (["opacity": -0.5], "/opacity: expected a number from 0.0 to 1.0, found -0.5"),
            (["overlay": ["node": ["kind": "button"]]], "/overlay/node/label: expected a string, found nothing"),
            (["background": ["node": 1]], "/background/node: expected a node: an object with a kind, found 1"),
            (["alignmentGuide": [:]], "/alignmentGuide: expected either horizontal or vertical, found neither"),
            (
                ["alignmentGuide": ["horizontal": "leading", "vertical": "top"]],
                "/alignmentGuide/vertical: expected either horizontal or vertical, found both"
            ),
            (
                ["clip": "star"],
                "/clip: expected one of rectangle, roundedRectangle, capsule, circle, ellipse, outline, found \"star\""
            ),
            (["bold": true, "dim": true], ": expected one modifier to an object, found bold and dim"),
            ("bold", ": expected an object such as {\"bold\": true}, found \"bold\""),
            (["bold": 1], "/bold: expected true or false, found 1"),
            (["lineLimit": 0], "/lineLimit: expected an integer of at least 1, found 0"),
            (["padding": "wide"], "/padding: expected a number or an object with top, leading, bottom, trailing, found \"wide\""),
            (["frame": ["maxWidth": "wide"]], "/frame/maxWidth: expected a number of at least 0 or \"infinity\", found \"wide\""),
            (["frame": ["width": -3]], "/frame/width: expected a number of at least 0, found -3"),
            (["frame": ["maxHeight": -1]], "/frame/maxHeight: expected a number of at least 0 or \"infinity\", found -1"),
            (["frame": ["minWidth": 9, "maxWidth": 4]], "/frame/maxWidth: expected at least minWidth, which is 9, found 4"),
            (
                ["frame": ["idealHeight": 9, "maxHeight": 4]],
                "/frame/maxHeight: expected at least idealHeight, which is 9, found 4"
            ),
            (["aspectRatio": ["ratio": 0, "contentMode": "fit"]], "/aspectRatio/ratio: expected a number above 0, found 0"),
            (["shortcut": ""], "/shortcut: expected the name of a key, such as ctrl+s, found an empty string"),
            (["shortcut": "ctrl+c"], "/shortcut: expected another key: this one always leaves the terminal, found \"ctrl+c\""),
        ] as [(JSON, String)])
    func aMismatchInAModifierSaysWhereAndWhat(_ modifier: JSON, _ message: String) {
        #expect(mismatch(["kind": "divider", "modifiers": [modifier]]) == "/modifiers/0" + message)
    }

    @Test(arguments: ["#12345", "#1234567", "#12345g", "123456", "#１２３４５６", "Red", ""])
    func invalidColoursAreRejected(_ name: String) { #expect(NamedColor.parse(name) == nil) }

    @Test func coloursInHexadecimal() {
        #expect(NamedColor.parse("#0080fF")?.hexadecimal == 0x0080FF)
        #expect(NamedColor.parse("red")?.hexadecimal == nil)
    }

    // MARK: - Screens

    @Test func aScreenIsReadAndWrittenAgain() throws {
        let json: JSON = [
            "id": "edit", "title": "Edit", "body": ["kind": "text", "text": "x"], "emits": ["onSaveTapped"],
            "environment": ["tint": "red"],
        ]
        #expect(try Screen.schema.write(Screen.schema.read(json)) == json)
        let least: JSON = ["id": "least", "body": ["kind": "empty"]]
        #expect(try Screen.schema.write(Screen.schema.read(least)) == least)
    }

    @Test func aMismatchInAScreenPointsIntoItsBody() {
        let json: JSON = ["id": "x", "body": ["kind": "form", "children": [["kind": "button"]]]]
        #expect(throws: Mismatch(pointer: "/body/children/0/label", expected: "a string", found: "nothing")) {
            try Screen.schema.read(json)
        }
    }

    @Test func anIdThatTwoNodesHaveIsAMismatch() {
        let node: JSON = ["kind": "divider", "id": "same"]
        let json: JSON = ["id": "x", "body": ["kind": "form", "children": [node, ["kind": "divider"], node]]]
        #expect(
            throws: Mismatch(
                pointer: "/body/children/2/id", expected: "an id that no other node has", found: "\"same\" again")
        ) {
            try Screen.schema.read(json)
        }
    }

    // MARK: - Schemas

    @Test func theSchemaDescribesEachKind() {
        let whole = Node.definitions["Node"]
        let kinds = whole?["oneOf"]?.arrayValue?.compactMap { $0["properties"]?["kind"]?["const"]?.stringValue }
        #expect(kinds == Node.kinds)
        let button = whole?["oneOf"]?[1]
        #expect(button?["required"] == ["kind", "label"])
        #expect(button?["properties"]?["modifiers"]?["items"] == ["$ref": "#/$defs/Modifier"])
        #expect(Node.schema.schema == ["$ref": "#/$defs/Node"])
    }

    // MARK: - Trees

    private func tree(_ texts: String...) -> Node {
        Node(.form(FormContent(children: texts.map { Node(.text(TextContent($0))) })))
    }

    @Test func aTreeIsCounted() {
        #expect(tree("a", "b").count == 3)
        #expect(tree("a", "b").depth == 2)
        #expect(Node(.divider).count == 1)
    }

    @Test func differingNodesAreThoseThatAreNotTheSameAtTheirPlace() {
        #expect(tree("a", "b").differingNodes(from: tree("a", "b")) == 0)
        #expect(tree("a", "c").differingNodes(from: tree("a", "b")) == 1)
        #expect(tree("a", "b", "c").differingNodes(from: tree("a", "b")) == 1)
        #expect(tree("a").differingNodes(from: tree("a", "b", "c")) == 2)
        #expect(Node(.divider).differingNodes(from: tree("a", "b")) == 3)
        #expect(Node(.divider, modifiers: [.bold(true)]).differingNodes(from: Node(.divider)) == 1)
    }
}
