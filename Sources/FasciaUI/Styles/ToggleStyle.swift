/// The appearance of toggles.
@MainActor @preconcurrency public protocol ToggleStyle {
    associatedtype Body: View
    typealias Configuration = ToggleStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// The toggle to show, as passed to a style.
public struct ToggleStyleConfiguration {
    public typealias Label = ControlLabel
    public let label: Label
    let state: ToggleState

    /// Whether all values of the toggle are on.
    @Binding public var isOn: Bool

    /// Whether only some values of the toggle are on.
    public var isMixed: Bool { state.shown == .mixed }

    init(_ label: Label, _ state: ToggleState) {
        self.label = label
        self.state = state
        _isOn = state.binding
    }
}

/// The toggle that the renderer draws.
public struct DefaultToggleStyle: ToggleStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { PlainToggle(configuration: configuration) }
}

public struct SwitchToggleStyle: ToggleStyle {
    private var tint: Color?
    nonisolated public init() {}
    nonisolated public init(tint: Color) { self.tint = tint }

    public func makeBody(configuration: Configuration) -> some View {
        PlainToggle(configuration: configuration).tint(ifGiven: tint)
    }
}

public struct CheckboxToggleStyle: ToggleStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { PlainToggle(configuration: configuration) }
}

/// A button that shows whether it is on.
public struct ButtonToggleStyle: ToggleStyle {
    nonisolated public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        // The renderer draws the state, which a plain button label could not show.
        NamedToggleStyle(style: StyleName("button")).makeBody(configuration: configuration)
    }
}

extension ToggleStyle where Self == DefaultToggleStyle { public static var automatic: Self { Self() } }
extension ToggleStyle where Self == SwitchToggleStyle { public static var `switch`: Self { Self() } }
extension ToggleStyle where Self == CheckboxToggleStyle { public static var checkbox: Self { Self() } }
extension ToggleStyle where Self == ButtonToggleStyle { public static var button: Self { Self() } }

extension ToggleStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension EnvironmentValues {
    @Entry var toggleStyles: StyleStack<any ToggleStyle> = StyleStack(DefaultToggleStyle())
}

extension View { public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View { pushing(style, on: \.toggleStyles) } }
