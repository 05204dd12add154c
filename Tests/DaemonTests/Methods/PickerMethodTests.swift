import FasciaDocument
import TestSupport
import Testing

/// `picker.*`, and pickers on screens.
@Suite struct PickerMethodTests {
    private static let height: JSON = [
        "picker": [
            "id": "height", "title": "Height",
            "components": [
                ["id": "unit", "elements": [["id": "m", "label": "metres"], ["id": "cm"]]],
                [
                    "id": "value", "dependsOn": "unit",
                    "elementsFor": ["m": [["id": "1"], ["id": "2"]], "cm": [["id": "100"], ["id": "200"]]],
                ],
            ],
        ]
    ]

    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        (daemon, client) = try Fixture.daemon()
        try client.call("picker.declare", Self.height)
        try client.call(
            "screen.put", Fixture.screen("a", ["kind": "picker", "bind": "height", "id": "h"]))
        try client.call("nav.set", ["path": [["screen": "a"]]])
    }

    private func selection(_ component: Int) throws -> JSON? {
        try client.call("picker.get", ["id": "height"])[at: "components/\(component)/selection"]
    }

    @Test func theVisibleNodesTellIt() throws {
        let nodes = try #require(try client.call("ui.tree")["nodes"]?.arrayValue)
        let pickers = nodes.filter { $0["role"] == "picker" }
        #expect(pickers.map { $0["id"] } == ["h:unit", "h:value"])
        #expect(pickers.map { $0["label"] } == ["unit", "value"])
        #expect(pickers.map { $0["value"] } == ["metres", "1"])
    }

    @Test func aNodeIsSetByItsIDOrItsLabel() throws {
        #expect(try client.call("ui.set", ["node": "h:unit", "value": "cm"]).changed == true)
        #expect(try client.call("ui.set", ["node": "unit", "value": "metres"]).changed == true)
        #expect(try selection(0) == "m")
        #expect(try client.failure("ui.set", ["node": "unit", "value": "km"]).reason == "notFound")
        #expect(try client.failure("ui.set", ["node": "unit", "value": .null]).reason == "refused")
        #expect(
            try client.failure("ui.set", ["node": "unit", "value": true]).message
                == "node \"h:unit\" (unit) takes the id or the label of an option, not true")
        #expect(
            try client.failure("ui.tap", ["node": "h:value"]).message
                == "node \"h:value\" (value) is a picker: it cannot be operated as a whole: tap h:value:1, h:value:2, 1, 2")
        #expect(try client.call("ui.tap", ["node": "h:value:2"]).changed == true)
        #expect(try selection(1) == "2")
    }

    @Test func enterOpensTheElements_startingAtTheSelection_andPicksTheChosenOne() throws {
        let terminal = try client.attach(40, 12)
        func press(_ key: JSON) throws -> Bool? {
            try client.call("terminal.key", ["terminal": terminal, "key": key]).changed
        }
        #expect(try press("enter") == false)
        #expect(try press("enter") == false, "the selection has the focus")
        #expect(try selection(0) == "m")
        #expect(try press("enter") == false)
        #expect(try press("down") == false)
        #expect(try selection(0) == "m")
        #expect(try press("enter") == true)
        #expect(try selection(0) == "cm")
        #expect(try press("right") == false)
        #expect(try press("enter") == false)
        #expect(try press("down") == false)
        #expect(try press("enter") == true)
        #expect(try selection(1) == "200")
    }

    @Test func pickers6_keysTurnAWheel_andEnterPicks() throws {
        try client.call("screen.put", Fixture.screen("a", ["kind": "picker", "bind": "height", "id": "h", "style": "wheel"]))
        let terminal = try client.attach(40, 8)
        let frame = try client.notification("terminal.frame")
        #expect(frame["data"]?.stringValue?.contains("‹ metres ›") == true)
        func press(_ key: JSON) throws -> Bool? {
            try client.call("terminal.key", ["terminal": terminal, "key": key]).changed
        }
        #expect(try press("left") == false)
        #expect(try press("right") == false)
        #expect(try selection(0) == "m")
        #expect(try press("enter") == true)
        #expect(try selection(0) == "cm")
        #expect(try press("tab") == false)
        #expect(try press("right") == false)
        #expect(try press("space") == true)
        #expect(try selection(1) == "200")
    }
}
