import FasciaDocument
import FasciaModel

private struct ReportParams: Sendable {
    var severity = Issue.Severity.error
    var message = ""
    var breadcrumbs: JSON = [:]
    var screen: String?
    var entry: EntryID?

    func report() throws(Mismatch) -> IssueReport {
        var report = IssueReport(severity, message, breadcrumbs: breadcrumbs.objectValue ?? [:])
        switch (screen, entry) {
        case (nil, nil): break
        case (let screen?, nil): report.place = .screen(screen)
        case (nil, let entry?): report.place = .entry(entry)
        case (_?, _?): throw Mismatch(expected: "either screen or entry", found: "both")
        }
        return report
    }
}

extension Method {
    static let issueReport = Method(
        .session, "issue.report", "Says what a program has found wrong in itself: to watchers, in log and status.",
        ReportParams(),
        [
            .required("severity", \.severity, .oneOf, "Whether it went wrong already; an error is shown on terminals."),
            .required("message", \.message, .string, "What is wrong, with which thing, and how to mend it."),
            .defaulted("breadcrumbs", \.breadcrumbs, .anyObject, default: [:], "What led there."),
            .optional("screen", \.screen, .string, "The screen that it is about."),
            .optional("entry", \.entry, EntryID.schema, "The entry that it is about."),
        ], returns: .result([.always("revision", .integer, "The panel's revision now.")])
    ) { params throws(Mismatch) in .issueReport(try params.report()) }
}
