/// How much of a task is done.
public struct ProgressContent: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// The key of a value of the panel. If the value is not a number, the progress is indeterminate.
        case bind(String)
        case literal(Double)
        /// The task is running, and its progress is unknown.
        case indeterminate
    }

    public var source: Source
    public var label: String?
    /// The value of a finished task; default: the upper bound of the bound value's declared range, else 1.
    public var total: Double?
    /// Whether the percentage is shown.
    public var showsValue: Bool

    public init(_ source: Source, label: String? = nil, total: Double? = nil, showsValue: Bool = true) {
        self.source = source
        self.label = label
        self.total = total
        self.showsValue = showsValue
    }
}

extension ProgressContent: NodeContent {
    static let form = NodeForm("The progress of an operation.", schema) { .progress($0) }
    package var kind: Node.Kind { .progress }
    package var displayLabel: String? { label }
    package var texts: [String?] { if case .bind(let key) = source { [key, label] } else { [label] } }

    static let schema = Schema.record(
        Parts(),
        [
            .optional("bind", \.bind, .string, "The key of a value."),
            .optional("value", \.value, .number, "The progress; indeterminate without value and bind."),
            .optional("label", \.look.label, .string, "The label before it."),
            .optional("total", \.look.total, .positive, "The value of completion; 1 by default."),
            .defaulted("showsValue", \.look.showsValue, .bool, default: true, "Whether the percentage is shown."),
        ]
    ).map { parts throws(Mismatch) in
        var progress = parts.look
        if parts.bind == nil, parts.value == nil { return progress }
        switch try Bound(parts.bind, or: parts.value, named: "value") {
        case .key(let key): progress.source = .bind(key)
        case .literal(let value): progress.source = .literal(value)
        }
        return progress
    } back: {
        Parts($0)
    }

    private struct Parts: Hashable, Sendable {
        var bind: String?
        var value: Double?
        var look = ProgressContent(.indeterminate)

        init() {}

        init(_ progress: ProgressContent) {
            look = progress
            switch progress.source {
            case .bind(let key): bind = key
            case .literal(let value): self.value = value
            case .indeterminate: break
            }
        }
    }
}
