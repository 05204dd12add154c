/// Text in a single style, styled runs that wrap together, or a value as text.
public struct TextContent: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        case plain(String)
        /// Parts with their own style.
        case runs([TextRun])
        /// The key of a value of the panel.
        case bind(String, ValueFormat?)
        /// A number that the daemon formats. A table sorts by the number.
        case number(Double, ValueFormat?)
    }

    public var source: Source

    public init(_ source: Source) { self.source = source }
    public init(_ text: String) { source = .plain(text) }
    public init(runs: [TextRun]) { source = .runs(runs) }

    /// The complete text; empty if it depends on a value.
    public var text: String {
        switch source {
        case .plain(let text): text
        case .runs(let runs): runs.map(\.text).joined()
        case .bind, .number: ""
        }
    }

    /// The parts with their own style; empty for other texts.
    public var runs: [TextRun] { if case .runs(let runs) = source { runs } else { [] } }
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
public enum LineAlignment: String, CaseIterable, Hashable, Sendable {
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
    var bind: String?
    var value: Double?
    var format: ValueFormat?

    init() {}

    init(_ content: TextContent) {
        switch content.source {
        case .plain(let text): self.text = text
        case .runs(let runs): self.runs = runs
        case .bind(let key, let format): (bind, self.format) = (key, format)
        case .number(let number, let format): (value, self.format) = (number, format)
        }
    }

    func content() throws(Mismatch) -> TextContent {
        let sources: [(name: String, source: TextContent.Source?)] = [
            ("text", text.map { .plain($0) }), ("runs", runs.map { .runs($0) }),
            ("bind", bind.map { .bind($0, format) }), ("value", value.map { .number($0, format) }),
        ]
        let given = sources.filter { $0.source != nil }
        guard let first = given.first, let source = first.source else {
            throw Mismatch(pointer: "/text", expected: "a string", found: "nothing")
        }
        if given.count > 1 {
            throw Mismatch(
                pointer: "/\(given[1].name)", expected: "either \(first.name) or \(given[1].name)", found: "both")
        }
        if format != nil, text != nil || runs != nil {
            throw Mismatch(pointer: "/format", expected: "nothing beside \(first.name)", found: "a format")
        }
        return TextContent(source)
    }
}

extension TextContent: NodeContent {
    static let form = NodeForm("Text, wrapped to the available width.", schema) { .text($0) }
    package var kind: Node.Kind { .text }
    package var displayLabel: String? { text }
    package var texts: [String?] {
        switch source {
        case .plain(let text): [text]
        case .runs(let runs): [text] + runs.map { $0.text }
        case .bind(let key, let format): [key, format?.unit]
        case .number(_, let format): [format?.unit]
        }
    }

    static let schema = Schema.record(
        TextParts(),
        [
            .optional("text", \.text, .string, "What it says."),
            .optional("runs", \.runs, .array(of: TextRun.schema), "The text, in parts with different styles."),
            .optional("bind", \.bind, .string, "The key of the value that it shows instead."),
            .optional("value", \.value, .number, "The number that it shows instead."),
            .optional("format", \.format, ValueFormat.schema, ValueFormat.summary),
        ]
    ).map { parts throws(Mismatch) in
        try parts.content()
    } back: {
        TextParts($0)
    }
}

extension TextRun {
    package static let schema = Schema.record(
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
