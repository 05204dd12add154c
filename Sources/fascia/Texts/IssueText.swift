import FasciaModel

enum IssueText {
    /// `2026-11-20T23:46:00.123Z error unimplemented: nobody handles onDelete … (main: list / edit)`
    static func line(_ issue: JSON) -> String {
        let words = ["time", "severity", "reason"].compactMap { issue[$0]?.stringValue }.joined(separator: " ")
        return "\(words): \(issue["message"]?.plain ?? "?")" + path(issue["breadcrumbs"])
    }

    /// The issues of an event, each with its time and cause, as the status has them.
    static func issues(in event: JSON) -> [JSON] {
        let issues = (event["changes"]?.arrayValue ?? []).filter { $0["kind"]?.stringValue == "issue" }
        return issues.compactMap { issue in
            var object: JSON.Object = [:]
            object.set("time", event["time"])
            for member in issue.objectValue?.members ?? [] where member.key != "kind" {
                object[member.key] = member.value
            }
            object.set("cause", event["cause"])
            return .object(object)
        }
    }

    private static func path(_ breadcrumbs: JSON?) -> String {
        guard let path = breadcrumbs?["path"]?.arrayValue, let stack = breadcrumbs?["stack"]?.stringValue else {
            return ""
        }
        return " (\(stack): \(path.compactMap { $0["screen"]?.stringValue }.joined(separator: " / ")))"
    }
}
