import FasciaPluginKit

/// A sliding switch in neon colours: `◉━━ ON `, `━━○ off`, `━◐━ mix`, then the label.
///
/// Everything can be told apart without colour: the knob's place and the word for the state, brackets for the focus,
/// an open track for a disabled switch.
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
        // Where there is too little room, the label gives way and not the sign of the focus.
        let end = min(Knob.columns + 1 + control.width(of: control.label), canvas.size.columns - 1)
        try canvas.text(close, column: end, row: 0, look: look)
    }
}

/// The picture of a switch without its label.
private struct Knob {
    /// The frame's mark, the track, a space and the word.
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
        // Not yet so: whoever carries it out has not answered.
        if control.isPending { word = "..." }
    }
}
