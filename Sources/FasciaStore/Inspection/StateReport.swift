import FasciaModel
import FasciaWire

/// What is in a state directory, and whether it is what was written.
public struct StateReport: Sendable {
    /// Names the state whose revisions are counted; `nil` where nothing says it.
    public var epoch: String?
    /// The rows in the database; `nil` where there are none.
    var rows: ClosedRange<RowKey>?
    /// The revisions that the database has, from the first to the last.
    public var revisions: ClosedRange<Int>? { rows.map { $0.lowerBound.revision...$0.upperBound.revision } }
    /// From the oldest to the newest.
    public var snapshots: [SnapshotFact] = []
    /// The names of what was set aside because it was damaged, or because another state was put in its place.
    public var setAside: [String] = []
    /// What is damaged of the state itself, in words; empty where the state is sound.
    public var problems: [String] = []
    /// What is damaged of the history alone: the state does not need it.
    public var historyProblems: [String] = []
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
