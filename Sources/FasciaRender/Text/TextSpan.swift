/// A text in one style.
public struct TextSpan: Hashable, Sendable {
    /// What letters without a colour of their own stand for: they have that colour of the theme.
    enum Role: Hashable, Sendable {
        case accent, warning, negative
    }

    public var text: String
    public var style: CellStyle
    var role: Role?

    public init(_ text: String, _ style: CellStyle = .init()) {
        self.text = text
        self.style = style
    }

    init(_ text: String, _ style: CellStyle, role: Role) {
        self.init(text, style)
        self.role = role
    }
}

extension ColorRoles {
    func foreground(_ role: TextSpan.Role) -> RGB? {
        switch role {
        case .accent: accent.foreground
        case .warning: warning.foreground
        case .negative: negative.foreground
        }
    }
}

/// A line of spans and its width in cells.
struct SpanLine: Hashable, Sendable {
    var spans: [TextSpan]
    var width: Int
}
