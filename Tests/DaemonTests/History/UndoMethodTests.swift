import FasciaDocument
import Glibc
import TestSupport
import Testing

@Suite struct UndoMethodTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    @Test func anUndoIsOneRevisionWithOneEvent() throws {
        try client.call("toggle.set", ["id": "extras", "on": true])
        try client.call("nav.push", ["screen": "a"])
        try client.watch()
        let result = try client.call("history.undo", ["steps": 2])
        let undone: JSON = ["what": "opened a, extras/ham off → on, extras/mushrooms off → on", "count": 2]
        #expect(result == ["revision": 4, "changed": true, "to": 1, "undone": undone])
        let event = try client.notification()
        #expect(event["revision"] == 4)
        #expect(event[at: "cause/method"] == "history.undo")
        #expect(event["changes"]?.arrayValue?.map { $0["kind"] } == ["nav", "option", "option", "group"])
        #expect(
            event[at: "changes/1"]
                == ["kind": "option", "id": "extras/ham", "from": true, "to": false, "why": "undo"])
        #expect(try client.state(of: "extras") == "mixed")
        #expect(try client.screens() == ["home"])
    }

    @Test func historySaysWhoUndidIt() throws {
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        try client.call("history.undo")
        let events = try #require(try client.call("history.get", ["id": "extras/ham"])["events"]?.arrayValue)
        #expect(events.map { $0[at: "cause/method"] } == ["toggle.set", "history.undo"])
    }

    @Test func aDryRunSaysWhatItWouldDoAndDoesNothing() throws {
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        let result = try client.call("history.undo", ["dryRun": true])
        #expect(result["revision"] == 2 && result["to"] == 1 && result.changed == true)
        #expect(result[at: "undone/what"] == "extras/ham off → on" && result[at: "undone/uid"] == .int(Int(getuid())))
        #expect(try client.state(of: "extras/ham") == "on")
        #expect(try client.sync() == 2)
        #expect(try client.failure("history.undo", ["ifRevision": 1]).reason == "conflict")
    }

    @Test func aRevisionCanBeNamed() throws {
        for number in 1...5 { try client.call("value.set", ["key": "n", "value": .int(number)]) }
        #expect(try client.call("history.undo", ["to": 3])["undone"] == ["what": "n 2 → 5", "count": 3])
        #expect(try client.call("value.get", ["key": "n"]) == ["values": ["n": 2]])
        #expect(try client.call("history.undo", ["to": 7]) == ["revision": 7, "changed": false, "to": 7])
    }

    /// On a terminal: neither a navigation nor a declaration.
    @Test func aKeyTakesBackTheLastSetting_andSaysWhatItWas() throws {
        let terminal = try client.attach(60, 12)
        func undo() throws -> String {
            try client.call("terminal.key", ["terminal": terminal, "key": "ctrl+u"])
            return try client.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? ""
        }
        let nothing = try client.failure("terminal.key", ["terminal": terminal, "key": "ctrl+u"])
        #expect(nothing.message == "you have changed nothing that could be taken back")
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        try client.call("nav.push", ["screen": "a"])
        #expect(try undo().contains("Took back: Ham off → on"))
        #expect(try client.state(of: "extras/ham") == "off")
        #expect(try client.screens() == ["home", "a"])
        #expect(try undo().contains("Took back: Ham on → off"), "the second one brings it back")
        #expect(try client.state(of: "extras/ham") == "on")
        // In a text field the key cuts.
        try client.call("value.set", ["key": "name", "value": "Ada"])
        try client.show(["kind": "textField", "bind": "name"])
        _ = try undo()
        #expect(try client.value("name") == "Ada")
    }

    @Test func ofManyChangesTheFirstAreNamed() throws {
        let commands = (1...5).map { ["method": "value.set", "params": ["key": "v\($0)", "value": 1]] as JSON }
        try client.call("batch", ["commands": .array(commands)])
        #expect(try client.call("history.undo")[at: "undone/what"] == "v1 set, v2 set, v3 set, and 2 more")
    }

    @Test func whatWasDeclaredAgainWasNotRemoved() throws {
        try client.call("toggle.declare", ["group": ["id": "g", "options": [["id": "a"]]]])
        try client.call("toggle.declare", ["group": ["id": "g", "options": [["id": "a"], ["id": "b"]]]])
        #expect(try client.call("history.undo")[at: "undone/what"] == "group g declared")
        try client.call("toggle.remove", ["id": "g"])
        #expect(try client.call("history.undo")[at: "undone/what"] == "group g removed")
    }

    @Test func aButtonUndoes() throws {
        let button: JSON = ["kind": "button", "id": "undo", "label": "Undo", "tap": ["method": "history.undo"]]
        try client.call("screen.put", Fixture.screen("home", button))
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        #expect(try client.call("ui.tap", ["node": "undo"]).changed == true)
        #expect(try client.state(of: "extras/ham") == "off")
        #expect(try client.failure("ui.tap", ["node": "nothing"]).reason == "notFound")
    }

    /// An undo does not remove what a connected app declared: the app would not notice.
    @Test func undoKeepsDeclarationsOfConnectedApps() throws {
        var app: JSONClient? = try daemon.client()
        try app?.call("action.bind", ["screen": "a", "names": ["onDone"]])
        try app?.call("toggle.declare", ["group": ["id": "g", "options": [["id": "a"]]]])
        let script = try daemon.client()
        try script.call("toggle.declare", ["group": ["id": "h", "options": [["id": "b"]]]])
        try script.call("toggle.set", ["id": "g/a", "on": true])
        try client.call("history.undo", ["to": 1])
        #expect(try client.state(of: "g/a") == "off", "somebody has set it")
        #expect(try client.failure("toggle.get", ["id": "h"]).reason == "notFound")
        // After the app has disconnected, its declarations stay, as its screens do.
        app = nil
        try client.wait(forClients: 2)
        try client.call("history.undo")
        #expect(try client.state(of: "g/a") == "on", "the undo is undone")
    }

    /// An entry that an undo brings back has no parent, and removed entries stay gone.
    @Test func aRestoredEntryHasNoParent() throws {
        let parent = try daemon.client()
        let entry = try #require(
            try parent.call("nav.push", ["screen": "a", "handles": ["onDone"]])["entry"])
        try client.call("nav.pop")
        try client.call("history.undo")
        let back = try client.top()
        #expect(back != entry)
        #expect(try client.failure("action.send", ["entry": back, "name": "onDone"]).reason == "unimplemented")
        #expect(try client.failure("action.send", ["entry": entry, "name": "onDone"]).reason == "entryGone")
    }
}
