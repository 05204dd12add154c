import FasciaDocument

/// Why a command was not carried out. Nothing has changed.
///
/// Scripts branch on `reason`. People read `message`, which names the problem, the thing it is about, and a remedy.
public struct Refusal: Error, Hashable, Sendable {
    public var reason: Reason
    public var message: String
    /// Facts for scripts beside the reason: the existing alternatives, the rule, its members.
    public var details: JSON.Object

    public init(_ reason: Reason, _ message: String, details: JSON.Object = [:]) {
        self.reason = reason
        self.message = message
        self.details = details
    }

    /// - Parameter name: the limit's name in the error's data, and in the limits that `daemon.hello` reports.
    public static func limit(_ name: String, _ value: Int, _ message: String) -> Refusal {
        Refusal(.limit, message, details: ["limit": .string(name), "value": .int(value)])
    }

    /// The raw values are the protocol's names, sent as `error.data.reason`.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        case notFound, conflict, denied, refused, invalid, entryGone, unimplemented, limit, lineTooLong, unavailable
        case version, timeout
    }
}
