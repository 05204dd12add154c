import FasciaModel
import FasciaWire

/// The result of opening a state directory.
public struct Recovered {
    public var journal: Journal
    public var panel: Panel
    /// The owners of the panel's parts.
    public var owners: PartOwners
    /// The screens that had an app behind them. No app is connected after a start.
    public var apps: [String]
    /// The answers to the latest requests with an idempotency key.
    public var once: IdempotencyCache
    /// The problems and their handling, for the log and the status.
    public var problems: [String]
}
