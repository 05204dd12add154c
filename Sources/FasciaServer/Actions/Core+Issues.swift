import FasciaModel
import FasciaRender
import FasciaWire
import Logging

/// Issues: published to subscribers, logged, listed in the status, and shown on every terminal.
extension Core {
    /// Updates the bindings of the entries that were added and removed.
    ///
    /// - Returns: an issue for each new entry whose screen has actions without a handler. They belong to the same event.
    func noteNavigation(_ changes: [Change], _ cause: Cause) -> [Change] {
        var issues: [Change] = []
        // Navigation makes few changes, so a long list (such as a flip of a hundred thousand options) is not searched.
        guard changes.count <= 1_000 else { return issues }
        for index in changes.indices {
            guard case .nav(let change) = changes[index] else { continue }
            for removal in change.removed { actions.bindings.remove(removal.entry.id) }
            if !change.removed.isEmpty { forget(change) }
            guard change.transition == .push || change.transition == .modal else { continue }
            for entry in change.added {
                actions.bindings.push(entry.id, by: cause.origin.client)
                if let issue = panel.unhandledIssue(of: entry.id, actions.bindings) { issues.append(.issue(issue)) }
            }
        }
        return issues
    }

    /// Drops the terminals' focus targets for entries that were removed.
    private func forget(_ change: NavChange) {
        let entries = Set(panel.stack(change.stack)?.entries.map(\.id) ?? [])
        for terminal in terminals where terminal.stack == change.stack {
            SceneLayout.forget(&terminal.presentation, except: entries)
        }
    }

    /// Logs and shows the issues of an event, which are its last changes.
    func publishIssues(_ changes: [Change], _ cause: Cause) {
        for change in changes.reversed() {
            guard case .issue(let issue) = change else { break }
            actions.keep(ReportedIssue(issue: issue, time: now, cause: cause))
            log(issue, cause)
            guard issue.severity == .error else { continue }
            for terminal in terminals {
                terminal.banners.add(issue)
                terminal.shownRevision = nil
            }
        }
    }

    /// Publishes an issue that a client reports about itself.
    func announce(_ report: IssueReport, _ request: Request) throws(WireError) -> Reply {
        let issue = try refusing { () throws(Refusal) in
            try panel.reportedIssue(
                report.severity, report.message, breadcrumbs: report.breadcrumbs, at: report.place)
        }
        _ = try command(.reportIssue(issue), request)
        return .result(["revision": .int(panel.revision)])
    }

    private func log(_ issue: Issue, _ cause: Cause) {
        var metadata: Logger.Metadata = [
            "reason": "\(issue.reason.rawValue)", "client": "\(cause.origin.client)", "pid": "\(cause.origin.pid)",
            "uid": "\(cause.origin.uid)",
        ]
        if let name = cause.origin.name { metadata["command"] = "\(name)" }
        for name in ["action", "entry", "screen", "stack", "payload", "path", "declared", "commands"] {
            guard let crumb = issue.breadcrumbs[name] else { continue }
            metadata[name] = "\(crumb.stringValue ?? crumb.line)"
        }
        logger.log(level: issue.severity == .error ? .error : .warning, "\(issue.message)", metadata: metadata)
    }
}

extension JSON {
    fileprivate var line: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}
