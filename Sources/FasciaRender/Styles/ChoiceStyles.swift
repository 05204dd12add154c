import FasciaScene

/// `(•) large`; a disabled option has no parentheses.
struct BuiltInOptionStyle: MarkedStyle {
    func line(_ control: Control) -> MarkedLabel {
        let (on, off) = control.unicode ? ("•", "◦") : ("*", ".")
        let isOn = control.state == .on
        return MarkedLabel(
            words: control.words.label, brackets: control.isEnabled ? ("(", ")") : (" ", " "), mark: isOn ? on : " ",
            bareMark: isOn ? on : off, isEnabled: control.isEnabled)
    }
}

/// `Size  S │ M  [L]`; parentheses mark the selected option of a disabled control. Where the terminal can show a background,
/// the options have one, and the selected one another. If the room is too narrow, only the selected option is shown:
/// `Size ‹ M ›`.
struct BuiltInSegmentsStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        if control.isRow { return CellSize(columns: max(1, proposal.columns ?? wide(control)), rows: 1) }
        return control.row(wide(control), wide(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { wide(control) }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let columns = wide(control)
        guard columns <= canvas.size.columns else {
            if control.isRow {
                var wheel = control
                wheel.state = control.selected == nil ? .off : .on
                return RowStyle().draw(wheel, into: &canvas)
            }
            return drawLine(
                arrowValue(control).text(columns: ControlLine(canvas.size, control).columns), control, canvas.style(of: control),
                into: &canvas)
        }
        let style = canvas.style(of: control)
        drawFocus(control, columns: columns, into: &canvas)
        canvas.text(control.title, at: CellPoint(column: control.inset, row: 0), style: style)
        let look = Look(control, style, canvas.roles)
        let options = optionColumns(control, canvas.size)
        if let first = options.first, let last = options.last {
            let area = CellRect(column: first.column, row: 0, columns: last.column + last.columns - first.column, rows: 1)
            canvas.fill(area, style: look.other)
            canvas.drawCondition(control, before: first.column)
        }
        for (index, (position, option)) in zip(options, control.options).enumerated() {
            let at = CellPoint(column: position.column, row: 0)
            let isSelected = index == control.selected
            // The brackets of the selected option separate it, too. Without a selection, only the separators can show that
            // the control is disabled.
            if index > 0, !control.isEnabled || !isSelected && index - 1 != control.selected {
                let line = control.isEnabled ? ("│", "|") : ("┆", ":")
                canvas.text(
                    control.unicode ? line.0 : line.1, at: CellPoint(column: at.column - 1, row: 0), style: look.separator)
            }
            let words = TextWidth.clean(option)
            canvas.text(" " + words + " ", at: at, style: isSelected ? look.selected : look.other)
            guard isSelected else { continue }
            let brackets = control.isEnabled ? ("[", "]") : ("(", ")")
            canvas.text(brackets.0, at: at, style: look.brackets)
            canvas.text(brackets.1, at: CellPoint(column: at.column + position.columns - 1, row: 0), style: look.brackets)
        }
    }

    /// The styles of the options.
    private struct Look {
        var other, selected, brackets, separator: CellStyle

        init(_ control: Control, _ style: CellStyle, _ roles: ColorRoles) {
            (other, selected) = (style, style.adding(.bold))
            separator = control.isFocused ? style : roles.line
            if control.isEnabled, let raised = roles.raised.background, let accent = Look.accent(control, roles) {
                if !control.isFocused { (other.background, separator.background) = (raised, raised) }
                let fill = control.isFocused ? roles.focus.foreground ?? accent : accent
                let letters = [RGB(0, 0, 0), RGB(255, 255, 255)].max { $0.contrast(to: fill) < $1.contrast(to: fill) }
                selected = CellStyle(foreground: letters, background: fill, attributes: .bold)
                brackets = CellStyle(foreground: fill, background: fill)
                return
            }
            if control.isEnabled, !control.isFocused {
                selected.foreground = Look.accent(control, roles) ?? selected.foreground
            }
            brackets = selected
        }

        private static func accent(_ control: Control, _ roles: ColorRoles) -> RGB? {
            control.isUnverified ? roles.warning.foreground : control.accent ?? roles.accent.foreground
        }
    }

    /// If only the selected option is shown, the left and right half select its neighbours.
    func parts(_ control: Control, size: CellSize) -> [ControlPart] {
        guard wide(control) > size.columns else {
            return optionColumns(control, size).enumerated().map { index, position in
                ControlPart(CellRect(column: position.column, row: 0, columns: position.columns, rows: 1), .option(index))
            }
        }
        let half = size.columns / 2
        let sides = [
            (CellRect(column: 0, row: 0, columns: half, rows: 1), (control.selected ?? 0) - 1),
            (CellRect(column: half, row: 0, columns: size.columns - half, rows: 1), (control.selected ?? -1) + 1),
        ]
        return sides.map { rect, index in ControlPart(rect, .option(index)) }
    }

    private func arrowValue(_ control: Control) -> ArrowValue {
        return ArrowValue(
            label: control.title, value: control.words.value, isEnabled: control.isEnabled, unicode: control.unicode)
    }

    private func wide(_ control: Control) -> Int {
        optionColumns(control).map { $0.column + $0.columns }.max() ?? head(control)
    }

    private func head(_ control: Control) -> Int {
        control.inset + (control.title.isEmpty ? 0 : TextWidth.of(control.title) + 1)
    }

    /// In a row they stand at the right.
    private func optionColumns(_ control: Control, _ size: CellSize? = nil) -> [(column: Int, columns: Int)] {
        var column = head(control)
        if control.isRow, let size { column += max(0, ControlLine(size, control).end - wide(control)) }
        return control.options.map { option in
            let columns = TextWidth.of(option) + 2
            defer { column += columns + 1 }
            return (column, columns)
        }
    }
}

/// `[ Size: large ▾ ]`. A placeholder that is not selected has parentheses.
struct BuiltInMenuStyle: BracketedStyle {
    func line(_ control: Control) -> BracketedLabel {
        let (label, value) = (control.words.label, control.option)
        return BracketedLabel(
            words: [label, value].filter { !$0.isEmpty }.joined(separator: ": "), tail: control.unicode ? " ▾" : " v",
            essence: value, isEnabled: control.isEnabled)
    }
}
