import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Events: their envelope and their cause.
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

    @Test func commandsWithoutChangeMakeNoEvent() throws {
        for (method, params) in [
            ("toggle.set", ["id": "extras/cheese", "on": true]), ("nav.pop", [:]), ("nav.close", [:]),
            ("nav.next", ["target": "root"]), ("toggle.declare", Fixture.extras), ("nav.popTo", ["index": 0]),
        ] as [(String, JSON)] {
            #expect(try client.call(method, params).changed == false, "\(method)")
        }
        #expect(try watcher.sync() == 1)
        #expect(watcher.takeNotifications().isEmpty)
    }

    @Test func aSnapshotIsTheStateAtTheCursor() throws {
        try client.call("value.set", ["key": "k", "value": [1]])
        try client.call("nav.target", ["name": "t", "path": [["screen": "a"]]])
        try client.call("screen.put", Fixture.screen("s"))
        try client.call("environment.set", ["values": ["tint": "red"]])
        let start = try client.call("watch.start", ["snapshot": true])
        #expect(start["cursor"]?.stringValue?.hasSuffix(":5") == true)
        let snapshot = try #require(start["snapshot"])
        #expect(snapshot["stacks"] == [try client.call("nav.get")])
        #expect(snapshot["groups"] == (try client.call("toggle.get")["groups"]))
        #expect(snapshot["values"] == ["k": [1]])
        let listed = try client.call("screen.list")["screens"]?.arrayValue
        #expect(snapshot["screens"]?.arrayValue?.map { [$0["id"], $0["nodes"]] } == listed?.map { [$0["id"], $0["nodes"]] })
        #expect(snapshot[at: "targets/0/name"] == "t")
        #expect(snapshot["environment"] == [["scope": [:], "values": ["tint": "red"]]])
        // No event is missed or repeated.
        #expect(client.takeNotifications().isEmpty)
        try client.call("value.set", ["key": "n", "value": 1])
        #expect(try client.notification()["revision"] == 6)
    }
}
