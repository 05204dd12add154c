import FasciaDocument
import TestSupport
import Testing

@Suite struct ContentMethodTests {
    private let client: JSONClient
    private let daemon: DaemonProcess

    init() throws { (daemon, client) = try Fixture.daemon() }

    // MARK: - Values

    private static let values: [JSON] = [
        .null, true, 5, -1.5, "text", [1, "a", .null], ["a": ["b": []]], "\u{1F355} \"\\\n\u{0}",
    ]

    @Test func aValueComesBackAsItWasSet() throws {
        for value in Self.values {
            #expect(try client.call("value.set", ["key": "k", "value": value]).changed == true, "\(value.text)")
            #expect(try client.call("value.get", ["key": "k"]) == ["values": ["k": value]])
            #expect(try client.call("value.set", ["key": "k", "value": value]).changed == false, "\(value.text)")
        }
    }

    @Test func valuesAreFoundByKeyAndPrefix() throws {
        for key in ["cpu/0", "cpu/1", "mem"] { try client.call("value.set", ["key": .string(key), "value": 1]) }
        #expect(try client.call("value.get", ["prefix": "cpu/"]) == ["values": ["cpu/0": 1, "cpu/1": 1]])
        #expect(try client.call("value.get", ["prefix": "no"]) == ["values": [:]])
        #expect(try client.call("value.get")["values"]?.objectValue?.count == 3)
        #expect(try client.call("value.remove", ["key": "mem"]) == ["revision": 4, "changed": true])
        #expect(try client.failure("value.get", ["key": "mem"]).reason == "notFound")
    }

    // MARK: - Screens

    @Test func aScreenComesBackAsItWasPublished() throws {
        let body: JSON = [
            "kind": "form", "id": "f",
            "children": [
                ["kind": "text", "text": "Hello", "modifiers": [["bold": true]]],
                ["kind": "button", "label": "Go", "tap": ["method": "nav.push", "params": ["screen": "b"]]],
            ],
        ]
        let screen: JSON = ["id": "a", "title": "A screen", "body": body, "emits": ["onDone"], "environment": ["k": 1]]
        #expect(try client.call("screen.put", ["screen": screen]) == ["revision": 1, "changed": true])
        #expect(try client.call("screen.get", ["id": "a"]) == ["screen": screen])
        #expect(try client.call("screen.put", ["screen": screen]).changed == false)
        let listed = try #require(try client.call("screen.list")["screens"]?.arrayValue?.first)
        #expect(listed["id"] == "a" && listed["title"] == "A screen" && listed["nodes"] == 3)
        #expect(listed["emits"] == ["onDone"] && listed["orphaned"] == false)
        #expect(listed[at: "publisher/client"]?.intValue != nil, "it tells who publishes it")
        try client.call("nav.push", ["screen": "a"])
        #expect(try client.entries().last?["title"] == "A screen")
        #expect(try client.call("screen.remove", ["id": "a"]) == ["revision": 3, "changed": true])
        #expect(try client.call("screen.list") == ["screens": []])
        #expect(try client.screens() == ["home", "a"], "the entry stays")
    }

    @Test func theEnvironmentIsInheritedByWhatIsShown() throws {
        let result = try client.call("environment.set", ["scope": ["entry": "e1"], "values": ["tint": "red"]])
        #expect(result == ["revision": 1, "changed": true])
        #expect(
            try client.call("environment.set", ["scope": ["entry": "e1"], "values": ["tint": "red"]]).changed == false)
        try client.call("environment.set", ["values": ["a": 1]])
        #expect(
            try client.call("watch.start", ["snapshot": true])[at: "snapshot/environment"] == [
                ["scope": [:], "values": ["a": 1]], ["scope": ["entry": "e1"], "values": ["tint": "red"]],
            ])
    }

    // MARK: - Plugins

    @Test func aMissingPluginIsNotFound() throws {
        for method in ["plugin.load", "plugin.unload", "plugin.reload"] {
            let error = try client.failure(method, ["id": "nosuch"])
            #expect(error.reason == "notFound", "\(method)")
            #expect(error.message?.contains("nosuch") == true)
            #expect(error[at: "data/plugin"] == "nosuch")
        }
    }

    // MARK: - Toggles and stacks

    @Test func getTellsAGroupWithAllBelowIt() throws {
        try client.call("toggle.declare", Fixture.extras)
        let extras: JSON = [
            "id": "extras", "title": "Extras", "state": "mixed", "enabled": true,
            "options": [
                ["id": "extras/cheese", "title": "cheese", "state": "on", "enabled": true],
                ["id": "extras/ham", "title": "Ham", "state": "off", "enabled": true],
                ["id": "extras/mushrooms", "title": "mushrooms", "state": "off", "enabled": true],
            ],
        ]
        #expect(try client.call("toggle.get", ["id": "extras"]) == extras)
        #expect(try client.call("toggle.get") == ["groups": [extras]])
        #expect(
            try client.call("toggle.get", ["id": "extras/ham"])
                == ["id": "extras/ham", "title": "Ham", "state": "off", "enabled": true])
    }

    @Test func aNewPanelHasOneStackAtItsHome() throws {
        #expect(
            try client.call("nav.get") == [
                "stack": "main",
                "layers": [
                    ["entries": [["id": "e1", "screen": "home", "args": .null, "title": "Fascia", "orphaned": false]]]
                ],
                "top": "e1", "canPop": false, "revision": 0,
            ])
    }

    @Test func aStackThatATerminalShowsIsNotRemoved() throws {
        try client.call("nav.set", ["stack": "side", "path": [["screen": "a"]]])
        let terminal = try client.attach(40, 10, ["stack": "side"])
        #expect(try client.failure("nav.remove", ["stack": "side"]).reason == "refused")
        try client.call("terminal.detach", ["terminal": terminal])
        #expect(try client.call("nav.remove", ["stack": "side"]).changed == true)
    }
}
