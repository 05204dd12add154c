import FasciaModel

/// `Name [Ada       ]`; the cursor is one inverse cell. What cannot be changed stands in parentheses.
struct DefaultTextFieldStyle: ControlStyle {
    /// What the text gets where nobody says how wide the field is.
    private static let idealText = 20
    private static let leastText = 4

    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        let ideal = head(control) + 2 + DefaultTextFieldStyle.idealText
        return CellSize(columns: max(1, proposal.columns ?? ideal), rows: 1)
    }

    func leastColumns(_ control: Control) -> Int { head(control) + 2 + DefaultTextFieldStyle.leastText }

    func draw(_ control: Control, into canvas: inout Canvas) {
        drawFocus(control, into: &canvas)
        let plain = CellStyle(attributes: control.isEnabled ? [] : .dim)
        var bracket = plain
        if control.isFocused { bracket.attributes.insert(.bold) }
        let area = drawFrame(control, plain, bracket, &canvas)
        var inside = plain
        inside.attributes.insert(.underline)
        canvas.fill(area, style: inside)
        if control.value.isEmpty {
            var faint = inside
            faint.attributes.insert(.dim)
            let prompt = Wrapping.truncate(TextWidth.clean(control.prompt), columns: area.size.columns)
            canvas.text(prompt, at: area.origin, style: faint)
            if control.cursor != nil { drawCursor(prompt.first ?? " ", at: area.origin, inside, &canvas) }
            return
        }
        drawText(control, area, inside, &canvas)
    }

    /// The label and the brackets. The label gives way to the text, then the brackets do.
    ///
    /// - Returns: where the text is.
    private func drawFrame(
        _ control: Control, _ style: CellStyle, _ bracket: CellStyle, _ canvas: inout Canvas
    ) -> CellRect {
        let line = ControlLine(canvas.size)
        let all = canvas.size.columns
        let labelRoom = all - line.start - 1 - 2 - DefaultTextFieldStyle.leastText
        let label = TextWidth.clean(control.label)
        let shown = labelRoom < min(2, TextWidth.of(label)) ? "" : Wrapping.truncate(label, columns: labelRoom)
        canvas.text(shown, at: CellPoint(column: line.start, row: 0), style: style)
        let start = shown.isEmpty ? line.start : line.start + TextWidth.of(shown) + 1
        guard all - start >= 4 else {
            return CellRect(column: start, row: 0, columns: max(1, all - start), rows: 1)
        }
        let brackets = control.isEnabled ? ("[", "]") : ("(", ")")
        canvas.text(brackets.0, at: CellPoint(column: start, row: 0), style: bracket)
        canvas.text(brackets.1, at: CellPoint(column: all - 1, row: 0), style: bracket)
        return CellRect(column: start + 1, row: 0, columns: all - start - 2, rows: 1)
    }

    /// As much of the text as fits, with the cursor in it.
    private func drawText(_ control: Control, _ area: CellRect, _ style: CellStyle, _ canvas: inout Canvas) {
        let characters = control.value.map { TextWidth.shown($0, unicode: control.unicode) }
        let widths = characters.map { TextWidth.of($0) }
        let cursor = min(control.cursor ?? 0, characters.count)
        // The cursor stands on the character behind it; at the end it needs a cell of its own.
        let needed = control.cursor == nil ? 0 : (cursor < widths.count ? max(1, widths[cursor]) : 1)
        var first = 0
        var before = widths[..<cursor].reduce(0, +)
        while before + needed > area.size.columns, first < cursor {
            before -= widths[first]
            first += 1
        }
        var column = area.minColumn
        for index in first..<characters.count where widths[index] > 0 {
            guard column + widths[index] <= area.maxColumn else { break }
            canvas.text(characters[index], at: CellPoint(column: column, row: 0), style: style)
            column += widths[index]
        }
        guard control.cursor != nil else { return }
        let at = CellPoint(column: area.minColumn + before, row: 0)
        drawCursor(cursor < characters.count ? Character(characters[cursor]) : " ", at: at, style, &canvas)
    }

    private func drawCursor(_ character: Character, at point: CellPoint, _ style: CellStyle, _ canvas: inout Canvas) {
        var inverse = style
        inverse.attributes.insert(.inverse)
        canvas.text(String(character), at: point, style: inverse)
    }

    private func head(_ control: Control) -> Int {
        control.label.isEmpty ? 1 : 2 + TextWidth.of(control.label)
    }
}

extension TextWidth {
    /// One character of a text that is edited, as it is shown: never nothing, so that the cursor can stand on it.
    static func shown(_ character: Character, unicode: Bool) -> String {
        let clean = clean(String(character))
        let shown = unicode ? clean : ascii(clean)
        return shown.count == 1 ? shown : " "
    }
}
