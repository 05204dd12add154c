/// Shows where a number lies in a range.
public struct GaugeContent: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// The key of a value of the panel.
        case bind(String)
        case literal(Double)
    }

    public var source: Source
    public var label: String?
    /// Default: the declared range of the bound value, else 0 to 1.
    public var range: ClosedRange<Double>?
    /// The text after it; default: the number.
    public var text: String?
    /// How the number is written if there is no text.
    public var format: ValueFormat?

    public init(
        _ source: Source, label: String? = nil, range: ClosedRange<Double>? = nil, text: String? = nil,
        format: ValueFormat? = nil
    ) {
        self.source = source
        self.label = label
        self.range = range
        self.text = text
        self.format = format
    }
}

extension GaugeContent: NodeContent {
    static let form = NodeForm("The position of a number between two ends.", schema) { .gauge($0) }
    package var kind: Node.Kind { .gauge }
    package var displayLabel: String? { label }
    package var texts: [String?] {
        if case .bind(let key) = source { [key, label, text, format?.unit] } else { [label, text, format?.unit] }
    }

    static let schema = Schema.record(
        Parts(),
        [
            .optional("bind", \.bind, .string, "The key of a value."),
            .optional("value", \.value, .number, "The value to show, if it is not bound."),
            .optional("label", \.look.label, .string, "The label before it."),
            .optional("range", \.look.range, .range, "Its range; by default that of the bound value, or 0 to 1."),
            .optional("text", \.look.text, .string, "The text after it; the number by default."),
            .optional("format", \.look.format, ValueFormat.schema, ValueFormat.summary),
        ]
    ).map { parts throws(Mismatch) in
        var gauge = parts.look
        switch try Bound(parts.bind, or: parts.value, named: "value") {
        case .key(let key): gauge.source = .bind(key)
        case .literal(let value): gauge.source = .literal(value)
        }
        return gauge
    } back: {
        Parts($0)
    }

    private struct Parts: Hashable, Sendable {
        var bind: String?
        var value: Double?
        var look = GaugeContent(.bind(""))

        init() {}

        init(_ gauge: GaugeContent) {
            look = gauge
            switch gauge.source {
            case .bind(let key): bind = key
            case .literal(let value): self.value = value
            }
        }
    }
}
