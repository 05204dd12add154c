import FasciaDocument

/// The appearance of buttons. The interaction stays standard.
@MainActor @preconcurrency public protocol ButtonStyle {
    associatedtype Body: View
    typealias Configuration = ButtonStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct ButtonStyleConfiguration {
    public typealias Label = ControlLabel
    public let role: ButtonRole?
    public let label: Label
    /// Always false: a tap in a terminal has no duration.
    public let isPressed: Bool
}

/// The appearance and the interaction of buttons.
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {
    associatedtype Body: View
    typealias Configuration = PrimitiveButtonStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct PrimitiveButtonStyleConfiguration {
    public typealias Label = ControlLabel
    public let role: ButtonRole?
    public let label: Label
    let action: () -> Void

    /// Performs the button's action.
    @MainActor public func trigger() { action() }
}

/// The button that the renderer draws.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { PlainButton(configuration: configuration) }
}

public struct BorderedButtonStyle: PrimitiveButtonStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { PlainButton(configuration: configuration) }
}

public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { PlainButton(configuration: configuration).bold() }
}

/// Only the label, which can be tapped.
public struct PlainButtonStyle: PrimitiveButtonStyle {
    nonisolated public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        TappableStyle(action: configuration.action, content: configuration.label)
    }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle { public static var automatic: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { public static var bordered: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: Self { Self() }
    public static var glassProminent: Self { Self() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { public static var glass: Self { Self() } }
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
    public static var borderless: PlainButtonStyle { PlainButtonStyle() }
    public static var accessoryBar: PlainButtonStyle { PlainButtonStyle() }
    public static var link: PlainButtonStyle { PlainButtonStyle() }
}

public typealias BorderlessButtonStyle = PlainButtonStyle
public typealias LinkButtonStyle = PlainButtonStyle

/// Turns a `ButtonStyle` into a `PrimitiveButtonStyle`.
private struct ButtonStyleAdapter<Style: ButtonStyle>: PrimitiveButtonStyle {
    let style: Style

    func makeBody(configuration: PrimitiveButtonStyleConfiguration) -> some View {
        let look = ButtonStyleConfiguration(role: configuration.role, label: configuration.label, isPressed: false)
        TappableStyle(action: configuration.action, content: StyledView(style: style) { $0.makeBody(configuration: look) })
    }
}

/// Makes its content one tappable node, labelled with the words in it.
private struct TappableStyle<Content: View>: View, Primitive {
    let action: () -> Void
    let content: Content

    func update(_ viewNode: ViewNode) {
        viewNode.updateSubtree(content)
        let action = action
        viewNode.handleTaps { _ in action() }
        viewNode.setLowering { [unowned viewNode] in
            let nodes = viewNode.childNodes
            let stack = StackContent(.horizontal, children: nodes)
            return [
                Node(
                    .stack(stack), id: viewNode.address,
                    modifiers: [
                        .accessibilityLabel(nodes.accessibilityText), .accessibilityRole(.button),
                        .tap(.tapped(viewNode.address)),
                    ])
            ]
        }
    }
}

extension PrimitiveButtonStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension EnvironmentValues {
    @Entry var buttonStyles: StyleStack<any PrimitiveButtonStyle> = StyleStack(DefaultButtonStyle())
}

extension View {
    public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
        pushing(ButtonStyleAdapter(style: style), on: \.buttonStyles)
    }
    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { pushing(style, on: \.buttonStyles) }
}
