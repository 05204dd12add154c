import CLinux
import Synchronization

/// What the loop and the two threads of a journal tell each other.
///
/// The loop publishes what it has appended; the *syncer* makes it reach the disk, unless the loop does that itself; the
/// *archiver* moves it to the database, and then the tail has room again.
struct JournalState: Sendable {
    /// Behind the last record that was appended.
    var head: Place
    /// What comes before it has reached the disk.
    var durable: Place
    /// What comes before it is in the database.
    var stored: Place

    /// Somebody waits for what has been appended to reach the disk: it is not put off to be done with more.
    var isUrgent = false
    /// Somebody is to be told when it has.
    var isAwaited = false
    /// Somebody waits for room in the tail.
    var wantsRoom = false
    /// All that there is shall be moved, and the threads end.
    var isClosing = false
    var syncerHasEnded = false
    var archiverHasEnded = false

    /// Somebody is making it reach the disk: one at a time, so that a failure is told to who has to do it again.
    var isSyncing = false
    /// How many times in a row that took so long that the loop had better not wait for it; none is known to be quick yet.
    var slowSyncs = Syncer.mostSlowSyncs

    /// Nothing to do: has to be woken.
    var syncerSleeps = false
    var archiverSleeps = false
    /// Something to do, but it can wait for more; need not be woken but for what is urgent.
    var syncerNaps = false
    var archiverNaps = false

    /// Files of records that are too long for the tail, which have to reach the disk with it.
    var largeFiles: [String] = []
    /// Why what was appended does not reach the disk.
    var syncFailure: String?
    /// Why it does not reach the database.
    var storeFailure: String?

    var nextSnapshot = NextSnapshot.notDue
    /// Behind the last record that is in the newest snapshot since the start.
    var snapshot = Place(position: 0, sequence: 0, revision: 0)

    /// What somebody wants to know of the past, and what was found.
    var queries: [EventQuery] = []
    var pages: [EventPage] = []
    /// Why it cannot be said any more what records change.
    var complaint: String?

    var facts = JournalFacts()
}

/// How far the next snapshot has come.
enum NextSnapshot: Sendable {
    case notDue
    /// The archiver would like to have the panel as it is.
    case wanted
    /// The panel, for the archiver to write.
    case offered(Offer)
    /// It could not be written, and is tried again then; none is asked for before.
    case failed(retry: ContinuousClock.Instant)

    var isOffered: Bool { if case .offered = self { true } else { false } }
    var isNotDue: Bool { if case .notDue = self { true } else { false } }
    /// Somebody is about to give it, or has.
    var isComing: Bool {
        switch self {
        case .wanted, .offered: true
        case .notDue, .failed: false
        }
    }
}

/// How a journal is doing, for people.
public struct JournalFacts: Hashable, Sendable {
    /// Bytes of the database with what belongs to it.
    public var databaseBytes = 0
    /// The revision of the newest snapshot, when it was made (milliseconds since 1970) and how long it is.
    public var snapshotRevision: Int?
    public var snapshotTime: Int?
    public var snapshotBytes = 0
    /// Bytes in the tail that are not in the database yet.
    public var tailBytes = 0
    public var tailCapacity = 0
    /// Revisions that have not reached the disk.
    public var unsynced = 0
    /// Why nothing can be written.
    public var failure: String?
}

/// The state under its lock, and the ways to wake who waits for it.
final class JournalShared: Sendable {
    let state: Mutex<JournalState>
    let syncer: WakeUp
    let archiver: WakeUp
    /// Tells the loop that something is different.
    let news: WakeUp

    init(_ state: JournalState) throws(StoreError) {
        self.state = Mutex(state)
        syncer = try WakeUp()
        archiver = try WakeUp()
        news = try WakeUp()
    }
}
