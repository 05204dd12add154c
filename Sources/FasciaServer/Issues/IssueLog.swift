import DequeModule
import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire
import Logging

/// The open issues, and the number of all that were published. Each is logged.
///
/// An issue is open until it is no longer true, it is cleared, it expires, or there are too many. The history keeps it.
final class IssueLog: Stage {
    private let live: LivePanel
    private let terminals: Terminals
    private let styles: StyleWarnings
    private let overBudget: OverBudgetReports
    private let loop: EventLoop
    private let lifetime: Duration
    private let logger: Logger
    private static let maximumIssues = 50
    /// Oldest first.
    private(set) var issues: Deque<ReportedIssue> = []
    /// The number of issues since the daemon started, by reason.
    private(set) var counts: [Issue.Reason: Int] = [:]
    private var lastID = 0
    /// Runs while there are open issues.
    private var timer: Timer?

    init(
        _ live: LivePanel, _ terminals: Terminals, _ styles: StyleWarnings, _ overBudget: OverBudgetReports, loop: EventLoop,
        lifetime: Duration, logger: Logger
    ) {
        (self.live, self.terminals, self.styles, self.overBudget) = (live, terminals, styles, overBudget)
        self.loop = loop
        self.lifetime = lifetime
        self.logger = logger
    }

    /// Closes the issues that an event settles, and adds those that are its last changes. Errors become banners.
    func take(_ turn: Turn) {
        guard let cause = turn.cause else { return }
        let changes = turn.changes
        if !issues.isEmpty { closeSettled(by: changes) }
        let before = lastID
        let new = changes.suffix(from: changes.lastIndex { !$0.isIssue }.map { $0 + 1 } ?? 0)
        for case .issue(let issue) in new {
            counts[issue.reason, default: 0] += 1
            lastID += 1
            issues.append(
                ReportedIssue(
                    id: lastID, issue: issue, time: live.clock.now, expiry: .now.advanced(by: lifetime), cause: cause))
            log(issue, cause)
        }
        if let oldest = issues.dropLast(Self.maximumIssues).last?.id { close { $0.id <= oldest } }
        scheduleExpiry()
        terminals.show(issues.filter { $0.id > before && $0.issue.severity == .error })
    }

    /// Whether an issue is still true.
    private func holds(_ issue: Issue) -> Bool {
        live.panel.holds(issue, live.bindings) && styles.holds(issue, in: live) && overBudget.holds(issue)
    }

    /// Publishes an issue that a client reports about itself.
    func report(_ report: IssueReport, _ request: Request) throws(WireError) -> Reply {
        try refusing { () throws(Refusal) in
            // With the way to a place that its reporter sees.
            let issue = try request.client.permit.panel(live).reportedIssue(
                report.severity, report.message, breadcrumbs: report.breadcrumbs, at: report.scope)
            _ = try live.execute(.reportIssue(issue), request.cause)
        }
        return .result(["revision": .int(live.revision)])
    }

    /// The latest open error, unless a terminal's user has dismissed it.
    ///
    /// - Parameter dismissed: the last issue that existed when the user dismissed all.
    func lastError(after dismissed: Int, for client: Client) -> String? {
        issues.last { $0.issue.severity == .error && $0.id > dismissed && client.permit.sees($0.issue) }?.issue.message
    }

    /// The id of the last issue; 0 if there was none.
    var last: Int { lastID }

    // MARK: - Closing

    /// - Parameter id: the issue to remove; `nil` removes all.
    /// - Throws: `notFound` if there is no such open issue.
    func clear(_ id: Int?) throws(WireError) -> Reply {
        if let id, !issues.contains(where: { $0.id == id }) {
            let open = issues.map { String($0.id) }.joined(separator: ", ")
            throw WireError(
                .notFound, "no issue \(id) is open: " + (open.isEmpty ? "there is none" : "there are \(open)"),
                details: ["id": .int(id)])
        }
        return .result(["cleared": .int(close { id == nil || $0.id == id })])
    }

    /// Closes the issues about actions that this peer has just undertaken to handle, and those about entries all of whose
    /// actions are handled now.
    func bound(_ peer: Int) {
        close { issue in
            switch issue.issue.reason {
            case .unimplemented, .unanswered: live.panel.handles(peer, issue.issue, live.bindings)
            case .unhandled: !holds(issue.issue)
            default: false
            }
        }
    }

    /// Closes the issues about styles that have become available.
    func stylesChanged() { close { $0.issue.reason == .style && !holds($0.issue) } }

    /// Closes the issues of this severity about the access file, which was read again.
    func accessSettled(_ severity: Issue.Severity) {
        close { $0.issue.breadcrumbs["access"] == true && $0.cause.method == "access" && $0.issue.severity == severity }
    }

    /// Closes the issues that an event settles: it changes or removes their screen or entry, or says that a repeated action
    /// was handled.
    private func closeSettled(by changes: [Change]) {
        for change in changes {
            switch change {
            case .screen(let id, _), .removed(.screen, let id):
                close { $0.issue.breadcrumbs["screen"]?.stringValue == id && !holds($0.issue) }
            case .environment: close { $0.issue.reason == .style && !holds($0.issue) }
            case .nav(let change) where !change.removed.isEmpty:
                close { $0.issue.reason == .unhandled && !holds($0.issue) }
            case .action(let report) where report.outcome == .handled:
                close {
                    [.unimplemented, .unanswered].contains($0.issue.reason)
                        && $0.issue.breadcrumbs["entry"]?.stringValue == report.entry.rawValue
                        && $0.issue.breadcrumbs["action"]?.stringValue == report.name
                }
            default: break
            }
        }
    }

    /// - Returns: the number of issues closed.
    @discardableResult
    private func close(_ isSettled: (ReportedIssue) -> Bool) -> Int {
        let settled = Set(issues.lazy.filter(isSettled).map(\.id))
        guard !settled.isEmpty else { return 0 }
        issues.removeAll { settled.contains($0.id) }
        terminals.withdraw(settled)
        return settled.count
    }

    private func scheduleExpiry() {
        guard timer == nil, let next = issues.first?.expiry else { return }
        timer = loop.schedule(at: next) { [self] in
            timer = nil
            let now = Moment.now
            close { $0.expiry <= now }
            scheduleExpiry()
        }
    }

    // MARK: - Logging

    private func log(_ issue: Issue, _ cause: Cause) {
        var metadata: Logger.Metadata = [
            "reason": "\(issue.reason.rawValue)", "client": "\(cause.origin.client)", "pid": "\(cause.origin.pid)",
            "uid": "\(cause.origin.uid)",
        ]
        if let name = cause.origin.name { metadata["command"] = "\(name)" }
        if let relay = cause.origin.relay { metadata["relay"] = "\(relay)" }
        for name in ["action", "entry", "screen", "stack", "payload", "path", "declared", "commands", "plugin"] {
            guard let value = issue.breadcrumbs[name] else { continue }
            metadata[name] = "\(value.stringValue ?? value.text)"
        }
        logger.log(level: issue.severity == .error ? .error : .warning, "\(issue.message)", metadata: metadata)
    }
}

extension Change {
    fileprivate var isIssue: Bool { if case .issue = self { true } else { false } }
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
    /// Counts the issues since the daemon started, from 1.
    var id: Int
    var issue: Issue
    var time: Timestamp
    var expiry: Moment
    var cause: Cause

    var json: JSON {
        var object: JSON.Object = ["id": .int(id), "time": .string(time.text)]
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
        object["relay"] = origin.relay.map { .int($0) }
        object["approval"] = approval?.json
        return .object(object)
    }
}
