import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Events: their envelope, their cause, and the members of each kind of change.
@Suite struct EventTests {
    private let daemon: DaemonProcess
    /// Watches everything.
    private let watcher: JSONClient
    private let client: JSONClient

    init() throws {
        (daemon, client) = try Fixture.panel()
        watcher = try daemon.client()
        try watcher.watch()
    }

    /// The changes of the only event that a call causes.
    private func changes(
        of method: String, _ params: JSON, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> JSON? {
        let result = try client.call(method, params)
        #expect(result.changed == true, sourceLocation: sourceLocation)
        let event = try watcher.notification()
        #expect(event["revision"] == result["revision"], sourceLocation: sourceLocation)
        _ = try watcher.sync()
        #expect(watcher.takeNotifications().isEmpty, "one event for one command", sourceLocation: sourceLocation)
        return event["changes"]
    }

    private func option(_ id: String, to: Bool, _ why: String) -> JSON {
        ["kind": "option", "id": .string(id), "from": .bool(!to), "to": .bool(to), "why": .string(why)]
    }

    private func group(_ from: String, _ to: String) -> JSON {
        ["kind": "group", "id": "extras", "from": .string(from), "to": .string(to)]
    }

    @Test func anEventSaysWhenAndByWhom() throws {
        try client.call("daemon.hello", ["name": "a test"])
        let id = try client.send("value.set", ["key": "k", "value": 1])
        _ = try client.reply(to: id)
        let event = try watcher.notification()
        let epoch = try #require(try client.call("daemon.hello")["epoch"]?.stringValue)
        #expect(event["watch"] == 1)
        #expect(event["revision"] == 2)
        #expect(event["cursor"] == .string("\(epoch):2"))
        let time = try #require(event["time"]?.stringValue)
        #expect(time.wholeMatch(of: /20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d\.\d\d\dZ/) != nil, "\(time)")
        #expect(
            event["cause"] == [
                "method": "value.set", "client": 1, "name": "a test", "uid": .int(Int(getuid())), "pid": .int(Int(getpid())),
                "request": .int(id),
            ])
        #expect(event.objectValue?.members.map(\.key) == ["watch", "cursor", "revision", "time", "cause", "changes"])
    }

    @Test func theCauseOfANotificationHasNoRequest() throws {
        try client.send(["method": "value.set", "params": ["key": "k", "value": 1]])
        let cause = try #require(try watcher.notification()["cause"])
        #expect(cause["request"] == nil)
        #expect(cause["name"]?.stringValue?.isEmpty == false, "without a hello, the name of its command")
        try client.lines.send("{\"id\":\"\\u0041\",\"method\":\"value.remove\",\"params\":{\"key\":\"k\"}}")
        #expect(try watcher.notification()[at: "cause/request"] == "A")
    }

    // MARK: - The four behaviours of a master switch, each one event

