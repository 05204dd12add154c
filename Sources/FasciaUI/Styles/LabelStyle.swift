/// The appearance of labels: how they show their title and icon.
@MainActor @preconcurrency public protocol LabelStyle {
    associatedtype Body: View
    typealias Configuration = LabelStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct LabelStyleConfiguration {
    public typealias Title = ControlLabel
    public typealias Icon = ControlLabel
    public let title: Title
    public let icon: Icon
}

public struct TitleAndIconLabelStyle: LabelStyle {
    nonisolated public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.icon
            configuration.title
        }
    }
}

public struct TitleOnlyLabelStyle: LabelStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

public struct IconOnlyLabelStyle: LabelStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.icon }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
    public static var automatic: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
    public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}
extension LabelStyle where Self == TitleOnlyLabelStyle { public static var titleOnly: Self { Self() } }
extension LabelStyle where Self == IconOnlyLabelStyle { public static var iconOnly: Self { Self() } }

extension LabelStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension EnvironmentValues {
    @Entry var labelStyles: StyleStack<any LabelStyle> = StyleStack(TitleAndIconLabelStyle())
}

extension View { public func labelStyle<S: LabelStyle>(_ style: S) -> some View { pushing(style, on: \.labelStyles) } }
