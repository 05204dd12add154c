import Glibc

/// The thread that syncs the write-ahead log: at once if a reply waits for it, else within ten milliseconds, so that one sync
/// covers more rows (group commit). It checkpoints the log when it has grown, and sleeps while there is nothing to do.
struct FlushThread: Sendable {
    let shared: JournalShared
    let log: WriteAheadLog
    let files: JournalFiles
    let settings: StoreSettings

    /// How long rows that no reply waits for are delayed, in milliseconds, so that one sync covers more of them.
    static let batchDelay: Int32 = 8
    /// The delay after a failure, in milliseconds.
    static let retryDelay: Int32 = 500

    func run() {
        let checkpointer = openDatabase()
        while let target = waitForWork() {
            FaultPoint.syncBefore.reach()
            let failure = log.sync(excludingWriters: checkpointer)
            FaultPoint.syncAfter.reach()
            // Checked after the sync: rows are durable only in the files that the next start will open.
            let lost = files.problem
            finish(target, lost ?? failure, filesAreGone: lost != nil)
            guard failure == nil, lost == nil else {
                shared.flush.wait(milliseconds: Self.retryDelay)
                continue
            }
            checkpoint(checkpointer)
            // Rows were added during the checkpoint, so it is incomplete and the log still too long: try again soon.
            if shared.state.withLock(\.isLogFull) { shared.flush.wait(milliseconds: Self.batchDelay) }
            // Failures are ignored: the loop then allocates space itself, and reports a full disk.
            if log.allocatedBytes < settings.reserveBytes / 2 { try? log.extend(by: settings.reserveBytes) }
        }
        try? checkpointer?.close()
        // The files may have been moved since the last sync.
        let lost = files.problem
        shared.state.withLock { state in
            if let lost { (state.syncFailure, state.filesAreGone) = (lost.message, true) }
            state.flushHasEnded = true
        }
        shared.loopWakeUp.wake()
    }

    private enum Step {
        case sync(JournalState.Progress)
        /// Waits for more rows, so that one sync covers them.
        case batchDelay
        case sleep
        case end
    }

    /// - Returns: the rows to sync; `nil` when the thread is to end.
    private func waitForWork() -> JournalState.Progress? {
        var hasWaited = false
        while true {
            switch shared.state.withLock({ next(&$0, hasWaited: hasWaited) }) {
            case .sync(let target): return target
            case .batchDelay:
                shared.flush.wait(milliseconds: Self.batchDelay)
                hasWaited = true
            case .sleep:
                shared.flush.wait()
                hasWaited = false
            case .end: return nil
            }
        }
    }

    private func next(_ state: inout JournalState, hasWaited: Bool) -> Step {
        (state.isFlushAsleep, state.isFlushDelayed) = (false, false)
        let hasWork = state.committed.rows > state.durable.rows
        // Rows that are not durable at the end are found in the write-ahead log at the next start.
        if state.isClosing, !hasWork || state.syncFailure != nil { return .end }
        if state.isLogFull { return .sync(state.committed) }
        guard hasWork else {
            state.isFlushAsleep = true
            return .sleep
        }
        guard hasWaited || state.isUrgent || state.isClosing else {
            state.isFlushDelayed = true
            return .batchDelay
        }
        state.isUrgent = false
        return .sync(state.committed)
    }

    private func finish(_ target: JournalState.Progress, _ failure: StoreError?, filesAreGone: Bool) {
        let hasUpdate: Bool = shared.state.withLock { state in
            state.filesAreGone = filesAreGone
            let before = state.syncFailure
            state.syncFailure = failure?.message
            guard failure == nil else {
                state.isUrgent = true
                return before != failure?.message
            }
            // The loop is woken only for rows that a reply waits for.
            let isAwaited = state.durable.rows < state.awaitedRows
            state.durable = target
            return before != nil || isAwaited || state.isClosing
        }
        if hasUpdate { shared.loopWakeUp.wake() }
    }

    private func openDatabase() -> JournalDatabase? {
        do throws(StoreError) { return try JournalDatabase(path: settings.database, isShared: true) } catch {
            shared.state.withLock { $0.checkpointFailure = error.message }
            shared.loopWakeUp.wake()
            return nil
        }
    }

    private func checkpoint(_ database: JournalDatabase?) {
        let before = log.end
        // Under a constant load no checkpoint is complete and the log only grows, so its length does not tell.
        let isDue = log.uncheckpointedBytes > settings.checkpointBytes || shared.state.withLock(\.isLogFull)
        guard let database, isDue else { return resumeRequests(evenIfLong: database == nil) }
        FaultPoint.checkpointBefore.reach()
        var failure: String?
        do throws(StoreError) { try database.checkpoint() } catch { failure = error.message }
        FaultPoint.checkpointAfter.reach()
        let isComplete = log.isCheckpointed
        // No rows were added, so a reader prevents the checkpoint: waiting for it does not help.
        let isHeldUp = !isComplete && failure == nil && log.end == before
        if isHeldUp, before > settings.logBytes { failure = "another program is still reading \(settings.database)" }
        let bytes = Disk.size(of: settings.database) + Disk.size(of: log.path)
        let hasUpdate = shared.state.withLock { state in
            let before = state.checkpointFailure
            if isComplete || failure != nil { state.checkpointFailure = failure }
            state.facts.bytes = bytes
            return before != state.checkpointFailure
        }
        if hasUpdate { shared.loopWakeUp.wake() }
        resumeRequests(evenIfLong: isHeldUp || failure != nil)
    }

    /// Lets the loop execute requests again, which wait because the log was too long.
    ///
    /// - Parameter evenIfLong: whether waiting for a checkpoint does not help. If it does, the log is looked at under the
    ///   lock: since the last checkpoint, the loop may have made it too long again.
    private func resumeRequests(evenIfLong: Bool) {
        let waited = shared.state.withLock { state in
            guard state.isLogFull, evenIfLong || log.isCheckpointed || log.end <= settings.checkpointBytes else { return false }
            state.isLogFull = false
            return true
        }
        if waited { shared.loopWakeUp.wake() }
    }
}
