/// Text in a single style, or styled runs that wrap together.
public struct TextContent: Hashable, Sendable {
    /// The complete text.
    public var text: String { runs.isEmpty ? plain : runs.map(\.text).joined() }
    /// Parts with their own style; empty for plain text.
    public var runs: [TextRun]
    private var plain: String

    public init(_ text: String) {
        plain = text
        runs = []
    }

    public init(runs: [TextRun]) {
        plain = ""
        self.runs = runs
    }
}

/// A part of a text. Attributes that are `nil` are inherited.
public struct TextRun: Hashable, Sendable {
    public var text: String
    public var bold, italic, underline, strikethrough, dim: Bool?
    public var foreground: NamedColor?

    public init(
        _ text: String, bold: Bool? = nil, italic: Bool? = nil, underline: Bool? = nil, strikethrough: Bool? = nil,
        dim: Bool? = nil, foreground: NamedColor? = nil
    ) {
        self.text = text
        self.bold = bold
        self.italic = italic
        self.underline = underline
        self.strikethrough = strikethrough
        self.dim = dim
        self.foreground = foreground
    }
}

/// Aligns lines that are shorter than the longest one.
public enum TextAlignment: String, CaseIterable, Hashable, Sendable {
    case leading, center, trailing
}

/// Where a text that does not fit is truncated.
public enum Truncation: String, CaseIterable, Hashable, Sendable {
    case head, middle, tail
}

// MARK: - JSON

private struct TextParts: Hashable, Sendable {
    var text: String?
    var runs: [TextRun]?
}

extension TextContent: NodeContent {
    static let form = NodeForm("Text, wrapped to the available width.", schema) { .text($0) }
    package var kind: Node.Kind { .text }
    package var displayLabel: String? { text }
    package var texts: [String?] { [text] + runs.map { $0.text } }

    static let schema = Schema.record(
        TextParts(),
        [
            .optional("text", \.text, .string, "What it says."),
            .optional("runs", \.runs, .array(of: TextRun.schema), "The text, in parts with different styles."),
        ]
    ).map { parts throws(Mismatch) -> TextContent in
        switch (parts.text, parts.runs) {
        case (let text?, nil): return TextContent(text)
        case (nil, let runs?): return TextContent(runs: runs)
        case (nil, nil): throw Mismatch(pointer: "/text", expected: "a string", found: "nothing")
        case (_?, _?): throw Mismatch(pointer: "/runs", expected: "either text or runs", found: "both")
        }
    } back: { content in
        content.runs.isEmpty ? TextParts(text: content.plain) : TextParts(runs: content.runs)
    }
}

extension TextRun {
    static let schema = Schema.record(
        TextRun(""),
        [
            .required("text", \.text, .string, "What it says."),
            .optional("bold", \.bold, .bool, "Heavier letters."),
            .optional("italic", \.italic, .bool, "Slanted letters."),
            .optional("underline", \.underline, .bool, "A line below the letters."),
            .optional("strikethrough", \.strikethrough, .bool, "A line through the letters."),
            .optional("dim", \.dim, .bool, "Fainter letters."),
            .optional("foreground", \.foreground, NamedColor.schema, "The colour of the letters."),
        ])
}
