/// Where and how a panel's state is stored.
public struct StoreSettings: Sendable {
    /// The state directory. It must exist, and must not be used by another process.
    public var directory: String
    /// Bytes of committed rows that may be waiting for a sync. Beyond this limit requests wait, so that a slow disk costs
    /// bounded memory.
    public var backlogBytes = 8 << 20
    /// Bytes of the write-ahead log that are allocated ahead of the commits.
    public var reserveBytes = 4 << 20
    /// The bytes of the write-ahead log that are not in the database yet, from which on it is checkpointed.
    public var checkpointBytes = 4 << 20
    /// The length of the write-ahead log, in bytes, from which on requests wait for a checkpoint. SQLite restarts the log
    /// only after a checkpoint has copied all of it, and under a constant load new rows keep arriving. The log grows beyond
    /// this limit while another program reads the database, or while the database cannot be written.
    public var logBytes = Self.maximumLogBytes
    /// The size to which SQLite truncates the log when it restarts it. It is the same for all databases.
    static let maximumLogBytes = 64 << 20
    /// A snapshot is due after this many rows, or this many bytes of rows.
    public var snapshotRows = 20_000
    public var snapshotBytes = 16 << 20
    /// The minimum number of revisions that a start replays, if there are as many. Their changes can be undone, and the
    /// answers to their requests with an idempotency key are known.
    public var replayedRevisions = 10_000
    /// Events older than `keepAge` milliseconds are deleted, and the oldest ones while there are more than `keepBytes`. Rows
    /// that a start replays are never deleted.
    public var keepAge = 30 * 86_400_000
    public var keepBytes = 256 << 20

    /// The kernel's id of the present boot; empty if it is unknown.
    var boot = Self.presentBoot
    package static let presentBoot = InUseMarker.presentBoot
    public static var isBootKnown: Bool { !presentBoot.isEmpty }

    public init(directory: String) { self.directory = directory }

    /// - Parameters:
    ///   - rows, bytes: the rows since the last snapshot.
    ///   - last: the size of the last snapshot. The bytes must be at least as many, so that the snapshots of a large panel do
    ///     not take more of the disk's time than its rows.
    func isSnapshotDue(after rows: Int, bytes: Int, last: Int) -> Bool {
        rows >= snapshotRows || bytes >= max(snapshotBytes, last)
    }

    var inUseMarkerPath: String { directory + "/in-use" }
    var database: String { directory + "/journal.db" }
    var snapshots: SnapshotFolder { SnapshotFolder(path: directory + "/snapshots") }
}
