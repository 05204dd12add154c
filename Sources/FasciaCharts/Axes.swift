import FasciaUI
import Foundation

// The axes and scales of Swift Charts. They are accepted, so that programs compile unchanged, and have no effect.

@available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
extension LineMark {
    public func symbol(_ symbol: BasicChartSymbolShape) -> LineMark { self }
    public func symbol<Value: Plottable>(by value: PlottableValue<Value>) -> LineMark { self }
    public func symbolSize(_ size: CGFloat) -> LineMark { self }
    public func position<Value: Plottable>(by value: PlottableValue<Value>) -> LineMark { self }
    public func position<Value: Plottable>(
        by value: PlottableValue<Value>, axis: Axis? = nil, span: MarkDimension = .automatic
    ) -> LineMark { self }
    public func symbol<V: View>(@ViewBuilder symbol: () -> V) -> LineMark { self }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> LineMark { self }
    public func zIndex(_ value: Double) -> LineMark { self }
    public func blur(radius: CGFloat) -> LineMark { self }
    public func shadow(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> LineMark { self }
    public func clipShape<S: Shape>(_ shape: S) -> LineMark { self }
    public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> LineMark { self }
    public func accessibilityLabel(_ label: LocalizedStringKey) -> LineMark { self }
    @_disfavoredOverload public func accessibilityLabel<S: StringProtocol>(_ label: S) -> LineMark { self }
    public func accessibilityValue(_ value: LocalizedStringKey) -> LineMark { self }
    @_disfavoredOverload public func accessibilityValue<S: StringProtocol>(_ value: S) -> LineMark { self }
    public func accessibilityHidden(_ hidden: Bool) -> LineMark { self }
    public func annotation<V: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
        overflowResolution: AnnotationOverflowResolution, @ViewBuilder content: () -> V
    ) -> LineMark { self }
}

public struct AnnotationOverflowResolution: Hashable, Sendable {
    public enum Strategy: Hashable, Sendable {
        case automatic, disabled, padScale, fit
        public static func fit(to boundary: Boundary) -> Self { .fit }
    }
    public enum Boundary: Hashable, Sendable { case automatic, chart, plot }
    public init(x: Strategy = .automatic, y: Strategy = .automatic) {}
    public static let automatic = Self()
}

@available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
extension ForEach where Content == [ChartPoint] {
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Self { self }
    public func foregroundStyle<Value: Plottable>(by value: PlottableValue<Value>) -> Self { self }
    public func interpolationMethod(_ method: InterpolationMethod) -> Self { self }
    public func lineStyle(_ style: StrokeStyle) -> Self { self }
    public func symbol(_ symbol: BasicChartSymbolShape) -> Self { self }
    public func symbol<Value: Plottable>(by value: PlottableValue<Value>) -> Self { self }
    public func symbolSize(_ size: CGFloat) -> Self { self }
    public func position<Value: Plottable>(by value: PlottableValue<Value>) -> Self { self }
    public func opacity(_ opacity: Double) -> Self { self }
}

extension LineMark {
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
    ) { self.init(x: x, y: yEnd) }
    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) { self.init(x: xEnd, y: y) }
    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) { self.init(x: xStart, y: yEnd) }
}

/// Where values stand in a chart, which every terminal draws for itself.
public struct ChartProxy {
    public func value<Value: Plottable>(atX x: CGFloat, as type: Value.Type = Value.self) -> Value? { nil }
    public func value<Value: Plottable>(atY y: CGFloat, as type: Value.Type = Value.self) -> Value? { nil }
    public func value<X: Plottable, Y: Plottable>(at point: CGPoint, as type: (X, Y).Type = (X, Y).self) -> (X, Y)? { nil }
    public var plotFrame: Anchor<CGRect>? { nil }
    public var plotContainerFrame: Anchor<CGRect>? { nil }
    public var plotSize: CGSize { .zero }
    public func position<Value: Plottable>(forX value: Value) -> CGFloat? { nil }
    public func position<Value: Plottable>(forY value: Value) -> CGFloat? { nil }
}

