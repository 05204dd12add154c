import FasciaPluginKit

/// A button: `⟨ Save ⟩`, or `<! Delete !>` in ASCII for a destructive role.
struct NeonButton: FasciaStyle {
    let kind = ControlKind.button
    let name = "neon"

    func measure(_ control: StyledControl, proposal: ProposedSize) -> Size {
        let ideal = control.width(of: sign(control)) + 2
        return Size(columns: min(ideal, proposal.columns ?? ideal), rows: 1)
    }

    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        let sign = sign(control)
        let look = Palette.look(of: control, lit: true)
        let (open, close) = Frame.marks(of: control)
        try canvas.text(open, column: 0, row: 0, look: look)
        try canvas.text(sign, column: 1, row: 0, look: look)
        try canvas.text(close, column: min(1 + control.width(of: sign), canvas.size.columns - 1), row: 0, look: look)
    }

    private func sign(_ control: StyledControl) -> String {
        let mark = control.isEnabled ? (control.role == .destructive ? "!" : " ") : (control.unicode ? "┄" : ".")
        return control.unicode
            ? "⟨\(mark)\(control.label)\(mark)⟩"
            : "<\(mark)\(control.label)\(mark)>"
    }
}
