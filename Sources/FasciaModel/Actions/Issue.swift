/// Something that is wrong and does not stop anything: said to every watcher, in the log and in the status.
public struct Issue: Hashable, Sendable {
    public enum Severity: String, CaseIterable, Hashable, Sendable {
        /// It will go wrong if somebody relies on it.
        case warning
        /// It went wrong.
        case error
    }

    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// A screen emits a name that sounds like an order.
        case order
        /// A screen was pushed that emits what nobody handles.
        case unhandled
        /// An action that nobody handles was sent.
        case unimplemented
        /// Whoever handles an action did not answer in time, or with what is no answer.
        case unanswered
        /// A screen takes a key that means something else at a terminal.
        case shortcut
        /// A screen names a style that is not there.
        case style
        /// A program has found something wrong in itself.
        case reported
        /// A screen is more than can be laid out or painted in the time there is, and is shown in a simpler way.
        case excessive
    }

    public var severity: Severity
    public var reason: Reason
    /// What is wrong, with which thing, and how to mend it.
    public var message: String
    /// What led there.
    public var breadcrumbs: JSON.Object

    public init(_ severity: Severity, _ reason: Reason, _ message: String, breadcrumbs: JSON.Object = [:]) {
        self.severity = severity
        self.reason = reason
        self.message = message
        self.breadcrumbs = breadcrumbs
    }
}
