import FasciaDocument
import TestSupport
import Testing

/// A click on a key of the footer presses the key that was there when it was made.
@Suite struct FooterClickTests {
    @Test func aKeyThatHasTakenThePlaceOfAnotherIsNotPressed() throws {
        let bench = try PeopleBench(pause: .zero)
        let script = bench.connect()
        func show(isEnabled: Bool) throws {
            let stop: JSON = [
                "kind": "button", "id": "stop", "label": "Stop", "modifiers": [["disabled": .bool(!isEnabled)]],
                "tap": ["method": "value.set", "params": ["key": "hit", "value": true]],
            ]
            try script.call("screen.put", ["screen": ["id": "home", "body": ["kind": "form", "children": [stop]]]])
        }
        try script.call("value.set", ["key": "hit", "value": false])
        try show(isEnabled: false)
        try script.call("nav.set", ["path": [["screen": "home"]]])
        let ada = bench.connect()
        let size: JSON = ["columns": 72, "rows": 20, "colors": "none", "status": true]
        let terminal = try #require(try ada.call("terminal.attach", size)["terminal"])
        func look() throws -> Int {
            try ada.call("sync")
            return ada.takeNotifications().compactMap { $0[at: "params/sequence"]?.intValue }.last ?? 0
        }
        func click(_ frame: Int) throws -> JSON {
            let place: JSON = ["terminal": terminal, "kind": "press", "column": 2, "row": 19, "frame": .int(frame)]
            return try ada.reply("terminal.mouse", place)
        }
        // Enter has taken the place of another key.
        let frame = try look()
        try show(isEnabled: true)
        let now = try look()
        #expect(now > frame)
        #expect(try click(frame)[at: "error/data/reason"] == "conflict")
        #expect(try script.value("hit") == false)
        _ = try click(look())
        #expect(try script.value("hit") == true)
        // What else the footer says does not matter.
        try script.call("value.set", ["key": "hit", "value": false])
        let before = try look()
        try bench.connect().call("terminal.attach", size)
        let after = try look()
        #expect(after > before)
        _ = try click(before)
        #expect(try script.value("hit") == true)
    }
}
