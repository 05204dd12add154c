import FasciaDocument
import TestSupport
import Testing

/// `ui.find`, `ui.open`, and the palette of a terminal.
@Suite struct FindTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        (daemon, client) = try Fixture.daemon()
        try client.call(
            "toggle.declare",
            [
                "group": [
                    "id": "desk", "title": "Desk", "options": [["id": "lamp", "title": "Lamp"], ["id": "fan", "title": "Fan"]],
                ]
            ])
        try client.call(
            "picker.declare",
            [
                "picker": [
                    "id": "music", "title": "Music",
                    "components": [
                        ["id": "source", "elements": [["id": "r", "label": "Radio"], ["id": "d", "label": "Disc"]]]
                    ],
                ]
            ])
        try client.call("value.set", ["key": "volume", "value": 42])
        func screen(_ id: String, _ title: String, _ nodes: JSON...) -> JSON {
            ["screen": ["id": .string(id), "title": .string(title), "body": ["kind": "form", "children": .array(nodes)]]]
        }
        try client.call("screen.put", screen("home", "Home", ["kind": "group", "bind": "desk"]))
        try client.call(
            "screen.put",
            screen(
                "sound", "Sound", ["kind": "picker", "bind": "music/source", "label": "Source"],
                ["kind": "slider", "bind": "volume", "label": "Volume", "range": [0, 100], "id": "slider"],
                [
                    "kind": "button", "label": "Silence", "id": "silence",
                    "tap": ["method": "value.set", "params": ["key": "volume", "value": 0]],
                ],
                [
                    "kind": "button", "label": "Forget", "role": "destructive", "id": "forget",
                    "tap": ["method": "value.set", "params": ["key": "volume", "value": 1]],
                ],
                ["kind": "button", "label": "Next song", "emit": "onNext", "id": "next"]))
    }

    private func top() throws -> String? {
        try client.call("nav.get")["layers"]?.arrayValue?.last?["entries"]?.arrayValue?.last?["screen"]?.stringValue
    }

    // MARK: - Scripts

    @Test func theMatchesAreListed_theBestFirst() throws {
        let result = try client.call("ui.find", ["query": "la"])
        #expect(
            result["found"]?.arrayValue?.first == [
                "address": "switch/desk/lamp", "kind": "switch", "title": "Lamp", "state": "off", "path": ["Home"],
            ])
        #expect(try client.call("ui.find", ["query": "zzz"])["found"] == [])
        let limited = try client.call("ui.find", ["query": "", "limit": 2])
        #expect(limited["found"]?.arrayValue?.count == 2)
        #expect(try #require(limited["count"]?.intValue) > 8)
    }

    @Test func anAddressIsOpened() throws {
        let opened = try client.call("ui.open", ["address": "value/volume"])
        #expect(opened.changed == true)
        #expect(opened["entry"]?.stringValue != nil)
        #expect(try top() == "sound")
        #expect(try client.call("ui.open", ["address": "node/sound/silence"]).changed == false, "it is shown already")
        #expect(try client.call("ui.open", ["address": "screen/home"]).changed == true)
        #expect(try top() == "home", "it goes back to what is in the stack")
        #expect(try client.value("volume") == 42, "nothing is operated")
    }

    @Test func anUnknownAddressIsRefused_withTheNearest() throws {
        let error = try client.failure("ui.open", ["address": "value/volum"])
        #expect(error.reason == "notFound")
        #expect(error.message?.contains("value/volume") == true)
        let bare = try client.failure("ui.open", ["address": "lamp"])
        #expect(bare.message == "there is nothing with the address \"lamp\": there is switch/desk/lamp")
    }

    // MARK: - Terminals

    private func find(_ text: String, _ terminal: Int) throws {
        try press("ctrl+k", terminal)
        for character in text { try press(String(character), terminal) }
    }

    @discardableResult private func press(_ key: String, _ terminal: Int) throws -> Bool? {
        try client.call("terminal.key", ["terminal": .int(terminal), "key": .string(key)]).changed
    }

    private func attach() throws -> Int { try #require(try client.attach(72, 20, ["status": true]).intValue) }

    private func picture(_ terminal: Int) throws -> String {
        try client.call("ui.render", ["terminal": .int(terminal)])["data"]?.stringValue ?? ""
    }

    private func focused(_ terminal: Int) throws -> String? {
        let nodes = try client.call("ui.tree", ["terminal": .int(terminal)])["nodes"]?.arrayValue ?? []
        return nodes.first { $0["focused"] == true }?["label"]?.stringValue
    }

    @Test func enterGoesThere_andOperatesNothing() throws {
        let terminal = try attach()
        try find("lamp", terminal)
        #expect(try picture(terminal).contains("Enter go there"))
        #expect(try press("enter", terminal) == false)
        #expect(try client.state(of: "desk/lamp") == "off")
        #expect(try top() == "home")
        #expect(try focused(terminal) == "Lamp")
        #expect(try !picture(terminal).contains("Find"))
        try find("silence", terminal)
        #expect(try press("enter", terminal) == true)
        #expect(try top() == "sound")
        #expect(try focused(terminal) == "Silence")
        #expect(try client.value("volume") == 42)
        // Now the row itself has the focus.
        #expect(try press("enter", terminal) == true)
        #expect(try client.value("volume") == 0)
    }

    @Test func spaceOperates_asTheFooterSays() throws {
        let terminal = try attach()
        try find("lamp", terminal)
        #expect(try picture(terminal).contains("Space turn on"))
        try client.call("toggle.set", ["id": "desk/lamp", "on": true])
        // Space does what is on the glass.
        let shows: JSON = ["text": "Space turn off", "terminal": .int(terminal)]
        try client.call("ui.wait", ["for": shows, "timeout": 3_600])
        _ = try press("ctrl+l", terminal)
        #expect(try press("space", terminal) == true)
        #expect(try client.state(of: "desk/lamp") == "off")
        #expect(try !picture(terminal).contains("Find"))
        try find("silence", terminal)
        #expect(try picture(terminal).contains("Space press"))
        #expect(try press("space", terminal) == true)
        #expect(try client.value("volume") == 0)
    }

    @Test func aBlankInANameIsText() throws {
        let app = try daemon.client()
        try app.call("action.bind", ["screen": "sound", "names": ["*"]])
        let terminal = try attach()
        try find("next", terminal)
        #expect(try !picture(terminal).contains("Space"))
        for key in ["space", "s", "o", "n", "g"] { try press(key, terminal) }
        #expect(try picture(terminal).contains("/ next song"))
        #expect(try picture(terminal).contains("Space press"))
        try press("space", terminal)
        #expect(try app.handle()["name"] == "onNext")
        #expect(try top() == "sound", "an app's button is pressed on its screen")
    }

    /// A switch that somebody else has flipped since the picture is not flipped back.
    @Test func spaceDoesWhatTheFooterSaid() throws {
        let daemon = try DaemonProcess(environment: ["FASCIA_FRAME_INTERVAL": "3600000"])
        let client = try daemon.client()
        try client.call("toggle.declare", ["group": ["id": "g", "options": [["id": "a", "title": "Lamp"]]]])
        let terminal = try client.attach(72, 20)
        for key in ["ctrl+k", "l", "a", "m"] { try client.call("terminal.key", ["terminal": terminal, "key": .string(key)]) }
        try client.call("toggle.set", ["id": "g/a", "on": true])
        let error = try client.failure("terminal.key", ["terminal": terminal, "key": "space"])
        #expect(error.message == "Lamp is on already: nothing was changed")
        #expect(try client.state(of: "g/a") == "on")
    }

    @Test func whatIsOnNoScreenIsOnlyOperated() throws {
        try client.call("toggle.declare", ["group": ["id": "attic", "options": [["id": "fan", "title": "Attic fan"]]]])
        let terminal = try attach()
        try find("attic fan", terminal)
        let error = try client.failure("terminal.key", ["terminal": .int(terminal), "key": "enter"])
        #expect(error.message == "switch \"Attic fan\" is on no screen: Space operates it here")
        #expect(try press("space", terminal) == true)
        #expect(try client.state(of: "attic/fan") == "on")
    }

    @Test func aScreenIsOpened_andAValueIsShownWithTheFocus() throws {
        let terminal = try attach()
        try find("sound", terminal)
        #expect(try press("enter", terminal) == true)
        #expect(try top() == "sound")
        try client.call("nav.pop")
        try find("volume", terminal)
        #expect(try press("enter", terminal) == true)
        #expect(try top() == "sound")
        #expect(try press("right", terminal) == true)
        #expect(try client.value("volume") != 42)
    }

    @Test func aPickerShowsItsElements_startingAtTheSelection() throws {
        try client.call("picker.pick", ["id": "music/source", "element": "d"])
        let terminal = try attach()
        try find("source", terminal)
        #expect(try picture(terminal).contains("Space choose"))
        #expect(try press("space", terminal) == false)
        #expect(try picture(terminal).contains("Radio"))
        func selection() throws -> JSON? { try client.call("picker.get", ["id": "music"])[at: "components/0/selection"] }
        #expect(try selection() == "d")
        try press("up", terminal)
        #expect(try press("enter", terminal) == true)
        #expect(try selection() == "r")
        #expect(try top() == "home", "no screen had to be opened")
    }

    @Test func whatDestroysSomethingIsOnlyShown() throws {
        let terminal = try attach()
        try find("forget", terminal)
        #expect(try !picture(terminal).contains("Space"))
        #expect(try press("enter", terminal) == true)
        #expect(try top() == "sound", "it is shown")
        #expect(try client.value("volume") == 42)
        #expect(try press("enter", terminal) == true)
        #expect(try client.value("volume") == 1)
    }

    @Test func aViewOnlyTerminalFindsAndDoesNotOperate() throws {
        let attached = try client.call("terminal.attach", ["columns": 60, "rows": 20, "colors": "none", "mode": "view"])
        let terminal = try #require(attached["terminal"]?.intValue)
        try find("lamp", terminal)
        #expect(try picture(terminal).contains("Lamp"))
        #expect(try client.failure("terminal.key", ["terminal": .int(terminal), "key": "enter"]).reason == "denied")
    }
}
