import FasciaDocument

/// Numbers as a curve in one row of text, the latest at the right.
public struct Sparkline: View {
    private let plot: PlotContent

    private init(_ label: String?, _ source: PlotContent.Source, _ range: ClosedRange<Double>?) {
        plot = PlotContent(.sparkline, source, label: label, range: range)
    }

    /// - Parameter range: by default, that of the numbers.
    public init<Values: Sequence>(_ title: String? = nil, values: Values, in range: ClosedRange<Double>? = nil)
    where Values.Element: BinaryFloatingPoint {
        self.init(title, .literal(values.lazy.map { Double($0) }.filter(\.isFinite), times: []), range)
    }

    /// The recent numbers of a value of the panel, which the daemon keeps.
    ///
    /// - Parameter range: by default, the declared range of the value, or that of the numbers.
    public init(_ title: String? = nil, key: String, in range: ClosedRange<Double>? = nil) { self.init(title, .bind(key), range) }
}

extension Sparkline: Primitive {
    func update(_ viewNode: ViewNode) {
        var plot = plot
        plot.format = viewNode.environment.unitFormat
        viewNode.setLowering { [plot, address = viewNode.address] in [Node(.plot(plot), id: address)] }
    }
}
