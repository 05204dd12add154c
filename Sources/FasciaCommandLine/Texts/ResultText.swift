import FasciaDocument

/// The output of commands that change the panel.
enum ResultText {
    /// Empty if something changed, otherwise `unchanged`.
    static func change(_ result: JSON) -> String {
        result["changed"]?.boolValue == false ? "unchanged" : ""
    }

    /// An action that an app handles need not change the panel.
    static func operation(_ result: JSON) -> String { result["outcome"] == nil ? change(result) : "" }

    /// The id of the new entry, which scripts can return to.
    static func entry(_ result: JSON) -> String {
        guard result["changed"]?.boolValue != false else { return "unchanged" }
        return result["entry"]?.stringValue ?? ""
    }

    /// The removed screens, one on each line, from top to bottom.
    static func removed(_ result: JSON) -> String {
        guard result["changed"]?.boolValue != false else { return "unchanged" }
        return (result["removed"]?.arrayValue ?? []).compactMap { removal in
            removal["screen"]?.stringValue.map { "removed \($0)" }
        }.joined(separator: "\n")
    }

    static func batch(_ result: JSON, commands: Int) -> String {
        let changed = (result["results"]?.arrayValue ?? []).count { $0["changed"]?.boolValue == true }
        let what = commands == 1 ? "1 command" : "\(commands) commands"
        return "\(what), \(changed) changed something, revision \(result["revision"]?.intValue ?? 0)"
    }
}
