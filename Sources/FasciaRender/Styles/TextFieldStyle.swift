import FasciaScene

/// `Name [Ada       ]`; the cursor is one inverse cell. A disabled field has parentheses.
package struct BuiltInTextFieldStyle: ControlStyle {
    /// Columns of text in the field's ideal size.
    private static let idealText = 20
    private static let minimumText = 4

    package func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        let ideal = head(control) + 2 + BuiltInTextFieldStyle.idealText
        let columns = max(1, proposal.columns ?? ideal)
        guard let range = control.field?.lines else { return CellSize(columns: columns, rows: 1) }
        let room = Frame(control, CellSize(columns: columns, rows: 1)).area.size.columns
        let count = EditedLines(control.value, columns: room, limit: range.upperBound).ranges.count
        return CellSize(columns: columns, rows: min(max(count, range.lowerBound), range.upperBound))
    }

    package func minimumColumns(_ control: Control) -> Int { head(control) + 2 + BuiltInTextFieldStyle.minimumText }

    package func draw(_ control: Control, into canvas: inout Canvas) {
        // The field has a colour of its own.
        let field = Frame(control, canvas.size)
        let start = field.area.minColumn - (field.hasBrackets ? 1 : 0)
        if control.isRow {
            canvas.drawRowFocus(control, columns: start)
            canvas.drawCondition(control, before: start)
        } else {
            drawFocus(control, into: &canvas)
        }
        let plain = CellStyle(attributes: control.isEnabled ? [] : .dim)
        let rows = control.field?.lines == nil ? 1 : max(1, canvas.size.rows)
        let area = drawFrame(control, rows, plain, &canvas)
        var inside = plain
        if control.isEnabled { inside.background = canvas.roles.raised.background }
        if inside.background == nil { inside.attributes.insert(.underline) }
        canvas.fill(area, style: inside)
        if control.value.isEmpty {
            var faint = inside
            faint.attributes.insert(.dim)
            let prompt = Wrapping.truncate(TextWidth.clean((control.field?.prompt ?? "")), columns: area.size.columns)
            canvas.text(prompt, at: area.origin, style: faint)
            if control.cursor != nil { drawCursor(prompt.first ?? " ", at: area.origin, inside, &canvas) }
            return
        }
        control.field?.lines == nil ? drawText(control, area, inside, &canvas) : drawLines(control, area, inside, &canvas)
    }

    /// Draws as many lines as fit, including the cursor's line. Without a cursor these are the first ones.
    private func drawLines(_ control: Control, _ area: CellRect, _ style: CellStyle, _ canvas: inout Canvas) {
        let lines = EditedLines(
            control.value, columns: area.size.columns, limit: control.cursor == nil ? area.size.rows : .max)
        let characters = Array(control.value.prefix(lines.ranges.last?.upperBound ?? 0))
        let first = lines.firstShown(rows: area.size.rows, cursor: control.cursor)
        for (row, range) in lines.ranges[first...].prefix(area.size.rows).enumerated() {
            var column = area.minColumn
            for character in characters[range] {
                let shown = TextWidth.shown(character, unicode: control.unicode)
                guard column + TextWidth.of(shown) <= area.maxColumn else { break }
                canvas.text(shown, at: CellPoint(column: column, row: row), style: style)
                column += max(1, TextWidth.of(shown))
            }
        }
        guard let cursor = control.cursor else { return }
        let column = min(lines.column(of: cursor), area.size.columns - 1)
        let at = CellPoint(column: area.minColumn + column, row: lines.line(of: cursor) - first)
        let isOnOne = cursor < characters.count && !characters[cursor].isNewline
        let under = isOnOne ? TextWidth.shown(characters[cursor], unicode: control.unicode).first ?? " " : " "
        drawCursor(under, at: at, style, &canvas)
    }

    /// Draws the label and the brackets around each row.
    ///
    /// - Returns: the area of the text.
    private func drawFrame(
        _ control: Control, _ rows: Int, _ style: CellStyle, _ canvas: inout Canvas
    ) -> CellRect {
        let frame = Frame(control, canvas.size)
        let isFilled = control.isFocused && control.isRow
        canvas.text(frame.label, at: CellPoint(column: frame.start, row: 0), style: isFilled ? canvas.roles.focus : style)
        var area = frame.area
        area.size.rows = rows
        guard frame.hasBrackets else { return area }
        var bracket = control.isFocused ? style.adding(.bold) : style
        let brackets = control.isEnabled ? ("[", "]") : ("(", ")")
        // Where the terminal can show a background, the brackets have its colour, too.
        if control.isEnabled, let raised = canvas.roles.raised.background {
            (bracket.background, bracket.foreground) = (raised, raised)
        }
        for row in 0..<rows {
            canvas.text(brackets.0, at: CellPoint(column: area.minColumn - 1, row: row), style: bracket)
            canvas.text(brackets.1, at: CellPoint(column: area.maxColumn, row: row), style: bracket)
        }
        return area
    }

    /// The layout of label, brackets and text. In a narrow field the label is omitted first, then the brackets.
    private struct Frame {
        /// The first column of the label.
        let start: Int
        let label: String
        let hasBrackets: Bool
        let area: CellRect

        init(_ control: Control, _ size: CellSize) {
            let line = ControlLine(size, control)
            start = line.start
            let all = line.end
            let room = all - start - 1 - 2 - BuiltInTextFieldStyle.minimumText
            let label = control.title
            self.label = room < min(2, TextWidth.of(label)) ? "" : Wrapping.truncate(label, columns: room)
            var end = self.label.isEmpty ? start : start + TextWidth.of(self.label) + 1
            if control.isRow { end = max(end, line.field(after: self.label)) }
            hasBrackets = all - end >= 4
            area =
                hasBrackets
                ? CellRect(column: end + 1, row: 0, columns: all - end - 2, rows: 1)
                : CellRect(column: end, row: 0, columns: max(1, all - end), rows: 1)
        }
    }

    /// A click in the text moves the cursor there.
    package func parts(_ control: Control, size: CellSize) -> [ControlPart] {
        var area = Frame(control, size).area
        if control.field?.lines != nil { area.size.rows = max(1, size.rows) }
        return [ControlPart(area, .text)]
    }

    /// Draws as much of the text as fits, including the cursor.
    private func drawText(_ control: Control, _ area: CellRect, _ style: CellStyle, _ canvas: inout Canvas) {
        // One character more than fits, so that a cut is noticed however long the text is.
        let characters = Array(control.value.prefix(control.cursor == nil ? area.size.columns + 1 : .max))
        func shown(_ index: Int) -> String { TextWidth.shown(characters[index], unicode: control.unicode) }
        let cursor = min(control.cursor ?? 0, characters.count)
        let (first, before) = TextWidth.window(
            count: characters.count, cursor: control.cursor, columns: area.size.columns
        ) { TextWidth.of(shown($0)) }
        guard control.cursor != nil else {
            let text = characters.indices.map(shown).joined()
            return canvas.text(Wrapping.truncate(text, columns: area.size.columns), at: area.origin, style: style)
        }
        var column = area.minColumn
        for index in first..<characters.count {
            let character = shown(index)
            let width = TextWidth.of(character)
            guard column + width <= area.maxColumn else { break }
            canvas.text(character, at: CellPoint(column: column, row: 0), style: style)
            column += width
        }
        let at = CellPoint(column: area.minColumn + before, row: 0)
        drawCursor(cursor < characters.count ? shown(cursor).first ?? " " : " ", at: at, style, &canvas)
    }

    private func drawCursor(_ character: Character, at point: CellPoint, _ style: CellStyle, _ canvas: inout Canvas) {
        var inverse = style
        inverse.attributes.insert(.inverse)
        canvas.text(String(character), at: point, style: inverse)
    }

    private func head(_ control: Control) -> Int {
        control.inset + (control.title.isEmpty ? 0 : TextWidth.of(control.title) + 1)
    }
}

