import FasciaScene

/// `(•) large`; a disabled option has no parentheses.
struct DefaultOptionStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        control.row(1 + marked(control).idealColumns, minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { 1 + marked(control).minimumColumns }

    func draw(_ control: Control, into canvas: inout Canvas) {
        draw(marked(control), control, tinted: true, into: &canvas)
    }

    private func marked(_ control: Control) -> MarkedLabel {
        let (on, off) = control.unicode ? ("•", "◦") : ("*", ".")
        let isOn = control.state == .on
        return MarkedLabel(
            words: control.words.label, brackets: control.isEnabled ? ("(", ")") : (" ", " "), mark: isOn ? on : " ",
            bareMark: isOn ? on : off, isEnabled: control.isEnabled)
    }
}

/// `Size  S |[M]| L `; parentheses mark the selected option of a disabled control. If the room is too narrow, only the
/// selected option is shown: `Size ‹ M ›`.
struct DefaultSegmentsStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        control.row(wide(control), wide(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { wide(control) }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = baseStyle(control)
        let isWide = wide(control) <= canvas.size.columns
        drawFocus(control, columns: isWide ? wide(control) : 0, into: &canvas)
        guard isWide else {
            let line = ControlLine(canvas.size)
            let text = turned(control).text(columns: line.columns)
            return canvas.text(text, at: CellPoint(column: line.start, row: 0), style: style)
        }
        canvas.text(control.words.label, at: CellPoint(column: 1, row: 0), style: style)
        for (index, (place, option)) in zip(places(control), control.options).enumerated() {
            if index > 0 {
                // Without a selection, only the separators can show that the control is disabled.
                let line = control.isEnabled ? ("│", "|") : ("┆", ":")
                canvas.text(control.unicode ? line.0 : line.1, at: CellPoint(column: place.column - 1, row: 0), style: style)
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

    /// If only the selected option is shown, the left and right half select its neighbours.
    func parts(_ control: Control, size: CellSize) -> [ControlPart] {
        guard wide(control) > size.columns else {
            return places(control).enumerated().map { index, place in
                ControlPart(CellRect(column: place.column, row: 0, columns: place.columns, rows: 1), .option(index))
            }
        }
        let half = size.columns / 2
        let sides = [
            (CellRect(column: 0, row: 0, columns: half, rows: 1), (control.selected ?? 0) - 1),
            (CellRect(column: half, row: 0, columns: size.columns - half, rows: 1), (control.selected ?? -1) + 1),
        ]
        return sides.map { rect, index in ControlPart(rect, .option(index)) }
    }

    private func turned(_ control: Control) -> ArrowValue {
        let (label, value) = control.words
        return ArrowValue(label: label, value: value, isEnabled: control.isEnabled, unicode: control.unicode)
    }

    private func wide(_ control: Control) -> Int {
        places(control).map { $0.column + $0.columns }.max() ?? head(control)
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
        control.row(1 + bracketed(control).idealColumns, minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { 1 + bracketed(control).minimumColumns }

    func draw(_ control: Control, into canvas: inout Canvas) {
        var style = baseStyle(control)
        if control.isEnabled { style.foreground = control.tint.flatMap(SystemColors.visible) }
        draw(bracketed(control), control, style, into: &canvas)
    }

    private func bracketed(_ control: Control) -> BracketedLabel {
        let (label, value) = control.words
        return BracketedLabel(
            words: [label, value].filter { !$0.isEmpty }.joined(separator: ": "), tail: control.unicode ? " ▾" : " v",
            essence: value, isEnabled: control.isEnabled)
    }
}
