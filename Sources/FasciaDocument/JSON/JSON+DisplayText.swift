extension JSON {
    /// The text shown to people: strings without quotes, other values much like JSON.
    public var displayText: String {
        switch self {
        case .null: "–"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): "\(value)"
        case .double(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
        case .string(let value): value
        case .array(let elements): "[" + elements.map(\.quotedText).joined(separator: ", ") + "]"
        case .object(let object):
            "{" + object.members.map { "\($0.key): \($0.value.quotedText)" }.joined(separator: ", ") + "}"
        }
    }

    private var quotedText: String { if case .string(let value) = self { "\"\(value)\"" } else { displayText } }
}
