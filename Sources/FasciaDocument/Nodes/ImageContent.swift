/// A symbol by its name in Apple's SF Symbols.
public struct ImageContent: Hashable, Sendable {
    public var systemName: String
    public init(systemName: String) { self.systemName = systemName }
}

extension ImageContent: NodeContent {
    static let form = NodeForm("A symbol by its system name, as one character.", schema) { .image($0) }
    package var kind: Node.Kind { .image }
    package var texts: [String?] { [systemName] }

    static let schema = Schema.record(
        ImageContent(systemName: ""),
        [.required("systemName", \.systemName, .string, "The symbol's name: star.fill, chevron.right.")])
}
