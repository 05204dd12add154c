import FasciaDocument

enum ValueText {
    /// - Parameter alone: the single key that was requested; its value is printed without the key.
    static func values(_ result: JSON, alone: String?) -> String {
        let values = result["values"]?.objectValue ?? [:]
        func text(_ key: String) -> String {
            ConditionWords.isUnknown(result["conditions"]?[key]) ? ConditionWords.unknown : values[key]?.plain ?? ""
        }
        return alone.map(text) ?? values.members.map { "\($0.key)=\(text($0.key))" }.joined(separator: "\n")
    }
}
