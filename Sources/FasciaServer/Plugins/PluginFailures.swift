import FasciaModel
import FasciaPlugins
import Synchronization

/// The failures of plugins' processes that are not published yet. They are found while a frame is drawn, where no event may be
/// recorded.
final class PluginFailures: Sendable {
    private let found = Mutex<[PluginIssue]>([])

    func add(_ failure: PluginIssue) { found.withLock { $0.append(failure) } }

    /// Publishes an issue for each failure.
    ///
    /// - Returns: whether there was one.
    func publish(_ live: LivePanel) -> Bool {
        let new = found.withLock { found in
            defer { found = [] }
            return found
        }
        for failure in new {
            let severity: Issue.Severity = failure.severity == .error ? .error : .warning
            let issue = Issue(severity, .style, failure.message, breadcrumbs: ["plugin": .string(failure.plugin)])
            live.record(.reportIssue(issue), .ofDaemon("plugin"))
        }
        return !new.isEmpty
    }
}
