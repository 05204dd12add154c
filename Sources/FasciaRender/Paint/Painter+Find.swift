extension Painter {
    /// Draws the palette over everything else, if it is open.
    mutating func drawFind() {
        guard let palette = input.display.find else { return }
        let screen = input.screen
        let box = FindBox(palette, in: layout.size)
        dim(screen)
        buffer.clear(box.rect)
        if box.hasFrame {
            drawPanel(box.rect, clip: screen)
            let title = Wrapping.truncate(
                " " + TextWidth.clean(palette.picker?.title ?? "Find") + " ", columns: box.rect.size.columns - 4)
            text(title, box.rect.minColumn + 2, box.rect.minRow, CellStyle(attributes: .bold), clip: box.rect)
        }
        paint(.filterRow(palette.text, in: box.line, unicode: layout.unicode), InheritedState(clip: box.line))
        let count =
            (palette.rows.isEmpty ? MenuBox.noMatch : "\(palette.count)") + (palette.isComplete ? "" : ", not all searched")
        text(
            count, box.line.maxColumn - count.count - 1, box.line.minRow, CellStyle(attributes: .dim),
            clip: box.line)
        let inside = box.inside
        for (index, row) in palette.rows.enumerated().dropFirst(box.first).prefix(inside.size.rows) {
            let line = CellRect(
                column: inside.minColumn, row: inside.minRow + index - box.first, columns: inside.size.columns, rows: 1)
            draw(row, isChosen: index == palette.chosen, in: line)
        }
        let hidden = palette.rows.count - box.first - inside.size.rows
        drawVerticalScrollMarks(beside: inside, in: box.rect, above: box.first > 0, below: hidden > 0)
    }

    /// `› Lamp  Power                on  switch`: what does not fit is left out, the title last.
    private mutating func draw(_ row: FindPalette.Row, isChosen: Bool, in line: CellRect) {
        let base = isChosen ? roles.focus : roles.raised
        var dim = base
        if !isChosen { dim.attributes.insert(.dim) }
        buffer.fill(line, " ", style: base, clip: line)
        var end = line.maxColumn - 1
        let room = end - line.minColumn - 2
        let title = TextWidth.clean(row.title)
        let state = Wrapping.truncate(TextWidth.clean(row.state), columns: line.size.columns / 3)
        let parts = [(state, base), (row.kind, dim)].filter { !$0.0.isEmpty }
        // The kind is left out before the state.
        let fitting = [parts, parts.filter { $0.0 == state }].first { parts in
            let columns = parts.reduce(0) { $0 + TextWidth.of($1.0) + 2 }
            return room - columns >= min(TextWidth.of(title), line.size.columns / 2)
        }
        for (words, style) in (fitting ?? []).reversed() {
            end -= TextWidth.of(words)
            text(words, end, line.minRow, style, clip: line)
            end -= 2
        }
        var column = line.minColumn
        func put(_ words: String, _ style: CellStyle) {
            let shown = Wrapping.truncate(words, columns: max(0, end - column))
            text(shown, column, line.minRow, style, clip: line)
            column += TextWidth.of(shown)
        }
        let unicode = layout.unicode
        let check = row.isChecked ? (unicode ? "✓ " : "x ") : row.kind.isEmpty ? "  " : " "
        put((isChosen ? (unicode ? "›" : ">") : " ") + check, base)
        put(title, base)
        if !row.path.isEmpty, end - column > 4 { put("  " + TextWidth.clean(row.path), dim) }
    }
}
