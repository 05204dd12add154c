import FasciaDocument

/// The condition of a bound thing, behind its state.
enum ConditionText {
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

    /// What is printed instead of a state that nobody knows: whatever is shown then, no script takes it for the state.
    static let unknown = "unknown"

    /// Whether nobody knows the state. A pending change shows what is wanted, and says so.
    static func isUnknown(_ condition: JSON?) -> Bool { condition?["unknown"] != nil && condition?["pending"] == nil }

    /// Why the shown state may not be the actual one; `nil` if it is.
    static func unverified(_ condition: JSON?) -> String? {
        for word in ["pending", "stale", "unknown"] {
            guard let detail = condition?[word] else { continue }
            return reason(word, detail, of: condition?.objectValue ?? [:]).map { "\(word): \($0)" } ?? word
        }
        return nil
    }

    private static func reason(_ word: String, _ detail: JSON, of condition: JSON.Object) -> String? {
        let detail = word == "unknown" ? condition["unreadable"] ?? detail : detail
        return (detail["reason"] ?? detail["message"])?.stringValue
    }
}
