/// Sets a number in a range by moving along a track.
public struct SliderContent: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// The key of a value of the panel. Its declaration gives the default range and step.
        case bind(String)
        /// The number at the time of publishing. A change sends the action with the new number as the member `value`.
        /// Disabled without an action.
        case literal(Double, action: Action?)
    }

    public var source: Source
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
        _ source: Source, label: String? = nil, range: ClosedRange<Double>? = nil, step: Double? = nil,
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
        Parts(),
        [
            .optional("bind", \.bind, .string, "The key of a value."),
            .optional("value", \.value, .number, "The value to show, if it is not bound."),
            .optional("label", \.look.label, .string, "The label before it."),
            .optional("range", \.look.range, .range, "Its range; by default that of the bound value, or 0 to 1."),
            .optional("step", \.look.step, .positive, "The amount that a key adds; a twentieth of the range by default."),
            .defaulted("showsValue", \.look.showsValue, .bool, default: true, "Whether the number is shown."),
            .optional("format", \.look.format, ValueFormat.schema, ValueFormat.summary),
        ] + Field.ofEdit
    ).map { parts throws(Mismatch) in
        var slider = parts.look
        slider.source = try parts.source(literal: parts.value, named: "value", bind: Source.bind, literal: Source.literal)
        return slider
    } back: {
        Parts($0)
    }

    private struct Parts: EditRecord, Hashable, Sendable {
        var bind: String?
        var value: Double?
        var look = SliderContent(.bind(""))
        var members = ActionMembers(nil)

        init() {}

        init(_ slider: SliderContent) {
            look = slider
            switch slider.source {
            case .bind(let key): bind = key
            case .literal(let value, let action):
                self.value = value
                members = ActionMembers(action)
            }
        }
    }
}
