extension Painter {
    /// Draws the key help over everything else, if it is open.
    mutating func drawHelp() {
        guard let help = input.display.help else { return }
        let screen = input.screen
        let box = HelpBox(help.lines, in: layout.size)
        let inside = box.inside
        dim(screen)
        buffer.clear(box.rect)
        if box.hasFrame {
            drawPanel(box.rect, clip: screen)
            let title = Wrapping.truncate(" \(TextWidth.clean(help.title)) ", columns: inside.size.columns)
            text(title, box.rect.minColumn + 2, box.rect.minRow, CellStyle(attributes: .bold), clip: box.rect)
        }
        let column = inside.minColumn + (box.hasFrame ? 1 : 0)
        let first = min(max(0, help.first), max(0, box.rows.count - inside.size.rows))
        for (index, row) in box.rows[first...].prefix(inside.size.rows).enumerated() {
            text(row.keys, column, inside.minRow + index, CellStyle(attributes: .bold), clip: inside)
            text(row.meaning, column + box.meaningColumn, inside.minRow + index, CellStyle(), clip: inside)
        }
        let hidden = box.rows.count - first - inside.size.rows
        drawVerticalScrollMarks(beside: inside, in: box.rect, above: first > 0, below: hidden > 0)
    }
}
