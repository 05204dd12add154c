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

    @Test(
        arguments: [
            (["option:extras/**"], ["option"]), (["option:extras/ham"], ["option"]), (["group:extras"], ["group"]),
            (["*:extras"], ["group"]), (["option:*/ham", "group:extras"], ["option", "group"]),
            (["**"], ["option", "group"]), (["option:extras/h*"], ["option"]), (["group:*"], ["group"]),
            (["option:*"], []), (["nav:main"], []), ([], []),
        ] as [([String], [String])])
    func topicsSelectWhatAnEventTells(_ topics: [String], _ kinds: [String]) throws {
        try client.call("toggle.set", ["id": "extras/mushrooms", "on": true])
        let watcher = try daemon.client()
        try watcher.watch(["topics": .array(topics.map { .string($0) })])
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        #expect(try watcher.sync() == 3)
        let events = watcher.takeNotifications()
        #expect(events.count == (kinds.isEmpty ? 0 : 1))
        let told = events.flatMap { $0[at: "params/changes"]?.arrayValue ?? [] }
        #expect(told.compactMap { $0["kind"]?.stringValue } == kinds)
    }

    @Test func topicsNameEveryKind() throws {
        let watcher = try daemon.client()
        try watcher.watch(["topics": ["nav:main", "value:cpu/*", "declared:s", "enabled:extras/*", "environment:panel"]])
        try client.call("value.set", ["key": "mem", "value": 1])
        try client.call("value.set", ["key": "cpu/0", "value": 1])
        try client.call("nav.push", ["screen": "a"])
        try client.call("screen.put", Fixture.screen("s"))
        try client.call("toggle.enable", ["id": "extras/ham", "enabled": false])
        try client.call("environment.set", ["values": ["a": 1]])
        try client.call("nav.set", ["stack": "side", "path": [["screen": "a"]]])
        _ = try watcher.sync()
        let kinds = watcher.takeNotifications().map { $0[at: "params/changes/0/kind"]?.stringValue }
        #expect(kinds == ["value", "nav", "declared", "enabled", "environment"])
    }

    /// An unknown topic gives a warning, so that a newer program can still watch the known ones.
    @Test func aKindThatThereIsNotIsSaid() throws {
        let reply = try client.call("watch.start", ["topics": ["optoin:extras/**", "value:*"]])
        #expect(reply["warnings"] == ["no change is of the kind \"optoin\": did you mean \"option\"?"])
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

    @Test func aStoppedWatchIsSilent() throws {
        let (first, second) = (try client.watch(), try client.watch())
        #expect(try client.call("watch.stop", ["watch": .int(first)])["watch"] == .int(first))
        try set(1)
        #expect(try client.notification()["watch"] == .int(second))
        try client.call("watch.stop", ["watch": .int(second)])
        try set(2)
        #expect(client.takeNotifications().isEmpty)
        let error = try client.failure("watch.stop", ["watch": .int(first)])
        #expect(error.reason == "notFound")
    }

    @Test func aWatchBelongsToItsConnection() throws {
        let watch = try client.watch()
        let other = try daemon.client()
        #expect(try other.failure("watch.stop", ["watch": .int(watch)]).reason == "notFound")
        try other.call("value.set", ["key": "n", "value": 1])
        #expect(other.takeNotifications().isEmpty)
        #expect(try client.notification()["revision"] == 2)
    }

    @Test func aConnectionHasAtMost64Watches() throws {
        for _ in 1...64 { try client.watch() }
        let error = try client.failure("watch.start")
        #expect(error["data"] == ["reason": "limit", "limit": "watches", "value": 64])
        try client.call("watch.stop", ["watch": 1])
        #expect(try client.watch() == 65)
    }

    /// The event exceeds the output limit of a connection. All of its watches get it before the reply anyway.
    @Test func aLongEventComesFromEveryWatchBeforeTheReply() throws {
        let options = (1...10_000).map { JSON.object(["id": .string("option-\($0)")]) }
        try client.call("toggle.declare", ["group": ["id": "many", "options": .array(options)]])
        for _ in 1...3 { try client.watch() }
        let id = try client.send("toggle.set", ["id": "many", "on": true])
        for watch in 1...3 {
            let event = try client.receive()
            #expect(event[at: "params/watch"] == .int(watch))
            #expect(event[at: "params/changes"]?.arrayValue?.count == 10_001)
        }
        #expect(try client.receive()["id"] == .int(id))
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

    // MARK: - Going on

    @Test func sinceGoesOnFromACursor() throws {
        for number in 1...5 { try set(number) }
        let watcher = try daemon.client()
        #expect(try watcher.call("watch.start", ["since": cursor(3)])["cursor"] == cursor(3))
        for revision in 4...6 { #expect(try watcher.notification()["cursor"] == cursor(revision)) }
        try set(6)
        #expect(try watcher.notification()["revision"] == 7)
        #expect(try watcher.sync() == 7)
        #expect(watcher.takeNotifications().isEmpty)
    }

    @Test func sinceNowMissesNothing() throws {
        try client.watch(["since": cursor(1)])
        #expect(try client.sync() == 1)
        #expect(client.takeNotifications().isEmpty)
    }

    @Test func sinceComesAfterTheReplyThatNamesTheWatch() throws {
        try set(1)
        let id = try client.send("watch.start", ["since": cursor(1)])
        let reply = try client.receive()
        #expect(reply["id"] == .int(id))
        #expect(try client.receive()[at: "params/watch"] == reply[at: "result/watch"])
    }

    @Test func aCursorOfAnotherEpochIsAGap() throws {
        try set(1)
        let watcher = try daemon.client()
        let watch = try watcher.watch(["since": "OLD1:7"])
        let gap = try watcher.notification("event.gap")
        #expect(gap["watch"] == .int(watch))
        #expect(gap["from"] == "OLD1:7")
        #expect(gap["to"] == cursor(2))
        #expect(gap[at: "snapshot/values"] == ["n": 1])
        try set(2)
        #expect(try watcher.notification()["revision"] == 3)
    }

    @Test func sinceWithSnapshotBeginsAtTheSnapshot() throws {
        try set(1)
        let start = try client.call("watch.start", ["since": cursor(1), "snapshot": true])
        #expect(start["cursor"] == cursor(2))
        #expect(try client.sync() == 2)
        #expect(client.takeNotifications().isEmpty)
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

    @Test func historyTellsWhyOneThingIsAsItIs() throws {
        try set(1)
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        try set(2)
        try client.call("toggle.set", ["id": "extras", "on": false])
        let events = try #require(try client.call("history.get", ["id": "extras/ham"])["events"]?.arrayValue)
        #expect(events.map { $0["revision"] } == [3, 5])
        #expect(events.last?[at: "cause/method"] == "toggle.set")
        #expect(try client.call("history.get", ["id": "n"])["events"]?.arrayValue?.count == 2)
        #expect(try client.call("history.get", ["id": "nothing"])["events"] == [])
    }
}
