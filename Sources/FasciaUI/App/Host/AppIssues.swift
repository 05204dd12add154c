import FasciaDocument
import FasciaModel
import Logging

/// Reports each issue of the app once, to the app's log and to the panel.
@MainActor final class AppIssues {
    let log: Logger
    private(set) var reported: [String] = []
    /// Issues reported while there is no session.
    private var unsent: [JSON.Object] = []
    private var session: Session?

    init(_ log: Logger) { self.log = log }

    func begin(_ session: Session) {
        self.session = session
        send()
    }

    func end() { session = nil }

    func report(
        _ issue: String, _ severity: Issue.Severity = .warning, on screen: String? = nil, breadcrumbs: JSON.Object = [:]
    ) {
        guard !reported.contains(issue) else { return }
        reported.append(issue)
        log.log(level: severity == .error ? .error : .warning, "\(issue)")
        var params: JSON.Object = [
            "severity": .string(severity.rawValue), "message": .string(Issue.message(issue)),
        ]
        if let screen { params["screen"] = .string(screen) }
        if !breadcrumbs.members.isEmpty { params["breadcrumbs"] = .object(breadcrumbs) }
        unsent.append(params)
        send()
    }

    private func send() {
        guard let session else { return }
        for issue in unsent {
            session.send("issue.report", issue) { [log] in log.warning("could not report this issue to the daemon: \($0.message)")
            }
        }
        unsent = []
    }
}
