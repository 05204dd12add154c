import FasciaDocument

/// A problem that stops nothing. It is sent to every watcher, and is in the log and the status.
public struct Issue: Hashable, Sendable {
    public enum Severity: String, CaseIterable, Hashable, Sendable {
        /// A possible failure.
        case warning
        /// An actual failure.
        case error
    }

    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// A screen emits a name that is a command.
        case order
        /// A pushed screen emits an action that no peer handles.
        case unhandled
        /// An action without a handler was sent.
        case unimplemented
        /// A handler did not answer in time, disconnected before it answered, or sent an invalid answer.
        case unanswered
        /// A screen uses a key that has another meaning at a terminal.
        case shortcut
        /// A screen names an unknown style, or the plugin of a style has failed.
        case style
        /// A client program reported its own problem.
        case reported
        /// A screen takes too long to lay out or paint, and is shown simplified.
        case excessive
    }

    public var severity: Severity
    public var reason: Reason
    /// The problem, the thing it is about, and a remedy.
    public var message: String
    /// The context in which it occurred.
    public var breadcrumbs: JSON.Object

    public init(_ severity: Severity, _ reason: Reason, _ message: String, breadcrumbs: JSON.Object = [:]) {
        self.severity = severity
        self.reason = reason
        self.message = message
        self.breadcrumbs = breadcrumbs
    }
}
