import FasciaDocument
import TestSupport
import Testing

@Suite struct ContentMethodTests {
    private let client: JSONClient
    private let daemon: DaemonProcess

    init() throws {
        daemon = try DaemonProcess()
        client = try daemon.client()
    }

    // MARK: - Values

    @Test(
        arguments: [
            .null, true, 5, -1.5, "text", [1, "a", .null], ["a": ["b": []]], "\u{1F355} \"\\\n\u{0}",
        ] as [JSON])
    func aValueComesBackAsItWasSet(_ value: JSON) throws {
        #expect(try client.call("value.set", ["key": "k", "value": value]).changed == true)
        #expect(try client.call("value.get", ["key": "k"]) == ["values": ["k": value]])
        #expect(try client.call("value.set", ["key": "k", "value": value]).changed == false)
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
        #expect(
            try client.call("screen.list") == [
                "screens": [["id": "a", "title": "A screen", "nodes": 3, "emits": ["onDone"], "orphaned": false]]
            ])
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
}
