/// A command that was not carried out, and why. Nothing was changed.
///
/// Scripts branch on `reason`; people read `message`, which says what is wrong, with which thing, and how to mend it.
public struct Refusal: Error, Hashable, Sendable {
    public var reason: Reason
    public var message: String
    /// What a script may want to know beside the reason: what there is instead, the rule, its members.
    public var details: JSON.Object

    public init(_ reason: Reason, _ message: String, details: JSON.Object = [:]) {
        self.reason = reason
        self.message = message
        self.details = details
    }

    /// The names of the protocol; the raw value is what stands in `error.data.reason`.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        case notFound, conflict, denied, refused, invalid, entryGone, unimplemented, limit, lineTooLong, unavailable
        case version, timeout
    }
}
