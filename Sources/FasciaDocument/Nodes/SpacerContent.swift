public struct SpacerContent: Hashable, Sendable {
    /// In points; `nil` lets the renderer choose.
    public var minLength: Double?
    public init(minLength: Double? = nil) { self.minLength = minLength }
}

extension SpacerContent: NodeContent {
    static let form = NodeForm("Takes the remaining space in a stack.", schema) { .spacer($0) }
    package var kind: Node.Kind { .spacer }
    package var texts: [String?] { [] }

    static let schema = Schema.record(
        SpacerContent(), [.optional("minLength", \.minLength, .number, "The minimum length, in points.")])
}
