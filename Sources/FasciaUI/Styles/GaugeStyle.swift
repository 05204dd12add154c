/// The appearance of gauges. The styles that come with SwiftUI all look the same here.
@MainActor @preconcurrency public protocol GaugeStyle {
    associatedtype Body: View
    typealias Configuration = GaugeStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct GaugeStyleConfiguration {
    public typealias Label = ControlLabel
    /// From 0 to 1.
    public let value: Double
    public let label: Label
    public let currentValueLabel, minimumValueLabel, maximumValueLabel: Label?
    /// The gauge that the renderer draws.
    let plain: ControlLabel
}

public struct DefaultGaugeStyle: GaugeStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.plain }
}

public typealias LinearCapacityGaugeStyle = DefaultGaugeStyle
public typealias AccessoryLinearGaugeStyle = DefaultGaugeStyle
public typealias AccessoryCircularGaugeStyle = DefaultGaugeStyle

extension GaugeStyle where Self == DefaultGaugeStyle {
    public static var automatic: Self { Self() }
    public static var linearCapacity: Self { Self() }
    public static var accessoryLinear: Self { Self() }
    public static var accessoryLinearCapacity: Self { Self() }
    public static var accessoryCircular: Self { Self() }
    public static var accessoryCircularCapacity: Self { Self() }
}

extension GaugeStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension EnvironmentValues {
    @Entry var gaugeStyles: StyleStack<any GaugeStyle> = StyleStack(DefaultGaugeStyle())
}

extension View { public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View { pushing(style, on: \.gaugeStyles) } }
