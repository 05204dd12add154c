import FasciaModel

extension Painter {
    /// The keys that work here, over everything else, where they are asked for.
    mutating func help() {
        guard let asked = presentation.help else { return }
        let lines = layout.keyHelp(presentation)
        let screen = CellRect(origin: CellPoint(column: 0, row: 0), size: layout.size)
        let box = HelpBox(lines, in: layout.size)
        let inside = box.inside
        dim(screen)
        buffer.clear(box.rect)
        self.box(box.rect, CellStyle(), clip: screen)
        let title = Wrapping.truncate(" Keys ", columns: inside.size.columns)
        text(title, box.rect.minColumn + 2, box.rect.minRow, CellStyle(attributes: .bold), clip: box.rect)
        let first = min(max(0, asked), max(0, lines.count - inside.size.rows))
        for row in 0..<inside.size.rows where lines.indices.contains(first + row) {
            let line = lines[first + row]
            text(line.keys, inside.minColumn + 1, inside.minRow + row, CellStyle(attributes: .bold), clip: inside)
            text(
                TextWidth.clean(line.meaning), inside.minColumn + 3 + box.keyColumns, inside.minRow + row, CellStyle(),
                clip: inside)
        }
        more(box.rect, above: first > 0, below: lines.count - first > inside.size.rows, clip: box.rect)
    }
}
