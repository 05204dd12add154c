import FasciaModel

/// `Name [Ada       ]`; the cursor is one inverse cell. What cannot be changed stands in parentheses.
struct DefaultTextFieldStyle: ControlStyle {
    /// What the text gets where nobody says how wide the field is.
    private static let idealText = 20
    private static let leastText = 4

    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        let frame = head(control) + 2
        let ideal = frame + DefaultTextFieldStyle.idealText
        let least = frame + DefaultTextFieldStyle.leastText
        return CellSize(columns: max(least, proposal.columns ?? ideal), rows: 1)
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        drawFocus(control, into: &canvas)
        let plain = CellStyle(attributes: control.isEnabled ? [] : .dim)
        canvas.text(TextWidth.clean(control.label), at: CellPoint(column: 1, row: 0), style: plain)
        let start = head(control)
        let columns = max(1, canvas.size.columns - start - 2)
        var bracket = plain
        if control.isFocused { bracket.attributes.insert(.bold) }
        canvas.text(control.isEnabled ? "[" : "(", at: CellPoint(column: start, row: 0), style: bracket)
        canvas.text(
            control.isEnabled ? "]" : ")", at: CellPoint(column: start + 1 + columns, row: 0), style: bracket)
        var inside = plain
        inside.attributes.insert(.underline)
        let area = CellRect(column: start + 1, row: 0, columns: columns, rows: 1)
        canvas.fill(area, style: inside)
        if control.value.isEmpty {
            var faint = inside
            faint.attributes.insert(.dim)
            let prompt = Wrapping.truncate(TextWidth.clean(control.prompt), columns: columns)
            canvas.text(prompt, at: area.origin, style: faint)
            if control.cursor != nil { drawCursor(prompt.first ?? " ", at: area.origin, inside, &canvas) }
            return
        }
        drawText(control, area, inside, &canvas)
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
