/// The appearance of group boxes.
@MainActor @preconcurrency public protocol GroupBoxStyle {
    associatedtype Body: View
    typealias Configuration = GroupBoxStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct GroupBoxStyleConfiguration {
    public typealias Label = ControlLabel
    public typealias Content = ControlLabel
    public let label: Label
    public let content: Content
}

public struct DefaultGroupBoxStyle: GroupBoxStyle {
    nonisolated public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading) {
            configuration.label.bold()
            VStack(alignment: .leading) { configuration.content }.border(.secondary)
        }
    }
}

extension GroupBoxStyle where Self == DefaultGroupBoxStyle { public static var automatic: Self { Self() } }

extension GroupBoxStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension EnvironmentValues {
    @Entry var groupBoxStyles: StyleStack<any GroupBoxStyle> = StyleStack(DefaultGroupBoxStyle())
}

extension View { public func groupBoxStyle<S: GroupBoxStyle>(_ style: S) -> some View { pushing(style, on: \.groupBoxStyles) } }
