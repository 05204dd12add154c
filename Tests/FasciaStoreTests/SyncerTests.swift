import Foundation
import TestSupport
import Testing

@testable import FasciaStore

/// The thread that brings to the disk what was appended.
@Suite(.mustEnd) struct SyncerTests {
    @Test func whatIsWrittenNextIsAtHandAfterASync() throws {
        let directory = try TemporaryDirectory()
        let file = try TailFile(path: directory["tail"], capacity: 65_536, epoch: "K7Q2", disk: .system)
        var state = JournalState(
            head: Place(position: 20_300, sequence: 2, revision: 1), durable: Place(), stored: Place())
        state.isUrgent = true
        let shared = try JournalShared(state)
        let syncer = Syncer(shared: shared, file: file, disk: .system, quick: .zero)
        // Also to have the code itself at hand.
        #expect(file.memory.faults(writingAt: 8_000) > 0)
        Thread { syncer.run() }.start()
        while !shared.state.withLock({ $0.syncerSleeps }) {}
        #expect(shared.state.withLock { $0.durable.sequence } == 2)
        #expect(file.memory.faults(writingAt: 20_300) == 0)
        shared.state.withLock { $0.isClosing = true }
        shared.syncer.wake()
        while !shared.state.withLock({ $0.syncerHasEnded }) {}
    }
}
