/// Where and how a panel's state is kept.
public struct StoreSettings: Sendable {
    /// The state directory. It must exist, and belong to nobody else.
    public var directory: String
    /// Bytes of changes that may wait for the disk. Beyond them requests wait, so that a slow disk costs bounded memory.
    public var backlogBytes = 8 << 20
    /// Bytes of the write-ahead log that are allocated ahead of what is written.
    public var reserveBytes = 4 << 20
    /// A checkpoint moves the write-ahead log into the database beyond so many bytes.
    public var checkpointBytes = 4 << 20
    /// Beyond so many bytes of it requests wait for a checkpoint. SQLite starts the log over only after a checkpoint has
    /// copied all of it, and under a constant load new rows keep arriving. It grows beyond this while another program reads
    /// the database, or while the database cannot be written.
    public var logBytes = Self.maximumLogBytes
    /// The same for all; a log that has grown beyond it is cut back to it when it is started over.
    static let maximumLogBytes = 64 << 20
    /// A snapshot is made after so many rows, or so many bytes of them.
    public var snapshotRows = 20_000
    public var snapshotBytes = 16 << 20
    /// The start replays at least so many revisions, if there are: what they changed can be undone, and requests with a key
    /// among them are known.
    public var replayedRevisions = 10_000
    /// Events older than so many milliseconds are dropped, and the oldest beyond so many bytes; never those that are needed.
    public var keepAge = 30 * 86_400_000
    public var keepBytes = 256 << 20

    /// Identifies the present boot of the machine.
    var boot = InUseMark.presentBoot

    public init(directory: String) { self.directory = directory }

    var mark: String { directory + "/in-use" }
    var database: String { directory + "/journal.db" }
    var snapshots: SnapshotFolder { SnapshotFolder(path: directory + "/snapshots") }
}
