public struct ValueContent: Hashable, Sendable {
    /// The key of a value.
    public var bind: String
    /// Default: the key.
    public var label: String?
    /// Default: as in JSON.
    public var format: ValueFormat?

    public init(bind: String, label: String? = nil, format: ValueFormat? = nil) {
        self.bind = bind
        self.label = label
        self.format = format
    }
}

extension ValueContent: NodeContent {
    static let form = NodeForm("A named value, as text.", schema) { .value($0) }
    package var kind: Node.Kind { .value }
    package var texts: [String?] { [bind, label, format?.unit] }

    static let schema = Schema.record(
        ValueContent(bind: ""),
        [
            .required("bind", \.bind, .string, "The key of a value."),
            .optional("label", \.label, .string, "The label; the key by default."),
            .optional("format", \.format, ValueFormat.schema, ValueFormat.summary),
        ])
}
