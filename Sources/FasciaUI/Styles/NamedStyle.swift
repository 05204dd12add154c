import FasciaDocument

/// The name of a style that a plugin of the renderer draws. If no style has that name, the control has its default
/// look.
///
///     Toggle("Light", isOn: $light).toggleStyle(.named("neon", ["glow": 2]))
public struct StyleName: Hashable, Sendable {
    let name: String
    /// Parameters for the style. They are passed in the environment under the style's name.
    let parameters: JSON.Object

    public init(_ name: String, _ parameters: JSON.Object = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// - Parameter keys: the environment keys of the kinds of control that the style applies to.
    func modifiers(_ keys: String...) -> [FasciaDocument.Modifier] {
        var values: JSON.Object = [:]
        for key in keys { values[key] = .string(name) }
        if !parameters.isEmpty { values[name] = .object(parameters) }
        return [.environment(values)]
    }
}

public struct NamedToggleStyle: ToggleStyle {
    let style: StyleName

    public func makeBody(configuration: Configuration) -> some View {
        PlainToggle(configuration: configuration).modifier(NodeModifier(modifiers: style.modifiers("toggleStyle")))
    }
}

public struct NamedButtonStyle: PrimitiveButtonStyle {
    let style: StyleName

    public func makeBody(configuration: Configuration) -> some View {
        PlainButton(configuration: configuration).modifier(NodeModifier(modifiers: style.modifiers("buttonStyle")))
    }
}

public struct NamedProgressViewStyle: ProgressViewStyle {
    let style: StyleName

    public func makeBody(configuration: Configuration) -> some View {
        PlainProgress(configuration: configuration).modifier(
            NodeModifier(modifiers: style.modifiers("progressStyle")))
    }
}

/// A wheel drawn by the named style.
public struct NamedPickerStyle: PickerStyle {
    let style: StyleName
    public var _kind: PickerStyleKind { .wheel }
    public var _named: StyleName? { style }
}

extension ToggleStyle where Self == NamedToggleStyle {
    public static func named(_ name: String, _ parameters: JSON.Object = [:]) -> NamedToggleStyle {
        NamedToggleStyle(style: StyleName(name, parameters))
    }
}
extension PrimitiveButtonStyle where Self == NamedButtonStyle {
    public static func named(_ name: String, _ parameters: JSON.Object = [:]) -> NamedButtonStyle {
        NamedButtonStyle(style: StyleName(name, parameters))
    }
}
extension ProgressViewStyle where Self == NamedProgressViewStyle {
    public static func named(_ name: String, _ parameters: JSON.Object = [:]) -> NamedProgressViewStyle {
        NamedProgressViewStyle(style: StyleName(name, parameters))
    }
}
extension PickerStyle where Self == NamedPickerStyle {
    public static func named(_ name: String, _ parameters: JSON.Object = [:]) -> NamedPickerStyle {
        NamedPickerStyle(style: StyleName(name, parameters))
    }
}
