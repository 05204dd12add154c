import FasciaModel

/// Draws a laid-out scene into cells.
struct Painter {
    var buffer: CellBuffer
    let layout: SceneLayout
    let presentation: Presentation
    let styles: StyleRegistry
    let colors: Profile.Colors
    let scheme: Profile.Scheme
    let work: WorkCount?

    /// Whether there are colours enough to mix them.
    var mixes: Bool { colors == .trueColor || colors == .ansi256 }

    static func paint(
        _ layout: SceneLayout, _ presentation: Presentation, styles: StyleRegistry,
        colors: Profile.Colors = .trueColor, scheme: Profile.Scheme = .dark, work: WorkCount? = nil
    ) -> CellBuffer {
        var buffer = CellBuffer(size: layout.size, scheme: scheme)
        for (index, layer) in layout.layers.enumerated() {
            var now = presentation
            let shown = layer.windowed(&now, margin: 0)
            var painter = Painter(
                buffer: buffer, layout: layout, presentation: now, styles: styles, colors: colors, scheme: scheme,
                work: work)
            // One owner at a time: the cells are changed in place.
            buffer = CellBuffer(size: .zero)
            painter.paint(shown, isTop: index == layout.layers.count - 1)
            if index == layout.layers.count - 1 { painter.menu(shown) }
            buffer = painter.buffer
        }
        return buffer
    }

    private mutating func paint(_ layer: LayerLayout, isTop: Bool) {
        if layer.modal != nil {
            dim(CellRect(origin: CellPoint(column: 0, row: 0), size: layout.size))
            buffer.clear(layer.frame)
        }
        let focus = isTop ? presentation.focus[layer.entry]?.element : nil
        paint(layer.body, Surroundings(layer: layer, focus: focus, clip: layer.viewport, window: layer.viewport))
        if layer.hasBox { box(layer.frame, layer.theme.style(), edges(of: layer), clip: layer.frame) }
        bar(layer, focus)
    }

    // MARK: - Boxes

    /// What holds for a box because of what it is in.
    struct Surroundings {
        let layer: LayerLayout
        let focus: String?
        var scrolled = CellPoint(column: 0, row: 0)
        /// What is outside of the boxes around is not drawn.
        var clip: CellRect
        /// What is displaced is drawn wherever the nearest window allows.
        var window: CellRect
    }

    mutating func paint(_ box: LayoutBox, _ outer: Surroundings) {
        work?.paintedOne()
        var inner = outer
        let rect = box.rect.moved(columns: -outer.scrolled.column, rows: -outer.scrolled.row)
        inner.clip = outer.clip.intersection(rect)
        if case .displaced = box.content {
            inner.clip = outer.window
        } else if inner.clip.isEmpty {
            return
        }
        switch box.content {
        case .group, .displaced, .tappable, .list, .geometry: break
        case .hidden: return
        case .text(let lines):
            for (row, line) in lines.enumerated() where rect.minRow + row >= inner.clip.minRow {
                if rect.minRow + row >= inner.clip.maxRow { break }
                self.line(line, at: CellPoint(column: rect.minColumn, row: rect.minRow + row), clip: inner.clip)
            }
        case .control(let control, let name, let inherited):
            var control = control
            control.isFocused = inner.focus != nil && box.element == inner.focus
            if let element = box.element { inner.layer.present(&control, element, presentation) }
            draw(control, name, inherited, rect, inner.clip)
            markPending(box, rect, inner)
        case .fill(let color): fill(rect, SystemColors.rgb(color), clip: inner.clip)
        case .shape(let shape, let style, let metrics): draw(shape, style, metrics, rect, inner.clip)
        case .border(let color): self.box(rect, CellStyle(foreground: SystemColors.rgb(color)), clip: inner.clip)
        case .rule(let isVertical):
            let glyph = isVertical ? lines().vertical : lines().horizontal
            buffer.fill(rect, glyph, style: CellStyle(attributes: .dim), clip: inner.clip)
        case .scroll(let content, let bar, let showsIndicators):
            return scroll(box, rect, content, bar, showsIndicators, inner)
        case .window(let window): return scroll(box, rect, window, inner)
        case .opacity(let opacity): return translucent(box, opacity, inner)
        case .clip(let shape, let metrics): return clipped(box, shape, metrics, rect, inner)
        }
        children(of: box, inner)
        if case .tappable = box.content, inner.focus != nil, box.element == inner.focus {
            buffer.restyle(inner.clip) { $0.attributes.insert(.inverse) }
        }
        if case .tappable = box.content { markPending(box, rect, inner) }
    }

