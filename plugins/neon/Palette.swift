import FasciaPluginKit

/// The colours of neon: cyan for on, magenta for off and for the focus, dim for disabled. The program's tint replaces
/// cyan.
enum Palette {
    static let cyan = CellColor(rgb: 0x00E5FF)
    static let magenta = CellColor(rgb: 0xFF2BD6)

    /// The look of the switch or of the button.
    static func look(of control: StyledControl, lit: Bool) -> CellLook {
        guard control.isEnabled else { return CellLook(attributes: .dim) }
        if control.isFocused { return CellLook(foreground: magenta, attributes: .bold) }
        return lit ? CellLook(foreground: control.tint ?? cyan, attributes: .bold) : CellLook(foreground: magenta)
    }

    /// The look of the label.
    static func label(of control: StyledControl) -> CellLook {
        guard control.isEnabled else { return CellLook(attributes: .dim) }
        return control.isFocused ? CellLook(foreground: magenta, attributes: [.bold, .underline]) : CellLook()
    }
}

/// The focus marks around a control: characters, so that the focus is visible without colour.
enum Frame {
    static func marks(of control: StyledControl) -> (open: String, close: String) {
        guard control.isFocused else { return (" ", " ") }
        return control.unicode ? ("❮", "❯") : ("[", "]")
    }
}
