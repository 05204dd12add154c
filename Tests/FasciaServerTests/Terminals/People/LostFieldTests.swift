import FasciaDocument
import TestSupport
import Testing

/// A field goes away while somebody types into it: what they type until they pause was meant for it.
@Suite struct LostFieldTests {
    private func pumpAfterTyping(pause: Duration, types: Bool) throws -> (state: String?, picture: String) {
        let bench = try PeopleBench(pause: pause)
        let script = bench.connect()
        try script.call("toggle.declare", ["group": ["id": "box", "options": [["id": "pump"]]]])
        try script.call("value.set", ["key": "host", "value": ""])
        let pump: JSON = ["kind": "toggle", "bind": "box/pump", "id": "pump", "label": "Pump"]
        func show(_ children: JSON) throws {
            try script.call("screen.put", ["screen": ["id": "home", "body": ["kind": "form", "children": children]]])
        }
        try show([["kind": "textField", "bind": "host", "id": "host", "label": "Host"], pump])
        let ada = try LocalPerson(bench)
        #expect(try ada.focused == "host")
        if types { for key in ["h", "e"] { _ = try ada.press(key, at: try ada.look()) } }
        try show([pump])
        let picture = try ada.picture
        for key in ["l", "enter"] { _ = try ada.press(key, at: try ada.look()) }
        return (try script.state(of: "box/pump"), picture)
    }

    @Test func nothingElseIsOperated() throws {
        let (state, picture) = try pumpAfterTyping(pause: .seconds(3_600), types: true)
        #expect(state == "off")
        #expect(picture.contains("What you typed into has gone"), "\(picture)")
    }

    @Test func afterAPauseKeysCountAgain() throws { #expect(try pumpAfterTyping(pause: .zero, types: true).state == "on") }

    @Test func whoDidNotTypeGoesOn() throws {
        #expect(try pumpAfterTyping(pause: .seconds(3_600), types: false).state == "on")
    }
}
