import FasciaModel

/// The name of a style that is drawn by whoever shows the control: a plugin's. Where there is none of that name, the
/// control looks as it does by default.
///
///     Toggle("Light", isOn: $light).toggleStyle(.named("neon", ["glow": 2]))
public struct StyleName: Hashable, Sendable {
    let name: String
    /// What the style may read: it finds these under its own name.
    let parameters: JSON.Object

    public init(_ name: String, _ parameters: JSON.Object = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// - Parameter keys: for which kinds of control the environment is to name it.
    func modifiers(_ keys: String...) -> [FasciaModel.Modifier] {
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

/// The picker is a wheel, which the named style draws.
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
