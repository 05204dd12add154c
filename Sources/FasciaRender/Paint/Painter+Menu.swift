extension Painter {
    /// Draws the open menu over everything else.
    mutating func drawMenu() {
        let (layer, screen) = (current.layer, input.screen)
        guard let menu = input.display.menu, let stop = layer.stop(of: menu.element) else { return }
        let items = menu.items
        let box = layer.menuBox(stop, menu, current.scroll, in: screen)
        drawPanel(box.rect, clip: screen)
        let inside = box.inside
        if box.hasFilter, let filter = menu.filter {
            paint(.filterRow(filter, in: box.filterRow, unicode: layout.unicode), InheritedState(clip: box.filterRow))
        }
        if items.isEmpty {
            text(
                Wrapping.truncate("   " + MenuBox.noMatch, columns: inside.size.columns), inside.minColumn, inside.minRow,
                CellStyle(attributes: .dim), clip: inside)
        }
        for row in 0..<inside.size.rows where items.indices.contains(box.first + row) {
            let index = box.first + row
            let item = items[index]
            let isChosen = index == menu.chosen && item.activation != nil
            var style = isChosen ? roles.focus : roles.raised
            if item.isHeading {
                style.attributes.insert(.bold)
            } else if item.activation == nil {
                style.attributes.insert(.dim)
            }
            let mark = (isChosen ? "›" : " ") + (item.isChecked ? "✓" : " ") + " "
            let words = mark + Cells.blanks(2 * item.level) + TextWidth.clean(item.label)
            let line = CellRect(
                column: inside.minColumn, row: inside.minRow + row, columns: inside.size.columns, rows: 1)
            buffer.fill(line, " ", style: style, clip: line)
            text(
                Wrapping.truncate(words, columns: line.size.columns), line.minColumn, line.minRow, style, clip: line)
        }
        let hidden = items.count - box.first - inside.size.rows
        drawVerticalScrollMarks(beside: inside, in: box.rect, above: box.first > 0, below: hidden > 0)
    }

    /// Draws the marks for more rows in the right border of a box.
    mutating func drawVerticalScrollMarks(beside rows: CellRect, in box: CellRect, above: Bool, below: Bool) {
        let area = CellRect(column: box.minColumn, row: rows.minRow, columns: box.size.columns, rows: rows.size.rows)
        drawVerticalScrollMarks(area, above: above, below: below, clip: box)
    }

    /// Draws the box of a menu or another list over the screen, raised where the terminal can show it.
    mutating func drawPanel(_ rect: CellRect, clip: CellRect) {
        buffer.clear(rect)
        buffer.fill(rect, " ", style: roles.raised, clip: clip)
        var border = roles.line
        border.background = roles.raised.background
        box(rect, border, lines(isRound: true), clip: clip)
    }
}
