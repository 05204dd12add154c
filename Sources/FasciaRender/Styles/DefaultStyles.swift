import FasciaModel

/// How controls look where the environment names no style: every state can be told from every other without colour.
///
/// Each begins with one column for the mark of the focus, so that the focus never moves anything.
struct DefaultToggleStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        line(control, label: control.label, brackets: "[x] ", proposal: proposal)
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let mark = switch (control.state, control.unicode) {
        case (.on, true): "✓"
        case (.on, false): "x"
        case (.off, _): " "
        case (.mixed, true): "–"
        case (.mixed, false): "-"
        }
        let style = baseStyle(control)
        var marked = style
        if control.isEnabled, control.state != .off { marked.foreground = control.tint.flatMap(SystemColors.visible) }
        drawFocus(control, into: &canvas)
        canvas.text(control.isEnabled ? "[" : "(", at: CellPoint(column: 1, row: 0), style: style)
        canvas.text(mark, at: CellPoint(column: 2, row: 0), style: marked)
        canvas.text(control.isEnabled ? "]" : ")", at: CellPoint(column: 3, row: 0), style: style)
        let label = Wrapping.truncate(TextWidth.clean(control.label), columns: canvas.size.columns - 5)
        canvas.text(label, at: CellPoint(column: 5, row: 0), style: style)
    }
}

struct DefaultButtonStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        line(control, label: control.label, brackets: "[  ]", proposal: proposal)
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        var style = baseStyle(control)
        if control.isEnabled {
            let tint = control.role == .destructive ? NamedColor("red") : control.tint
            style.foreground = tint.flatMap(SystemColors.visible)
        }
        drawFocus(control, into: &canvas)
        let label = Wrapping.truncate(TextWidth.clean(control.label), columns: canvas.size.columns - 5)
        let text = control.isEnabled ? "[ \(label) ]" : "( \(label) )"
        canvas.text(text, at: CellPoint(column: 1, row: 0), style: style)
    }
}

/// `Size ‹ large ›`; what is not selected but only stands in is in parentheses; what somebody thinks of picking has a
/// question mark.
struct DefaultPickerStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        // Room for the widest, so that nothing moves while it is turned.
        let widest = control.options.lazy.map { TextWidth.of($0) + 1 }.max() ?? 0
        let room = max(widest - TextWidth.of(shown(control)), 0)
        let ideal = 1 + TextWidth.of(TextWidth.clean(text(control))) + room
        return CellSize(columns: min(ideal, max(1, proposal.columns ?? ideal)), rows: 1)
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        var style = baseStyle(control)
        if control.isEnabled { style.foreground = control.tint.flatMap(SystemColors.visible) }
        drawFocus(control, into: &canvas)
        let line = Wrapping.truncate(TextWidth.clean(text(control)), columns: canvas.size.columns - 1)
        canvas.text(line, at: CellPoint(column: 1, row: 0), style: style)
    }

    private func shown(_ control: Control) -> String {
        switch control.state {
        case .off where !control.value.isEmpty: "(\(control.value))"
        case .mixed: control.value + "?"
        default: control.value
        }
    }

    private func text(_ control: Control) -> String {
        let shown = shown(control)
        let value = switch (control.isEnabled, control.unicode) {
        case (true, true): "‹ \(shown) ›"
        case (true, false): "< \(shown) >"
        case (false, _): "  \(shown)  "
        }
        return control.label.isEmpty ? value : control.label + " " + value
    }
}

/// One row: the column of the focus, the brackets, the label.
func line(_ control: Control, label: String, brackets: String, proposal: ProposedCells) -> CellSize {
    let ideal = 1 + brackets.utf8.count + TextWidth.of(label)
    return CellSize(columns: min(ideal, max(1, proposal.columns ?? ideal)), rows: 1)
}

func baseStyle(_ control: Control) -> CellStyle {
    var style = CellStyle()
    if control.isFocused { style.attributes.insert(.inverse) }
    if !control.isEnabled { style.attributes.insert(.dim) }
    return style
}

func drawFocus(_ control: Control, into canvas: inout Canvas) {
    guard control.isFocused else { return }
    canvas.text(control.unicode ? "›" : ">", at: CellPoint(column: 0, row: 0), style: CellStyle(attributes: .bold))
}
