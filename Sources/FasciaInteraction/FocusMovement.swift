import FasciaRender

/// Moves the focus, and scrolls.
extension LayerLayout {
    enum Direction { case up, down, left, right }

    func focus(_ now: inout TerminalState, _ index: Int) {
        now.focus[entry] = focus(index)
        reveal(&now)
    }

    /// Moves the focus to the next focusable element in Tab order.
    func moveFocus(_ now: inout TerminalState, by step: Int, wraps: Bool) {
        guard let current = focusIndex(now) else { return }
        var index = current
        for _ in stops {
            index += step
            if wraps { index = (index + stops.count) % stops.count }
            guard stops.indices.contains(index) else { return }
            if stops[index].takesFocus { return focus(&now, index) }
        }
    }

    /// The scroll view that has the focus itself, such as a log.
    func focusedRegion(_ now: TerminalState) -> ScrollRegion? {
        focusIndex(now).flatMap { region(stops[$0].element) }.flatMap { $0.maximumRows > 0 ? $0 : nil }
    }

    func focusEdge(_ now: inout TerminalState, first: Bool) {
        if focusedRegion(now) != nil { return }
        let controls = stops.indices.filter { stops[$0].takesFocus && stops[$0].element != SceneLayout.backElement }
        if let index = first ? controls.first : controls.last { focus(&now, index) }
    }

    /// Moves the focus to the first or last element; if it is there, or there is none, scrolls to the edge.
    func goToEdge(_ now: inout TerminalState, first: Bool) {
        let old = now.focus[entry]
        focusEdge(&now, first: first)
        guard now.focus[entry] == old, let region = pagedRegion(now) else { return }
        scroll(&now, region, rows: first ? -region.maximumRows : region.maximumRows)
    }

    /// Moves the focus to the nearest element in a direction, preferably in the same scroll view. Up and down compare
    /// rows first, then columns; left and right stay in the same rows. If there is no element, scrolls the surrounding
    /// scroll view.
    func moveFocus(_ now: inout TerminalState, toward direction: Direction) {
        guard let current = focusIndex(now) else { return scroll(&now, direction) }
        // A focused scroll view scrolls before the focus leaves it.
        if let region = focusedRegion(now), direction == .up || direction == .down {
            let before = scrollOffset(region.element, now.scroll)
            scroll(&now, region, rows: direction == .up ? -1 : 1)
            if scrollOffset(region.element, now.scroll) != before { return }
        }
        if let index = nearest(to: current, direction, now) { focus(&now, index) } else { scroll(&now, direction) }
    }

    private func nearest(to current: Int, _ direction: Direction, _ now: TerminalState) -> Int? {
        let scroll = stops[current].scroll
        if scroll != nil {
            // Within a scroll view, relative positions do not depend on the scroll offset.
            let within = nearest(to: stops[current].rect, direction, position: \.rect) { $0.scroll == scroll }
            if let index = within, index != current { return index }
        }
        let from = CellRect(origin: visibleOrigin(of: stops[current], now.scroll), size: stops[current].rect.size)
        return nearest(to: from, direction, position: { $0.scroll == nil ? $0.rect : visibleRect(of: $0, now.scroll) }) {
            stop in
            stop.scroll == nil || stop.scroll != scroll && !visibleRect(of: stop, now.scroll).isEmpty
        }
    }

