import FasciaDocument
import FasciaModel
import FasciaWire
import Foundation
import TestSupport
import Testing

@testable import FasciaStore

/// A disk that is slow, full or failing delays only what needs it, and the journal recovers without a restart.
@Suite(.mustEnd) struct SlowDiskTests {
    @Test func onlyDurableRepliesWaitForASlowDisk() throws {
        let disk = TestDisk()
        let keeper = try JournaledPanel(disk: disk.disk)
        try keeper.waitForDisk()
        disk.gate.lock()
        for number in 0..<50 { try keeper.set("n", .int(number)) }
        keeper.journal.publish(isUrgent: true)
        #expect(keeper.journal.durableSequence < keeper.journal.nextSequence)
        #expect(keeper.panel.revision == 50)
        disk.gate.unlock()
        try keeper.waitForDisk()
        keeper.close()
    }

    @Test func aSlowDiskIsUnavailableUntilItRecovers() throws {
        let disk = TestDisk()
        let keeper = try JournaledPanel(disk: disk.disk) { $0.backlogBytes = 65_536 }
        try keeper.waitForDisk()
        disk.gate.lock()
        let text = JSON.string(String(repeating: "x", count: 1_000))
        var refusal: Refusal?
        var before = keeper.panel
        for number in 0..<200 where refusal == nil {
            before = keeper.panel
            do { try keeper.set("k\(number)", text) } catch { refusal = error as? Refusal }
        }
        #expect(refusal?.reason == .unavailable)
        #expect(refusal?.message.contains("the journal cannot be written, so nothing was changed") == true)
        #expect(keeper.panel == before, "nothing was changed")
        disk.gate.unlock()
        try keeper.wait("room") { keeper.journal.acceptsRequests }
        try keeper.set("again", 1)
        keeper.close()
        try keeper.expectSameAtNextStart()
    }

