/// The appearance of labeled content.
@MainActor @preconcurrency public protocol LabeledContentStyle {
    associatedtype Body: View
    typealias Configuration = LabeledContentStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct LabeledContentStyleConfiguration {
    public typealias Label = ControlLabel
    public typealias Content = ControlLabel
    public let label: Label
    public let content: Content
}

public struct AutomaticLabeledContentStyle: LabeledContentStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.label
            Spacer()
            configuration.content.foregroundStyle(.secondary)
        }
    }
}

extension LabeledContentStyle where Self == AutomaticLabeledContentStyle { public static var automatic: Self { Self() } }

/// The appearance of disclosure groups.
@MainActor @preconcurrency public protocol DisclosureGroupStyle {
    associatedtype Body: View
    typealias Configuration = DisclosureGroupStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct DisclosureGroupStyleConfiguration {
    public typealias Label = ControlLabel
    public typealias Content = ControlLabel
    public let label: Label
    public let content: Content
    @Binding public var isExpanded: Bool
}

public struct AutomaticDisclosureGroupStyle: DisclosureGroupStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading) {
            Button {
                configuration.isExpanded.toggle()
            } label: {
                HStack {
                    Text(verbatim: configuration.isExpanded ? "▾" : "▸")
                    configuration.label
                }
                // Leaves a column for the focus mark.
                .padding(.leading, .cells(1))
            }
            .buttonStyle(.plain)
            if configuration.isExpanded {
                VStack(alignment: .leading) { configuration.content }.padding(.leading, .cells(2))
            }
        }
    }
}

extension DisclosureGroupStyle where Self == AutomaticDisclosureGroupStyle { public static var automatic: Self { Self() } }

/// The appearance of menus. The styles that come with SwiftUI all look the same here.
@MainActor @preconcurrency public protocol MenuStyle {
    associatedtype Body: View
    typealias Configuration = MenuStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct MenuStyleConfiguration {
    public typealias Label = ControlLabel
    public typealias Content = ControlLabel
    public let label: Label
    public let content: Content
}

public struct DefaultMenuStyle: MenuStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { Menu(configuration) }
}

public typealias ButtonMenuStyle = DefaultMenuStyle
public typealias BorderlessButtonMenuStyle = DefaultMenuStyle

extension MenuStyle where Self == DefaultMenuStyle {
    public static var automatic: Self { Self() }
    public static var button: Self { Self() }
    public static var borderlessButton: Self { Self() }
}

/// The appearance of text fields. The styles that come with SwiftUI all look the same here.
@MainActor @preconcurrency public protocol TextFieldStyle {
    associatedtype _Body: View
    typealias _Label = ControlLabel
    @ViewBuilder @MainActor @preconcurrency func _body(configuration: TextField<_Label>) -> _Body
}

public struct DefaultTextFieldStyle: TextFieldStyle {
    nonisolated public init() {}
    public func _body(configuration: TextField<_Label>) -> some View { configuration }
}

public typealias PlainTextFieldStyle = DefaultTextFieldStyle
public typealias RoundedBorderTextFieldStyle = DefaultTextFieldStyle
public typealias SquareBorderTextFieldStyle = DefaultTextFieldStyle

extension TextFieldStyle where Self == DefaultTextFieldStyle {
    public static var automatic: Self { Self() }
    public static var plain: Self { Self() }
    public static var roundedBorder: Self { Self() }
    public static var squareBorder: Self { Self() }
}

// MARK: - In the environment

/// Gives a style its own view node, so that it can read the environment and keep state.
struct StyledView<Style, Content: View>: View, NamedInMessages {
    let style: Style
    let content: (Style) -> Content
    static var messageType: Any.Type { Style.self }
    var body: some View { content(style) }
}

extension LabeledContentStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension DisclosureGroupStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension MenuStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension TextFieldStyle {
    func view(_ field: TextField<ControlLabel>) -> any View { StyledView(style: self) { $0._body(configuration: field) } }
}

extension EnvironmentValues {
    @Entry var labeledContentStyles: StyleStack<any LabeledContentStyle> = StyleStack(AutomaticLabeledContentStyle())
    @Entry var disclosureGroupStyles: StyleStack<any DisclosureGroupStyle> = StyleStack(AutomaticDisclosureGroupStyle())
    @Entry var menuStyles: StyleStack<any MenuStyle> = StyleStack(DefaultMenuStyle())
    @Entry var textFieldStyles: StyleStack<any TextFieldStyle> = StyleStack(DefaultTextFieldStyle())
}

extension View {
    public func labeledContentStyle<S: LabeledContentStyle>(_ style: S) -> some View {
        pushing(style, on: \.labeledContentStyles)
    }

    public func disclosureGroupStyle<S: DisclosureGroupStyle>(_ style: S) -> some View {
        pushing(style, on: \.disclosureGroupStyles)
    }

    public func menuStyle<S: MenuStyle>(_ style: S) -> some View { pushing(style, on: \.menuStyles) }

    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { pushing(style, on: \.textFieldStyles) }
}