    @Test func masterOnTurnsEveryChildOn() throws {
        #expect(
            try changes(of: "toggle.set", ["id": "extras", "on": true]) == [
                option("extras/ham", to: true, "group"), option("extras/mushrooms", to: true, "group"), group("mixed", "on"),
            ])
    }

    @Test func masterOffTurnsEveryChildOff() throws {
        try client.call("toggle.set", ["id": "extras", "on": true])
        _ = try watcher.notification()
        #expect(
            try changes(of: "toggle.flip", ["id": "extras"]) == [
                option("extras/cheese", to: false, "group"), option("extras/ham", to: false, "group"),
                option("extras/mushrooms", to: false, "group"), group("on", "off"),
            ])
    }

    @Test func aChildGoingOffTakesTheMasterOff() throws {
        try client.call("toggle.set", ["id": "extras", "on": true])
        _ = try watcher.notification()
        #expect(
            try changes(of: "toggle.flip", ["id": "extras/ham", "expect": "on"]) == [
                option("extras/ham", to: false, "direct"), group("on", "mixed"),
            ])
    }

    @Test func theLastChildGoingOnTakesTheMasterOn() throws {
        #expect(try changes(of: "toggle.set", ["id": "extras/ham", "on": true]) == [option("extras/ham", to: true, "direct")])
        #expect(
            try changes(of: "toggle.set", ["id": "extras/mushrooms", "on": true]) == [
                option("extras/mushrooms", to: true, "direct"), group("mixed", "on"),
            ])
    }

    // MARK: - Kinds

    @Test func declaredAndRemoved() throws {
        for (what, declare, remove) in [
            ("group", ("toggle.declare", ["group": ["id": "x", "options": []]]), ("toggle.remove", ["id": "x"])),
            ("screen", ("screen.put", Fixture.screen("x")), ("screen.remove", ["id": "x"])),
            ("target", ("nav.target", ["name": "x", "path": [["screen": "a"]]]), ("nav.target", ["name": "x", "remove": true])),
            ("value", ("value.set", ["key": "x", "value": .null]), ("value.remove", ["key": "x"])),
        ] as [(String, (String, JSON), (String, JSON))] {
            #expect(try changes(of: declare.0, declare.1) == [["kind": "declared", "what": .string(what), "id": "x"]])
            #expect(try changes(of: remove.0, remove.1) == [["kind": "removed", "what": .string(what), "id": "x"]])
        }
    }

    @Test func value() throws {
        #expect(
            try changes(of: "value.set", ["key": "k", "value": ["a": 1]]) == [
                ["kind": "declared", "what": "value", "id": "k"],
                ["kind": "value", "key": "k", "from": .null, "to": ["a": 1]],
            ])
        #expect(
            try changes(of: "value.set", ["key": "k", "value": 1.0]) == [
                ["kind": "value", "key": "k", "from": ["a": 1], "to": 1.0]
            ])
    }

    @Test func enabled() throws {
        #expect(
            try changes(of: "toggle.enable", ["id": "extras/ham", "enabled": false]) == [
                ["kind": "enabled", "id": "extras/ham", "from": true, "to": false]
            ])
        let all = try #require(try changes(of: "toggle.enable", ["id": "extras", "enabled": false])?.arrayValue)
        #expect(Set(all.compactMap { $0["id"]?.stringValue }) == ["extras", "extras/cheese", "extras/mushrooms"])
    }

    @Test func nav() throws {
        #expect(
            try changes(of: "nav.push", ["screen": "a", "args": 1, "handles": ["onDone"]]) == [
                [
                    "kind": "nav", "stack": "main",
                    "added": [["id": "e2", "screen": "a", "args": 1, "handles": ["onDone"]]], "removed": [], "top": "e2",
                    "canPop": true, "transition": "push",
                ]
            ])
        let modal = try changes(of: "nav.modal", ["screen": "m"])
        #expect(modal?[at: "0/transition"] == "modal")
        #expect(
            try changes(of: "nav.popTo", ["index": 0]) == [
                [
                    "kind": "nav", "stack": "main", "added": [],
                    "removed": [
                        ["id": "e3", "screen": "m", "args": .null, "outcome": "popped"],
                        ["id": "e2", "screen": "a", "args": 1, "outcome": "popped"],
                    ],
                    "top": "e1", "canPop": false, "transition": "pop",
                ]
            ])
        for (method, params, transition) in [
            ("nav.replace", ["screen": "b"], "replace"), ("nav.modal", ["screen": "m"], "modal"),
            ("nav.close", [:], "close"), ("nav.set", ["path": [["screen": "c"]]], "set"),
        ] as [(String, JSON, String)] {
            #expect(try changes(of: method, params)?[at: "0/transition"] == .string(transition))
        }
    }

    @Test func screen() throws {
        try client.call("screen.put", Fixture.screen("s", ["kind": "text", "text": "a"], ["kind": "text", "text": "b"]))
        _ = try watcher.notification()
        let next = Fixture.screen("s", ["kind": "text", "text": "a"], ["kind": "text", "text": "c"])
        #expect(try changes(of: "screen.put", next) == [["kind": "screen", "id": "s", "nodes": 1]])
    }

    @Test func environment() throws {
        #expect(
            try changes(of: "environment.set", ["values": ["tint": "red"]]) == [
                ["kind": "environment", "scope": [:], "values": ["tint": "red"]]
            ])
        #expect(
            try changes(of: "environment.set", ["scope": ["stack": "main"], "values": ["a": 1, "b": 2]]) == [
                ["kind": "environment", "scope": ["stack": "main"], "values": ["a": 1, "b": 2]]
            ])
        #expect(
            try changes(of: "environment.set", ["scope": ["stack": "main"], "values": ["a": .null]]) == [
                ["kind": "environment", "scope": ["stack": "main"], "values": ["b": 2]]
            ])
    }

    @Test func whatChangesNothingMakesNoEvent() throws {
        for (method, params) in [
            ("toggle.set", ["id": "extras/cheese", "on": true]), ("nav.pop", [:]), ("nav.close", [:]),
            ("nav.next", ["target": "root"]), ("toggle.declare", Fixture.extras), ("nav.popTo", ["index": 0]),
        ] as [(String, JSON)] {
            #expect(try client.call(method, params).changed == false, "\(method)")
        }
        #expect(try watcher.sync() == 1)
        #expect(watcher.takeNotifications().isEmpty)
    }
}
