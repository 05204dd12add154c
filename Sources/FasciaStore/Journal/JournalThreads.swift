import FasciaLoop

/// The event loop's side of the journal's threads: gives them work, and learns how far they are.
final class JournalThreads {
    private let shared: JournalShared
    /// Totals of the committed rows, and of those that were durable at the last `refresh` or `takeReports`.
    private(set) var committed: JournalState.Progress
    private(set) var durable: JournalState.Progress
    /// The write-ahead log was too long at that time, or is since then.
    private(set) var isLogFull = false
    /// Why committed rows cannot be synced, at the last `takeReports`.
    private(set) var syncFailure: String?
    /// Whether that was because the next start would not find the files (`JournalFiles`).
    private(set) var filesAreGone = false
    private var hasStarted = false

    /// - Parameters:
    ///   - last: the last row.
    ///   - bytes: the size of the database and its log.
    init(last: RowKey, bytes: Int) throws(StoreError) {
        var state = JournalState()
        state.committed.revision = last.revision
        state.durable = state.committed
        // Rows committed by the previous process may not be durable yet: they count as one committed row.
        state.committed.rows = 1
        state.facts.bytes = bytes
        (committed, durable) = (state.committed, state.durable)
        shared = try JournalShared(state)
    }

    func start(
        _ log: WriteAheadLog, _ files: JournalFiles, _ settings: StoreSettings, _ disk: Disk, epoch: String
    ) throws(LoopError) {
        hasStarted = true
        let flush = FlushThread(shared: shared, log: log, files: files, settings: settings)
        let archive = ArchiveThread(epoch: epoch, shared: shared, files: files, settings: settings, disk: disk)
        try DetachedThread.start("journal-flush") { flush.run() }
        // Encoding a deeply nested screen needs a large stack.
        try DetachedThread.start("journal-archive", stackBytes: 8 << 20) { archive.run() }
    }

    // MARK: - Work

    /// Counts rows that were committed. `publish` hands them over.
    func committed(rows: Int, bytes: Int, revision: Int) {
        committed.rows += UInt64(rows)
        committed.bytes += bytes
        committed.revision = revision
    }

    /// Hands the committed rows to the flush thread.
    ///
    /// - Parameter isUrgent: whether a reply waits for them to be durable.
    /// - Returns: the first row to keep, if a snapshot has made earlier ones superfluous.
    func publish(isUrgent: Bool) -> RowKey? {
        let (old, wakesFlush, wakesLoop) = shared.state.withLock { state in
            let old = state.firstKeptRow.take()
            state.committed = committed
            // The rows are durable already, so the flush thread does not wake the loop for the reply.
            guard state.durable.rows < state.committed.rows else { return (old, false, isUrgent) }
            let wasUrgent = state.isUrgent
            if isUrgent { (state.isUrgent, state.awaitedRows) = (true, state.committed.rows) }
            defer { state.isFlushAsleep = false }
            return (old, state.isFlushAsleep || isUrgent && !wasUrgent && state.isFlushDelayed, false)
        }
        if wakesFlush { shared.flush.wake() }
        if wakesLoop { wakeLoop() }
        return old
    }

    /// Requests a checkpoint because the log is too long. `isLogFull` holds until it is done.
    func requestCheckpoint() {
        isLogFull = true
        shared.state.withLock { $0.isLogFull = true }
        shared.flush.wake()
    }

    func read(_ query: EventQuery) {
        shared.state.withLock { $0.queries.append(query) }
        shared.archive.wake()
    }

    func write(_ snapshot: JournalSnapshot) {
        shared.state.withLock { $0.snapshot = snapshot }
        shared.archive.wake()
    }

    // MARK: - Progress

    /// Becomes readable when `takeReports` has news.
    var updatesDescriptor: Int32 { shared.loopWakeUp.descriptor }

    func wakeLoop() { shared.loopWakeUp.wake() }

    /// Bytes of the rows that wait for a sync.
    var backlog: Int { committed.bytes - durable.bytes }

    func refresh() { (durable, isLogFull) = shared.state.withLock { ($0.durable, $0.isLogFull) } }

    /// Takes the pages that were read, and why the log grows or no snapshot is written; `nil` if all is well.
    func takeReports() -> (lag: String?, pages: [EventPage]) {
        shared.loopWakeUp.clear()
        return shared.state.withLock { state in
            (durable, isLogFull) = (state.durable, state.isLogFull)
            (syncFailure, filesAreGone) = (state.syncFailure, state.filesAreGone)
            defer { state.pages = [] }
            return (state.checkpointFailure ?? state.snapshotFailure, state.pages)
        }
    }

    var facts: JournalFacts {
        shared.state.withLock { state in
            var facts = state.facts
            facts.unsynced = max(0, committed.revision - state.durable.revision)
            facts.failure = state.syncFailure ?? state.checkpointFailure ?? state.snapshotFailure
            return facts
        }
    }

    /// Rows before this key can be deleted.
    var firstKeptRow: RowKey? { shared.state.withLock(\.firstKeptRow) }

    // MARK: - The end

    /// Ends the threads once everything is durable.
    ///
    /// - Returns: whether they have ended within the limit.
    func end(within limit: Duration) -> Bool {
        shared.state.withLock { state in
            state.isClosing = true
            if !hasStarted { (state.flushHasEnded, state.archiveHasEnded) = (true, true) }
        }
        shared.flush.wake()
        shared.archive.wake()
        let end = ContinuousClock.now.advanced(by: limit)
        while true {
            let hasEnded = shared.state.withLock { $0.flushHasEnded && $0.archiveHasEnded }
            let left = ContinuousClock.now.duration(to: end)
            guard !hasEnded, left > .zero else {
                refresh()
                return hasEnded
            }
            shared.loopWakeUp.wait(milliseconds: Int32(left.components.seconds * 1_000 + 1))
        }
    }
}
