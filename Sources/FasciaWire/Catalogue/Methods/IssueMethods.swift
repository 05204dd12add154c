import FasciaDocument
import FasciaModel

private struct IssueReportParams: Sendable {
    var severity = Issue.Severity.error
    var message = ""
    var breadcrumbs: JSON = [:]
    var screen: String?
    var entry: EntryID?

    func report() throws(Mismatch) -> IssueReport {
        var report = IssueReport(severity, message, breadcrumbs: breadcrumbs.objectValue ?? [:])
        switch (screen, entry) {
        case (nil, nil): break
        case (let screen?, nil): report.scope = .screen(screen)
        case (nil, let entry?): report.scope = .entry(entry)
        case (_?, _?): throw Mismatch(expected: "either screen or entry", found: "both")
        }
        return report
    }
}

extension Method {
    static let issues = [
        Method(
            .session, "issue.report", needs: .author(.issue),
            "Report an issue of the client to watchers, the log and the status.",
            IssueReportParams(),
            [
                .required("severity", \.severity, .oneOf, "Terminals show an error, but not a warning."),
                .required("message", \.message, .string, "What is wrong, with which thing, and how to fix it."),
                .defaulted("breadcrumbs", \.breadcrumbs, .anyObject, default: [:], "The context of the issue."),
                .optional("screen", \.screen, .name, "The screen concerned."),
                .optional("entry", \.entry, EntryID.schema, "The entry concerned."),
            ], returns: .result([.required("revision", .integer, "The panel's revision.")])
        ) { params throws(Mismatch) in .issueReport(try params.report()) },
        Method(
            .session, "issue.clear", needs: .operate(.issue),
            "Remove issues from the status and from all terminals; the history keeps them.",
            command: "issues", Optional<Int>.none,
            [.optional("id", \.self, .int(1 ... .max), "Only this issue, as daemon.status numbers it.")],
            returns: .result([.required("cleared", .integer, "The number of issues removed.")])
        ) { .issueClear(id: $0) },
    ]
}
