import FasciaDocument
import FasciaScene

/// Draws a laid-out scene into cells.
struct Painter {
    var buffer: CellBuffer
    let input: PaintInput
    var current: PaintInput.Layer
    let styles: StyleRegistry
    let work: RenderStatistics?
    /// That of the current layer.
    var budget: PaintBudget

    var layout: SceneLayout { input.layout }
    var colors: ColorDepth { input.colors }

    /// The styles of the current layer's theme.
    var roles: ColorRoles { current.roles }

    /// Whether colours can be mixed.
    var supportsBlending: Bool { input.supportsBlending }

    /// - Parameter overBudget: collects the entries of which a part was drawn plain.
    static func paint(
        _ input: PaintInput, styles: StyleRegistry, work: RenderStatistics? = nil, overBudget: OverBudgetScreens? = nil
    ) -> CellBuffer {
        let buffer = CellBuffer(size: input.layout.size, scheme: input.scheme)
        guard let first = input.layers.first else { return buffer }
        var painter = Painter(
            buffer: buffer, input: input, current: first, styles: styles, work: work, budget: PaintBudget(buffer.size))
        for (index, layer) in input.layers.enumerated() {
            painter.current = layer
            painter.budget = PaintBudget(buffer.size)
            // A stack can have hundreds of modals; only those that are not covered are drawn.
            let isCovered = input.layers[(index + 1)...].contains {
                $0.layer.modal != nil && $0.layer.frame.contains(layer.layer.frame)
            }
            painter.paintLayer(isCovered: isCovered)
            if painter.budget.isExceeded { overBudget?.note(layer.layer.entry, .painting) }
        }
        painter.drawMenu()
        painter.drawFind()
        painter.drawHelp()
        return painter.buffer
    }

    private mutating func paintLayer(isCovered: Bool) {
        let layer = current.layer
        if layer.modal != nil, current.dims { dim(input.screen) }
        guard !isCovered else { return }
        if layer.modal != nil { buffer.clear(layer.frame) }
        var hasOwnBorder = false
        if var surface = layer.borderSurface {
            surface.control.isAlert = layer.modal == .alert
            hasOwnBorder = draw(surface, layer.frame, layer.frame)
        }
        paint(layer.body, InheritedState(layer))
        if layer.hasBorder, !hasOwnBorder { box(layer.frame, roles.line, edges(of: layer), clip: layer.frame) }
        drawTitleBar(layer)
    }

    // MARK: - Boxes

    /// The state that a box inherits from its ancestors.
    struct InheritedState {
        var scrolled = CellPoint(column: 0, row: 0)
        /// The area of the enclosing boxes.
        var clip: CellRect
        /// The area of the nearest scroll view or layer. Offset boxes are clipped only to it.
        var window: CellRect

        /// The state of a layer's root.
        init(_ layer: LayerLayout) { self.init(clip: layer.viewport) }

        init(clip: CellRect) { (self.clip, window) = (clip, clip) }

        /// The state of a child. A row of a window counts from its own corner.
        func inside(_ box: LayoutBox, _ child: Int) -> InheritedState {
            guard !box.origins.isEmpty else { return self }
            var inner = self
            let origin = box.origins[child]
            inner.scrolled.column -= origin.column
            inner.scrolled.row -= origin.row
            return inner
        }

        /// The state of a scroll view's content, which is visible in `rect` without its last `markerRows` rows.
        ///
        /// - Parameter offset: the scroll offset.
        func looking(into rect: CellRect, markerRows: Int, at offset: CellPoint) -> InheritedState {
            var inner = self
            var window = rect
            window.size.rows -= markerRows
            inner.scrolled = scrolled + offset
            inner.clip = clip.intersection(window)
            inner.window = self.window.intersection(window)
            return inner
        }
    }

    mutating func paint(_ box: LayoutBox, _ outer: InheritedState) {
        work?.paintedOne()
        var inner = outer
        let rect = box.rect.moved(columns: -outer.scrolled.column, rows: -outer.scrolled.row)
        inner.clip = outer.clip.intersection(rect)
        if case .offset = box.content {
            inner.clip = outer.window
        } else if inner.clip.isEmpty {
            return
        }
        switch box.content {
        case .surface(let surface): _ = draw(surface, rect, inner.clip)
        case .tappable(var surface?):
            surface.control.isFocused = current.hasFocus(box)
            if current.isSelected(box) { surface.control.state = .on }
            _ = draw(surface, rect, inner.clip)
        case .group, .offset, .tappable, .list, .geometry, .gesture, .scrollTo: break
        case .hidden: return
        case .button(let frame): draw(frame, rect, inner.clip)
        case .text, .control, .fill, .shape, .border, .rule, .card, .notes:
            draw(box, rect, inner)
            if box.operable != nil, current.isSelected(box) { markSelection(rect, inner.clip) }
        case .scroll(let content, let markerRows, let showsIndicators):
            return scroll(box, rect, content, markerRows, showsIndicators, inner)
        case .window(let window):
            if current.hasFocus(box) { markScrollFocus(rect, inner.clip) }
            return scroll(box, rect, window, inner)
        case .opacity(let opacity): return translucent(box, opacity, inner)
        case .clip(let shape, let metrics): return clipped(box, shape, metrics, rect, inner)
        }
        children(of: box, inner)
        switch box.content {
        case .tappable: if current.hasFocus(box) { markFocus(rect, inner.clip) }
        case .button(let frame): if current.hasFocus(box) { markFocus(frame, rect, inner.clip) }
        default: return
        }
        if current.isSelected(box) { markSelection(rect, inner.clip) }
        if isPending(box) { markPending(box, rect, inner) }
    }

