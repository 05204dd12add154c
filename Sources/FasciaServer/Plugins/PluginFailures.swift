import FasciaModel
import FasciaPlugins

/// The failures of plugins' processes that are not published yet. They are found while a frame is drawn, where no event may be
/// recorded.
final class PluginFailures {
    private var found: [PluginIssue] = []

    func add(_ failure: PluginIssue) { found.append(failure) }

    /// Publishes an issue for each failure.
    ///
    /// - Returns: whether there was one.
    func publish(_ live: LivePanel) -> Bool {
        let new = found
        found = []
        for failure in new {
            let severity: Issue.Severity = failure.severity == .error ? .error : .warning
            let issue = Issue(severity, .style, failure.message, breadcrumbs: ["plugin": .string(failure.plugin)])
            live.record(.reportIssue(issue), .ofDaemon("plugin"))
        }
        return !new.isEmpty
    }
}
