import Synchronization

/// The state that the event loop and the journal's two threads share.
struct JournalState: Sendable {
    /// Totals since the start of the rows that were committed, and of those that are durable.
    var committed = Progress()
    var durable = Progress()

    struct Progress: Sendable {
        var rows: UInt64 = 0
        var bytes = 0
        var revision = 0
    }

    /// A reply waits for the committed rows: they are synced at once.
    var isUrgent = false
    /// The number of durable rows at which every waiting reply can be sent.
    var awaitedRows: UInt64 = 0
    /// The write-ahead log is too long: requests wait until a checkpoint has copied all of it.
    var isLogFull = false
    var isClosing = false
    var flushHasEnded = false
    var archiveHasEnded = false

    /// The flush thread sleeps until it is woken (`isFlushAsleep`), or for a short time unless a sync is urgent
    /// (`isFlushDelayed`).
    var isFlushAsleep = false
    var isFlushDelayed = false

    /// Why committed rows cannot be synced.
    var syncFailure: String?
    /// Whether that is because the next start would not find the files (`JournalFiles`).
    var filesAreGone = false
    /// Why the log cannot be checkpointed, and why no snapshot can be written. No change is lost by either.
    var checkpointFailure: String?
    var snapshotFailure: String?

    /// The next snapshot to write.
    var snapshot: JournalSnapshot?
    /// Rows before this key can be deleted.
    var firstKeptRow: RowKey?
    var queries: [EventQuery] = []
    var pages: [EventPage] = []
    var facts = JournalFacts()
}

/// The condition of a journal, for the status and for health checks.
public struct JournalFacts: Hashable, Sendable {
    /// The size of the database and its write-ahead log, in bytes.
    public var bytes = 0
    /// The newest snapshot: its revision, its time in milliseconds since 1970, and its size in bytes.
    public var snapshotRevision: Int?
    public var snapshotTime: Int?
    public var snapshotBytes = 0
    /// The number of revisions that are not durable yet.
    public var unsynced = 0
    /// What cannot be written, and why.
    public var failure: String?
}

/// The shared state under its lock, and the wake-ups of the threads that wait for it.
final class JournalShared: Sendable {
    let state: Mutex<JournalState>
    let flush: WakeUp
    let archive: WakeUp
    /// Wakes the event loop for `Journal.takeUpdates`.
    let loopWakeUp: WakeUp

    init(_ state: JournalState) throws(StoreError) {
        self.state = Mutex(state)
        flush = try WakeUp()
        archive = try WakeUp()
        loopWakeUp = try WakeUp()
    }
}
