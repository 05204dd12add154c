/// A text in one style.
public struct TextSpan: Hashable, Sendable {
    public var text: String
    public var style: CellStyle
    /// Whether letters without a colour of their own have the theme's accent.
    var isAccented = false

    public init(_ text: String, _ style: CellStyle = .init()) {
        self.text = text
        self.style = style
    }

    static func accented(_ text: String, _ style: CellStyle) -> TextSpan {
        var span = TextSpan(text, style)
        span.isAccented = true
        return span
    }
}

/// A line of spans and its width in cells.
struct SpanLine: Hashable, Sendable {
    var spans: [TextSpan]
    var width: Int
}
