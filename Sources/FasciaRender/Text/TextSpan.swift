/// A text in one style.
public struct TextSpan: Hashable, Sendable {
    public var text: String
    public var style: CellStyle

    public init(_ text: String, _ style: CellStyle = .init()) {
        self.text = text
        self.style = style
    }
}

/// A line of spans and its width in cells.
struct SpanLine: Hashable, Sendable {
    var spans: [TextSpan]
    var width: Int
}
