import FasciaPluginKit

/// The colours of neon: cyan is lit, magenta has the focus, what is disabled is dim. The author's tint takes cyan's
/// place.
enum Palette {
    static let cyan = CellColor(rgb: 0x00E5FF)
    static let magenta = CellColor(rgb: 0xFF2BD6)

    /// How the switch or sign itself is drawn.
    static func look(of control: StyledControl, lit: Bool) -> CellLook {
        guard control.isEnabled else { return CellLook(attributes: .dim) }
        if control.isFocused { return CellLook(foreground: magenta, attributes: .bold) }
        return lit ? CellLook(foreground: control.tint ?? cyan, attributes: .bold) : CellLook(foreground: magenta)
    }

    /// How the label is drawn.
    static func label(of control: StyledControl) -> CellLook {
        guard control.isEnabled else { return CellLook(attributes: .dim) }
        return control.isFocused ? CellLook(foreground: magenta, attributes: [.bold, .underline]) : CellLook()
    }
}

/// What stands around a control: the sign of the focus, in characters so that it needs no colour.
enum Frame {
    static func marks(of control: StyledControl) -> (open: String, close: String) {
        guard control.isFocused else { return (" ", " ") }
        return control.unicode ? ("❮", "❯") : ("[", "]")
    }
}