    /// From the lowest to the highest; equals in their order.
    mutating func children(of box: LayoutBox, _ inner: Surroundings) {
        guard box.children.contains(where: { $0.zIndex != 0 }) else {
            for child in box.children { paint(child, inner) }
            return
        }
        let order = box.children.indices.sorted { (box.children[$0].zIndex, $0) < (box.children[$1].zIndex, $1) }
        for index in order { paint(box.children[index], inner) }
    }

    // MARK: - Windows

    private mutating func scroll(
        _ box: LayoutBox, _ rect: CellRect, _ content: CellSize, _ bar: Int, _ showsIndicators: Bool,
        _ outer: Surroundings
    ) {
        let offset = box.element.map { outer.layer.scrollOffset($0, presentation) } ?? CellPoint(column: 0, row: 0)
        var window = rect
        window.size.rows -= bar
        look(into: box, window, offset, outer)
        guard showsIndicators else { return }
        more(
            window, above: offset.row > 0, below: content.rows - offset.row > window.size.rows, clip: outer.clip)
        guard bar > 0 else { return }
        sides(
            rect, left: offset.column > 0, right: content.columns - offset.column > rect.size.columns,
            clip: outer.clip)
    }

    /// Marks in the last row that there is more to see at the left or at the right.
    private mutating func sides(_ rect: CellRect, left: Bool, right: Bool, clip: CellRect) {
        let style = CellStyle(attributes: .bold)
        let row = rect.maxRow - 1
        if left { text(layout.unicode ? "◀" : "<", rect.minColumn, row, style, clip: clip) }
        if right { text(layout.unicode ? "▶" : ">", rect.maxColumn - 1, row, style, clip: clip) }
    }

    private mutating func scroll(
        _ box: LayoutBox, _ rect: CellRect, _ window: ListWindow, _ outer: Surroundings
    ) {
        let offset = box.element.map { outer.layer.scrollOffset($0, presentation) } ?? CellPoint(column: 0, row: 0)
        var seen = rect
        seen.size.rows -= window.bar
        look(into: box, seen, offset, outer)
        guard window.rows.showsIndicators else { return }
        let content = window.content(rect.size)
        if window.axis == .vertical {
            more(
                rect, above: window.hasMoreBefore || offset.row > 0,
                below: window.hasMoreAfter || content.rows - offset.row > rect.size.rows, clip: outer.clip)
            position(rect, window.seen(at: offset.row, rect.size.rows), of: window.rows.count, clip: outer.clip)
        } else {
            sides(
                rect, left: window.hasMoreBefore || offset.column > 0,
                right: window.hasMoreAfter || content.columns - offset.column > rect.size.columns, clip: outer.clip)
        }
    }

    /// Where in many rows those are that are seen, between the marks that there are more.
    private mutating func position(_ rect: CellRect, _ seen: Range<Int>, of count: Int, clip: CellRect) {
        guard rect.size.rows >= 4, count > 4 * max(1, seen.count) else { return }
        let part = Double(seen.lowerBound) / Double(count - seen.count)
        let row = rect.minRow + 1 + Int((part * Double(rect.size.rows - 3)).rounded())
        let style = CellStyle(attributes: .dim)
        text(layout.unicode ? "┃" : "|", rect.maxColumn - 1, min(row, rect.maxRow - 2), style, clip: clip)
    }

    private mutating func look(
        into box: LayoutBox, _ window: CellRect, _ offset: CellPoint, _ outer: Surroundings
    ) {
        var inner = outer
        inner.scrolled = outer.scrolled + offset
        inner.clip = outer.clip.intersection(window)
        inner.window = outer.window.intersection(window)
        children(of: box, inner)
    }

    /// Marks in the last column that there is more to see above or below.
    mutating func more(_ rect: CellRect, above: Bool, below: Bool, clip: CellRect) {
        guard Scarcity(layout.size).marks > 0 else { return }
        let column = rect.maxColumn - 1
        let style = CellStyle(attributes: .bold)
        if above { text(layout.unicode ? "▲" : "^", column, rect.minRow, style, clip: clip) }
        if below { text(layout.unicode ? "▼" : "v", column, rect.maxRow - 1, style, clip: clip) }
    }

    // MARK: - Controls

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
                buffer.fill(area, shown, style: adapted(style.over(inherited)), clip: clip)
            case .box(let area, let style):
                guard let area = rect.part(area) else { continue }
                box(area, style.over(inherited), clip: clip)
            }
        }
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
