import FasciaScene

/// The registered styles, by kind of control and name. The environment names the one to use (`{"toggleStyle":"neon"}`);
/// an unknown name falls back to `default`.
public struct StyleRegistry {
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
    public func style(of control: Control, named name: String) -> any ControlStyle {
        self[control.kind, name] ?? self[control.kind, StyleRegistry.defaultName]
            ?? StyleRegistry.builtIn(control.kind, named: name, isRow: control.isRow)
    }

    /// Whether a plugin's style draws the control.
    func hasStyle(of control: Control, named name: String) -> Bool {
        self[control.kind, name] != nil || self[control.kind, StyleRegistry.defaultName] != nil
    }

    /// The built-in style for a kind of control.
    ///
    /// - Parameter isRow: Whether the control is a row of a form or a list.
    public static func builtIn(
        _ kind: Control.Kind, named name: String = defaultName, isRow: Bool = false
    ) -> any ControlStyle {
        switch kind {
        case .toggle where name == BuiltInButtonToggleStyle.name: BuiltInButtonToggleStyle()
        case .toggle, .button, .picker, .menu: isRow ? RowStyle() : inline(kind)
        case .option: BuiltInOptionStyle()
        case .segments: BuiltInSegmentsStyle()
        case .textField: BuiltInTextFieldStyle()
        case .slider, .progress, .gauge: BuiltInBarStyle()
        case .stepper: BuiltInStepperStyle()
        case .section, .listRow, .table, .modal, .titleBar: NoSurfaceStyle()
        }
    }

    private static func inline(_ kind: Control.Kind) -> any ControlStyle {
        switch kind {
        case .toggle: BuiltInToggleStyle()
        case .button: BuiltInButtonStyle()
        case .menu: BuiltInMenuStyle()
        default: BuiltInPickerStyle()
        }
    }

    public static func isBuiltIn(_ name: String, for kind: Control.Kind) -> Bool {
        name == defaultName || kind == .toggle && name == BuiltInButtonToggleStyle.name
    }

    /// The registered names for one kind of control, sorted.
    public func names(of kind: Control.Kind) -> [String] {
        styles.keys.filter { $0.kind == kind }.map(\.name).sorted()
    }
}
