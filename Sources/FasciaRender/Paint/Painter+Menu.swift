extension Painter {
    /// Draws the open menu over everything else.
    mutating func drawMenu() {
        let (layer, screen) = (current.layer, input.screen)
        guard let (element, chosen) = input.display.menu, let stop = layer.stop(of: element) else { return }
        let box = layer.menuBox(stop, chosen: chosen, current.scroll, in: screen)
        buffer.clear(box.rect)
        self.box(box.rect, CellStyle(), clip: screen)
        let inside = box.inside
        for row in 0..<inside.size.rows where stop.items.indices.contains(box.first + row) {
            let index = box.first + row
            let item = stop.items[index]
            let isChosen = index == chosen && item.activation != nil
            var style = CellStyle()
            if item.isHeading {
                style.attributes.insert(.bold)
            } else if item.activation == nil {
                style.attributes.insert(.dim)
            }
            if isChosen { style.attributes.insert(.inverse) }
            let mark = (isChosen ? "›" : " ") + (item.isChecked ? "✓" : " ") + " "
            let words = mark + String(repeating: "  ", count: item.level) + TextWidth.clean(item.label)
            let line = CellRect(
                column: inside.minColumn, row: inside.minRow + row, columns: inside.size.columns, rows: 1)
            buffer.fill(line, " ", style: style, clip: line)
            text(
                Wrapping.truncate(words, columns: line.size.columns), line.minColumn, line.minRow, style, clip: line)
        }
        let hidden = stop.items.count - box.first - inside.size.rows
        drawVerticalScrollMarks(box.rect, above: box.first > 0, below: hidden > 0, clip: box.rect)
    }
}