    /// If the database or its log is not where the next start looks for it, further changes are refused, because they would be
    /// lost at the end of the process.
    @Test(arguments: ["journal.db", "journal.db-wal"], ["deleted", "moved", "replaced"])
    func aFileThatTheNextStartWouldNotFindIsReported(_ name: String, _ what: String) throws {
        let keeper = try JournaledPanel()
        try keeper.set("n", 1)
        try keeper.waitForDisk()
        let path = keeper.directory[name]
        #expect((what == "deleted" ? unlink(path) : rename(path, path + ".old")) == 0)
        if what == "replaced" { try FileManager.default.copyItem(atPath: path + ".old", toPath: path) }
        // This change is acknowledged: the loss is detected only at the next sync.
        try keeper.set("n", 2)
        try keeper.wait("the failure") { keeper.journal.unavailable != nil }
        let refusal = #expect(throws: Refusal.self) { try keeper.set("n", 3) }
        #expect(refusal?.reason == .unavailable)
        #expect(
            refusal?.message.hasSuffix(
                "\(path) was \(what == "replaced" ? what : "deleted or moved") while the daemon was running: move it back, or "
                    + "restart the daemon") == true, "\(refusal?.message ?? "")")
        #expect(keeper.panel.value("n") == 2 && keeper.journal.filesAreGone)
        #expect(!keeper.journal.close(keeper.panel))
    }

    @Test func aStateDirectoryThatIsMovedAwayIsReported_untilItIsBack() throws {
        let outer = try TemporaryDirectory()
        #expect(mkdir(outer["state"], 0o700) == 0)
        let keeper = try JournaledPanel(in: outer) { $0.directory += "/state" }
        try keeper.set("n", 1)
        try keeper.waitForDisk()
        #expect(rename(outer["state"], outer["elsewhere"]) == 0)
        try keeper.set("n", 2)
        try keeper.wait("the failure") { keeper.journal.unavailable != nil }
        #expect(keeper.journal.durableSequence < keeper.journal.nextSequence && keeper.journal.filesAreGone)
        #expect(rename(outer["elsewhere"], outer["state"]) == 0)
        try keeper.waitForDisk()
        #expect(keeper.journal.unavailable == nil && !keeper.journal.filesAreGone)
        keeper.close()
        let again = try JournaledPanel(in: outer) { $0.directory += "/state" }
        #expect(again.panel == keeper.panel)
        again.close()
    }

    /// The end adds no snapshot to another state that was put in its place, and leaves the mark that it is in use.
    @Test func anotherStateInTheSamePlaceIsLeftAlone() throws {
        let outer = try TemporaryDirectory()
        #expect(mkdir(outer["state"], 0o700) == 0)
        let keeper = try JournaledPanel(in: outer) { $0.directory += "/state" }
        try keeper.set("n", 1)
        try keeper.waitForDisk()
        let path = outer["state"]
        try FileManager.default.copyItem(atPath: path, toPath: outer["copy"])
        #expect(rename(path, outer["elsewhere"]) == 0 && rename(outer["copy"], path) == 0)
        func files() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
        let before = try files()
        #expect(before.contains("in-use"))
        #expect(!keeper.journal.close(keeper.panel))
        #expect(try files() == before)
        _ = keeper.journal.takeUpdates()
        #expect(keeper.journal.filesAreGone)
    }

    @Test(arguments: [ENOSPC, EIO]) func aSyncThatFailsIsTriedAgain(_ code: Int32) throws {
        let disk = TestDisk()
        let keeper = try JournaledPanel(disk: disk.disk)
        disk.syncCode.withLock { $0 = code }
        try keeper.set("n", 1)
        try keeper.wait("the failure") { keeper.journal.unavailable != nil }
        let refusal = #expect(throws: Refusal.self) { try keeper.set("n", 2) }
        #expect(refusal?.reason == .unavailable)
        #expect(refusal?.message.contains(String(cString: strerror(code))) == true)
        #expect(keeper.panel.value("n") == 1)
        disk.syncCode.withLock { $0 = 0 }
        try keeper.wait("the disk again") { keeper.journal.unavailable == nil }
        try keeper.set("n", 2)
        try keeper.waitForDisk()
        keeper.close()
    }

    /// While the disk is full, commands are refused and change nothing. When there is space again, they are accepted.
    @Test func aFullDiskIsUnavailableUntilItRecovers() throws {
        let disk = TestDisk()
        let keeper = try JournaledPanel(disk: disk.disk) { $0.reserveBytes = 65_536 }
        disk.allocateCode.withLock { $0 = ENOSPC }
        let text = JSON.string(String(repeating: "x", count: 10_000))
        var refusal: Refusal?
        var before = keeper.panel
        for number in 0..<500 where refusal == nil {
            before = keeper.panel
            do { try keeper.set("k\(number)", text) } catch { refusal = error as? Refusal }
        }
        #expect(refusal?.reason == .unavailable)
        #expect(refusal?.message.contains("No space left on device") == true)
        #expect(keeper.panel == before, "nothing was changed")
        #expect(keeper.journal.needsSpace)
        #expect(keeper.journal.takeUpdates().failure??.contains("No space left on device") == true)
        disk.allocateCode.withLock { $0 = 0 }
        #expect(keeper.journal.takeUpdates().failure == .some(nil), "it is noticed without a request")
        try keeper.set("again", text)
        keeper.close()
        try keeper.expectSameAtNextStart()
    }

    /// On a copy-on-write file system allocated space is no guarantee, so commands are refused while free space is short.
    @Test func aNearlyFullCopyOnWriteDiskIsUnavailableUntilItRecovers() throws {
        let disk = TestDisk()
        disk.copyOnWriteFreeBytes.withLock { $0 = 1 << 30 }
        let keeper = try JournaledPanel(disk: disk.disk)
        try keeper.set("n", 1)
        disk.copyOnWriteFreeBytes.withLock { $0 = 1 << 20 }
        let refusal = #expect(throws: Refusal.self) { try keeper.set("n", 2) }
        #expect(refusal?.reason == .unavailable)
        #expect(refusal?.message.contains("No space left on device") == true)
        #expect(keeper.panel.value("n") == 1)
        disk.copyOnWriteFreeBytes.withLock { $0 = 1 << 30 }
        try keeper.set("n", 2)
        keeper.close()
    }

    @Test func shortWritesAreGoneOnWith() throws {
        let disk = TestDisk()
        disk.maximumBytes.withLock { $0 = 7 }
        let keeper = try JournaledPanel(disk: disk.disk)
        try keeper.set("long", .string(String(repeating: "x", count: 60_000)))
        #expect(keeper.journal.close(keeper.panel))
        let again = try JournaledPanel(in: keeper.directory) { $0.replayedRevisions = 0 }
        #expect(again.panel == keeper.panel)
        #expect(again.problems == [])
        again.close()
    }

    @Test(arguments: [ENOSPC, EIO]) func aSnapshotThatCannotBeWrittenHarmsNothing(_ code: Int32) throws {
        let disk = TestDisk()
        let keeper = try JournaledPanel(disk: disk.disk)
        try keeper.set("n", 1)
        try keeper.waitForDisk()
        disk.writeCode.withLock { $0 = code }
        #expect(keeper.journal.close(keeper.panel))
        #expect(Disk.names(in: keeper.directory["snapshots"]) == [])
        try keeper.expectSameAtNextStart()
    }

    @Test func rowsThatNoReplyWaitsForAreSyncedToo() throws {
        let keeper = try JournaledPanel()
        try keeper.set("n", 1)
        keeper.journal.publish(isUrgent: false)
        try keeper.wait("it on the disk") { keeper.journal.durableSequence == keeper.journal.nextSequence }
        keeper.close()
    }

    /// A durable reply that starts to wait while an earlier sync runs is released by the next sync, without another change.
    @Test func rowsPublishedDuringASyncAreReported() throws {
        let disk = TestDisk()
        let keeper = try JournaledPanel(disk: disk.disk)
        try keeper.waitForDisk()
        disk.gate.lock()
        while disk.began.wait(timeout: .now()) == .success {}
        try keeper.set("first", 1)
        keeper.journal.publish(isUrgent: true)
        disk.began.wait()
        try keeper.set("second", 2)
        keeper.journal.publish(isUrgent: true)
        disk.gate.unlock()
        try keeper.awaitUpdates("both on the disk") { keeper.journal.durableSequence == keeper.journal.nextSequence }
        keeper.close()
    }
}
