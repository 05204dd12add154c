import FasciaDocument
import TestSupport
import Testing

/// `watch.start`, `watch.stop` and `history.get`.
@Suite struct WatchTests {
    private let daemon: DaemonProcess
    private let client: JSONClient
    private let epoch: String

    init() throws {
        (daemon, client) = try Fixture.panel()
        epoch = try #require(try client.call("daemon.hello")["epoch"]?.stringValue)
    }

    /// Sets the value `n`.
    private func set(_ number: Int) throws { try client.call("value.set", ["key": "n", "value": .int(number)]) }

    private func cursor(_ revision: Int) -> JSON { .string("\(epoch):\(revision)") }

    @Test func aSnapshotIsTheStateAtTheCursor() throws {
        try client.call("value.set", ["key": "k", "value": [1]])
        try client.call("nav.target", ["name": "t", "path": [["screen": "a"]]])
        try client.call("screen.put", Fixture.screen("s"))
        try client.call("environment.set", ["values": ["tint": "red"]])
        let start = try client.call("watch.start", ["snapshot": true])
        #expect(start["cursor"] == cursor(5))
        let snapshot = try #require(start["snapshot"])
        #expect(snapshot["stacks"] == [try client.call("nav.get")])
        #expect(snapshot["groups"] == (try client.call("toggle.get")["groups"]))
        #expect(snapshot["values"] == ["k": [1]])
        #expect(snapshot["screens"] == (try client.call("screen.list")["screens"]))
        #expect(snapshot[at: "targets/0/name"] == "t")
        #expect(snapshot["environment"] == [["scope": [:], "values": ["tint": "red"]]])
        // No event is missed or repeated.
        #expect(client.takeNotifications().isEmpty)
        try set(1)
        #expect(try client.notification()["revision"] == 6)
    }
}
