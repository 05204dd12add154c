import FasciaDocument
import Testing

struct ControlNodesTests {
    /// Every form of every control.
    static let each: [JSON] = [
        ["kind": "textField", "bind": "name"],
        ["kind": "textField", "bind": "name", "label": "Name", "prompt": "Ada", "secure": true, "updates": "submit"],
        [
            "kind": "textField", "text": "Ada", "label": "Name", "submit": ["emit": "onNameEntered"],
            "emit": "onNameChanged", "payload": ["row": 3],
        ],
        ["kind": "textField", "text": "", "submit": ["tap": ["method": "value.set", "params": ["key": "name"]]]],
        ["kind": "slider", "bind": "volume"],
        ["kind": "slider", "bind": "volume", "label": "Volume", "range": [0.0, 10.0], "step": 0.5],
        ["kind": "slider", "value": 3.0, "range": [0.0, 10.0], "emit": "onVolumeChanged"],
        ["kind": "stepper", "bind": "count", "label": "Count", "step": 2.0],
        ["kind": "stepper", "value": 3.0, "range": [0.0, 9.0], "showsValue": false, "emit": "onCountChanged"],
        ["kind": "stepper", "label": "Day", "increment": ["emit": "onNext"], "decrement": ["emit": "onPrevious"]],
        ["kind": "progress"], ["kind": "progress", "bind": "copied", "total": 40.0],
        ["kind": "progress", "value": 0.5, "label": "Copying"],
        ["kind": "gauge", "bind": "cpu"],
        ["kind": "gauge", "value": 30.0, "range": [0.0, 100.0], "label": "Heat", "text": "30 °C"],
        ["kind": "picker", "bind": "height", "style": "segmented"],
        [
            "kind": "picker", "options": [["id": "s", "label": "Small"], ["id": "l", "label": "Large"]],
            "selection": "s", "label": "Size", "style": "menu", "emit": "onSizeChosen",
        ],
        ["kind": "picker", "options": [["id": "s", "label": "S"]], "initial": "s", "optional": true],
        ["kind": "picker", "options": []],
        ["kind": "menu", "label": "More", "children": [["kind": "button", "label": "Delete", "emit": "onDelete"]]],
    ]

    @Test(arguments: each)
    func eachFormIsReadAndWrittenAgain(_ json: JSON) throws {
        #expect(try Node.schema.write(Node.schema.read(json)) == json)
    }

    @Test func everyStyleOfAPickerIsRead() throws {
        for style in PickerContent.Style.allCases where style != .automatic {
            let json: JSON = ["kind": "picker", "bind": "a", "style": .string(style.rawValue)]
            #expect(try Node.schema.read(json) == Node(.picker(PickerContent(bind: "a", style: style))))
        }
    }

    @Test(
        arguments: [
            (["kind": "textField"], "/bind: expected either bind or text, found neither"),
            (["kind": "textField", "bind": "a", "text": "b"], "/text: expected either bind or text, found both"),
            (
                ["kind": "textField", "bind": "a", "emit": "onChange"],
                "/emit: expected nothing beside bind: it sets what it is bound to, found an action"
            ),
            (
                ["kind": "slider", "bind": "a", "tap": ["method": "nav.pop"]],
                "/tap: expected nothing beside bind: it sets what it is bound to, found an action"
            ),
            (
                ["kind": "textField", "text": "", "emit": "onChange", "payload": 3],
                "/payload: expected an object: the new value becomes its member value, found 3"
            ),
            (
                ["kind": "textField", "text": "", "submit": ["emit": "onEnter", "payload": [1]]],
                "/submit/payload: expected an object: the new value becomes its member value, found an array"
            ),
            (
                ["kind": "textField", "bind": "a", "updates": "never"],
                "/updates: expected one of change, submit, found \"never\""
            ),
            (["kind": "slider"], "/bind: expected either bind or value, found neither"),
            (["kind": "slider", "value": 1, "range": [1]], "/range: expected two numbers, [low, high], found 1 of them"),
            (
                ["kind": "slider", "value": 1, "range": [2, 1]],
                "/range: expected [low, high] with low first, found [2.0, 1.0]"
            ),
            (["kind": "slider", "value": 1, "step": 0], "/step: expected a number above 0, found 0"),
            (
                ["kind": "stepper", "value": 1, "increment": ["emit": "onMore"]],
                "/value: expected nothing beside decrement and increment, found value"
            ),
            (
                ["kind": "stepper", "bind": "a", "increment": ["emit": "onMore"]],
                "/bind: expected nothing beside decrement and increment, found bind"
            ),
            (["kind": "stepper", "increment": [:]], "/increment/tap: expected either tap or emit, found neither"),
            (["kind": "progress", "bind": "a", "value": 1], "/value: expected either bind or value, found both"),
            (["kind": "progress", "total": -1], "/total: expected a number above 0, found -1"),
            (["kind": "gauge"], "/bind: expected either bind or value, found neither"),
            (["kind": "gauge", "bind": "a", "value": 1], "/value: expected either bind or value, found both"),
            (["kind": "picker"], "/bind: expected either bind or options, found neither"),
            (["kind": "picker", "bind": "a", "options": []], "/options: expected either bind or options, found both"),
            (["kind": "picker", "bind": "a", "selection": "s"], "/selection: expected nothing beside bind, found a choice"),
            (
                ["kind": "picker", "options": [["id": "s", "label": "S"]], "selection": "m"],
                "/selection: expected one of s, found \"m\""
            ),
            (
                ["kind": "picker", "options": [], "selection": "m"],
                "/selection: expected nothing: there are no options, found \"m\""
            ),
            (
                ["kind": "picker", "options": [["id": "s", "label": "S"], ["id": "s", "label": "T"]]],
                "/options/1/id: expected an id that no other option has, found \"s\" again"
            ),
            (["kind": "picker", "options": [["id": "s"]]], "/options/0/label: expected a string, found nothing"),
            (
                ["kind": "picker", "bind": "a", "style": "dial"],
                "/style: expected one of automatic, inline, segmented, menu, wheel, found \"dial\""
            ),
            (["kind": "menu", "children": []], "/label: expected a string, found nothing"),
            (["kind": "menu", "label": "A"], "/children: expected an array, found nothing"),
        ] as [(JSON, String)])
    func aMismatchSaysWhereAndWhat(_ json: JSON, _ message: String) {
        do throws(Mismatch) {
            _ = try Node.schema.read(json)
            Issue.record("it was read")
        } catch { #expect(error.message == message) }
    }

    @Test func newValueIsMergedIntoPayload() {
        let emit = Action.emit(name: "onChange", payload: ["row": 3, "value": "old"])
        #expect(emit.carrying("new") == .emit(name: "onChange", payload: ["row": 3, "value": "new"]))
        #expect(Action.emit(name: "a", payload: .null).carrying(.null) == .emit(name: "a", payload: ["value": .null]))
        let call = Action.call(method: "value.set", params: ["key": "a"])
        #expect(call.carrying(1) == .call(method: "value.set", params: ["key": "a", "value": 1]))
    }
}