    /// Draws a box without its children.
    private mutating func draw(_ box: LayoutBox, _ rect: CellRect, _ inner: InheritedState) {
        switch box.content {
        case .text(let lines):
            for (row, line) in lines.enumerated() where rect.minRow + row >= inner.clip.minRow {
                if rect.minRow + row >= inner.clip.maxRow { break }
                self.line(line, at: CellPoint(column: rect.minColumn, row: rect.minRow + row), clip: inner.clip)
            }
        case .control(let control, let name, let inherited):
            var control = control
            control.isFocused = current.hasFocus(box)
            control.colorDepth = input.colors.bits
            control.isPending = control.isPending || isPending(box)
            if control.isPending, animationStep != nil { buffer.isAnimated = true }
            if control.isIndeterminate, let animationStep {
                control.animationStep = animationStep
                buffer.isAnimated = true
            }
            override(&control, box)
            draw(control, name, inherited, rect, inner.clip)
            if control.isFocused, control.indent > 0 {
                let indent = CellRect(
                    column: rect.minColumn - control.indent, row: rect.minRow, columns: control.indent, rows: rect.size.rows)
                // The focus as the style has drawn it.
                var style = buffer[column: rect.minColumn, row: rect.minRow].style
                style.attributes.remove(.bold)
                buffer.fill(indent, " ", style: style, clip: inner.window)
            }
            if control.isPending {
                markPending(box, rect, inner)
            } else if let word = control.conditions.last, word != .assumed {
                mark(word, rect, inner.clip)
            }
        case .fill(let color):
            guard admit(rect.intersection(inner.clip), times: color.paintings) else { return }
            fill(rect, SystemColors.rgb(color), clip: inner.clip)
        case .shape(let shape, let style, let metrics):
            guard admit(rect.intersection(inner.clip), times: shape.shape.paintings) else { return }
            draw(shape, style, metrics, rect, inner.clip)
        case .border(let color): self.box(rect, CellStyle(foreground: SystemColors.rgb(color)), clip: inner.clip)
        case .rule(let isVertical):
            let glyph = isVertical ? lines().vertical : lines().horizontal
            buffer.fill(rect, glyph, style: roles.line, clip: inner.clip)
        case .card(let card):
            if let surface = card.surface, draw(surface, card.whole(rect), inner.clip) { return }
            draw(card, rect, inner.clip)
        case .notes(let notes, let corner):
            for (row, note) in notes.enumerated() {
                let style = note.isProblem ? roles.negative : roles.secondary
                text(note.text, rect.minColumn + corner.column, rect.minRow + corner.row + row, style, clip: inner.clip)
            }
        default: break
        }
    }

    /// Applies what the terminal shows instead of the panel's value.
    private func override(_ control: inout Control, _ box: LayoutBox) {
        guard !input.display.overrides.isEmpty, let element = box.element else { return }
        input.display.overrides[current.layer.elementID(element)]?.apply(to: &control)
    }

    /// Whether an operation on this box has been pending for a while.
    func isPending(_ box: LayoutBox) -> Bool {
        guard !input.display.pending.isEmpty, let element = box.element else { return false }
        return input.display.pending.contains(current.layer.elementID(element))
    }

    mutating func children(of box: LayoutBox, _ inner: InheritedState) {
        let rows = (inner.clip.minRow..<inner.clip.maxRow).moved(by: inner.scrolled.row)
        box.forEachVisibleChild(in: current, rows: rows) { child, index in paint(child, inner.inside(box, index)) }
    }

    // MARK: - Windows

    private mutating func scroll(
        _ box: LayoutBox, _ rect: CellRect, _ content: CellSize, _ markerRows: Int, _ showsIndicators: Bool,
        _ outer: InheritedState
    ) {
        let offset = current.offset(box)
        var window = rect
        window.size.rows -= markerRows
        children(of: box, outer.looking(into: rect, markerRows: markerRows, at: offset))
        guard showsIndicators else { return }
        drawVerticalScrollMarks(
            window, above: offset.row > 0, below: content.rows - offset.row > window.size.rows, clip: outer.clip)
        guard markerRows > 0 else { return }
        drawHorizontalScrollMarks(
            rect, left: offset.column > 0, right: content.columns - offset.column > rect.size.columns,
            clip: outer.clip)
    }

