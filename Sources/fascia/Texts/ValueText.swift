import FasciaModel

enum ValueText {
    /// - Parameter alone: the one key that was asked for: then its value stands without it.
    static func values(_ result: JSON, alone: String?) -> String {
        let values = result["values"]?.objectValue ?? [:]
        if let alone { return values[alone]?.plain ?? "" }
        return values.members.map { "\($0.key)=\($0.value.plain)" }.joined(separator: "\n")
    }
}