    /// - Parameter isCandidate: whether a stop is a candidate. Called only for stops nearer than all previous ones.
    private func nearest(
        to from: CellRect, _ direction: Direction, position: (FocusTarget) -> CellRect, isCandidate: (FocusTarget) -> Bool
    ) -> Int? {
        var best: (index: Int, distance: (Int, Int))?
        for (index, stop) in stops.enumerated() {
            let to = position(stop)
            guard to != from else { continue }
            let sideways = abs(to.minColumn - from.minColumn)
            let distance: (Int, Int)
            switch direction {
            case .down where to.minRow >= from.maxRow: distance = (to.minRow - from.maxRow, sideways)
            case .up where to.maxRow <= from.minRow: distance = (from.minRow - to.maxRow, sideways)
            case .right where to.minColumn >= from.maxColumn && to.meetsRows(of: from):
                distance = (to.minColumn - from.maxColumn, abs(to.minRow - from.minRow))
            case .left where to.maxColumn <= from.minColumn && to.meetsRows(of: from):
                distance = (from.minColumn - to.maxColumn, abs(to.minRow - from.minRow))
            default: continue
            }
            if let best, distance >= best.distance { continue }
            if isCandidate(stop), stop.takesFocus { best = (index, distance) }
        }
        return best?.index
    }

    // MARK: - Scrolling

    /// Scrolls the scroll view around the focus, or the nearest outer one that can scroll, by one row or a few columns.
    private func scroll(_ now: inout TerminalState, _ direction: Direction) {
        let isSideways = direction == .left || direction == .right
        let inner = focusIndex(now).flatMap { stops[$0].scroll }
        var next = region(inner) ?? scrolls.first { isSideways ? $0.maximumColumns > 0 : $0.maximumRows > 0 }
        while let region = next {
            if (isSideways ? region.maximumColumns : region.maximumRows) > 0 {
                return switch direction {
                case .up: scroll(&now, region, rows: -1)
                case .down: scroll(&now, region, rows: 1)
                case .left: scroll(&now, region, columns: -4)
                case .right: scroll(&now, region, columns: 4)
                }
            }
            next = self.region(region.outer)
        }
    }

    func scroll(_ now: inout TerminalState, _ region: ScrollRegion, rows: Int = 0, columns: Int = 0) {
        let offset = scrollOffset(region.element, now.scroll)
        let id = elementID(region.element)
        if rows != 0, region.maximumRows > 0 { now.scroll.rows[id] = min(max(0, offset.row + rows), region.maximumRows) }
        if columns != 0, region.maximumColumns > 0 {
            now.scroll.columns[id] = min(max(0, offset.column + columns), region.maximumColumns)
        }
    }

    /// Scrolls the scroll view under the pointer: vertically, or horizontally if it scrolls only that way.
    func wheel(_ now: inout TerminalState, at point: CellPoint, by steps: Int) {
        let under = scrolls.filter { $0.rect.contains(point) }
        if let region = under.last(where: { $0.maximumRows > 0 }) { return scroll(&now, region, rows: steps) }
        if let region = under.last(where: { $0.maximumColumns > 0 }) { scroll(&now, region, columns: steps) }
    }

    /// The scroll view that has the focus or is around it, or else the first one.
    private func pagedRegion(_ now: TerminalState) -> ScrollRegion? {
        focusedRegion(now) ?? region(focusIndex(now).flatMap { stops[$0].scroll } ?? scrolls.first?.element)
    }

    /// Scrolls by a page and moves the focus along; scrolls alone if the scroll view does not contain the focus.
    func page(_ now: inout TerminalState, by pages: Int) {
        guard let region = pagedRegion(now) else { return focusEdge(&now, first: pages < 0) }
        let id = region.element
        let rows = max(1, region.rect.size.rows - 1)
        scroll(&now, region, rows: pages * rows)
        let within = stops.indices.filter { stops[$0].takesFocus && stops[$0].scroll == id }
        guard let current = focusIndex(now), stops[current].scroll == id else { return }
        let goal = stops[current].rect.minRow + pages * rows
        let index =
            pages > 0
            ? within.last { stops[$0].rect.minRow <= goal && $0 > current } ?? within.last
            : within.first { stops[$0].rect.minRow >= goal && $0 < current } ?? within.first
        // After the last and before the first element, only the scroll position moves.
        if let index, index != current { focus(&now, index) }
    }
}

extension CellRect {
    fileprivate func meetsRows(of other: CellRect) -> Bool { minRow < other.maxRow && other.minRow < maxRow }
}
