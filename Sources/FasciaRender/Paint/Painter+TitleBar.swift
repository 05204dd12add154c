/// The border and title bar of a layer. Each kind of modal has its own lines, so that it can be recognized without
/// colour.
extension Painter {
    /// Round corners for a sheet, heavy lines for an alert.
    func edges(of layer: LayerLayout) -> Lines {
        lines(isRound: layer.modal == .sheet, isHeavy: layer.modal == .alert)
    }

    /// Draws the back button, the title, and the rule below them, which is double for a cover.
    mutating func drawTitleBar(_ layer: LayerLayout) {
        let bar = layer.titleBar
        guard !bar.isEmpty else { return }
        let theme = layer.theme
        if theme.background != nil { buffer.fill(bar, " ", style: theme.style(), clip: bar) }
        var start = bar.minColumn
        if let back = layer.back {
            let isFocused = current.focus == SceneLayout.backElement
            if isFocused { text("›", bar.minColumn, bar.minRow, theme.accented(.bold), clip: bar) }
            let style = theme.accented(isFocused ? .inverse : [])
            text(back.label, bar.minColumn + 1, bar.minRow, style, clip: back.rect)
            start = back.rect.maxColumn + 2
        }
        let room = bar.maxColumn - start
        let title = Wrapping.truncate(TextWidth.clean(layer.title), columns: room)
        let width = TextWidth.of(title)
        let centred = bar.minColumn + (bar.size.columns - width) / 2
        text(title, max(start, min(centred, bar.maxColumn - width)), bar.minRow, theme.style(.bold), clip: bar)
        guard layer.viewport.minRow > bar.maxRow else { return }
        let rule = CellRect(column: bar.minColumn, row: bar.maxRow, columns: bar.size.columns, rows: 1)
        let glyph = layer.modal == .cover ? (layout.unicode ? "═" : "=") : lines().horizontal
        buffer.fill(rule, glyph, style: theme.style(.dim), clip: rule)
    }
}
