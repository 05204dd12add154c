import FasciaModel
import FasciaWire

/// What was found in a state directory.
public struct Recovered {
    public var journal: Journal
    public var panel: Panel
    /// Who owns its parts.
    public var owners: PartOwners
    /// The screens that had an app behind them, which is not connected now.
    public var apps: [String]
    /// What requests with a key were answered, among the latest records.
    public var once: IdempotencyCache
    /// What was wrong, and what was done about it: for the log, and for everybody who looks. Empty where all was well.
    public var problems: [String]
}
