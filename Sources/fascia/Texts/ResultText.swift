import FasciaModel

/// What changing commands say.
enum ResultText {
    /// Nothing where it was done, as is usual; a word where there was nothing to do.
    static func change(_ result: JSON) -> String {
        result["changed"]?.boolValue == false ? "unchanged" : ""
    }

    /// The id of the new entry: a script may want to come back to it.
    static func entry(_ result: JSON) -> String {
        guard result["changed"]?.boolValue != false else { return "unchanged" }
        return result["entry"]?.stringValue ?? ""
    }

    /// The screens that are gone, one a line, from top to bottom.
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
