/// Sets a number in a range by moving along a track.
public struct SliderContent: Hashable, Sendable {
    public var source: EditSource<Double>
    public var label: String?
    /// Default: the declared range of the bound value, else 0 to 1.
    public var range: ClosedRange<Double>?
    /// The increment of one key press; default: the declared step of the bound value, else a twentieth of the range.
    public var step: Double?
    /// Whether the number is shown.
    public var showsValue: Bool
    /// How the number is written.
    public var format: ValueFormat?

    public init(
        _ source: EditSource<Double>, label: String? = nil, range: ClosedRange<Double>? = nil, step: Double? = nil,
        showsValue: Bool = true, format: ValueFormat? = nil
    ) {
        self.source = source
        self.label = label
        self.range = range
        self.step = step
        self.showsValue = showsValue
        self.format = format
    }
}

extension SliderContent: NodeContent {
    static let form = NodeForm("A number between two ends.", schema) { .slider($0) }
    package var kind: Node.Kind { .slider }
    package var displayLabel: String? { label }
    package var texts: [String?] {
        if case .bind(let key) = source { [key, label, format?.unit] } else { [label, format?.unit] }
    }

    static let schema = Schema.record(
        EditParts<SliderContent, Double>(SliderContent(.bind(""))),
        [
            .optional("bind", \.bind, .string, "The key of a value."),
            .optional("value", \.literal, .number, "The value to show, if it is not bound."),
            .optional("label", \.look.label, .string, "The label before it."),
            .optional("range", \.look.range, .range, "Its range; by default that of the bound value, or 0 to 1."),
            .optional("step", \.look.step, .positive, "The amount that a key adds; a twentieth of the range by default."),
            .defaulted("showsValue", \.look.showsValue, .bool, default: true, "Whether the number is shown."),
            .optional("format", \.look.format, ValueFormat.schema, ValueFormat.summary),
        ] + Field.ofEdit
    ).map { parts throws(Mismatch) in
        var slider = parts.look
        slider.source = try parts.source(named: "value")
        return slider
    } back: {
        EditParts($0, $0.source)
    }
}
