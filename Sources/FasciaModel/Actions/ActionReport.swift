import FasciaDocument

/// An action that an entry sent to its parent, and its outcome.
public struct ActionReport: Hashable, Sendable {
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        case handled
        /// The handler rejected it.
        case rejected
        /// The handler did not answer in time, or disconnected before it answered.
        case unanswered
        /// No peer handles it.
        case unimplemented
    }

    public var entry: EntryID
    public var name: String
    public var payload: JSON
    public var outcome: Outcome
    /// The handler's reason for rejecting it.
    public var reason: String?

    public init(entry: EntryID, name: String, payload: JSON, outcome: Outcome, reason: String? = nil) {
        self.entry = entry
        self.name = name
        self.payload = payload
        self.outcome = outcome
        self.reason = reason
    }
}
