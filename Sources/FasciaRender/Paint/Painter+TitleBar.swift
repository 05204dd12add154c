/// The border and title bar of a layer. Each kind of modal has its own lines, so that it can be recognized without
/// colour.
extension Painter {
    /// Round corners for a sheet, heavy lines for an alert.
    func edges(of layer: LayerLayout) -> Lines {
        lines(isRound: layer.modal == .sheet, isHeavy: layer.modal == .alert)
    }

    /// Draws the back button with the path to this screen, and the title.
    mutating func drawTitleBar(_ layer: LayerLayout) {
        let bar = layer.titleBar
        guard !bar.isEmpty else { return }
        if var surface = layer.barSurface {
            surface.control.value = layer.back?.label ?? ""
            surface.control.isFocused = current.focus == SceneLayout.backElement
            if draw(surface, bar, bar) { return markBack(layer) }
        }
        let chrome = roles.chrome
        buffer.fill(bar, " ", style: chrome, clip: bar)
        var start = bar.minColumn + (bar.size.columns > 8 ? 1 : 0)
        if let back = layer.back {
            let isFocused = current.focus == SceneLayout.backElement
            // In inverse cells the focus is what is not inverse.
            let style = !isFocused ? chrome : chrome == roles.focus ? CellStyle(attributes: .bold) : roles.focus
            if isFocused {
                buffer.fill(back.rect, " ", style: style, clip: bar)
                text("›", bar.minColumn, bar.minRow, style.adding(.bold), clip: bar)
            }
            text(back.label, bar.minColumn + 1, bar.minRow, style, clip: back.rect)
            start = back.rect.maxColumn + 2
        }
        let room = bar.maxColumn - start
        let title = Wrapping.truncate(TextWidth.clean(layer.title), columns: room)
        let width = TextWidth.of(title)
        let centred = bar.minColumn + (bar.size.columns - width) / 2
        text(title, max(start, min(centred, bar.maxColumn - width)), bar.minRow, chrome.adding(.bold), clip: bar)
    }

    /// Draws the focus mark of the back button in a bar that a style has drawn.
    private mutating func markBack(_ layer: LayerLayout) {
        guard layer.back != nil, current.focus == SceneLayout.backElement else { return }
        // In inverse cells the focus is what is not inverse.
        let style = roles.chrome == roles.focus ? CellStyle() : roles.focus
        text("›", layer.titleBar.minColumn, layer.titleBar.minRow, style.adding(.bold), clip: layer.titleBar)
    }
}
