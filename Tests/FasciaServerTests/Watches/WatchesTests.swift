import FasciaDocument
import FasciaModel
import FasciaStore
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct WatchesTests {
    private let parts: Parts
    private let client: Client

    init() throws { try self.init(Parts { $0.historyEvents = 4 }) }

    private init(_ parts: Parts) {
        self.parts = parts
        client = parts.client()
        parts.live.stages = [parts.watches]
    }

    /// Starts a watch and returns the result of its reply. As in the daemon, missed events follow the reply.
    @discardableResult
    private func start(_ change: (inout WatchStart) -> Void = { _ in }) throws -> JSON {
        var start = WatchStart()
        change(&start)
        let result = try #require(try parts.watches.start(start, client).result)
        #expect(client.output.bytes.isEmpty, "the reply comes first")
        parts.loop.perform(inTurn: parts.clients.replied)
        return result
    }

    private func cursor(_ revision: Int) -> Cursor { Cursor(epoch: parts.live.epoch, revision: revision) }

    /// What the client was sent: the revision of each event, and `gap 2>7` for a gap.
    private func told() throws -> [String] {
        try client.received().map { message in
            let params = message["params"] ?? .null
            func revision(_ name: String) -> Substring { (params[name]?.stringValue ?? "").split(separator: ":").last ?? "" }
            return message["method"] == "event.gap"
                ? "gap \(revision("from"))>\(revision("to"))" : params["revision"]?.text ?? message.text
        }
    }

    private func count(_ numbers: ClosedRange<Int>) throws { for number in numbers { try parts.set("n", .int(number)) } }

    // MARK: - News

    @Test func eachWatchGetsEachEventOnceAndInOrder() throws {
        #expect(try start() == ["watch": 1, "cursor": .string(cursor(0).description)])
        #expect(try start()["watch"] == 2)
        try count(1...2)
        let events = try client.received()
        #expect(events.map { $0[at: "params/watch"] } == [1, 2, 1, 2])
        #expect(events.map { $0[at: "params/revision"] } == [1, 1, 2, 2])
        #expect(events[2][at: "params/changes"] == [["kind": "value", "key": "n", "from": 1, "to": 2]])
    }

    @Test func aFilterRemovesOtherChanges_andEventsWithoutAny() throws {
        let result = try start { $0.topics = TopicFilter(["value:n", "optoin:**"]) }
        #expect(result["warnings"] == ["unknown kind of change \"optoin\": did you mean \"option\"?"])
        try parts.set("m", 1)
        try parts.set("n", 1)
        let event = try client.message()
        #expect(event[at: "params/revision"] == 2)
        #expect(event[at: "params/changes"] == [["kind": "value", "key": "n", "from": .null, "to": 1]])
        #expect(client.watches[0].revision == 2)
    }

    @Test func aStoppedWatchGetsNoMoreEvents() throws {
        for _ in 1...2 { try start() }
        #expect(try parts.watches.stop(1, client).result == ["watch": 1])
        try count(1...1)
        #expect(try client.message()[at: "params/watch"] == 2)
    }

    @Test func allWatchesGetAnEventThatFillsTheOutput() throws {
        let options = (1...3_000).map { JSON.object(["id": .string("option-\($0)")]) }
        try parts.apply("toggle.declare", ["group": ["id": "many", "options": .array(options)]])
        for _ in 1...3 { try start() }
        try parts.apply("toggle.set", ["id": "many", "on": true])
        #expect(!client.hasRoom)
        #expect(try told() == ["2", "2", "2"])
    }

    @Test func manyWatchesGetALargeEventAsTheClientReads() throws {
        let options = (1...3_000).map { JSON.object(["id": .string("option-\($0)")]) }
        try parts.apply("toggle.declare", ["group": ["id": "many", "options": .array(options)]])
        for _ in 1...64 { try start() }
        try parts.apply("toggle.set", ["id": "many", "on": true])
        #expect(client.output.bytes.count < 9 * Client.outputLimit)
        var revisions: [String] = []
        while client.hasOutput {
            revisions += try told()
            parts.watches.catchUp(client)
        }
        #expect(revisions == Array(repeating: "2", count: 64))
    }

    @Test func aSnapshotIsTheStateAtItsCursor_andNothingIsMissedAfterIt() throws {
        try count(1...3)
        let result = try start {
            $0.snapshot = true
            $0.since = cursor(1)
        }
        #expect(result["cursor"] == .string(cursor(3).description))
        #expect(result[at: "snapshot/values"] == ["n": 3])
        try count(4...4)
        #expect(try told() == ["4"])
    }

    // MARK: - Continuing

    @Test func aCursorContinuesWithTheNextEvent() throws {
        try count(1...4)
        try start { $0.since = cursor(2) }
        #expect(try told() == ["3", "4"])
        try start { $0.since = cursor(4) }
        #expect(try told() == [])
        try count(5...5)
        #expect(try told() == ["5", "5"])
    }

    /// Many old events, and many topics, would keep everybody waiting. No reply comes before the events that it follows.
    @Test func oldEventsFollowInLaterTurns_andRequestsWaitForThem() throws {
        try count(1...4)
        var start = WatchStart()
        (start.since, start.topics) = (cursor(0), TopicFilter(["value:**"]))
        _ = try parts.watches.start(start, client)
        // Outside of a turn there is no time at all.
        parts.clients.replied()
        #expect(try told() == ["1"] && client.isReplaying && client.mustDefer)
        try parts.set("m", 1)
        #expect(try told() == [], "its place is behind the others")
        try parts.run { [client] in !client.isReplaying }
        #expect(try told() == ["2", "3", "4", "5"])
        #expect(client.memory.resumes == 1)
    }

    @Test func topicsCountByWhatComparingThemTakes() throws {
        #expect(TopicFilter(["value:extras/lamp"]).countedBytes < 512)
        #expect((2_048..<4_096).contains(TopicFilter(["value:extras/**"]).countedBytes))
        #expect((8_192..<12_288).contains(TopicFilter(["*:extras/**"]).countedBytes))
        #expect(TopicFilter.all.countedBytes == 0)
        let wide = (1...64).map { "**a**\($0)" }
        let error = #expect(throws: WireError.self) { try start { $0.topics = TopicFilter(wide) } }
        #expect(error?.reason == "limit" && client.watches.isEmpty)
    }

    @Test func aCursorOfAnotherEpochIsAGapWithASnapshot() throws {
        try count(1...2)
        try start { $0.since = Cursor(epoch: "OLD1", revision: 7) }
        let gap = try client.message()
        #expect(gap["method"] == "event.gap" && gap[at: "params/from"] == "OLD1:7")
        #expect(gap[at: "params/snapshot/values"] == ["n": 2])
        try count(3...3)
        #expect(try told() == ["3"])
    }

    @Test func aCursorAheadOfThePanelIsRefused() throws {
        let error = #expect(throws: WireError.self) { try start { $0.since = cursor(1) } }
        #expect(error?.reason == "invalid" && client.watches.isEmpty)
    }

    @Test func aWatchOfThePreviousProcessContinues() throws {
        try count(1...4)
        var record = ClientSession.WatchRecord()
        (record.id, record.topics, record.revision) = (9, ["**"], 3)
        parts.watches.restore([record], of: client)
        #expect(parts.watches.records(of: client) == [record])
        parts.watches.catchUp(client)
        #expect(try client.message()[at: "params/watch"] == 9)
        try count(5...5)
        #expect(try told() == ["5"])
    }

    // MARK: - Clients that do not read

    @Test func aClientThatDoesNotReadGetsItsEventsLater() throws {
        try start()
        client.memory.isWritable = false
        try count(1...4)
        #expect(try told() == [])
        client.memory.isWritable = true
        parts.watches.catchUp(client)
        #expect(try told() == ["1", "2", "3", "4"])
    }

    @Test func droppedHistoryIsOneGapWithSnapshot() throws {
        try start()
        try count(1...2)
        client.memory.isWritable = false
        try count(3...9)
        #expect(try told() == ["1", "2"])
        client.memory.isWritable = true
        parts.watches.catchUp(client)
        try count(10...10)
        #expect(try told() == ["gap 2>9", "10"])
    }

    @Test func aWatchWithCoalesceGetsWhatItMissedAsOneEvent() throws {
        try start {
            $0.coalesce = true
            $0.topics = TopicFilter(["value:*"])
        }
        try count(1...1)
        client.memory.isWritable = false
        try count(2...4)
        try parts.set("m", 1)
        client.memory.isWritable = true
        parts.watches.catchUp(client)
        let events = try client.received()
        #expect(events.map { $0[at: "params/revision"] } == [1, 5])
        #expect(
            events.last?[at: "params/changes"] == [
                ["kind": "value", "key": "n", "from": 1, "to": 4],
                ["kind": "value", "key": "m", "from": .null, "to": 1],
            ])
    }

    // MARK: - Limits

    @Test func onlyTheClientOfAWatchStopsIt() throws {
        for _ in 1...2 { try start() }
        _ = try parts.watches.stop(1, client)
        #expect(try start()["watch"] == 3)
        #expect(parts.watches.count == 2)
        let other = parts.client()
        let unknown = #expect(throws: WireError.self) { try parts.watches.stop(2, other) }
        #expect(unknown?.reason == "notFound")
    }

    // MARK: - The journal

    /// Events that memory has dropped are read from the journal. The client's requests wait meanwhile.
    @Test func aCursorOlderThanTheHistoryContinuesFromTheJournal() throws {
        let directory = try TemporaryDirectory()
        let parts = try Parts(store: StoreSettings(directory: directory.path)) { $0.historyEvents = 4 }
        let test = WatchesTests(parts)
        let (client, gate) = (test.client, try #require(parts.gate))
        try gate.start()
        try test.count(1...20)
        try test.start { $0.since = test.cursor(2) }
        #expect(client.mustDefer && client.isReplaying)
        try test.count(21...22)
        gate.commit {}
        try parts.run { !client.isReplaying }
        #expect(client.memory.resumes == 1)
        #expect(try test.told() == (3...22).map(String.init))
        gate.close()
    }

    /// A page that is being read when the rights of its reader change has what they saw before.
    @Test func aWatchThatBeginsAnewIsSentNoPageOfBefore() throws {
        let directory = try TemporaryDirectory()
        let parts = try Parts(store: StoreSettings(directory: directory.path)) { $0.historyEvents = 4 }
        let test = WatchesTests(parts)
        let (client, gate) = (test.client, try #require(parts.gate))
        try gate.start()
        try test.count(1...20)
        try test.start { $0.since = test.cursor(2) }
        #expect(client.isReplaying)
        parts.watches.restart(client)
        gate.commit {}
        try parts.run { !client.isReplaying }
        #expect(client.memory.resumes == 1)
        try test.count(21...21)
        #expect(try test.told() == ["gap 2>20", "21"])
        gate.close()
    }

    @Test func requestsContinueWhenTheWatchThatReplaysIsStopped() throws {
        let directory = try TemporaryDirectory()
        let parts = try Parts(store: StoreSettings(directory: directory.path)) { $0.historyEvents = 4 }
        let test = WatchesTests(parts)
        let client = test.client
        try test.count(1...20)
        try test.start { $0.since = test.cursor(2) }
        #expect(client.mustDefer)
        _ = try parts.watches.stop(1, client)
        #expect(!client.mustDefer)
        try parts.turn()
        #expect(client.memory.resumes == 1)
    }
}

@Suite struct CoalescedTests {
    private func coalesced(_ commands: [(String, JSON)]) throws -> [Change] {
        let parts = try Parts()
        try parts.apply("toggle.declare", ["group": ["id": "g", "options": [["id": "a"], ["id": "b"]]]])
        try parts.set("n", 0)
        return Change.coalesced(try commands.flatMap { try parts.apply($0.0, $0.1) })
    }

    private func set(_ value: Int) -> (String, JSON) { ("value.set", ["key": "n", "value": .int(value)]) }
    private func flip(_ id: String) -> (String, JSON) { ("toggle.flip", ["id": .string(id)]) }

    @Test func aSubjectKeepsItsFirstAndLastState() throws {
        #expect(try coalesced([set(1), set(2), set(3)]) == [.value(key: "n", from: 0, to: 3)])
        let changes = try coalesced([flip("g/a"), flip("g/b"), flip("g/a"), flip("g/a")])
        #expect(changes.count == 3 && changes.contains(.group(id: "g", from: .off, to: .on)))
    }

    @Test func coalescingOmitsValuesThatReturn() throws {
        #expect(try coalesced([set(1), set(0)]) == [])
        #expect(try coalesced([flip("g/a"), flip("g/a")]) == [])
        #expect(try coalesced([set(1), set(0), set(2)]) == [.value(key: "n", from: 0, to: 2)])
    }

    @Test func stepsAreKept() throws {
        let steps = try coalesced([("nav.push", ["screen": "a"]), ("nav.pop", [:]), ("nav.push", ["screen": "a"])])
        #expect(steps.count == 3)
    }
}
