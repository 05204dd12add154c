import FasciaModel
import FasciaWire

/// What is in a state directory, and whether it is what was written.
public struct StateReport: Sendable {
    /// The steps that have made the database what it is, the last one last.
    public var versions: [String] = []
    /// Names the state whose revisions are counted; `nil` where nothing says it.
    public var epoch: String?
    /// The records in the database: the numbers of the first and the last, `nil` where there are none.
    public var records: ClosedRange<UInt64>?
    /// The revisions that they have made, from the first to the last.
    public var revisions: ClosedRange<Int>?
    /// How many records are in the tail and not in the database, and bytes of the tail.
    public var tailRecords = 0
    public var tailBytes = 0
    /// From the oldest to the newest.
    public var snapshots: [SnapshotFact] = []
    /// What was set aside because it was damaged, or because another state was put in its place: names.
    public var setAside: [String] = []
    /// What is not as it was written, in words; empty where the state is sound.
    public var problems: [String] = []
    /// The state that all of it leads to: what a daemon would begin with.
    public var panel = Panel()
    /// The screens that have an app behind them.
    public var apps: [String] = []

    public struct SnapshotFact: Hashable, Sendable {
        public var revision: Int
        public var time: Timestamp
        public var bytes: Int
    }
}
