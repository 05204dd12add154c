import FasciaDocument
import TestSupport
import Testing

/// Keys that are pressed before the picture of the one before has come: whoever types ahead knows what those keys do.
@Suite struct TypingAheadTests {
    private let bench: PeopleBench
    private let script: LocalPeer
    private let ada: LocalPerson

    init() throws {
        bench = try PeopleBench(pause: .zero)
        script = bench.connect()
        let colors: JSON = .array(["red", "green", "blue"].map { ["id": $0] })
        let rows = (1...40).map { row -> JSON in
            [
                "kind": "button", "id": .string("row-\(row)"), "label": .string("Row \(row)"),
                "tap": ["method": "value.set", "params": ["key": "row", "value": .int(row)]],
            ]
        }
        let picker: (String) -> JSON = { style in
            ["kind": "picker", "bind": .string("\(style)/color"), "id": .string(style), "style": .string(style)]
        }
        for id in ["wheel", "menu"] {
            try script.call(
                "picker.declare", ["picker": ["id": .string(id), "components": [["id": "color", "elements": colors]]]])
            try script.call("picker.pick", ["id": .string("\(id)/color"), "element": "red"])
        }
        try script.call("value.set", ["key": "row", "value": 0])
        let body: JSON = ["kind": "form", "children": .array([picker("wheel"), picker("menu")] + rows)]
        try script.call("screen.put", ["screen": ["id": "home", "body": body]])
        ada = try LocalPerson(bench)
    }

    private func color(_ picker: String) throws -> String? {
        try script.call("picker.get", ["id": .string(picker)])[at: "components/0/selection"]?.stringValue
    }

    @Test func theOptionThatAWheelWasTurnedTo() throws {
        let frame = ada.latest
        for key in ["right", "enter"] { _ = try ada.press(key, at: frame) }
        #expect(try color("wheel") == "green")
    }

    @Test func theItemOfAMenu() throws {
        let frame = ada.latest
        for key in ["down", "enter", "down", "down", "enter"] { _ = try ada.press(key, at: frame) }
        #expect(try color("menu") == "blue")
    }

    @Test func aRowThatWasOutOfSight() throws {
        let frame = ada.latest
        for _ in 1...30 { _ = try ada.press("down", at: frame) }
        _ = try ada.press("enter", at: frame)
        #expect(try script.value("row") == 29)
    }

    /// Nobody knows what is on a screen that a key opens before it shows.
    @Test func butNotWhatAKeyHasOpened() throws {
        let ask: JSON = ["method": "nav.modal", "params": ["screen": "ask", "style": "alert"]]
        let ok: JSON = [
            "kind": "button", "id": "ok", "label": "OK", "tap": ["method": "value.set", "params": ["key": "row", "value": 99]],
        ]
        try script.call("screen.put", ["screen": ["id": "ask", "body": ok]])
        try script.call(
            "screen.put", ["screen": ["id": "home", "body": ["kind": "button", "id": "go", "label": "Go", "tap": ask]]])
        let frame = try ada.look()
        for key in ["enter", "enter"] { _ = try ada.press(key, at: frame) }
        #expect(try script.entries().count == 2 && script.value("row") == 0)
        _ = try ada.press("enter", at: ada.look())
        #expect(try script.value("row") == 99)
    }

    /// What somebody else does to what the keys were meant for still stops them.
    @Test func butNotAnOptionThatSomebodyElseTookAway() throws {
        let frame = ada.latest
        _ = try ada.press("right", at: frame)
        let others: JSON = .array(["red", "blue"].map { ["id": $0] })
        try script.call(
            "picker.declare", ["picker": ["id": "wheel", "components": [["id": "color", "elements": others]]]])
        _ = try ada.press("enter", at: frame)
        #expect(try color("wheel") == "red")
    }
}
