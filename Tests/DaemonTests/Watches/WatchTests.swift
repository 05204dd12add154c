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

    // MARK: - Topics

    /// An unknown topic gives a warning, so that a newer program can still watch the known ones.
    @Test func aKindThatThereIsNotIsSaid() throws {
        let reply = try client.call("watch.start", ["topics": ["optoin:extras/**", "value:*"]])
        #expect(reply["warnings"] == ["unknown kind of change \"optoin\": did you mean \"option\"?"])
        try set(1)
        #expect(client.takeNotifications().count == 1)
    }

    // MARK: - Watches

    @Test func aWatchHasANumberAndACursor() throws {
        #expect(try client.call("watch.start") == ["watch": 1, "cursor": cursor(1)])
        #expect(try client.call("watch.start", ["topics": ["nav:*"]]) == ["watch": 2, "cursor": cursor(1)])
        try set(1)
        #expect(try client.notification()["watch"] == 1)
        try client.call("nav.push", ["screen": "a"])
        #expect(try client.notification()["watch"] == 1)
        #expect(try client.notification()["watch"] == 2)
    }

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

    // MARK: - History

    @Test func historyTellsWhatHappened() throws {
        for number in 1...5 { try set(number) }
        let all = try client.call("history.get")
        #expect(all["events"]?.arrayValue?.map { $0["revision"] } == [1, 2, 3, 4, 5, 6])
        #expect(all[at: "events/0/cause/method"] == "toggle.declare")
        #expect(all[at: "events/5/changes"] == [["kind": "value", "key": "n", "from": 4, "to": 5]])
        #expect(try client.call("history.get", ["since": 4])["events"]?.arrayValue?.map { $0["revision"] } == [5, 6])
        #expect(try client.call("history.get", ["limit": 2])["events"]?.arrayValue?.map { $0["revision"] } == [5, 6])
        #expect(try client.call("history.get", ["since": 99])["events"] == [])
    }
}
