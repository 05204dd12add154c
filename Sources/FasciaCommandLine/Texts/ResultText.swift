import FasciaDocument

/// The output of commands that change the panel.
enum ResultText {
    /// Empty if something changed, otherwise `unchanged`, or for whose approval it waits.
    static func change(_ result: JSON) -> String {
        approval(result) ?? (result["changed"]?.boolValue == false ? "unchanged" : "")
    }

    /// `nil` for a request that does not wait for an approval.
    static func approval(_ result: JSON) -> String? {
        guard let approval = result["approval"] else { return nil }
        let who = (approval["of"]?.arrayValue ?? []).map(\.plain).joined(separator: ", ")
        let question = approval["question"]?.stringValue ?? ""
        return question.isEmpty ? "needs the approval of \(who)" : "waits for approval of \(who): \(question)"
    }

    /// An action that an app handles need not change the panel.
    static func operation(_ result: JSON) -> String { approval(result) ?? (result["outcome"] == nil ? change(result) : "") }

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
        if let approval = approval(result) { return approval }
        let changed = (result["results"]?.arrayValue ?? []).count { $0["changed"]?.boolValue == true }
        let what = commands == 1 ? "1 command" : "\(commands) commands"
        return "\(what), \(changed) changed something, revision \(result["revision"]?.intValue ?? 0)"
    }
}
