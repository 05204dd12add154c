import FasciaDocument

enum ValueText {
    /// - Parameter alone: the single key that was requested; its value is printed without the key.
    static func values(_ result: JSON, alone: String?) -> String {
        let values = result["values"]?.objectValue ?? [:]
        if let alone { return values[alone]?.plain ?? "" }
        return values.members.map { "\($0.key)=\($0.value.plain)" }.joined(separator: "\n")
    }
}
