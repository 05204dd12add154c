/// Words in one look.
public struct TextSpan: Hashable, Sendable {
    public var text: String
    public var style: CellStyle

    public init(_ text: String, _ style: CellStyle = .init()) {
        self.text = text
        self.style = style
    }
}

/// One line of spans, and how many cells it takes.
struct SpanLine: Hashable, Sendable {
    var spans: [TextSpan]
    var width: Int
}