    /// Draws the marks in the last row for more content to the left or right.
    private mutating func drawHorizontalScrollMarks(_ rect: CellRect, left: Bool, right: Bool, clip: CellRect) {
        let style = roles.accent.adding(.bold)
        let row = rect.maxRow - 1
        if left { text(layout.unicode ? "◀" : "<", rect.minColumn, row, style, clip: clip) }
        if right { text(layout.unicode ? "▶" : ">", rect.maxColumn - 1, row, style, clip: clip) }
    }

    private mutating func scroll(
        _ box: LayoutBox, _ rect: CellRect, _ window: ListWindow, _ outer: InheritedState
    ) {
        let offset = current.offset(box)
        children(of: box, outer.looking(into: rect, markerRows: window.markerRows, at: offset))
        guard window.rows.showsIndicators else { return }
        let content = window.content(rect.size)
        if window.axis == .vertical {
            drawVerticalScrollMarks(
                rect, above: window.hasMoreBefore || offset.row > 0,
                below: window.hasMoreAfter || content.rows - offset.row > rect.size.rows, clip: outer.clip)
            drawPositionMark(rect, window.visibleRows(at: offset.row, rect.size.rows), of: window.rows.count, clip: outer.clip)
        } else {
            drawHorizontalScrollMarks(
                rect, left: window.hasMoreBefore || offset.column > 0,
                right: window.hasMoreAfter || content.columns - offset.column > rect.size.columns, clip: outer.clip)
        }
    }

    private mutating func drawPositionMark(_ rect: CellRect, _ seen: Range<Int>, of count: Int, clip: CellRect) {
        guard let row = Painter.positionRow(rect, seen, of: count) else { return }
        text(layout.unicode ? "┃" : "|", rect.maxColumn - 1, row, roles.line, clip: clip)
    }

    /// The row of the position mark, which shows where the visible rows are in a long list. It lies between the marks
    /// for more content above and below.
    static func positionRow(_ rect: CellRect, _ seen: Range<Int>, of count: Int) -> Int? {
        guard rect.size.rows >= 4, count > 4 * max(1, seen.count) else { return nil }
        let part = Double(seen.lowerBound) / Double(count - seen.count)
        let row = rect.minRow + 1 + Int((part * Double(rect.size.rows - 3)).rounded())
        return min(row, rect.maxRow - 2)
    }

    /// Draws the marks in the last column for more content above or below.
    mutating func drawVerticalScrollMarks(_ rect: CellRect, above: Bool, below: Bool, clip: CellRect) {
        guard SpaceConstraints(layout.size).marks > 0 else { return }
        let column = rect.maxColumn - 1
        let style = roles.accent.adding(.bold)
        if above { text(layout.unicode ? "▲" : "^", column, rect.minRow, style, clip: clip) }
        if below { text(layout.unicode ? "▼" : "v", column, rect.maxRow - 1, style, clip: clip) }
    }

    // MARK: - Controls

    /// - Returns: whether the style has drawn something. Otherwise the surface is to be drawn as without a style.
    mutating func draw(_ surface: Surface, _ rect: CellRect, _ clip: CellRect) -> Bool {
        var control = surface.control
        control.colorDepth = input.colors.bits
        return draw(control, surface.style, CellStyle(), rect, clip)
    }

    @discardableResult
    private mutating func draw(
        _ control: Control, _ name: String, _ inherited: CellStyle, _ rect: CellRect, _ clip: CellRect
    ) -> Bool {
        var canvas = Canvas(size: rect.size, roles: roles)
        styles.style(of: control, named: name).draw(control, into: &canvas)
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
        return !canvas.operations.isEmpty
    }
}

extension CellStyle {
    /// Fills in unset properties from `inherited`.
    fileprivate func over(_ inherited: CellStyle) -> CellStyle {
        CellStyle(
            foreground: foreground ?? inherited.foreground, background: background ?? inherited.background,
            attributes: attributes.union(inherited.attributes))
    }
}

extension CellRect {
    /// Converts a position relative to this area; `nil` if it is out of the range of cell arithmetic.
    fileprivate func cell(_ point: CellPoint) -> CellPoint? {
        let reach = -Cells.maximumLength...Cells.maximumLength
        guard reach.contains(point.column), reach.contains(point.row) else { return nil }
        return CellPoint(column: minColumn + point.column, row: minRow + point.row)
    }

    /// Converts an area relative to this area.
    fileprivate func part(_ rect: CellRect) -> CellRect? {
        guard let corner = cell(rect.origin), rect.size.columns > 0, rect.size.rows > 0 else { return nil }
        return CellRect(origin: corner, size: rect.size)
    }
}