extension TextWidth {
    /// The visible part of an edited text, chosen so that it includes the cursor. Examines only visible characters,
    /// however long the text is.
    ///
    /// - Parameters:
    ///   - count: the number of characters.
    ///   - cursor: the index of the character after the cursor; `nil` without a cursor.
    ///   - columns: the visible columns.
    ///   - width: the width of the character at an index.
    /// - Returns: the index of the first visible character, and the columns from there to the cursor.
    package static func window(count: Int, cursor: Int?, columns: Int, width: (Int) -> Int) -> (first: Int, before: Int) {
        let at = min(cursor ?? 0, count)
        // The cursor covers the character after it; at the end of the text it needs a cell of its own.
        let needed = cursor == nil ? 0 : (at < count ? max(1, width(at)) : 1)
        var (first, before) = (at, 0)
        while first > 0 {
            let next = before + width(first - 1)
            guard next + needed <= columns else { break }
            (first, before) = (first - 1, next)
        }
        return (first, before)
    }

    /// The visible form of a character of an edited text. Never empty, so that the cursor can be drawn on it.
    package static func shown(_ character: Character, unicode: Bool) -> String {
        let clean = clean(String(character))
        let shown = unicode ? clean : ascii(clean)
        return shown.count == 1 ? shown : " "
    }
}
