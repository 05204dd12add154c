import Synchronization

/// What the loop and the journal's two threads tell each other.
struct JournalState: Sendable {
    /// Rows that were committed, and those of them that have reached the disk, since the start; with their bytes and the
    /// revision after them.
    var committed = Progress()
    var durable = Progress()

    struct Progress: Sendable {
        var rows: UInt64 = 0
        var bytes = 0
        var revision = 0
    }

    /// Somebody waits for what is committed: it is not put off to be synced with more.
    var isUrgent = false
    /// So many rows have to be on the disk before every reply that waits for it can be sent.
    var awaitedRows: UInt64 = 0
    /// The write-ahead log is too long: requests wait until a checkpoint has copied all of it.
    var isLogFull = false
    var isClosing = false
    var flushHasEnded = false
    var archiveHasEnded = false

    /// The flush thread has nothing to do, and has to be woken; or it waits for more, and is woken for what is urgent.
    var flushSleeps = false
    var flushNaps = false

    /// Why what is committed does not reach the disk.
    var syncFailure: String?
    /// Why the log cannot be moved into the database, and why no snapshot can be written: nothing is lost by either.
    var checkpointFailure: String?
    var snapshotFailure: String?

    /// A panel to be written.
    var snapshot: Snapshot?
    /// Rows before this one are not needed.
    var deletesBefore: RowKey?
    var queries: [EventQuery] = []
    var pages: [EventPage] = []
    var facts = JournalFacts()
}

/// How a journal is doing, for people.
public struct JournalFacts: Hashable, Sendable {
    /// Bytes of the database with what belongs to it.
    public var bytes = 0
    /// The revision of the newest snapshot, when it was made (milliseconds since 1970) and how long it is.
    public var snapshotRevision: Int?
    public var snapshotTime: Int?
    public var snapshotBytes = 0
    /// Revisions that have not reached the disk.
    public var unsynced = 0
    /// What cannot be written, and why.
    public var failure: String?
}

/// The state under its lock, and the ways to wake who waits for it.
final class JournalShared: Sendable {
    let state: Mutex<JournalState>
    let flush: WakeUp
    let archive: WakeUp
    /// Tells the loop that something is different.
    let news: WakeUp

    init(_ state: JournalState) throws(StoreError) {
        self.state = Mutex(state)
        flush = try WakeUp()
        archive = try WakeUp()
        news = try WakeUp()
    }
}
