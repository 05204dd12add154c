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

    /// - Returns: where the text is.
    private func drawFrame(
        _ control: Control, _ style: CellStyle, _ bracket: CellStyle, _ canvas: inout Canvas
    ) -> CellRect {
        let (label, start, area) = frame(control, canvas.size)
        canvas.text(label, at: CellPoint(column: ControlLine(canvas.size).start, row: 0), style: style)
        guard area.minColumn > start else { return area }
        let brackets = control.isEnabled ? ("[", "]") : ("(", ")")
        canvas.text(brackets.0, at: CellPoint(column: start, row: 0), style: bracket)
        canvas.text(brackets.1, at: CellPoint(column: area.maxColumn, row: 0), style: bracket)
        return area
    }

    /// What is shown of the label, where the field begins, and where its text is. The label gives way to the text, then
    /// the brackets do.
    private func frame(_ control: Control, _ size: CellSize) -> (label: String, start: Int, area: CellRect) {
        let first = ControlLine(size).start
        let all = size.columns
        let labelRoom = all - first - 1 - 2 - DefaultTextFieldStyle.leastText
        let label = TextWidth.clean(control.label)
        let shown = labelRoom < min(2, TextWidth.of(label)) ? "" : Wrapping.truncate(label, columns: labelRoom)
        let start = shown.isEmpty ? first : first + TextWidth.of(shown) + 1
        guard all - start >= 4 else {
            return (shown, start, CellRect(column: start, row: 0, columns: max(1, all - start), rows: 1))
        }
        return (shown, start, CellRect(column: start + 1, row: 0, columns: all - start - 2, rows: 1))
    }

    /// A press in the text puts the cursor there.
    func parts(_ control: Control, size: CellSize) -> [ControlPart] { [ControlPart(frame(control, size).area, .text)] }

    /// As much of the text as fits, with the cursor in it.
    private func drawText(_ control: Control, _ area: CellRect, _ style: CellStyle, _ canvas: inout Canvas) {
        let characters = control.value.map { TextWidth.shown($0, unicode: control.unicode) }
        let widths = characters.map { TextWidth.of($0) }
        let cursor = min(control.cursor ?? 0, characters.count)
        let (first, before) = TextWidth.window(widths, cursor: control.cursor, columns: area.size.columns)
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
    /// Which part of a text that is edited is seen: as much as brings the cursor into it.
    ///
    /// - Parameters:
    ///   - widths: of its characters.
    ///   - cursor: before which one it stands; `nil` where there is none.
    /// - Returns: the first character that is seen, and how many columns of text stand before the cursor then.
    static func window(_ widths: [Int], cursor: Int?, columns: Int) -> (first: Int, before: Int) {
        let at = min(cursor ?? 0, widths.count)
        // The cursor stands on the character behind it; at the end it needs a cell of its own.
        let needed = cursor == nil ? 0 : (at < widths.count ? max(1, widths[at]) : 1)
        var first = 0
        var before = widths[..<at].reduce(0, +)
        while before + needed > columns, first < at {
            before -= widths[first]
            first += 1
        }
        return (first, before)
    }

    /// One character of a text that is edited, as it is shown: never nothing, so that the cursor can stand on it.
    static func shown(_ character: Character, unicode: Bool) -> String {
        let clean = clean(String(character))
        let shown = unicode ? clean : ascii(clean)
        return shown.count == 1 ? shown : " "
    }
}
