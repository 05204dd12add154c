/// Changes a number in steps.
public struct StepperContent: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// The key of a value of the panel. Its declaration gives the default range and step.
        case bind(String)
        /// The number at the time of publishing. A step sends the action with the new number as the member `value`.
        /// Disabled without an action.
        case literal(Double, action: Action?)
        /// A stepper without a number. Each direction sends its own action, and is disabled if that is `nil`.
        case actions(decrement: Action?, increment: Action?)
    }

    public var source: Source
    public var label: String?
    /// Default: the declared range of the bound value, else unlimited.
    public var range: ClosedRange<Double>?
    /// Default: the declared step of the bound value, else 1.
    public var step: Double?
    /// How the number is written.
    public var format: ValueFormat?
    /// Whether the number is shown beside the label. Ignored for `actions`.
    public var showsValue: Bool

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

extension StepperContent: NodeContent {
    static let form = NodeForm("A number that goes up and down by steps.", schema) { .stepper($0) }
    package var kind: Node.Kind { .stepper }
    package var displayLabel: String? { label }
    package var texts: [String?] {
        if case .bind(let key) = source { [key, label, format?.unit] } else { [label, format?.unit] }
    }

    static let schema = Schema.record(
        Parts(),
        [
            .optional("bind", \.bind, .string, "The key of a value."),
            .optional("value", \.value, .number, "The value to show, if it is not bound."),
            .optional("decrement", \.decrement, Action.schema, "The action of a step down, if it has no number."),
            .optional("increment", \.increment, Action.schema, "The action of a step up, if it has no number."),
            .optional("label", \.look.label, .string, "The label before it."),
            .optional("range", \.look.range, .range, "Its range; by default that of the bound value, or none."),
            .optional("step", \.look.step, .positive, "The amount of one step; by default that of the bound value, or 1."),
            .defaulted("showsValue", \.look.showsValue, .bool, default: true, "Whether the number is shown."),
            .optional("format", \.look.format, ValueFormat.schema, ValueFormat.summary),
        ] + Field.ofEdit
    ).map { parts throws(Mismatch) in
        var stepper = parts.look
        if parts.decrement != nil || parts.increment != nil {
            let other = parts.bind != nil ? "bind" : parts.value != nil ? "value" : nil
            if let other {
                throw Mismatch(pointer: "/\(other)", expected: "nothing beside decrement and increment", found: other)
            }
            stepper.source = .actions(decrement: parts.decrement, increment: parts.increment)
            return stepper
        }
        stepper.source = try parts.source(literal: parts.value, named: "value", bind: Source.bind, literal: Source.literal)
        return stepper
    } back: {
        Parts($0)
    }

    private struct Parts: EditRecord, Hashable, Sendable {
        var bind: String?
        var value: Double?
        var decrement: Action?
        var increment: Action?
        var look = StepperContent(.bind(""))
        var members = ActionMembers(nil)

        init() {}

        init(_ stepper: StepperContent) {
            look = stepper
            switch stepper.source {
            case .bind(let key): bind = key
            case .literal(let value, let action):
                self.value = value
                members = ActionMembers(action)
            case .actions(let decrement, let increment): (self.decrement, self.increment) = (decrement, increment)
            }
        }
    }
}
