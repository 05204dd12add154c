/// Where and how a panel's state is kept.
public struct StoreSettings: Sendable {
    /// The state directory. It must be there, and nobody else's.
    public var directory: String
    /// Bytes of the tail, for a new one.
    public var tailBytes = 8 << 20
    /// A snapshot is made after so many records, or so many bytes of them.
    public var snapshotRecords: UInt64 = 20_000
    public var snapshotBytes = 16 << 20
    /// So many of the latest records are told to who asks what has happened, and have to be found again at the start.
    public var historyRecords: UInt64 = 10_000
    /// What is older than so many milliseconds is dropped, and the oldest beyond so many bytes; never what is needed.
    public var keepAge = 30 * 86_400_000
    public var keepBytes = 256 << 20

    /// The loop makes what somebody waits for reach the disk itself while that takes no longer than this: little more
    /// than to wake a thread for it, and to be woken by that one, can take.
    public var quickSync = Duration.microseconds(500)

    /// What was done after this revision was never told to anybody, and is left out: those who asked for it ask again.
    /// `nil` where that is not known.
    public var lastTold: Int?

    /// Names the present start of the machine.
    var boot = BootMark.present

    public init(directory: String) { self.directory = directory }

    var bootMark: BootMark { BootMark(path: directory + "/boot", boot: boot) }

    var database: String { directory + "/journal.db" }
    var tail: String { directory + "/tail" }
    var snapshots: SnapshotFolder { SnapshotFolder(path: directory + "/snapshots") }
}
