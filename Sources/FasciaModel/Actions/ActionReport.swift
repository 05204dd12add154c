/// An action that an entry sent to its parent, and what became of it.
public struct ActionReport: Hashable, Sendable {
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        case handled
        /// Whoever handles it said no.
        case rejected
        /// Whoever handles it did not answer in time.
        case unanswered
        /// Nobody handles it.
        case unimplemented
    }

    public var entry: EntryID
    public var name: String
    public var payload: JSON
    public var outcome: Outcome
    /// Why it was rejected.
    public var reason: String?

    public init(entry: EntryID, name: String, payload: JSON, outcome: Outcome, reason: String? = nil) {
        self.entry = entry
        self.name = name
        self.payload = payload
        self.outcome = outcome
        self.reason = reason
    }
}
