import FasciaDocument
import FasciaModel
import FasciaStore
import FasciaWire
import Glibc
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct JournalGateTests {
    private let directory: TemporaryDirectory
    private let disk = FaultyDisk()
    private let parts: Parts
    private let gate: JournalGate
    private let client: Client

    init() throws {
        directory = try TemporaryDirectory()
        var store = StoreSettings(directory: directory.path)
        store.backlogBytes = 2_000
        parts = try Parts(store: store, disk: disk.disk) { $0.journalPatience = .milliseconds(1) }
        gate = try #require(parts.gate)
        client = parts.client()
        try gate.start()
    }

    /// Ends a turn of the event loop: commits, and sends the client's output.
    private func flush() { gate.commit { client.memory.send() } }

    private var isDurable: Bool { parts.live.journal?.isDurable == true }

    /// Applies a durable command and writes its reply.
    private func applyDurably(_ value: JSON) throws {
        try parts.set("n", value)
        gate.hold(Request("value.set", client))
        client.output.write(.result(value), id: RequestID(1))
    }

    // MARK: - Durability

    @Test func aDurableReplyIsSentAfterTheSync_withAllLaterOutput() throws {
        disk.slow.lock()
        client.output.write(.result("before"), id: RequestID(0))
        try applyDurably(1)
        client.output.write(.result("after"), id: RequestID(2))
        flush()
        #expect(try client.memory.take().map { $0["result"] } == ["before"])
        disk.slow.unlock()
        try parts.run { [client] in !client.awaitsDurability }
        #expect(parts.clients.takeUnflushed() === client)
        #expect(try client.received().map { $0["result"] } == [1, "after"])
        #expect(client.memory.resumes == 1, "it may close now")
        gate.close()
    }

    @Test func aReplyToWhatIsDurableAlreadyIsNotHeld() throws {
        try applyDurably(1)
        flush()
        try parts.run { isDurable }
        gate.hold(Request("sync", client))
        #expect(!client.awaitsDurability)
        gate.close()
    }

    @Test func aNotificationIsNotHeld() throws {
        try parts.set("n", 1)
        gate.hold(Request("value.set", client, id: nil))
        #expect(!client.awaitsDurability)
        gate.close()
    }

    /// Else each turn would be urgent, and wake the next one.
    @Test func aClientThatClosesBeforeTheSyncIsForgotten() throws {
        disk.slow.lock()
        try applyDurably(1)
        flush()
        client.dropOutput()
        disk.slow.unlock()
        try parts.run { isDurable }
        gate.handle(.readable)
        flush()
        var updates = pollfd(fd: try #require(parts.live.journal).updatesDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&updates, 1, 0) == 0, "the journal has no news")
        gate.close()
    }

    @Test func closingMakesDurableAndReleases() throws {
        try applyDurably(1)
        flush()
        gate.close()
        #expect(try client.received().map { $0["result"] } == [1])
        let state = try InitialState.open(StoreSettings(directory: directory.path), Settings(), disk: .system).0
        #expect(state.panel.value("n") == 1)
    }

    // MARK: - Backpressure

    private let change = Call.apply(.setValue(key: "n", 1), MutationOptions())

    /// Fills the backlog of a disk that does not sync.
    private func fillBacklog() throws {
        disk.slow.lock()
        try parts.set("n", .string(String(repeating: "x", count: 4_000)))
        flush()
    }

    @Test func aMutationWaitsForASlowDisk_andAQueryDoesNot() throws {
        #expect(!gate.mustWait(for: change))
        try fillBacklog()
        #expect(gate.mustWait(for: change) && !gate.mustWait(for: .sync))
        gate.waitForRoom(client)
        #expect(client.isBackpressured)
        disk.slow.unlock()
        try parts.run { [client] in !client.isBackpressured }
        #expect(client.memory.resumes == 1)
        try parts.run { isDurable }
        #expect(!gate.mustWait(for: change))
        gate.close()
    }

    @Test func aMutationIsRefusedAfterAWhile_untilTheDiskHasCaughtUp() throws {
        try fillBacklog()
        gate.waitForRoom(client)
        try parts.run { [client] in !client.isBackpressured }
        #expect(!gate.mustWait(for: change), "it is refused at once")
        let refusal = #expect(throws: Refusal.self) { try parts.set("n", 2) }
        #expect(refusal?.reason == .unavailable)
        disk.slow.unlock()
        try parts.run { isDurable }
        try parts.set("n", 3)
        gate.close()
    }

    // MARK: - Failures

    @Test func aFullDiskIsReportedAndTriedAgain_andWhatHappenedMeanwhileIsRecorded() throws {
        var reports = 0
        let manager = TestManager { reports += 1 }
        parts.announcer.manager = manager
        defer { withExtendedLifetime(manager) {} }
        disk.isFull = true
        parts.live.record(.setValue(key: "n", 1), .ofDaemon("test"))
        try parts.run { reports == 1 }
        #expect(!gate.mustWait(for: change), "a full disk is no reason to wait")
        disk.isFull = false
        try parts.run { reports == 2 }
        #expect(parts.live.panel.value("n") == 1)
        #expect(
            parts.log.all.map { String($0.prefix(46)) } == [
                "error the journal cannot be written: changes a", "info the journal can be written again",
            ])
        gate.close()
    }

    @Test func aDurableRequestIsAnsweredWithAnErrorIfSyncsFailForLong_andLaterOnesWithoutWaiting() throws {
        disk.isFailing = true
        try applyDurably(1)
        client.output.write(.result("after"), id: RequestID(2))
        flush()
        try parts.run { [client] in !client.awaitsDurability }
        let messages = try client.received()
        #expect(messages.map { $0["id"] } == [1, 2] && messages.last?["result"] == "after", "\(messages)")
        #expect(messages.first?[at: "error/data/reason"] == "unavailable")
        let said = try #require(messages.first?[at: "error/message"]?.stringValue)
        #expect(said.contains("is not on the disk, so the next start may find it, or not: cannot write "), "\(said)")
        // One that changes nothing waits for the same sync.
        gate.hold(Request("value.set", client))
        client.output.write(.result(2), id: RequestID(1))
        flush()
        #expect(try client.received().map { $0[at: "error/data/reason"] } == ["unavailable"])
        disk.isFailing = false
        try parts.run { [parts] in parts.live.journal?.unavailable == nil }
        disk.slow.lock()
        try applyDurably(3)
        flush()
        #expect(client.awaitsDurability, "it waits again")
        disk.slow.unlock()
        try parts.run { [client] in !client.awaitsDurability }
        #expect(try client.received().map { $0["result"] } == [3])
        gate.close()
    }

    /// Deletes the state of the panel.
    private func deleteState() { for end in ["", "-wal", "-shm"] { unlink(directory["journal.db" + end]) } }

    @Test func aDurableRequestIsAnsweredWithAnErrorIfTheJournalIsGone_andWhatFollowsIsSent() throws {
        disk.slow.lock()
        try applyDurably(1)
        client.output.write(.result("after"), id: RequestID(2))
        flush()
        #expect(try client.received().isEmpty)
        deleteState()
        disk.slow.unlock()
        try parts.run { [parts] in parts.live.journal?.filesAreGone == true }
        flush()
        let messages = try client.received()
        #expect(messages.first?[at: "error/data/reason"] == "unavailable" && messages.first?["id"] == 1, "\(messages)")
        #expect(messages.first?[at: "error/message"]?.stringValue?.contains("it is lost when the daemon ends: ") == true)
        #expect(messages.dropFirst().map { $0["result"] } == ["after"])
        gate.close()
        #expect(
            parts.log.all.last?.contains("the next start will not find the last changes") == true, "\(parts.log.all)")
    }

    /// It stops before the journal's thread has told of it.
    @Test func aDurableRequestIsAnsweredBeforeTheDaemonEnds() throws {
        try applyDurably(1)
        deleteState()
        gate.commit()
        #expect(gate.close().map(\.id) == [client.id])
        #expect(try client.received().map { $0[at: "error/data/reason"] } == ["unavailable"])
    }

    /// Of a batch, too.
    @Test func onlyTheRepliesThatDidNotComeTrueAreReplaced() throws {
        var held = HeldReplies(
            [RequestID(1), RequestID(rawText: "1.0e0"), RequestID(rawText: "\"a\"")], WireError(.unavailable, "no"))
        func replaced(_ line: String) throws -> JSON? {
            try held.replacing(Array(line.utf8)[...]).map { try JSON(parsing: String(decoding: $0, as: UTF8.self)) }
        }
        #expect(try replaced("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":1}") == nil)
        #expect(try replaced("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"action\"}") == nil, "the daemon's own request")
        let batch = try replaced("[{\"id\":\"a\",\"result\":{}},{\"id\":2,\"result\":{}},{\"id\":1,\"result\":{}}]")
        #expect(batch?.arrayValue?.map { $0[at: "error/message"] } == ["no", nil, "no"])
        #expect(try replaced("{\"id\":1,\"error\":{}}") == nil)
    }

    @Test func thereIsNoGateWithoutAJournal() throws { #expect(try Parts().gate == nil) }
}

private final class TestManager: ManagerLink {
    private let changed: () -> Void

    init(_ changed: @escaping () -> Void) { self.changed = changed }

    func statusChanged() { changed() }
    func reloadBegins() {}
    func reloadEnds() {}
    func stop() {}
}
