/// Makes what was appended reach the disk, on the loop's own thread or on any other.
public struct LoopSync: Sendable {
    let syncer: Syncer
    let work: Syncer.Work

    /// Comes back when it has, or has failed; `Journal.hear` finds out which.
    public func run() { syncer.carryOut(work) }

    /// The loop has not waited for it: it is told.
    public func tell() {
        syncer.shared.state.withLock { $0.slowSyncs = Syncer.mostSlowSyncs }
        syncer.shared.news.wake()
    }
}

extension JournalState {
    /// Whether the loop may make what was appended reach the disk itself: it takes next to no time, and nobody does it
    /// already. Whatever fails or takes long is for the thread.
    var isForLoop: Bool { slowSyncs < Syncer.mostSlowSyncs && !isSyncing && !isClosing && syncFailure == nil && largeFiles.isEmpty }
}
