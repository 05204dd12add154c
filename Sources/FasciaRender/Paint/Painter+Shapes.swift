import FasciaDocument

extension Painter {
    /// Draws a shape: its fill, and its stroke.
    mutating func draw(
        _ shape: ShapeContent, _ inherited: CellStyle, _ metrics: CellMetrics, _ rect: CellRect, _ clip: CellRect
    ) {
        if case .outline(let outline) = shape.shape { return draw(outline, shape, inherited, metrics, rect, clip) }
        let geometry = ShapeGeometry(shape.shape, rect, metrics)
        guard !geometry.rect.isEmpty else { return }
        let isDot = geometry.rect.size.rows == 1 && geometry.rect.size.columns <= 2 && isElliptic(shape.shape)
        if shape.fill != nil || shape.stroke == nil {
            let color = shape.fill.map { SystemColors.rgb($0) } ?? inherited.foreground
            if isDot { dot("●", color, geometry.rect, clip) } else { fill(geometry, color, clip) }
        }
        guard let stroke = shape.stroke else { return }
        let color = SystemColors.rgb(stroke)
        if isDot {
            if shape.fill == nil { dot("○", color, geometry.rect, clip) }
        } else {
            outline(geometry, color, isHeavy: shape.lineWidth > 2, clip)
        }
    }

    private func isElliptic(_ shape: NodeShape) -> Bool { shape == .circle || shape == .ellipse }

    private mutating func dot(_ glyph: String, _ color: RGB?, _ rect: CellRect, _ clip: CellRect) {
        text(layout.unicode ? glyph : "o", rect.minColumn, rect.minRow, CellStyle(foreground: color), clip: clip)
    }

    /// Fills with coloured cells, and half cells at round edges if the terminal shows Unicode. Without colours, or in
    /// the terminal's default colour, characters make the area.
    private mutating func fill(_ geometry: ShapeGeometry, _ color: RGB?, _ clip: CellRect) {
        if let color, displayed(color) == nil { return }
        guard let color = color.flatMap(displayed), colors != .none else {
            let glyph = color == nil ? (layout.unicode ? "█" : "#") : (layout.unicode ? "▒" : ":")
            return forEachCell(geometry, clip) { painter, cell, covers in
                guard covers.middle else { return }
                painter.buffer.fill(cell, glyph, style: CellStyle(), clip: clip)
            }
        }
        if !geometry.isRound { return fill(geometry.rect, color, clip: clip) }
        forEachCell(geometry, clip) { painter, cell, covers in
            switch (covers.upper, covers.lower) {
            case (true, true): painter.fill(cell, color, clip: clip)
            case (false, false): break
            case (let isUpper, _):
                guard painter.layout.unicode else {
                    if covers.middle { painter.fill(cell, color, clip: clip) }
                    return
                }
                painter.buffer.fill(cell, isUpper ? "▀" : "▄", style: CellStyle(foreground: color), clip: clip)
            }
        }
    }

    private mutating func forEachCell(
        _ geometry: ShapeGeometry, _ clip: CellRect,
        _ body: (inout Painter, CellRect, (upper: Bool, lower: Bool, middle: Bool)) -> Void
    ) {
        let area = geometry.rect.intersection(clip)
        for row in area.minRow..<max(area.minRow, area.maxRow) {
            for column in area.minColumn..<max(area.minColumn, area.maxColumn) {
                let cell = CellRect(column: column, row: row, columns: 1, rows: 1)
                body(&self, cell, geometry.covers(column: column, row: row))
            }
        }
    }

    /// Draws a box along the edge. A single row has room only for brackets.
    private mutating func outline(_ geometry: ShapeGeometry, _ color: RGB?, isHeavy: Bool, _ clip: CellRect) {
        let rect = geometry.rect
        let style = CellStyle(foreground: color)
        guard rect.size.rows == 1 else {
            return box(rect, style, lines(isRound: geometry.isRound, isHeavy: isHeavy), clip: clip)
        }
        text(geometry.isRound ? "(" : "[", rect.minColumn, rect.minRow, style, clip: clip)
        text(geometry.isRound ? ")" : "]", rect.maxColumn - 1, rect.minRow, style, clip: clip)
    }

    // MARK: - Effects

    /// Draws a box's content translucently.
    mutating func translucent(_ box: LayoutBox, _ opacity: Double, _ inner: InheritedState) {
        let area = box.containsOffsetBox ? inner.window : inner.clip
        guard admit(area, times: 3) else { return children(of: box, inner) }
        let before = buffer.copy(area)
        children(of: box, inner)
        buffer.mix(over: before, opacity: opacity, blends: supportsBlending)
    }

    /// Draws a box's content, clipped to a shape.
    mutating func clipped(
        _ box: LayoutBox, _ shape: NodeShape, _ metrics: CellMetrics, _ rect: CellRect, _ outer: InheritedState
    ) {
        let geometry = ShapeGeometry(shape, rect, metrics)
        var inner = outer
        inner.clip = outer.clip.intersection(geometry.rect)
        inner.window = outer.window.intersection(geometry.rect)
        let area = outer.window.intersection(geometry.rect)
        guard geometry.isRound, admit(area, times: 3) else { return children(of: box, inner) }
        let before = buffer.copy(area)
        children(of: box, inner)
        let hasHalves = layout.unicode && colors != .none
        buffer.replace(before) { column, row, old, new in
            let covers = geometry.covers(column: column, row: row)
            if covers.upper == covers.lower { return covers.upper ? new : old }
            guard hasHalves, new.text == " ", old.text == " ", let color = new.style.background,
                color != old.style.background
            else { return covers.middle ? new : old }
            return Cell(
                covers.upper ? "▀" : "▄",
                style: CellStyle(foreground: color, background: old.style.background))
        }
    }

    /// Darkens what is below a modal. Without enough colours to mix, and for the terminal's default colours, it is dim.
    mutating func dim(_ rect: CellRect) { buffer.dim(rect, blends: supportsBlending) }
}

extension CellBuffer {
    mutating func dim(_ rect: CellRect, blends: Bool) {
        let background = scheme.assumedBackground
        restyle(rect) { style in
            style.attributes.remove(.inverse)
            guard blends, let color = style.foreground else {
                style.attributes.insert(.dim)
                if blends { style.background = style.background.map { $0.mixed(with: background, 0.5) } }
                return
            }
            style.foreground = color.mixed(with: background, 0.5)
            style.background = style.background.map { $0.mixed(with: background, 0.5) }
        }
    }
}
