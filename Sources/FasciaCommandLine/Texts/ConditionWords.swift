import FasciaDocument

/// The condition of a bound thing, behind its state.
enum ConditionWords {
    /// For example ` (pending)` or ` (off, failed: no such unit)`; empty for a thing that is as it is shown.
    static func suffix(_ condition: JSON?) -> String {
        let words = words(condition)
        return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
    }

    private static func words(_ condition: JSON?) -> [String] {
        guard let condition = condition?.objectValue else { return [] }
        return condition.members.compactMap { word, detail in
            guard word != "claimer", word != "unreadable" else { return nil }
            return reason(word, detail, of: condition).map { "\(word): \($0)" } ?? word
        }
    }

    /// Printed instead of an unknown state, so that no script takes the shown one for it.
    static let unknown = "unknown"

    /// Whether the state is unknown. While a change is pending, the wanted state is shown, marked as pending.
    static func isUnknown(_ condition: JSON?) -> Bool { condition?["unknown"] != nil && condition?["pending"] == nil }

    /// Why the shown state may not be the actual one; `nil` if it is.
    static func unverified(_ condition: JSON?) -> String? {
        for word in ["pending", "stale", "unknown"] {
            guard let detail = condition?[word] else { continue }
            return reason(word, detail, of: condition?.objectValue ?? [:]).map { "\(word): \($0)" } ?? word
        }
        return nil
    }

    /// The state of a node with its condition, such as `on (stale: it ended)`; `unknown` if the state is unknown.
    ///
    /// - Parameter notes: the reasons that the node shows.
    static func told(_ state: String, _ words: [String], notes: [String]) -> String {
        let isUnknown = words.contains(unknown) && !words.contains("pending")
        let rest = isUnknown ? words.filter { $0 != unknown } : words
        let parts = [rest.joined(separator: ", "), notes.joined(separator: "; ")].filter { !$0.isEmpty }
        let shown = isUnknown ? unknown : state
        guard !parts.isEmpty else { return shown }
        return (shown.isEmpty ? "" : shown + " ") + "(\(parts.joined(separator: ": ")))"
    }

    private static func reason(_ word: String, _ detail: JSON, of condition: JSON.Object) -> String? {
        let detail = word == "unknown" ? condition["unreadable"] ?? detail : detail
        return (detail["reason"] ?? detail["message"])?.stringValue
    }
}
