import FasciaPluginKit

/// A sliding switch in neon colours: `◉━━ ON `, `━━○ off`, `━◐━ mix`, then the label.
///
/// Every state can be told apart without colour: by the knob's position and the word for the state, the brackets of the
/// focus, and the dashed track of a disabled switch.
struct NeonToggle: FasciaStyle {
    let kind = ControlKind.toggle
    let name = "neon"

    func measure(_ control: StyledControl, proposal: ProposedSize) -> Size {
        let ideal = Knob.columns + 1 + control.width(of: control.label) + 1
        return Size(columns: min(ideal, proposal.columns ?? ideal), rows: 1)
    }

    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        let knob = Knob(control)
        let look = Palette.look(of: control, lit: control.state != .off)
        let (open, close) = Frame.marks(of: control)
        try canvas.text(open, column: 0, row: 0, look: look)
        try canvas.text(knob.track, column: 1, row: 0, look: look)
        try canvas.text(knob.word, column: 5, row: 0, look: look)
        try canvas.text(control.label, column: Knob.columns + 1, row: 0, look: Palette.label(of: control))
        // In a narrow canvas the label is overwritten, not the closing focus mark.
        let end = min(Knob.columns + 1 + control.width(of: control.label), canvas.size.columns - 1)
        try canvas.text(close, column: end, row: 0, look: look)
    }
}

/// The switch without its label.
private struct Knob {
    /// The columns of the focus mark, the track, a space and the word.
    static let columns = 1 + 3 + 1 + 3

    var track: String
    var word: String

    init(_ control: StyledControl) {
        let line = control.isEnabled ? (control.unicode ? "━" : "=") : (control.unicode ? "┄" : ".")
        switch control.state {
        case .on:
            track = (control.unicode ? "◉" : "@") + line + line
            word = "ON "
        case .off:
            track = line + line + (control.unicode ? "○" : "o")
            word = "off"
        case .mixed:
            track = line + (control.unicode ? "◐" : "%") + line
            word = "mix"
        }
        // The requested state is not confirmed yet.
        if control.isPending { word = "..." }
    }
}
