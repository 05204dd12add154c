import FasciaModel

/// Draws a laid-out scene into cells.
struct Painter {
    private var buffer: CellBuffer
    private let layout: SceneLayout
    private let presentation: Presentation
    private let styles: StyleRegistry

    static func paint(_ layout: SceneLayout, _ presentation: Presentation, styles: StyleRegistry) -> CellBuffer {
        var painter = Painter(
            buffer: CellBuffer(size: layout.size), layout: layout, presentation: presentation, styles: styles)
        for (index, layer) in layout.layers.enumerated() {
            painter.paint(layer, isTop: index == layout.layers.count - 1)
        }
        if let top = layout.top { painter.menu(top) }
        return painter.buffer
    }

    private mutating func paint(_ layer: LayerLayout, isTop: Bool) {
        if layer.modal != nil {
            buffer.restyle(CellRect(column: 0, row: 0, columns: layout.size.columns, rows: layout.size.rows)) {
                $0.attributes.insert(.dim)
                $0.attributes.remove(.inverse)
            }
            buffer.clear(layer.frame)
        }
        let focus = isTop ? presentation.focus[layer.entry]?.element : nil
        paint(layer.body, layer, focus, scrolled: 0, clip: layer.viewport)
        if layer.hasBox { box(layer.frame, CellStyle(), clip: layer.frame) }
        bar(layer, focus)
    }

    private mutating func bar(_ layer: LayerLayout, _ focus: String?) {
        guard !layer.bar.isEmpty else { return }
        let bar = layer.bar
        var start = bar.minColumn
        if let back = layer.back {
            let isFocused = focus == SceneLayout.backElement
            if isFocused { text("›", bar.minColumn, bar.minRow, CellStyle(attributes: .bold), clip: bar) }
            let style = CellStyle(attributes: isFocused ? .inverse : [])
            text(back.label, bar.minColumn + 1, bar.minRow, style, clip: back.rect)
            start = back.rect.maxColumn + 2
        }
        let room = bar.maxColumn - start
        let title = Wrapping.truncate(TextWidth.clean(layer.title), columns: room)
        let width = TextWidth.of(title)
        let centred = bar.minColumn + (bar.size.columns - width) / 2
        text(
            title, max(start, min(centred, bar.maxColumn - width)), bar.minRow, CellStyle(attributes: .bold),
            clip: bar)
        guard layer.viewport.minRow > bar.maxRow else { return }
        let rule = CellRect(column: bar.minColumn, row: bar.maxRow, columns: bar.size.columns, rows: 1)
        buffer.fill(rule, glyph(.horizontal), style: CellStyle(attributes: .dim), clip: rule)
    }

    private mutating func paint(
        _ box: LayoutBox, _ layer: LayerLayout, _ focus: String?, scrolled: Int, clip: CellRect
    ) {
        let rect = box.rect.moved(rows: -scrolled)
        let clip = clip.intersection(rect)
        guard !clip.isEmpty else { return }
        var scrolled = scrolled
        switch box.content {
        case .group, .tappable: break
        case .text(let lines, let style):
            for (row, line) in lines.enumerated() where rect.minRow + row >= clip.minRow {
                if rect.minRow + row >= clip.maxRow { break }
                text(line, rect.minColumn, rect.minRow + row, style, clip: clip)
            }
        case .control(let control, let name, let inherited):
            var control = control
            control.isFocused = focus != nil && box.element == focus
            if let element = box.element { layer.present(&control, element, presentation) }
            draw(control, name, inherited, rect, clip)
        case .fill(let color):
            if let rgb = SystemColors.rgb(color) {
                buffer.fill(rect, " ", style: CellStyle(background: rgb), clip: clip)
            }
        case .border(let color):
            self.box(rect, CellStyle(foreground: SystemColors.rgb(color)), clip: clip)
        case .rule(let isVertical):
            buffer.fill(
                rect, glyph(isVertical ? .vertical : .horizontal), style: CellStyle(attributes: .dim), clip: clip)
        case .scroll(let rows):
            let offset = box.element.map { layer.scrollOffset($0, presentation) } ?? 0
            for child in box.children { paint(child, layer, focus, scrolled: scrolled + offset, clip: clip) }
            scrolled += offset
            more(rect, above: offset > 0, below: rows - offset > rect.size.rows, clip: clip)
            return
        }
        for child in box.children { paint(child, layer, focus, scrolled: scrolled, clip: clip) }
        if box.content == .tappable, focus != nil, box.element == focus {
            buffer.restyle(clip) { $0.attributes.insert(.inverse) }
        }
    }

    /// Marks in the last column that there is more to see above or below.
    private mutating func more(_ rect: CellRect, above: Bool, below: Bool, clip: CellRect) {
        let column = rect.maxColumn - 1
        let style = CellStyle(attributes: .bold)
        if above { text(layout.unicode ? "▲" : "^", column, rect.minRow, style, clip: clip) }
        if below { text(layout.unicode ? "▼" : "v", column, rect.maxRow - 1, style, clip: clip) }
    }

