import FasciaScene

/// `Size 3 [−|+]`; the sign of an impossible direction is omitted. A disabled stepper has parentheses. In a narrow one
/// only the signs remain beside the words: `Size 3 −+`.
struct BuiltInStepperStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        let ideal = StepperLayout(control, columns: nil).columns
        if control.isRow { return CellSize(columns: max(1, proposal.columns ?? ideal), rows: 1) }
        return control.row(ideal, minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { StepperLayout(control, columns: 0).columns }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = canvas.style(of: control)
        let layout = StepperLayout(control, columns: canvas.size.columns)
        drawFocus(control, columns: layout.start > 0 ? layout.columns : 0, into: &canvas)
        canvas.text(layout.words, at: CellPoint(column: layout.start, row: 0), style: style)
        if let value = layout.value {
            let isUncertain = control.isUnverified && control.isEnabled && !control.isFocused
            canvas.text(
                value.text, at: CellPoint(column: value.column, row: 0), style: isUncertain ? canvas.roles.warning : style)
            canvas.drawCondition(control, before: value.column)
        }
        let minus = control.canDecrement ? (control.unicode ? "−" : "-") : " "
        let plus = control.canIncrement ? "+" : " "
        let signs =
            switch (layout.isWide, control.isEnabled) {
            case (true, true): "[\(minus)|\(plus)]"
            case (true, false): "(\(minus)|\(plus))"
            case (false, true): minus + plus
            case (false, false): "()"
            }
        canvas.text(signs, at: CellPoint(column: layout.signs, row: 0), style: style)
    }

    func parts(_ control: Control, size: CellSize) -> [ControlPart] {
        let layout = StepperLayout(control, columns: size.columns)
        let width = layout.isWide ? 2 : 1
        return [
            ControlPart(CellRect(column: layout.signs, row: 0, columns: width, rows: 1), .decrement),
            ControlPart(
                CellRect(column: layout.columns - width, row: 0, columns: width, rows: 1), .increment),
        ]
    }

    /// The columns of the words and of the signs.
    private struct StepperLayout {
        let words: String
        /// The value, if it stands apart from the label.
        var value: (text: String, column: Int)?
        let start: Int
        let signs: Int
        let columns: Int
        let isWide: Bool

        /// - Parameter columns: the available columns, 0 for the minimum size, `nil` for the ideal size.
        init(_ control: Control, columns: Int?) {
            let all = LabelAndValue(label: control.title, value: control.words.value)
            let wide = control.inset + (all.columns > 0 ? all.columns + 1 : 0) + 5
            let isWide = columns.map { $0 >= wide } ?? true
            let start = columns == 0 ? control.inset : ControlLine(CellSize(columns: columns ?? wide, rows: 1), control).start
            let signsColumns = isWide ? 5 : 2
            let room = columns.map { $0 == 0 ? all.columns : max(0, $0 - start - 1 - signsColumns) } ?? all.columns
            (self.isWide, self.start) = (isWide, start)
            if control.isRow, isWide, let columns, columns > 0 {
                // The signs and the value stand at the right.
                self.columns = ControlLine(CellSize(columns: columns, rows: 1), control).end
                signs = self.columns - signsColumns
                value = (all.value, signs - 1 - TextWidth.of(all.value))
                words = all.label
                return
            }
            words = all.text(columns: min(room, all.columns))
            signs = words.isEmpty ? start : start + TextWidth.of(words) + 1
            self.columns = signs + signsColumns
        }
    }
}
