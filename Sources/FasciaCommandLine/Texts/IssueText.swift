import FasciaDocument
import FasciaWire

enum IssueText {
    /// For example `3 2026-11-20T23:46:00.123Z error unimplemented: no app handles onDelete … (main: list / edit)`. An
    /// issue of an event has no number.
    static func line(_ issue: JSON) -> String {
        let words = ["id", "time", "severity", "reason"].compactMap { issue[$0]?.plain }.joined(separator: " ")
        return "\(words): \(issue["message"]?.plain ?? "?")" + path(issue["breadcrumbs"])
    }

    /// The issues of an event with its time and cause, in the form of `daemon.status`.
    static func issues(in event: JSON) -> [JSON] {
        let issues = (event["changes"]?.arrayValue ?? []).filter { $0["kind"]?.stringValue == "issue" }
        return issues.compactMap { issue in
            var own = issue.objectValue ?? [:]
            own["kind"] = nil
            let object = JSON.Object(given: ["time": event["time"]]).merging(own)
            return .object(object.merging(JSON.Object(given: ["cause": event["cause"]])))
        }
    }

    /// The breadcrumbs, one line each.
    static func breadcrumbs(_ issue: JSON) -> [String] {
        let crumbs = issue["breadcrumbs"] ?? .null
        var lines = (crumbs["path"]?.arrayValue ?? []).map { entry in
            "entry \(entry["id"]?.plain ?? "?"): \(entry["screen"]?.plain ?? "?")"
        }
        let known = ["path", "commands", "sender"]
        for member in crumbs.objectValue?.members ?? [] where !known.contains(member.key) {
            lines.append("\(member.key): \(member.value.stringValue ?? member.value.line)")
        }
        if let sender = crumbs["sender"] { lines.append("sender: \(EventText.cause(sender))") }
        for command in crumbs["commands"]?.arrayValue ?? [] {
            lines.append("earlier, revision \(command["revision"]?.plain ?? "?"): \(EventText.cause(command))")
        }
        return lines
    }

    /// Maximum number of screens in a path, and of characters in a name.
    private static let (maximumScreens, maximumNameLength) = (6, 32)

    /// The first screen and the last ones; `--verbose` prints all of them in full.
    private static func path(_ breadcrumbs: JSON?) -> String {
        guard let path = breadcrumbs?["path"]?.arrayValue, let stack = breadcrumbs?["stack"]?.stringValue else {
            return ""
        }
        var screens = path.compactMap { $0["screen"]?.stringValue }.map(shortened)
        let excess = screens.count - maximumScreens
        if excess > 0 { screens.replaceSubrange(1..<2 + excess, with: ["…"]) }
        return " (\(shortened(stack)): \(screens.joined(separator: " / ")))"
    }

    private static func shortened(_ name: String) -> String {
        name.count > maximumNameLength ? name.prefix(maximumNameLength - 1) + "…" : name
    }
}