@available(*, deprecated, message: "has no effect in a terminal: a chart is one curve in the colour of the letters")
extension View {
    public func chartBackground<V: View>(alignment: Alignment = .center, @ViewBuilder content: (ChartProxy) -> V) -> some View {
        self
    }
    public func chartOverlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: (ChartProxy) -> V) -> some View {
        self
    }
    public func chartPlotStyle<V: View>(@ViewBuilder content: (EmptyView) -> V) -> some View { self }
    public func chartAngleSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
    public func chartXSelection<Value: Plottable>(range: Binding<ClosedRange<Value>?>) -> some View { self }
    public func chartSymbolScale<Value: Plottable>(_ symbols: KeyValuePairs<Value, BasicChartSymbolShape>) -> some View { self }
    public func chartForegroundStyleScale<Value: Plottable, S: ShapeStyle>(domain: [Value], range: [S]) -> some View { self }
    public func chartScrollTargetBehavior<B>(_ behavior: B) -> some View { self }
    public func chartScrollPosition<Value: Plottable>(initialX: Value) -> some View { self }
    public func chartGesture<G>(_ gesture: @escaping (ChartProxy) -> G) -> some View { self }
    public func chartXScale(domain: ChartScaleDomain = .automatic, range: PlotDimensionScaleRange) -> some View { self }
    public func chartXScale(domain: ChartScaleDomain) -> some View { self }
    public func chartYScale(domain: ChartScaleDomain = .automatic, range: PlotDimensionScaleRange) -> some View { self }
    public func chartYScale(domain: ChartScaleDomain) -> some View { self }
    public func chartYScale<Value>(domain: [Value]) -> some View { self }
    public func chartLegend<V: View>(
        position: AxisMarkPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View { self }
    public func chartYSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
    public func chartXVisibleDomain<Length>(length: Length) -> some View { self }
    public func chartScrollPosition<Value: Plottable>(x: Binding<Value>) -> some View { self }
    public func chartXAxisLabel<V: View>(
        position: AxisMarkPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View { self }
    public func chartYAxisLabel<V: View>(
        position: AxisMarkPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View { self }
    public func chartLegend(_ visibility: Visibility) -> some View { self }
    public func chartXAxis(_ visibility: Visibility) -> some View { self }
    public func chartYAxis(_ visibility: Visibility) -> some View { self }
    public func chartXAxisLabel(
        _ label: LocalizedStringKey, position: AxisMarkPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { self }
    public func chartYAxisLabel(
        _ label: LocalizedStringKey, position: AxisMarkPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { self }
    public func chartXAxis(@AxisContentBuilder content: () -> AxisMarks) -> some View { self }
    public func chartYAxis(@AxisContentBuilder content: () -> AxisMarks) -> some View { self }
    public func chartLegend(position: AxisMarkPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil)
        -> some View
    { self }
    public func chartForegroundStyleScale<Value: Plottable, S: ShapeStyle>(_ styles: KeyValuePairs<Value, S>) -> some View {
        self
    }
    public func chartForegroundStyleScale<S: ShapeStyle>(range: [S]) -> some View { self }
    public func chartXScale<Domain>(domain: Domain) -> some View { self }
    public func chartXSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
    public func chartScrollableAxes(_ axes: Axis.Set) -> some View { self }
}

public enum ChartScaleDomain: Hashable, Sendable {
    case automatic
    public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> Self { .automatic }
}
public enum PlotDimensionScaleRange: Hashable, Sendable {
    case plotDimension
    public static func plotDimension(padding: CGFloat) -> Self { .plotDimension }
    public static func plotDimension(startPadding: CGFloat = 0, endPadding: CGFloat = 0) -> Self { .plotDimension }
}

public enum BasicChartSymbolShape: Hashable, Sendable { case circle, square, triangle, diamond, pentagon, plus, cross, asterisk }

/// What stands at an axis. A chart writes its own numbers.
public struct AxisMarks {
    public enum Values: ExpressibleByArrayLiteral {
        case automatic, none
        public init(arrayLiteral values: any Plottable...) { self = .none }
        public static func automatic(desiredCount: Int? = nil) -> Self { .none }
        public static func stride(by component: Calendar.Component, count: Int = 1) -> Self { .none }
        public static func stride<Value: Plottable>(by step: Value) -> Self { .none }
    }

    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: Values = .automatic,
        stroke: StrokeStyle? = nil
    ) {}
    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: Values = .automatic,
        @AxisMarkBuilder content: (AxisValue) -> AxisMark
    ) {}
    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: Values = .automatic,
        @AxisMarkBuilder content: () -> AxisMark
    ) {}
    public init<Value: Plottable>(
        position: AxisMarkPosition = .automatic, values: [Value], @AxisMarkBuilder content: (AxisValue) -> AxisMark
    ) {}
    public init<Value: Plottable>(
        position: AxisMarkPosition = .automatic, values: [Value], @AxisMarkBuilder content: () -> AxisMark
    ) {}
    public init<Format: FormatStyle>(format: Format, position: AxisMarkPosition = .automatic, values: Values = .automatic) {}
}

public enum AxisMarkPreset: Hashable, Sendable { case automatic, aligned, extended, inset }
public enum AxisMarkPosition: Hashable, Sendable { case automatic, leading, trailing, top, bottom, overlay }

public struct AxisValue {
    public var index: Int, count: Int
    public func `as`<Value: Plottable>(_ type: Value.Type) -> Value? { nil }
}

public struct AxisMark {
    public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {}
    public init<Format: FormatStyle>(format: Format, centered: Bool? = nil) {}
    public init<V: View>(centered: Bool? = nil, @ViewBuilder content: () -> V) {}
    public init(_ words: LocalizedStringKey, centered: Bool? = nil) {}
    @_disfavoredOverload public init<S: StringProtocol>(_ words: S, centered: Bool? = nil) {}
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> AxisMark { AxisMark() }
    public func font(_ font: Font?) -> AxisMark { AxisMark() }
}
public typealias AxisGridLine = AxisMark
public typealias AxisTick = AxisMark
public typealias AxisValueLabel = AxisMark

@resultBuilder public enum AxisMarkBuilder {
    public static func buildBlock(_ marks: AxisMark...) -> AxisMark { AxisMark() }
    public static func buildOptional(_ mark: AxisMark?) -> AxisMark { AxisMark() }
    public static func buildEither(first: AxisMark) -> AxisMark { first }
    public static func buildEither(second: AxisMark) -> AxisMark { second }
}

@resultBuilder public enum AxisContentBuilder {
    public static func buildBlock(_ marks: AxisMarks...) -> AxisMarks { AxisMarks() }
}
