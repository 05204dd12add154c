import FasciaDocument

/// A curve over time or over other numbers, as in Swift Charts: one series, drawn as an area.
public struct Chart: View {
    private var plot: PlotContent

    public init(@ChartContentBuilder content: () -> [ChartPoint]) { self.init(content()) }

    public init<Data: RandomAccessCollection>(
        _ data: Data, @ChartContentBuilder content: (Data.Element) -> [ChartPoint]
    ) where Data.Element: Identifiable {
        self.init(data.flatMap(content))
    }

    public init<Data: RandomAccessCollection, ID: Hashable>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: (Data.Element) -> [ChartPoint]
    ) {
        self.init(data.flatMap(content))
    }

    /// The recent numbers of a value of the panel, which the daemon keeps.
    public init(_ title: String? = nil, key: String) {
        plot = PlotContent(.chart(rows: PlotContent.usualRows), .bind(key), label: title)
    }

    private init(_ points: [ChartPoint]) {
        var categories: [String: Double] = [:]
        var points = points.filter { $0.y.isFinite && $0.x.isFinite }
        // Categories stand in the order in which they come.
        for index in points.indices {
            guard let name = points[index].category else { continue }
            let place = categories[name] ?? Double(categories.count)
            (categories[name], points[index].x) = (place, place)
        }
        points.sort { $0.x < $1.x }
        let times = points.contains { !$0.isTime } ? [] : points.map(\.x)
        plot = PlotContent(
            .chart(rows: PlotContent.usualRows), .literal(points.map(\.y), times: times), label: points.first?.label)
    }

    /// The ends of the vertical axis; by default, those of the numbers, or of the declared range of a value.
    public func chartYScale(domain: ClosedRange<Double>) -> Chart {
        var chart = self
        chart.plot.range = domain
        return chart
    }
}

extension Chart: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.setLowering { [plot, address = viewNode.address] in [Node(.plot(plot), id: address)] }
    }
}

// MARK: - Marks

/// One point of a chart's curve.
public struct ChartPoint: Sendable {
    fileprivate var x: Double
    /// Whether `x` is a time.
    fileprivate var isTime: Bool
    fileprivate var category: String?
    fileprivate var y: Double
    fileprivate var label: String
}

public protocol ChartContent {
    var point: ChartPoint { get }
}

/// What an axis can show: a date, or a number.
public protocol Plottable {
    /// A date in seconds since 1970.
    var axisPosition: (number: Double, isTime: Bool) { get }
}

extension Date: Plottable {
    public var axisPosition: (number: Double, isTime: Bool) { (timeIntervalSince1970, true) }
}
extension Double: Plottable { public var axisPosition: (number: Double, isTime: Bool) { (self, false) } }
extension Float: Plottable { public var axisPosition: (number: Double, isTime: Bool) { (Double(self), false) } }
extension CGFloat: Plottable { public var axisPosition: (number: Double, isTime: Bool) { (Double(self), false) } }
/// A category. The chart gives it a place.
extension String: Plottable { public var axisPosition: (number: Double, isTime: Bool) { (0, false) } }
extension Int: Plottable { public var axisPosition: (number: Double, isTime: Bool) { (Double(self), false) } }

/// A value for an axis, with the name of what it measures.
public struct PlottableValue<Value: Plottable> {
    let label: String
    let value: Value

    public static func value(_ label: String, _ value: Value) -> PlottableValue { PlottableValue(label: label, value: value) }
}

/// Any kind of mark; all look the same.
public struct LineMark: ChartContent {
    public let point: ChartPoint

    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
        let position = x.value.axisPosition
        point = ChartPoint(
            x: position.number, isTime: position.isTime, category: x.value as? String, y: y.value.axisPosition.number,
            label: y.label)
    }
}

public typealias AreaMark = LineMark
public typealias BarMark = LineMark
public typealias PointMark = LineMark

extension PlottableValue where Value == Date {
    public static func value(_ label: String, _ value: Date, unit: Calendar.Component) -> PlottableValue {
        PlottableValue(label: label, value: value)
    }
}

// There is one series, in the colour of the letters.
extension LineMark {
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> LineMark { self }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func foregroundStyle<Value: Plottable>(by value: PlottableValue<Value>) -> LineMark { self }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func interpolationMethod(_ method: InterpolationMethod) -> LineMark { self }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func lineStyle(_ style: StrokeStyle) -> LineMark { self }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func cornerRadius(_ radius: CGFloat) -> LineMark { self }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func opacity(_ opacity: Double) -> LineMark { self }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func annotation<V: View>(position: Alignment = .top, @ViewBuilder content: () -> V) -> LineMark { self }
}

public enum InterpolationMethod: Hashable, Sendable {
    case linear, monotone, catmullRom, cardinal, stepStart, stepCenter, stepEnd
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func chartLegend(_ visibility: Visibility) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func chartXAxis(_ visibility: Visibility) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func chartYAxis(_ visibility: Visibility) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func chartXAxisLabel(_ label: LocalizedStringKey) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public func chartYAxisLabel(_ label: LocalizedStringKey) -> some View { self }
}

@resultBuilder public enum ChartContentBuilder {
    public static func buildExpression(_ content: some ChartContent) -> [ChartPoint] { [content.point] }
    public static func buildBlock(_ parts: [ChartPoint]...) -> [ChartPoint] { parts.flatMap { $0 } }
    public static func buildArray(_ parts: [[ChartPoint]]) -> [ChartPoint] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [ChartPoint]?) -> [ChartPoint] { part ?? [] }
    public static func buildEither(first: [ChartPoint]) -> [ChartPoint] { first }
    public static func buildEither(second: [ChartPoint]) -> [ChartPoint] { second }
}
