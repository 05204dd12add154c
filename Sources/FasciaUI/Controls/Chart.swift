import FasciaDocument

/// A curve over time or over other numbers, as in Swift Charts: one series, drawn as an area.
public struct Chart: View {
    private var plot: PlotContent

    public init(@ChartContentBuilder content: () -> [ChartPoint]) { self.init(content()) }
    public init<Data: RandomAccessCollection>(
        _ data: Data, @ChartContentBuilder content: (Data.Element) -> [ChartPoint]
    ) where Data.Element: Identifiable { self.init(data.flatMap(content)) }
    public init<Data: RandomAccessCollection, ID: Hashable>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: (Data.Element) -> [ChartPoint]
    ) { self.init(data.flatMap(content)) }

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
}

extension View {
    /// The ends of the vertical axis of a chart; by default, those of the numbers, or of the declared range of a value.
    public func chartYScale<Value: Plottable & Comparable>(domain: ClosedRange<Value>) -> some View {
        environment(\.chartRange, domain.lowerBound.axisPosition.number...domain.upperBound.axisPosition.number)
    }
}

extension EnvironmentValues { @Entry fileprivate var chartRange: ClosedRange<Double>? }

extension Chart: Primitive {
    func update(_ viewNode: ViewNode) {
        var plot = plot
        plot.range = viewNode.environment.chartRange ?? plot.range
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
    /// `nil` for a mark that is no point of the curve.
    var point: ChartPoint? { get }
}

/// What an axis can show: a date, or a number.
public protocol Plottable {
    /// A date in seconds since 1970.
    var axisPosition: (number: Double, isTime: Bool) { get }
}

extension Date: Plottable { public var axisPosition: (number: Double, isTime: Bool) { (timeIntervalSince1970, true) } }
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
    public let point: ChartPoint?

    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
        let position = x.value.axisPosition
        point = ChartPoint(
            x: position.number, isTime: position.isTime, category: x.value as? String, y: y.value.axisPosition.number,
            label: y.label)
    }
}

extension LineMark {
    public init<X: Plottable, Y: Plottable, Series: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<Series>
    ) { self.init(x: x, y: y) }
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) { self.init(x: x, y: y) }

    /// A part of a whole, which stands beside the others.
    public init<Value: Plottable>(
        angle: PlottableValue<Value>, innerRadius: MarkDimension = .automatic, outerRadius: MarkDimension = .automatic,
        angularInset: CGFloat? = nil
    ) {
        let number = angle.value.axisPosition.number
        // Each has a place of its own.
        point = ChartPoint(x: 0, isTime: false, category: UUID().uuidString, y: number, label: angle.label)
    }

    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public init<Y: Plottable>(y: PlottableValue<Y>) { point = nil }
    @available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
    public init<X: Plottable>(x: PlottableValue<X>) { point = nil }
}

public typealias AreaMark = LineMark
public typealias BarMark = LineMark
public typealias PointMark = LineMark
public typealias RectangleMark = LineMark
public typealias RuleMark = LineMark
public typealias SectorMark = LineMark

public enum MarkStackingMethod: Hashable, Sendable { case standard, normalized, center, unstacked }
public enum MarkDimension: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    case automatic, fixed(CGFloat), inset(CGFloat), ratio(CGFloat)
    public init(integerLiteral value: Int) { self = .fixed(CGFloat(value)) }
    public init(floatLiteral value: Double) { self = .fixed(value) }
}

// Marks for the elements of a collection.
extension ForEach where Content == [ChartPoint] {
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, content: content, id: { $0[keyPath: id] })
    }
    public init(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID { self.init(data: data, content: content, id: { $0.id }) }
    public init(_ data: Data, @ChartContentBuilder content: @escaping (Int) -> Content) where Data == Range<Int>, ID == Int {
        self.init(data: data, content: content, id: { $0 })
    }
}

extension PlottableValue where Value == Date {
    public static func value(_ label: String, _ value: Date, unit: Calendar.Component) -> PlottableValue {
        PlottableValue(label: label, value: value)
    }
}

// There is one series, in the colour of the letters.
@available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
extension LineMark {
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> LineMark { self }
    public func foregroundStyle<Value: Plottable>(by value: PlottableValue<Value>) -> LineMark { self }
    public func interpolationMethod(_ method: InterpolationMethod) -> LineMark { self }
    public func lineStyle(_ style: StrokeStyle) -> LineMark { self }
    public func cornerRadius(_ radius: CGFloat) -> LineMark { self }
    public func opacity(_ opacity: Double) -> LineMark { self }
    public func annotation<V: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> LineMark { self }
}

public enum AnnotationPosition: Hashable, Sendable { case automatic, overlay, top, bottom, leading, trailing }
public enum InterpolationMethod: Hashable, Sendable {
    case linear, monotone, catmullRom, cardinal, stepStart, stepCenter, stepEnd
}

@resultBuilder public enum ChartContentBuilder {
    public static func buildExpression(_ content: some ChartContent) -> [ChartPoint] { content.point.map { [$0] } ?? [] }
    public static func buildExpression<Data, ID>(_ each: ForEach<Data, ID, [ChartPoint]>) -> [ChartPoint] {
        each.data.flatMap(each.content)
    }
    public static func buildBlock(_ parts: [ChartPoint]...) -> [ChartPoint] { parts.flatMap { $0 } }
    public static func buildArray(_ parts: [[ChartPoint]]) -> [ChartPoint] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [ChartPoint]?) -> [ChartPoint] { part ?? [] }
    public static func buildEither(first: [ChartPoint]) -> [ChartPoint] { first }
    public static func buildEither(second: [ChartPoint]) -> [ChartPoint] { second }
}
