import FasciaScene

/// The registered styles, by kind of control and name. The environment names the one to use (`{"toggleStyle":"neon"}`);
/// an unknown name falls back to `default`.
public struct StyleRegistry: Sendable {
    /// The name of the style for controls whose environment names no style, or an unknown one.
    public static let defaultName = "default"

    private struct Key: Hashable { var kind: Control.Kind; var name: String }
    private var styles: [Key: any ControlStyle] = [:]

    /// Creates a registry with only the built-in styles.
    public init() {}

    public subscript(kind: Control.Kind, name: String) -> (any ControlStyle)? {
        get { styles[Key(kind: kind, name: name)] }
        set { styles[Key(kind: kind, name: name)] = newValue }
    }

    /// The style to draw with: the one with this name, else the one registered as `default`, else the built-in one.
    public func style(of kind: Control.Kind, named name: String) -> any ControlStyle {
        if let style = self[kind, name] ?? self[kind, StyleRegistry.defaultName] { return style }
        return switch kind {
        case .toggle: name == ButtonToggleStyle.name ? ButtonToggleStyle() : DefaultToggleStyle()
        case .button: DefaultButtonStyle()
        case .picker: DefaultPickerStyle()
        case .option: DefaultOptionStyle()
        case .segments: DefaultSegmentsStyle()
        case .menu: DefaultMenuStyle()
        case .textField: DefaultTextFieldStyle()
        case .slider: DefaultSliderStyle()
        case .stepper: DefaultStepperStyle()
        case .progress: DefaultBarStyle()
        case .gauge: DefaultBarStyle(unicode: ("■", "·"), ascii: ("=", " "), hasEnds: true)
        }
    }

    /// Whether a built-in style has this name.
    public static func isBuiltIn(_ name: String, for kind: Control.Kind) -> Bool {
        name == defaultName || kind == .toggle && name == ButtonToggleStyle.name
    }

    /// The registered names for one kind of control, sorted.
    public func names(of kind: Control.Kind) -> [String] {
        styles.keys.filter { $0.kind == kind }.map(\.name).sorted()
    }
}
