import FasciaDocument

/// A JSON object as indented lines, one for each member.
enum SnapshotText {
    static func text(_ value: JSON) -> String { lines(value, indent: "").joined(separator: "\n") }

    private static func lines(_ value: JSON, indent: String) -> [String] {
        switch value {
        case .object(let object):
            object.members.flatMap { member -> [String] in
                isSimple(member.value)
                    ? ["\(indent)\(member.key): \(member.value.plain)"]
                    : ["\(indent)\(member.key):"] + lines(member.value, indent: indent + "  ")
            }
        case .array(let elements):
            elements.flatMap { element -> [String] in
                guard !isSimple(element) else { return ["\(indent)- \(element.plain)"] }
                var inner = lines(element, indent: indent + "  ")
                if let first = inner.first { inner[0] = "\(indent)- \(first.dropFirst(indent.count + 2))" }
                return inner
            }
        default: ["\(indent)\(value.plain)"]
        }
    }

    /// Whether the value fits on the line of its name.
    private static func isSimple(_ value: JSON) -> Bool {
        switch value {
        case .object(let object): object.isEmpty
        case .array(let elements): elements.isEmpty
        default: true
        }
    }
}
