/// A curve of numbers: in one row of text, or as a chart with axes.
public struct PlotContent: Hashable, Sendable {
    public enum Form: Hashable, Sendable {
        case sparkline
        /// - Parameter rows: the height of the curve without its axes.
        case chart(rows: Int)
    }

    public enum Source: Hashable, Sendable {
        /// The key of a value, of which the daemon keeps the recent numbers.
        case bind(String)
        /// - Parameter times: a time in seconds since 1970 for each number; empty if they have none.
        case literal([Double], times: [Double])
    }

    public var form: Form
    public var source: Source
    public var label: String?
    /// Default: the declared range of the bound value, else that of the numbers.
    public var range: ClosedRange<Double>?
    public var format: ValueFormat?

    public init(
        _ form: Form, _ source: Source, label: String? = nil, range: ClosedRange<Double>? = nil, format: ValueFormat? = nil
    ) {
        self.form = form
        self.source = source
        self.label = label
        self.range = range
        self.format = format
    }

    /// The height of a chart's curve, unless its author says otherwise.
    public static let usualRows = 5
    static let maximumValues = 1_000
}

extension PlotContent: NodeContent {
    static let sparkline = NodeForm("The recent numbers of a value, as a curve in one row.", schema(.sparkline)) {
        .plot($0)
    }
    static let chart = NodeForm("The recent numbers of a value, as a curve over time.", schema(.chart(rows: usualRows))) {
        .plot($0)
    }

    package var kind: Node.Kind { form == .sparkline ? .sparkline : .chart }
    package var displayLabel: String? { label }
    package var texts: [String?] {
        if case .bind(let key) = source { [key, label, format?.unit] } else { [label, format?.unit] }
    }

    private static func schema(_ form: Form) -> Schema<PlotContent> {
        let numbers = Schema.array(of: .number, atMost: Mismatch.Limit("values", maximumValues))
        var fields: [Field<Parts>] = [
            .optional("bind", \.bind, .string, "The key of a value; the daemon keeps its recent numbers in memory."),
            .optional("values", \.values, numbers, "The numbers to show, if it is not bound."),
            .optional("times", \.times, numbers, "The time of each number, in seconds since 1970."),
            .optional("label", \.look.label, .string, "The label before it."),
            .optional("range", \.look.range, .range, "Its range; by default that of the bound value, or of the numbers."),
            .optional("format", \.look.format, ValueFormat.schema, ValueFormat.summary),
        ]
        if form != .sparkline {
            fields.append(.defaulted("rows", \.rows, .int(2...40), default: usualRows, "The height of the curve in rows."))
        }
        return Schema.record(Parts(form), fields).map { parts throws(Mismatch) in
            try parts.content()
        } back: {
            Parts($0)
        }
    }

    private struct Parts: Hashable, Sendable {
        var bind: String?
        var values: [Double]?
        var times: [Double]?
        var rows = usualRows
        var look: PlotContent

        init(_ form: Form) { look = PlotContent(form, .bind("")) }

        init(_ plot: PlotContent) {
            look = plot
            if case .chart(let rows) = plot.form { self.rows = rows }
            switch plot.source {
            case .bind(let key): bind = key
            case .literal(let values, let times): (self.values, self.times) = (values, times.isEmpty ? nil : times)
            }
        }

        func content() throws(Mismatch) -> PlotContent {
            var plot = look
            if plot.form != .sparkline { plot.form = .chart(rows: rows) }
            switch try Bound(bind, or: values, named: "values") {
            case .key(let key): plot.source = .bind(key)
            case .literal(let values): plot.source = .literal(values, times: times ?? [])
            }
            if let times, times.count != values?.count {
                throw Mismatch(
                    pointer: "/times", expected: "a time for each of the \(values?.count ?? 0) values", found: "\(times.count)")
            }
            return plot
        }
    }
}
