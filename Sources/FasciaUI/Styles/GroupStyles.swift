// The appearance of forms and of groups of controls. The styles that come with SwiftUI all look the same here.

@MainActor @preconcurrency public protocol FormStyle {
    associatedtype Body: View
    typealias Configuration = FormStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct FormStyleConfiguration {
    public typealias Content = ControlLabel
    public let content: Content
}

public struct AutomaticFormStyle: FormStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { PlainForm(content: configuration.content) }
}

public typealias GroupedFormStyle = AutomaticFormStyle
public typealias ColumnsFormStyle = AutomaticFormStyle

extension FormStyle where Self == AutomaticFormStyle {
    public static var automatic: Self { Self() }
    public static var grouped: Self { Self() }
    public static var columns: Self { Self() }
}

@MainActor @preconcurrency public protocol ControlGroupStyle {
    associatedtype Body: View
    typealias Configuration = ControlGroupStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct ControlGroupStyleConfiguration {
    public typealias Content = ControlLabel
    public typealias Label = ControlLabel
    public let content: Content
    public let label: Label
}

/// The controls side by side. The label is not shown.
public struct AutomaticControlGroupStyle: ControlGroupStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { HStack { configuration.content } }
}

public typealias NavigationControlGroupStyle = AutomaticControlGroupStyle
public typealias CompactMenuControlGroupStyle = AutomaticControlGroupStyle
public typealias MenuControlGroupStyle = AutomaticControlGroupStyle
public typealias PaletteControlGroupStyle = AutomaticControlGroupStyle

extension ControlGroupStyle where Self == AutomaticControlGroupStyle {
    public static var automatic: Self { Self() }
    public static var navigation: Self { Self() }
    public static var compactMenu: Self { Self() }
    public static var menu: Self { Self() }
    public static var palette: Self { Self() }
}

// MARK: - In the environment

extension FormStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension ControlGroupStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension EnvironmentValues {
    @Entry var formStyles: StyleStack<any FormStyle> = StyleStack(AutomaticFormStyle())
    @Entry var controlGroupStyles: StyleStack<any ControlGroupStyle> = StyleStack(AutomaticControlGroupStyle())
}

extension View {
    public func formStyle<S: FormStyle>(_ style: S) -> some View { pushing(style, on: \.formStyles) }

    public func controlGroupStyle<S: ControlGroupStyle>(_ style: S) -> some View { pushing(style, on: \.controlGroupStyles) }
}
