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
    var mixes: Bool { !plan.isPlain && (colors == .trueColor || colors == .ansi256) }

    /// What is drawn at all.
    let plan: PaintPlan
    /// How many boxes have been visited.
    var visited = 0

    static func paint(
        _ layout: SceneLayout, _ presentation: Presentation, styles: StyleRegistry,
        colors: Profile.Colors = .trueColor, scheme: Profile.Scheme = .dark, work: WorkCount? = nil,
        excess: Excess? = nil
    ) -> CellBuffer {
        let shown = layout.layers.map { layer in
            var now = presentation
            return (layer: layer.windowed(&now), presentation: now)
        }
        let plan = plan(shown, layout, colors, excess)
        work?.drawn(plan.cells)
        var buffer = CellBuffer(size: layout.size, scheme: scheme)
        var visited = 0
        for (index, shown) in shown.enumerated() {
            var painter = Painter(
                buffer: buffer, layout: layout, presentation: shown.presentation, styles: styles, colors: colors,
                scheme: scheme, work: work, plan: plan, visited: visited)
            // One owner at a time: the cells are changed in place.
            buffer = CellBuffer(size: .zero)
            painter.paint(shown.layer, above: layout.layers.count - 1 - index)
            if index == layout.layers.count - 1 {
                painter.menu(shown.layer)
                painter.help()
            }
            (buffer, visited) = (painter.buffer, painter.visited)
        }
        return buffer
    }

    /// How many modals dim what is under them; what is under more is as dark as can be.
    private static let mostDims = 8

    private static func plan(
        _ shown: [(layer: LayerLayout, presentation: Presentation)], _ layout: SceneLayout, _ colors: Profile.Colors,
        _ excess: Excess?
    ) -> PaintPlan {
        let screen = CellRect(origin: CellPoint(column: 0, row: 0), size: layout.size)
        var survey = PaintSurvey(mixes: colors == .trueColor || colors == .ansi256, screen: screen)
        var starts: [Int] = []
        for (index, (layer, presentation)) in shown.enumerated() {
            starts.append(survey.boxes.count)
            if layer.modal != nil { survey.enter(layer, dims: layout.layers.count - 1 - index < mostDims) }
            let around = Surroundings(shown: ShownLayer(layer), focus: nil, clip: layer.viewport, window: layer.viewport)
            survey.visit(layer.body, around, presentation)
        }
        let plan = PaintPlan(survey, most: PaintPlan.most(layout.size))
        if plan.isExcessive, let excess {
            let ends = starts.dropFirst() + [survey.boxes.count]
            let costs = zip(starts, ends).map { start, end in
                (start..<end).reduce(0) { $0 + (plan.isCovered($1) ? 0 : survey.boxes[$1].mixed.cells) }
            }
            let most = costs.indices.max { costs[$0] < costs[$1] }
            most.map { excess.note(.paint, of: shown[$0].layer.entry) }
        }
        return plan
    }

    private mutating func paint(_ layer: LayerLayout, above: Int) {
        let isTop = above == 0
        if layer.modal != nil {
            visited += 1
            if above < Painter.mostDims { dim(CellRect(origin: CellPoint(column: 0, row: 0), size: layout.size)) }
            buffer.clear(layer.frame)
        }
        let focus = isTop ? presentation.focus[layer.entry]?.element : nil
        paint(layer.body, Surroundings(shown: ShownLayer(layer), focus: focus, clip: layer.viewport, window: layer.viewport))
        if layer.hasBox { box(layer.frame, layer.theme.style(), edges(of: layer), clip: layer.frame) }
        bar(layer, focus)
    }

    // MARK: - Boxes

    /// What holds for a box because of what it is in.
    struct Surroundings {
        let shown: ShownLayer
        let focus: String?
        var scrolled = CellPoint(column: 0, row: 0)
        /// What is outside of the boxes around is not drawn.
        var clip: CellRect
        /// What is displaced is drawn wherever the nearest window allows.
        var window: CellRect

        /// The same for one of a box's children: what is in a row counts from its corner.
        func inside(_ box: LayoutBox, _ child: Int) -> Surroundings {
            guard !box.origins.isEmpty else { return self }
            var inner = self
            let origin = box.origins[child]
            inner.scrolled.column -= origin.column
            inner.scrolled.row -= origin.row
            return inner
        }
    }

    /// A layer somewhere else: surroundings would be many times as large with it inside.
    final class ShownLayer {
        let layer: LayerLayout
        init(_ layer: LayerLayout) { self.layer = layer }
    }

    mutating func paint(_ box: LayoutBox, _ outer: Surroundings) {
        let place = visited
        visited += 1
        guard !plan.isCovered(place) else { return visited = plan.end(place) }
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
        case .group, .displaced, .tappable, .list, .geometry, .gesture, .scrollTo: break
        case .hidden: return
        case .text, .control, .fill, .shape, .border, .rule:
            if !plan.isDrawn(place) { break }
            draw(box, rect, inner)
        case .scroll(let content, let bar, let showsIndicators):
            return scroll(box, rect, content, bar, showsIndicators, inner)
        case .window(let window): return scroll(box, rect, window, inner)
        case .opacity(let opacity): return translucent(box, opacity, inner)
        case .clip(let shape, let metrics): return clipped(box, shape, metrics, rect, inner)
        }
        children(of: box, inner)
        guard case .tappable = box.content else { return }
        if inner.focus != nil, box.element == inner.focus { markFocus(rect, inner.clip) }
        markPending(box, rect, inner)
    }

    /// What a box shows by itself.
    private mutating func draw(_ box: LayoutBox, _ rect: CellRect, _ inner: Surroundings) {
        switch box.content {
        case .text(let lines):
            for (row, line) in lines.enumerated() where rect.minRow + row >= inner.clip.minRow {
                if rect.minRow + row >= inner.clip.maxRow { break }
                self.line(line, at: CellPoint(column: rect.minColumn, row: rect.minRow + row), clip: inner.clip)
            }
        case .control(let control, let name, let inherited):
            var control = control
            control.isFocused = inner.focus != nil && box.element == inner.focus
            if control.isIndeterminate, let phase {
                control.phase = phase
                buffer.turns = true
            }
            if let element = box.element { inner.shown.layer.present(&control, element, presentation) }
            draw(control, name, inherited, rect, inner.clip)
            markPending(box, rect, inner)
        case .fill(let color): fill(rect, SystemColors.rgb(color), clip: inner.clip)
        case .shape(let shape, let style, let metrics): draw(shape, style, metrics, rect, inner.clip)
        case .border(let color): self.box(rect, CellStyle(foreground: SystemColors.rgb(color)), clip: inner.clip)
        case .rule(let isVertical):
            let glyph = isVertical ? lines().vertical : lines().horizontal
            buffer.fill(rect, glyph, style: CellStyle(attributes: .dim), clip: inner.clip)
        default: break
        }
    }

    mutating func children(of box: LayoutBox, _ inner: Surroundings) {
        for index in box.shown(inner.shown.layer, presentation) { paint(box.children[index], inner.inside(box, index)) }
    }

    // MARK: - Windows

    private mutating func scroll(
        _ box: LayoutBox, _ rect: CellRect, _ content: CellSize, _ bar: Int, _ showsIndicators: Bool,
        _ outer: Surroundings
    ) {
        let offset = box.element.map { outer.shown.layer.scrollOffset($0, presentation) } ?? CellPoint(column: 0, row: 0)
        var window = rect
        window.size.rows -= bar
        children(of: box, Painter.looking(into: box, rect, bar, outer, presentation))
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
        let offset = box.element.map { outer.shown.layer.scrollOffset($0, presentation) } ?? CellPoint(column: 0, row: 0)
        children(of: box, Painter.looking(into: box, rect, window.bar, outer, presentation))
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

    /// What holds for what is in something that scrolls.
    static func looking(
        into box: LayoutBox, _ rect: CellRect, _ bar: Int, _ outer: Surroundings, _ presentation: Presentation
    ) -> Surroundings {
        var inner = outer
        var window = rect
        window.size.rows -= bar
        if let element = box.element {
            inner.scrolled = outer.scrolled + outer.shown.layer.scrollOffset(element, presentation)
        }
        inner.clip = outer.clip.intersection(window)
        inner.window = outer.window.intersection(window)
        return inner
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
