import FasciaDocument
import FasciaModel
import FasciaStore
import FasciaWire
import Glibc
import TestSupport
import Testing

@testable import FasciaServer

@Suite struct HistoryTests {
    private func history(events: Int = 100, changes: Int = 100, bytes: Int = 1 << 20, start: Int = 0) -> History {
        History(epoch: "E", start: start, events: events, changes: changes, bytes: bytes)
    }

    private func append(_ values: Int..., to history: History, key: String = "n") {
        let changes = values.map { Change.value(key: key, from: .null, to: .int($0)) }
        history.append(changes, time: Timestamp(milliseconds: 0), cause: .ofDaemon("test"))
    }

    private func revisions(_ history: History, _ change: (inout HistoryGet) -> Void = { _ in }) -> [Int] {
        var get = HistoryGet()
        change(&get)
        return history.events(get).map(\.cursor.revision)
    }

    @Test func revisionsContinueAfterTheStart() {
        let history = history(start: 7)
        append(1, to: history)
        #expect(history.start == 7 && history.last == 8)
        #expect(history[7] == nil && history[9] == nil)
        #expect(history[8]?.cursor == Cursor(epoch: "E", revision: 8))
    }

    @Test func theOldestEventsAreDroppedAtEachLimit() {
        let long = JSON.string(String(repeating: "x", count: 1_000))
        for history in [history(events: 3), history(changes: 3), history(bytes: 3_500)] {
            for _ in 1...5 {
                history.append(
                    [.value(key: "n", from: .null, to: long)], time: Timestamp(milliseconds: 0), cause: .ofDaemon("test"))
            }
            #expect(history.start == 2 && history.count == 3 && history.last == 5)
        }
    }

    @Test func newestEventIsKeptAtAnySize() {
        let history = history(changes: 2)
        append(1, to: history)
        append(1, 2, 3, 4, to: history)
        #expect(history.start == 1 && history[2]?.changes.count == 4)
    }

    @Test func aQueryHasTheNewestMatchingEvents_oldestFirst() {
        let history = history()
        for number in 1...4 { append(number, to: history, key: number == 2 ? "m" : "n") }
        #expect(revisions(history) == [1, 2, 3, 4])
        #expect(revisions(history) { $0.limit = 2 } == [3, 4])
        #expect(revisions(history) { $0.since = 2 } == [3, 4])
        #expect(revisions(history) { $0.id = "n" } == [1, 3, 4])
        #expect(revisions(history) { $0.since = .max } == [])
        #expect(revisions(history) { $0.since = -5 } == [1, 2, 3, 4])
        #expect(revisions(history) { $0.topics = TopicFilter(["value:m"]) } == [2])
        #expect(revisions(history) { $0.uid = Int(geteuid()) } == [1, 2, 3, 4])
        #expect(revisions(history) { $0.uid = Int(geteuid()) + 1 } == [])
    }

    @Test func transientValuesAreNoPartOfTheHistory() {
        let history = history()
        let load = Change.transient(key: "cpu", from: 1, to: 2)
        for changes in [[load], [load, .value(key: "n", from: 1, to: 2)]] {
            history.append(changes, time: Timestamp(milliseconds: 0), cause: .ofDaemon("test"))
        }
        #expect(history.events(HistoryGet()).map(\.changes) == [[.value(key: "n", from: 1, to: 2)]])
        #expect(history[1]?.changes == [load], "watches see it")
    }
}

/// `history.get` reads from the journal what memory has dropped.
@Suite(.mustEnd) struct HistoryRequestsTests {
    private let directory: TemporaryDirectory
    private let parts: Parts
    private let client: Client

    init() throws {
        directory = try TemporaryDirectory()
        parts = try Parts(store: StoreSettings(directory: directory.path)) { $0.historyEvents = 2 }
        client = parts.client()
        try parts.gate?.start()
        try parts.set("first", 0)
        // Long values, so that the journal returns several pages.
        let long = String(repeating: "x", count: 60_000)
        for number in 1...9 { try parts.set("n", .string(long + "\(number)")) }
    }

    private func revisions(_ reply: JSON) -> [Int]? {
        reply[at: "result/events"]?.arrayValue?.compactMap { $0["revision"]?.intValue }
    }

    /// Sends `history.get` and returns the revisions of its reply.
    private func get(_ change: (inout HistoryGet) -> Void = { _ in }) throws -> [Int]? {
        var get = HistoryGet()
        change(&get)
        #expect(try parts.history.get(get, Request("history.get", client)).isLater && client.mustDefer)
        parts.gate?.commit {}
        try parts.run { [client] in !client.mustDefer }
        return revisions(try client.message())
    }

    @Test func itReachesBackToTheFirstEvent() throws {
        #expect(try get() == Array(1...10))
        #expect(try get { $0.limit = 3 } == [8, 9, 10])
        #expect(try get { $0.since = 6 } == [7, 8, 9, 10])
        #expect(try get { $0.id = "first" } == [1])
        #expect(try get { $0.since = .max } == [])
        parts.gate?.close()
    }

    @Test func inABatchItIsAnsweredAtOnceWithOnePage() throws {
        var request = Request("history.get", client)
        request.inBatch = true
        let json = try parts.history.get(HistoryGet(), request).json
        let events = try #require((json["events"] ?? json[at: "result/events"])?.arrayValue)
        #expect(!events.isEmpty && events.count < 10)
        #expect(events.last?["revision"] == 10)
        parts.gate?.close()
    }
}
