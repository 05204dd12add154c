import FasciaModel
import FasciaWire

/// The content of a state directory, and the damage found in it.
public struct StateReport: Sendable {
    /// The name of the state to which the revisions belong; `nil` if it is unknown.
    public var epoch: String?
    /// The first and the last row of the database; `nil` if it has no rows.
    var rows: ClosedRange<RowKey>?
    /// The first and the last revision of the database.
    public var revisions: ClosedRange<Int>? { rows.map { $0.lowerBound.revision...$0.upperBound.revision } }
    /// From the oldest to the newest.
    public var snapshots: [SnapshotFact] = []
    /// The names of files that were set aside because they were damaged or because the state was replaced.
    public var setAside: [String] = []
    /// Damage to the state itself, in words; empty if the state is sound.
    public var problems: [String] = []
    /// Damage to rows of the history that the state does not need.
    public var historyProblems: [String] = []
    /// The panel that a daemon would start with.
    public var panel = Panel()
    /// The screens that have an app behind them.
    public var apps: [String] = []

    public struct SnapshotFact: Hashable, Sendable {
        public var revision: Int
        public var time: Timestamp
        public var bytes: Int
    }
}
