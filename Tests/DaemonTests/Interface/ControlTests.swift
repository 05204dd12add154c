import FasciaDocument
import TestSupport
import Testing

/// Controls: `ui.set`, `ui.tap` and their effects.
@Suite struct ControlTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        (daemon, client) = try Fixture.daemon()
        try client.call("value.declare", ["key": "volume", "kind": "int", "initial": 30, "range": [0, 100], "step": 10])
        try client.call("value.set", ["key": "name", "value": "Ada"])
        try client.call(
            "picker.declare",
            [
                "picker": [
                    "id": "size",
                    "components": [["id": "s", "elements": [["id": "a", "label": "A"], ["id": "b", "label": "Bee"]]]],
                ]
            ])
    }

    /// An app that handles all actions of the screen.
    private func app() throws -> JSONClient {
        let app = try daemon.client()
        try app.call("action.bind", ["screen": "c", "names": ["*"]])
        return app
    }

    // MARK: - Bound controls

    @Test func boundControlsSetTheirValue() throws {
        try client.show(
            ["kind": "slider", "bind": "volume", "id": "slider"], ["kind": "stepper", "bind": "volume", "id": "stepper"],
            ["kind": "textField", "bind": "volume", "id": "number"], ["kind": "textField", "bind": "name", "id": "text"])
        #expect(try client.call("ui.set", ["node": "slider", "value": 55]).changed == true)
        #expect(try client.value("volume") == 55)
        #expect(try client.call("ui.set", ["node": "slider", "value": 55]).changed == false)
        #expect(try client.call("ui.tap", ["node": "stepper:increment"]).changed == true)
        #expect(try client.value("volume") == 65)
        // Text for a numeric value is converted to a number.
        #expect(try client.call("ui.set", ["node": "number", "value": "70"]).changed == true)
        #expect(try client.call("ui.set", ["node": "number", "value": 71]).changed == true)
        #expect(try client.value("volume") == 71)
        try client.call("ui.set", ["node": "text", "value": "Grace"])
        #expect(try client.value("name") == "Grace")
        let nodes = try client.call("ui.tree")["nodes"]?.arrayValue ?? []
        #expect(nodes.map { $0["role"] } == ["slider", "stepper", "textField", "textField"])
        #expect(nodes.map { $0["value"] } == [71, 71, "71", "Grace"])
    }

    @Test func valueOutOfRangeIsRefused() throws {
        try client.show(
            ["kind": "slider", "bind": "volume", "id": "slider"], ["kind": "textField", "bind": "volume", "id": "number"],
            ["kind": "picker", "bind": "size", "id": "size", "style": "segmented"],
            ["kind": "progress", "bind": "volume", "id": "progress"])
        func refusal(_ node: String, _ value: JSON) throws -> String? {
            let error = try client.failure("ui.set", ["node": .string(node), "value": value])
            return "\(error.reason ?? ""): \(error.message ?? "")"
        }
        #expect(try refusal("slider", 101) == "invalid: node \"slider\" must be from 0 to 100, not 101")
        #expect(try refusal("slider", "loud") == "invalid: node \"slider\" takes a number, not \"loud\"")
        #expect(try refusal("slider", 1.5)?.hasPrefix("invalid: ") == true)
        #expect(try refusal("number", "x") == "invalid: value \"volume\" takes an integer, not \"x\"")
        #expect(try refusal("number", "101")?.hasPrefix("invalid: ") == true)
        #expect(try refusal("size", "c")?.hasPrefix("notFound: ") == true)
        #expect(try refusal("size", .null)?.hasPrefix("refused: ") == true)
        #expect(try refusal("progress", 1) == "invalid: node \"progress\" has no value that could be set")
        #expect(try client.value("volume") == 30)
    }

    @Test func everyStyleOfABoundPickerPicks() throws {
        for (index, style) in ["inline", "segmented", "menu", "wheel"].enumerated() {
            try client.show(["kind": "picker", "bind": "size", "id": "size", "style": .string(style)])
            let (id, label) = index % 2 == 0 ? ("b", "Bee") : ("a", "A")
            #expect(try client.call("ui.tap", ["node": .string(label)]).changed == true, "\(style)")
            #expect(try client.call("picker.get", ["id": "size"])[at: "components/0/selection"] == .string(id))
            #expect(try client.call("ui.set", ["node": "size", "value": .string(id)]).changed == false)
        }
    }

    // MARK: - Controls with actions

    @Test func theNewValueGoesWithTheAction() throws {
        try client.show(
            ["kind": "slider", "value": 3, "range": [0, 10], "id": "slider", "emit": "onMoved", "payload": ["row": 1]],
            ["kind": "stepper", "value": 3, "id": "stepper", "emit": "onStepped"],
            ["kind": "textField", "text": "", "id": "text", "emit": "onTyped", "submit": ["emit": "onEntered"]],
            [
                "kind": "picker", "id": "picker", "style": "menu", "optional": true, "emit": "onPicked",
                "options": [["id": "s", "label": "Small"], ["id": "l", "label": "Large"]],
            ])
        let app = try app()
        func sent(_ method: String, _ params: JSON) throws -> String {
            let id = try client.send(method, params)
            let action = try app.handle()
            let result = try client.reply(to: id)
            #expect(result[at: "result/outcome"] == "handled")
            return "\(action["name"]?.stringValue ?? "") \(action["payload"]?.text ?? "")"
        }
        #expect(try sent("ui.set", ["node": "slider", "value": 7]) == #"onMoved {"row":1,"value":7}"#)
        #expect(try sent("ui.tap", ["node": "stepper:decrement"]) == #"onStepped {"value":2}"#)
        #expect(try sent("ui.set", ["node": "text", "value": "Ada"]) == #"onTyped {"value":"Ada"}"#)
        #expect(try sent("ui.tap", ["node": "Large"]) == #"onPicked {"value":"l"}"#)
        #expect(try sent("ui.set", ["node": "picker", "value": "Small"]) == #"onPicked {"value":"s"}"#)
        #expect(try sent("ui.set", ["node": "picker", "value": .null]) == #"onPicked {"value":null}"#)
    }

    @Test func anActionMayBeAMethod_whichGetsTheValue() throws {
        try client.show([
            "kind": "slider", "value": 3, "range": [0, 10], "id": "s",
            "tap": ["method": "value.set", "params": ["key": "volume"]],
        ])
        #expect(try client.call("ui.set", ["node": "s", "value": 7]).changed == true)
        #expect(try client.value("volume") == 7)
    }

    @Test func settingAnAppsSwitchToItsStateSendsNothing() throws {
        try client.show(
            ["kind": "toggle", "label": "Light", "state": "off", "emit": "onToggle", "payload": ["on": true]],
            ["kind": "toggle", "label": "All", "state": "mixed", "emit": "onAll"])
        let app = try app()
        #expect(try client.call("ui.set", ["node": "Light", "value": false]).changed == false)
        let id = try client.send("ui.set", ["node": "Light", "value": true])
        #expect(try app.handle()["payload"] == ["on": true])
        #expect(try client.reply(to: id)[at: "result/node"] == "0.0")
        #expect(
            try client.failure("ui.set", ["node": "All", "value": false]).message
                == "node \"0.1\" (All) is mixed, and only its app knows what \"off\" means: use ui.tap")
    }

    @Test func menuItemIsTappedByLabel() throws {
        try client.show([
            "kind": "menu", "label": "More", "id": "more",
            "children": [
                ["kind": "button", "label": "Louder", "tap": ["method": "value.set", "params": ["key": "volume", "value": 90]]]
            ],
        ])
        #expect(try client.call("ui.tap", ["node": "Louder"]).changed == true)
        #expect(try client.value("volume") == 90)
        #expect(
            try client.failure("ui.tap", ["node": "more"]).message
                == "node \"more\" (More) is a menu: it cannot be operated as a whole: tap Louder")
    }

    // MARK: - Secrets

    @Test func onlyTheHandlerGetsASecret() throws {
        try client.show([
            "kind": "textField", "text": "", "id": "key", "secure": true, "emit": "onKeyTyped", "payload": ["row": 1],
        ])
        let app = try app()
        let watcher = try daemon.client()
        try watcher.watch(["topics": ["action:*", "issue:*"]])
        let id = try client.send("ui.set", ["node": "key", "value": "sesame"])
        #expect(try app.handle()["payload"] == ["row": 1, "value": "sesame"])
        _ = try client.reply(to: id)
        #expect(try watcher.notification()[at: "changes/0/payload"] == ["row": 1, "value": "•••"])
        // Without a handler, the issue must not contain the secret either.
        try app.call("action.unbind", ["screen": "c", "names": ["*"]])
        let error = try client.failure("ui.set", ["node": "key", "value": "sesame"])
        #expect(error.reason == "unimplemented")
        #expect(!error.text.contains("sesame"))
        #expect(try !client.call("history.get").text.contains("sesame"))
    }
}
