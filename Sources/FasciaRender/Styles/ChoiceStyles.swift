import FasciaModel

/// `(•) large`; what cannot be chosen has no parentheses.
struct DefaultOptionStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        line(control, label: control.label, brackets: "(•) ", proposal: proposal)
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = baseStyle(control)
        let mark = control.state == .on ? (control.unicode ? "•" : "*") : " "
        var marked = style
        if control.isEnabled { marked.foreground = control.tint.flatMap(SystemColors.visible) }
        drawFocus(control, into: &canvas)
        if control.isEnabled {
            canvas.text("(", at: CellPoint(column: 1, row: 0), style: style)
            canvas.text(")", at: CellPoint(column: 3, row: 0), style: style)
        }
        canvas.text(mark, at: CellPoint(column: 2, row: 0), style: marked)
        let label = Wrapping.truncate(TextWidth.clean(control.label), columns: canvas.size.columns - 5)
        canvas.text(label, at: CellPoint(column: 5, row: 0), style: style)
    }
}

/// `Size  S |[M]| L `; in parentheses what is chosen and cannot be changed.
struct DefaultSegmentsStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        let ideal = places(control).map { $0.column + $0.columns }.max() ?? head(control)
        return CellSize(columns: min(ideal, max(1, proposal.columns ?? ideal)), rows: 1)
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = baseStyle(control)
        drawFocus(control, into: &canvas)
        let label = TextWidth.clean(control.label)
        canvas.text(label, at: CellPoint(column: 1, row: 0), style: style)
        for (index, (place, option)) in zip(places(control), control.options).enumerated() {
            if index > 0 {
                canvas.text(control.unicode ? "│" : "|", at: CellPoint(column: place.column - 1, row: 0), style: style)
            }
            var chosen = style
            var text = " " + TextWidth.clean(option) + " "
            if index == control.selected {
                chosen.attributes.insert(.bold)
                if control.isEnabled { chosen.foreground = control.tint.flatMap(SystemColors.visible) }
                text = control.isEnabled ? "[\(TextWidth.clean(option))]" : "(\(TextWidth.clean(option)))"
            }
            canvas.text(text, at: CellPoint(column: place.column, row: 0), style: chosen)
        }
    }

    func parts(_ control: Control, size: CellSize) -> [ControlPart] {
        places(control).enumerated().map { index, place in
            ControlPart(CellRect(column: place.column, row: 0, columns: place.columns, rows: 1), .option(index))
        }
    }

    private func head(_ control: Control) -> Int {
        control.label.isEmpty ? 1 : 2 + TextWidth.of(control.label)
    }

    private func places(_ control: Control) -> [(column: Int, columns: Int)] {
        var column = head(control)
        return control.options.map { option in
            let columns = TextWidth.of(option) + 2
            defer { column += columns + 1 }
            return (column, columns)
        }
    }
}

/// `[ Size: large ▾ ]`
struct DefaultMenuStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        let ideal = 5 + TextWidth.of(text(control))
        return CellSize(columns: min(ideal, max(1, proposal.columns ?? ideal)), rows: 1)
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        var style = baseStyle(control)
        if control.isEnabled { style.foreground = control.tint.flatMap(SystemColors.visible) }
        drawFocus(control, into: &canvas)
        let words = Wrapping.truncate(TextWidth.clean(text(control)), columns: canvas.size.columns - 5)
        let line = control.isEnabled ? "[ \(words) ]" : "( \(words) )"
        canvas.text(line, at: CellPoint(column: 1, row: 0), style: style)
    }

    private func text(_ control: Control) -> String {
        let words = [control.label, control.value].filter { !$0.isEmpty }.joined(separator: ": ")
        return words + (control.unicode ? " ▾" : " v")
    }
}
