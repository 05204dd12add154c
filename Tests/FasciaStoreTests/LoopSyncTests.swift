import FasciaModel
import Glibc
import TestSupport
import Testing

@testable import FasciaStore

/// What the loop makes reach the disk itself.
@Suite(.mustEnd) struct LoopSyncTests {
    private let disk = TestDisk()

    private func keeper(quick: Duration = .seconds(1_000)) throws -> Keeper {
        try Keeper(disk: disk.disk) { $0.quickSync = quick }
    }

    private func isDurable(_ keeper: Keeper) -> Bool { keeper.journal.durableSequence == keeper.journal.nextSequence }

    /// A sync of the loop's.
    private func begin(_ keeper: Keeper) throws -> LoopSync {
        #expect(keeper.journal.isSyncedByLoop)
        return try #require(keeper.journal.beginSync())
    }

    @Test func theFirstIsForTheThread() throws {
        let keeper = try keeper()
        try keeper.set("n", 1)
        #expect(!keeper.journal.isSyncedByLoop)
        #expect(keeper.journal.beginSync() == nil)
        try keeper.waitForDisk()
        try keeper.set("n", 2)
        let before = disk.syncs.load(ordering: .relaxed)
        try begin(keeper).run()
        #expect(!isDurable(keeper), "it has not asked")
        keeper.journal.hear()
        #expect(isDurable(keeper))
        #expect(disk.syncs.load(ordering: .relaxed) == before + 1)
        #expect(!keeper.journal.isSyncedByLoop, "nothing is left")
        #expect(keeper.journal.beginSync() == nil)
        keeper.close()
    }

    @Test func aSlowDiskIsForTheThread() throws {
        let keeper = try keeper(quick: .zero)
        for number in 0..<10 {
            try keeper.set("n", .int(number))
            #expect(!keeper.journal.isSyncedByLoop)
            #expect(keeper.journal.beginSync() == nil)
            try keeper.waitForDisk()
        }
        keeper.close()
    }

    /// The thread has to find it quick again.
    @Test func whatWasLateIsTold_andTheNextIsForTheThread() throws {
        let keeper = try keeper()
        try keeper.set("n", 1)
        try keeper.waitForDisk()
        try keeper.set("n", 2)
        let sync = try begin(keeper)
        sync.run()
        sync.tell()
        var entry = pollfd(fd: keeper.journal.newsDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, 0) == 1)
        _ = keeper.journal.takeNews()
        #expect(isDurable(keeper))
        try keeper.set("n", 3)
        #expect(keeper.journal.beginSync() == nil)
        try keeper.waitForDisk()
        try keeper.set("n", 4)
        try begin(keeper).run()
        keeper.close()
    }

    /// A failure is told to one of two who sync at once, and the other would take it for success.
    @Test func theThreadWaitsForTheLoop_andGoesOnThen() throws {
        let keeper = try keeper()
        try keeper.set("n", 1)
        try keeper.waitForDisk()
        try keeper.set("n", 2)
        let sync = try begin(keeper)
        let before = disk.syncs.load(ordering: .relaxed)
        try keeper.set("n", 3)
        #expect(!keeper.journal.isSyncedByLoop)
        #expect(keeper.journal.beginSync() == nil)
        keeper.journal.publish(isUrgent: true)
        #expect(disk.syncs.load(ordering: .relaxed) == before)
        sync.run()
        try keeper.waitForDisk()
        #expect(disk.syncs.load(ordering: .relaxed) == before + 2)
        keeper.close()
    }

    @Test func whatFailsIsForTheThread() throws {
        let keeper = try keeper()
        try keeper.set("n", 1)
        try keeper.waitForDisk()
        disk.syncCode.withLock { $0 = EIO }
        try keeper.set("n", 2)
        try begin(keeper).run()
        keeper.journal.hear()
        #expect(!isDurable(keeper))
        try keeper.wait("the failure") { keeper.journal.unavailable != nil }
        #expect(keeper.journal.beginSync() == nil)
        disk.syncCode.withLock { $0 = 0 }
        try keeper.wait("the disk again") { keeper.journal.unavailable == nil }
        try keeper.waitForDisk()
        keeper.close()
    }

    /// The end waits for what is under way.
    @Test func aLateOneAtTheEnd() throws {
        let keeper = try keeper()
        try keeper.set("n", 1)
        try keeper.waitForDisk()
        try keeper.set("n", 2)
        let sync = try begin(keeper)
        #expect(!keeper.journal.close(nil, within: .milliseconds(1)))
        sync.run()
        keeper.close()
        let again = try Keeper(in: keeper.directory)
        #expect(again.panel == keeper.panel)
        again.close()
    }
}
