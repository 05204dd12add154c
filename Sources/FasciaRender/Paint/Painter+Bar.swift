import FasciaModel

/// What stands around a layer. Each kind of modal has lines of its own, so that it is known without its colours.
extension Painter {
    /// A sheet has round corners, an alert heavy lines.
    func edges(of layer: LayerLayout) -> Lines {
        lines(isRound: layer.modal == .sheet, isHeavy: layer.modal == .alert)
    }

    /// The way back, the title, and the rule below them, which is double under a cover.
    mutating func bar(_ layer: LayerLayout) {
        let bar = layer.bar
        guard !bar.isEmpty else { return }
        let theme = layer.theme
        if theme.background != nil { buffer.fill(bar, " ", style: theme.style(), clip: bar) }
        var start = bar.minColumn
        if let back = layer.back {
            let isFocused = shown.focus == SceneLayout.backElement
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
