import FasciaDocument
import FasciaRender

extension LayerLayout {
    /// Handles each new scroll request once. A request for a missing element is dropped.
    func handleScrollRequests(_ now: inout TerminalState) {
        for request in scrollRequests {
            let key = elementID(ScrollRequest.key(request.element))
            guard now.requests[key] != request.goal.request else { continue }
            now.requests[key] = request.goal.request
            let goal = request.goal
            let target = goal.node ?? row(of: goal, body)
            // An element that is laid out may be visible already.
            if goal.x == nil, goal.y == nil, let target, scrollToElement(target, goal, &now) { continue }
            scrollToRow(goal, body, &now)
            if let target { scrollToElement(target, goal, &now) }
        }
    }

    /// Scrolls to an element if it is laid out.
    ///
    /// - Returns: whether it is.
    @discardableResult
    private func scrollToElement(_ element: String, _ goal: ScrollGoal, _ now: inout TerminalState) -> Bool {
        var there = now
        let near = windowed(&there.scroll)
        guard let (rect, scroll) = near.find(element, near.body, nil, CellPoint(column: 0, row: 0)) else { return false }
        near.scroll(to: rect, in: scroll, goal, &there)
        near.storeRowAnchors(&there.scroll)
        now = there
        return true
    }

    /// The id of the requested row, if it is known.
    private func row(of goal: ScrollGoal, _ box: LayoutBox) -> String? {
        if case .list(let rows) = box.content, let row = rows.row(of: goal) {
            let id = rows.id(row)
            return id.isEmpty ? nil : id
        }
        for child in box.children { if let row = row(of: goal, child) { return row } }
        return nil
    }

    /// Scrolls each list to the row that is or contains the requested element.
    private func scrollToRow(_ goal: ScrollGoal, _ box: LayoutBox, _ now: inout TerminalState) {
        if case .list(let rows) = box.content, let list = box.element, let row = rows.row(of: goal) {
            now.scroll.anchors[elementID(list)] = ListWindow.anchor(
                of: row, in: rows, box.rect.size, at: (rows.axis == .vertical ? goal.y : goal.x) ?? 0)
        }
        for child in box.children { scrollToRow(goal, child, &now) }
    }

    /// The position of an element, as if nothing were scrolled, and its scroll view.
    private func find(
        _ node: String, _ box: LayoutBox, _ scroll: String?, _ origin: CellPoint
    ) -> (rect: CellRect, scroll: String?)? {
        if box.element == node, region(node) == nil { return (box.rect.moved(by: origin), scroll) }
        let inside = box.element.flatMap { region($0) }?.element ?? scroll
        for (index, child) in box.children.enumerated() {
            let within = box.origins.isEmpty ? origin : origin + box.origins[index]
            if let found = find(node, child, inside, within) { return found }
        }
        return nil
    }

    private func scroll(to rect: CellRect, in scroll: String?, _ goal: ScrollGoal, _ now: inout TerminalState) {
        var rect = rect
        var next = region(scroll)
        while let region = next {
            var offset = scrollOffset(region.element, now.scroll)
            let window = region.rect
            offset.row = LayerLayout.offset(
                rect.minRow - window.minRow, rect.size.rows, window.size.rows, at: goal.y, from: offset.row)
            offset.column = LayerLayout.offset(
                rect.minColumn - window.minColumn, rect.size.columns, window.size.columns, at: goal.x,
                from: offset.column)
            offset.row = min(max(0, offset.row), region.maximumRows)
            offset.column = min(max(0, offset.column), region.maximumColumns)
            if region.maximumRows > 0 { now.scroll.rows[elementID(region.element)] = offset.row }
            if region.maximumColumns > 0 { now.scroll.columns[elementID(region.element)] = offset.column }
            rect = rect.moved(columns: -offset.column, rows: -offset.row)
            next = self.region(region.outer)
        }
    }

    /// The scroll offset that shows an element of `length` cells at `start`, at `part` of a window of `window` cells.
    /// Without `part`, the offset nearest to `old` that shows the element.
    private static func offset(_ start: Int, _ length: Int, _ window: Int, at part: Double?, from old: Int) -> Int {
        guard let part else { return min(max(old, start + length - window), start) }
        return start - Int((Double(window - length) * part).rounded())
    }
}

extension ScrollRequest {
    /// The key in `TerminalState.requests`, distinct from the element's focus request.
    static func key(_ element: String) -> String { "scroll " + element }
}

extension ListRows {
    /// The requested row, or the one that contains the requested element, if it is known.
    fileprivate func row(of goal: ScrollGoal) -> Int? {
        if let id = goal.rows, let row = goal.row { return self.row(row, ofPart: id) }
        return goal.node.flatMap { row(having: $0) }
    }
}
