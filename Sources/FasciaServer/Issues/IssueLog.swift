import DequeModule
import FasciaDocument
import FasciaModel
import FasciaWire
import Logging

/// The issues that were published: the recent ones, and the number of all of them. Each is logged.
final class IssueLog {
    private let live: LivePanel
    private let logger: Logger
    /// The number of recent issues that `daemon.status` reports.
    private static let maximumIssues = 50
    /// By event, oldest first; within an event, the latest first.
    private(set) var issues: Deque<ReportedIssue> = []
    /// The number of issues since the daemon started, by reason.
    private(set) var counts: [Issue.Reason: Int] = [:]

    init(_ live: LivePanel, logger: Logger) {
        self.live = live
        self.logger = logger
    }

    /// Adds the issues of an event, which are its last changes.
    ///
    /// - Returns: those that are errors, latest first.
    func add(_ changes: [Change], _ cause: Cause) -> [Issue] {
        var errors: [Issue] = []
        for change in changes.reversed() {
            guard case .issue(let issue) = change else { break }
            counts[issue.reason, default: 0] += 1
            issues.append(ReportedIssue(issue: issue, time: live.clock.now, cause: cause))
            if issues.count > Self.maximumIssues { issues.removeFirst() }
            log(issue, cause)
            if issue.severity == .error { errors.append(issue) }
        }
        return errors
    }

    /// Publishes an issue that a client reports about itself.
    func report(_ report: IssueReport, _ request: Request) throws(WireError) -> Reply {
        try refusing { () throws(Refusal) in
            let issue = try live.panel.reportedIssue(
                report.severity, report.message, breadcrumbs: report.breadcrumbs, at: report.scope)
            _ = try live.execute(.reportIssue(issue), request.cause)
        }
        return .result(["revision": .int(live.revision)])
    }

    /// The message of the latest error that is not older than `time`.
    ///
    /// - Parameter time: In milliseconds, as in `Timestamp`.
    func lastError(since time: Int) -> String? {
        guard let last = issues.last(where: { $0.issue.severity == .error }), last.time.milliseconds >= time
        else { return nil }
        return last.issue.message
    }

    private func log(_ issue: Issue, _ cause: Cause) {
        var metadata: Logger.Metadata = [
            "reason": "\(issue.reason.rawValue)", "client": "\(cause.origin.client)", "pid": "\(cause.origin.pid)",
            "uid": "\(cause.origin.uid)",
        ]
        if let name = cause.origin.name { metadata["command"] = "\(name)" }
        for name in ["action", "entry", "screen", "stack", "payload", "path", "declared", "commands"] {
            guard let value = issue.breadcrumbs[name] else { continue }
            metadata[name] = "\(value.stringValue ?? value.text)"
        }
        logger.log(level: issue.severity == .error ? .error : .warning, "\(issue.message)", metadata: metadata)
    }
}

extension JSON {
    fileprivate var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}

/// An issue with its time and cause.
struct ReportedIssue {
    var issue: Issue
    var time: Timestamp
    var cause: Cause

    var json: JSON {
        var object: JSON.Object = ["time": .string(time.text)]
        for member in issue.json.objectValue?.members ?? [] { object[member.key] = member.value }
        object["cause"] = cause.json
        return .object(object)
    }
}

extension Cause {
    /// The cause as an event shows it, without the id of the request.
    var json: JSON {
        var object: JSON.Object = ["method": .string(method), "client": .int(origin.client)]
        if let name = origin.name { object["name"] = .string(name) }
        object["uid"] = .int(origin.uid)
        object["pid"] = .int(origin.pid)
        return .object(object)
    }
}
