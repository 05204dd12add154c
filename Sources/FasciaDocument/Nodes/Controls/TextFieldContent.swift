/// Editable text.
public struct TextFieldContent: Hashable, Sendable {
    /// When a change takes effect.
    public enum Updates: String, CaseIterable, Hashable, Sendable {
        /// On every key.
        case change
        /// On Enter, and when the focus leaves the field.
        case submit
    }

    public var source: EditSource<String>
    public var label: String?
    /// Placeholder text while the field is empty.
    public var prompt: String?
    /// The text is never shown. Typing replaces the old text.
    public var isSecure: Bool
    /// `nil`: as `usualUpdates`.
    public var updates: Updates?
    /// The effect of Enter; the text is its member `value`.
    public var submit: Action?
    /// The minimum and maximum height in lines; Enter then starts a new line. `nil`: one line, which scrolls
    /// horizontally.
    public var lines: ClosedRange<Int>?

    public init(
        _ source: EditSource<String>, label: String? = nil, prompt: String? = nil, isSecure: Bool = false,
        updates: Updates? = nil, submit: Action? = nil, lines: ClosedRange<Int>? = nil
    ) {
        self.source = source
        self.label = label
        self.prompt = prompt
        self.isSecure = isSecure
        self.updates = updates
        self.submit = submit
        self.lines = lines
    }

    /// A line bound to a value takes effect as a whole, so that others never see half a word; several lines have no key
    /// that submits them. An action decides itself what to do with each change.
    public var usualUpdates: Updates {
        if case .bind = source, lines == nil { .submit } else { .change }
    }

    /// The maximum height of a field, in lines.
    public static let maximumLines = 1_000
}

extension TextFieldContent: NodeContent {
    static let form = NodeForm("An editable line of text.", schema) { .textField($0) }
    package var kind: Node.Kind { .textField }
    package var displayLabel: String? { label }
    package var texts: [String?] {
        switch source {
        case .bind(let text), .literal(let text, _): [text, label, prompt]
        }
    }

    static let schema = Schema.record(
        EditParts<TextFieldContent, String>(TextFieldContent(.bind(""))),
        [
            .optional("bind", \.bind, .string, "The key of a value."),
            .optional("text", \.literal, .string, "The value to show, if it is not bound."),
            .optional("label", \.look.label, .string, "The label before it."),
            .optional("prompt", \.look.prompt, .string, "The placeholder while it is empty."),
            .defaulted(
                "secure", \.look.isSecure, .bool, default: false,
                "Whether the text is hidden. A bound text is still a value that every client can read."),
            .optional(
                "updates", \.look.updates, .oneOf,
                """
                Whether each key submits the text, or only Enter and leaving the field. Default: submit for a bound line,
                change for several lines and for an action.
                """),
            .optional(
                "lines", \.look.lines, lineRange,
                "The minimum and maximum number of lines: [2, 5]. Enter begins a new line."),
            .optional("submit", \.look.submit, Action.schema, "The action of Enter, which gets the text as value."),
        ] + Field.ofEdit
    ).map { parts throws(Mismatch) in
        var field = parts.look
        field.source = try parts.source(named: "text")
        if field.lines != nil, field.isSecure || field.submit != nil || field.updates == .submit {
            throw Mismatch(
                pointer: "/lines", expected: "one line where it is secure or Enter has a meaning", found: "several lines")
        }
        if let submit = field.submit {
            do throws(Mismatch) { try submit.checkCarries() } catch { throw error.below("submit") }
        }
        return field
    } back: {
        EditParts($0, $0.source)
    }

    private static let lineRange = Schema<ClosedRange<Int>>(
        schema: [
            "type": "array", "items": ["type": "integer", "minimum": 1, "maximum": .int(maximumLines)], "minItems": 2,
            "maxItems": 2,
        ]
    ) { json throws(Mismatch) in
        guard let ends = json.arrayValue, ends.count == 2, let least = ends[0].intValue, let most = ends[1].intValue,
            least >= 1, most >= least, most <= maximumLines
        else {
            throw Mismatch(
                expected: "two whole numbers from 1 to \(maximumLines), the least first: [2, 5]", found: json.found)
        }
        return least...most
    } write: {
        [.int($0.lowerBound), .int($0.upperBound)]
    }
}
