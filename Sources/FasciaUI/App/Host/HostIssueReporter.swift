/// Forwards the issues of the IssueReporting library to the app's host. A call of an `unimplemented` closure fails the
/// action that caused it.
struct HostIssueReporter: IssueReporter {
    let host: AppHost

    func reportIssue(
        _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
        line: UInt, column: UInt
    ) {
        let text = message() ?? "Issue recorded"
        let issue = HostIssue(
            severity: severity == .warning ? .warning : .error, message: text, closure: Self.closure(in: text),
            location: "\(fileID):\(line)")
        onMain { host.requests.record(issue) }
    }

    /// The name in a message of the form `Unimplemented: NAME …`; `nil` for any other message.
    static func closure(in message: String) -> String? {
        let prefix = "Unimplemented"
        guard message.hasPrefix(prefix) else { return nil }
        let name = message.dropFirst(prefix.count).prefix { $0 != "…" }
            .trimmingCharacters(in: CharacterSet(charactersIn: ": \n"))
        return name.isEmpty ? "a closure" : name
    }
}
