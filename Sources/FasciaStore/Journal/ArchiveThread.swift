import FasciaWire
import Glibc

/// The thread that writes snapshots, determines which old rows are superfluous, and reads past events for clients. It sleeps
/// while there is nothing to do.
struct ArchiveThread: Sendable {
    let epoch: String
    let shared: JournalShared
    let files: JournalFiles
    let settings: StoreSettings
    let disk: Disk

    private enum Step {
        case read(EventQuery)
        case write(JournalSnapshot)
        case sleep
        case end
    }

    func run() {
        let database = try? JournalDatabase(reading: settings.database)
        loop: while true {
            let step: Step = shared.state.withLock { state in
                if !state.queries.isEmpty { return .read(state.queries.removeFirst()) }
                if let snapshot = state.snapshot.take() { return .write(snapshot) }
                return state.isClosing ? .end : .sleep
            }
            switch step {
            case .read(let query):
                let page = database.map { EventPage.read(query, epoch: epoch, from: $0) } ?? EventPage(unreadable: query)
                shared.state.withLock { $0.pages.append(page) }
                shared.loopWakeUp.wake()
            case .write(let snapshot):
                guard !write(snapshot, database) else { continue }
                let isClosing = shared.state.withLock { state in
                    // Retried later, with a newer snapshot if there is one. Without a snapshot only the next start takes
                    // longer.
                    if !state.isClosing, state.snapshot == nil { state.snapshot = snapshot }
                    return state.isClosing
                }
                if !isClosing { shared.archive.wait(milliseconds: FlushThread.retryDelay) }
            case .sleep: shared.archive.wait()
            case .end: break loop
            }
        }
        try? database?.close()
        shared.state.withLock { $0.archiveHasEnded = true }
        shared.loopWakeUp.wake()
    }

    /// - Returns: whether the snapshot was written.
    private func write(_ snapshot: JournalSnapshot, _ database: JournalDatabase?) -> Bool {
        var (bytes, failure, old) = (0, String?.none, RowKey?.none)
        do throws(StoreError) {
            // The directory under this path may hold another state now, to which the snapshot does not belong.
            if let lost = files.problem { throw lost }
            FaultPoint.snapshotBefore.reach()
            bytes = try snapshot.write(to: settings.snapshots.file(snapshot.key), disk: disk)
            FaultPoint.snapshotAfter.reach()
            let first = settings.snapshots.prune(
                keepingReplayFrom: RowKey(revision: max(0, snapshot.key.revision - settings.replayedRevisions)))
            FaultPoint.snapshotDropped.reach()
            if let database, let first { old = try firstRowToKeep(in: database, notNeededBy: first) }
        } catch { failure = error.message }
        let hasUpdate = shared.state.withLock { state in
            let before = state.snapshotFailure
            state.snapshotFailure = failure
            if let old { state.firstKeptRow = old }
            if bytes > 0 {
                state.facts.snapshotRevision = snapshot.key.revision
                state.facts.snapshotTime = snapshot.time.milliseconds
                state.facts.snapshotBytes = bytes
            }
            return before != failure
        }
        if hasUpdate { shared.loopWakeUp.wake() }
        return bytes > 0
    }

    private func firstRowToKeep(in database: JournalDatabase, notNeededBy first: RowKey) throws(StoreError) -> RowKey? {
        try Compaction.firstRowToKeep(in: database, before: first, settings, now: Journal.now.milliseconds)
    }
}

/// Determines which rows exceed the limits of `StoreSettings` and are not needed.
enum Compaction {
    /// - Parameter needed: the first row that must be kept, whatever the limits are.
    /// - Returns: the first row to keep; `nil` if there is nothing to delete.
    static func firstRowToKeep(
        in database: JournalDatabase, before needed: RowKey, _ settings: StoreSettings, now: Int
    ) throws(StoreError) -> RowKey? {
        guard let first = try database.firstKey(), first < needed else { return nil }
        var old = try min(database.firstKey(since: now - settings.keepAge) ?? needed, needed)
        let bytes = try database.usedBytes()
        if bytes > settings.keepBytes, let last = try database.lastKey() {
            // Assumes that all rows have about the same length.
            let part = Double(bytes - settings.keepBytes) / Double(bytes)
            let revision = first.revision + Int((Double(last.revision - first.revision) * part).rounded(.up))
            old = min(max(old, RowKey(revision: revision)), needed)
        }
        return old > first ? old : nil
    }
}
