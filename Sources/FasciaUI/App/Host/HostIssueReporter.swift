/// Takes what IssueReporting finds to the app's host: an `unimplemented` closure that was called becomes the answer to
/// the action that called it.
struct HostIssueReporter: IssueReporter {
    let host: AppHost

    func reportIssue(
        _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
        line: UInt, column: UInt
    ) {
        let text = message() ?? "Issue recorded"
        let issue = HostIssue(
            severity: severity == .warning ? .warning : .error, message: text, closure: Self.closure(in: text),
            place: "\(fileID):\(line)")
        onMain { host.requests.take(issue) }
    }

    /// What `unimplemented` was called with: `Unimplemented: NAME …`, where the rest says where it was.
    static func closure(in message: String) -> String? {
        let prefix = "Unimplemented"
        guard message.hasPrefix(prefix) else { return nil }
        let name = message.dropFirst(prefix.count).prefix { $0 != "…" }
            .trimmingCharacters(in: CharacterSet(charactersIn: ": \n"))
        return name.isEmpty ? "a closure" : name
    }
}