    private mutating func draw(
        _ control: Control, _ name: String, _ inherited: CellStyle, _ rect: CellRect, _ clip: CellRect
    ) {
        var canvas = Canvas(size: rect.size)
        styles.style(of: control.kind, named: name).draw(control, into: &canvas)
        for operation in canvas.operations {
            switch operation {
            case .text(let line, let point, let style):
                guard let at = rect.cell(point) else { continue }
                text(line, at.column, at.row, style.over(inherited), clip: clip)
            case .fill(let area, let character, let style):
                let shown = TextWidth.clean(layout.unicode ? String(character) : TextWidth.ascii(String(character)))
                guard let area = rect.part(area), shown.count == 1, TextWidth.of(shown) == 1 else { continue }
                buffer.fill(area, shown, style: style.over(inherited), clip: clip)
            case .box(let area, let style):
                guard let area = rect.part(area) else { continue }
                box(area, style.over(inherited), clip: clip)
            }
        }
    }

    // MARK: - Menus

    /// The menu that is open, over everything else.
    private mutating func menu(_ layer: LayerLayout) {
        let screen = CellRect(column: 0, row: 0, columns: layout.size.columns, rows: layout.size.rows)
        guard let (open, stop) = layer.openMenu(presentation), let box = layer.menuBox(presentation, in: screen) else {
            return
        }
        buffer.clear(box.rect)
        self.box(box.rect, CellStyle(), clip: screen)
        let inside = box.inside
        for row in 0..<inside.size.rows where stop.items.indices.contains(box.first + row) {
            let index = box.first + row
            let item = stop.items[index]
            var style = CellStyle()
            if item.isHeading { style.attributes.insert(.bold) } else if item.activation == nil { style.attributes.insert(.dim) }
            if index == open.index, item.activation != nil { style.attributes.insert(.inverse) }
            let mark = item.isChecked ? "✓" : " "
            let focus = index == open.index && item.activation != nil ? "›" : " "
            let words = focus + mark + " " + String(repeating: "  ", count: item.level) + TextWidth.clean(item.label)
            let line = CellRect(
                column: inside.minColumn, row: inside.minRow + row, columns: inside.size.columns, rows: 1)
            buffer.fill(line, " ", style: style, clip: line)
            text(
                Wrapping.truncate(words, columns: line.size.columns), line.minColumn, line.minRow, style, clip: line)
        }
        let hidden = stop.items.count - box.first - inside.size.rows
        more(box.rect, above: box.first > 0, below: hidden > 0, clip: box.rect)
    }

    // MARK: - Marks

    private enum Glyph { case horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight }

    private func glyph(_ glyph: Glyph) -> String {
        guard layout.unicode else {
            return switch glyph {
            case .horizontal: "-"
            case .vertical: "|"
            case .topLeft, .topRight, .bottomLeft, .bottomRight: "+"
            }
        }
        return switch glyph {
        case .horizontal: "─"
        case .vertical: "│"
        case .topLeft: "┌"
        case .topRight: "┐"
        case .bottomLeft: "└"
        case .bottomRight: "┘"
        }
    }

    private mutating func box(_ rect: CellRect, _ style: CellStyle, clip: CellRect) {
        guard !rect.isEmpty else { return }
        let (right, bottom) = (rect.maxColumn - 1, rect.maxRow - 1)
        for row in [rect.minRow, bottom] {
            let edge = CellRect(column: rect.minColumn, row: row, columns: rect.size.columns, rows: 1)
            buffer.fill(edge, glyph(.horizontal), style: style, clip: clip)
        }
        for column in [rect.minColumn, right] {
            let edge = CellRect(column: column, row: rect.minRow, columns: 1, rows: rect.size.rows)
            buffer.fill(edge, glyph(.vertical), style: style, clip: clip)
        }
        for (column, row, corner) in [
            (rect.minColumn, rect.minRow, Glyph.topLeft), (right, rect.minRow, .topRight),
            (rect.minColumn, bottom, .bottomLeft), (right, bottom, .bottomRight),
        ] {
            let cell = CellRect(column: column, row: row, columns: 1, rows: 1)
            buffer.fill(cell, glyph(corner), style: style, clip: clip)
        }
    }

    /// The one way for words into the picture: whatever they are, only what can be shown gets through.
    private mutating func text(_ line: String, _ column: Int, _ row: Int, _ style: CellStyle, clip: CellRect) {
        let clean = TextWidth.clean(line)
        buffer.write(
            layout.unicode ? clean : TextWidth.ascii(clean), column: column, row: row, style: style, clip: clip)
    }
}

extension CellStyle {
    /// What a style leaves open is inherited.
    fileprivate func over(_ inherited: CellStyle) -> CellStyle {
        CellStyle(
            foreground: foreground ?? inherited.foreground, background: background ?? inherited.background,
            attributes: attributes.union(inherited.attributes))
    }
}

extension CellRect {
    /// A cell of this area by its place in it; `nil` for places that no arithmetic reaches.
    fileprivate func cell(_ point: CellPoint) -> CellPoint? {
        let reach = -Cells.most...Cells.most
        guard reach.contains(point.column), reach.contains(point.row) else { return nil }
        return CellPoint(column: minColumn + point.column, row: minRow + point.row)
    }

    /// A part of this area by its place in it.
    fileprivate func part(_ rect: CellRect) -> CellRect? {
        guard let corner = cell(rect.origin), rect.size.columns > 0, rect.size.rows > 0 else { return nil }
        let size = Cells.clamp(rect.size)
        return CellRect(column: corner.column, row: corner.row, columns: size.columns, rows: size.rows)
    }
}
