import FasciaModel

/// The rows of a list around what is seen of it. Where they are counted in rows of cells, they begin at 0.
public struct ListWindow: Sendable {
    let rows: ListRows
    /// The first row that is laid out.
    let first: Int
    /// Where each of them begins, and where the last one ends.
    let tops: [Int]
    /// How far the window is scrolled down over them.
    let offset: Int

    var contentRows: Int { tops.last ?? 0 }
    private var end: Int { first + tops.count - 1 }

    /// Whether there is more above and below than what is laid out.
    var hasMoreAbove: Bool { first > 0 }
    var hasMoreBelow: Bool { end < rows.count }

    /// What keeps its place when rows come and go: the row at the top. At the very top nothing does: what comes there
    /// is to be seen.
    func anchor(at offset: Int) -> Presentation.RowAnchor? {
        guard offset > 0 || first > 0, tops.count > 1 else { return nil }
        let index = (tops.dropLast().lastIndex { $0 <= offset }) ?? 0
        return Presentation.RowAnchor(
            row: first + index, id: rows.id(first + index), line: max(0, offset - tops[index]))
    }

    /// Lays out the rows that are seen when the list is scrolled to `anchor`, and `margin` rows of cells around them.
    ///
    /// - Returns: the rows, whose first one begins at the top of `rect`.
    static func make(
        _ rows: ListRows, in rect: CellRect, at anchor: Presentation.RowAnchor?, margin: Int
    ) -> (window: ListWindow, boxes: [LayoutBox]) {
        // The last column shows that there is more above or below.
        let offer = ProposedCells(columns: max(0, rect.size.columns - rows.marks))
        func height(_ item: LayoutItem) -> Int { max(1, item.size(for: offer).rows) }
        var (start, line) = (0, 0)
        if let anchor, rows.count > 0 {
            let same = rows.index(of: anchor.id, near: anchor.row)
            start = same ?? min(max(0, anchor.row), rows.count - 1)
            line = max(0, anchor.line)
        }
        var items: [LayoutItem] = []
        var (end, below) = (start, 0)
        while end < rows.count, below < line + rect.size.rows + margin {
            items.append(rows.item(end))
            below += height(items[items.count - 1])
            if end == start { line = min(line, below - 1) }
            end += 1
        }
        // Where the end comes too soon, the window is filled from above.
        var above = 0
        let wanted = margin + max(0, rect.size.rows - (below - line)) - line
        var over: [LayoutItem] = []
        while start > 0, above < wanted {
            start -= 1
            over.append(rows.item(start))
            above += height(over[over.count - 1])
        }
        items = over.reversed() + items
        var tops = [0]
        var boxes: [LayoutBox] = []
        for item in items {
            let top = tops[tops.count - 1]
            boxes.append(item.place(at: rect.origin + CellPoint(column: 0, row: top), offer))
            tops.append(top + height(item))
        }
        let offset = min(above + line, max(0, (tops.last ?? 0) - rect.size.rows))
        return (ListWindow(rows: rows, first: start, tops: tops, offset: offset), boxes)
    }
}

// MARK: - Layers with lists

extension LayerLayout {
    /// This layer with the rows of its lists laid out that are seen, and some around them. What `presentation` says of
    /// their scrolling is then in rows of cells, as for all that scrolls, until `keepRows` is called.
    ///
    /// - Parameter windows: how many windows' heights are laid out above and below what is seen.
    func windowed(_ presentation: inout Presentation, margin windows: Int) -> LayerLayout {
        guard hasLists else { return self }
        var layer = self
        var made: [String: ListWindow] = [:]
        layer.body = expanded(body, presentation, windows, &made)
        layer.windows = made
        for (list, window) in made { presentation.scroll[place(list)] = window.offset }
        layer.collect()
        return layer
    }

    /// Turns what `presentation` says of the scrolling of lists into what keeps its place when rows come and go.
    func keepRows(_ presentation: inout Presentation) {
        for (list, window) in windows {
            let place = place(list)
            guard let offset = presentation.scroll.removeValue(forKey: place) else { continue }
            presentation.rows[place] = window.anchor(at: offset)
        }
    }

    /// Scrolls the list that has the focus to it, where it is out of sight: keys go on from there.
    func bringBackFocus(_ presentation: inout Presentation) {
        guard let row = presentation.focus[entry]?.row, focusIndex(presentation) == nil else { return }
        presentation.rows[place(row.list)] = Presentation.RowAnchor(row: row.row, id: row.id, line: 0)
    }

    /// Scrolls lists to their first or their last row.
    func goToEdge(_ presentation: inout Presentation, first: Bool) {
        for (list, window) in windows {
            let last = window.rows.count - 1
            presentation.rows[place(list)] =
                first || last < 0 ? nil : Presentation.RowAnchor(row: last, id: window.rows.id(last), line: 0)
        }
    }

    /// The focus, if its row is still in its list, seen or not.
    func focusInRow(_ old: Presentation.Focus) -> Presentation.Focus? {
        guard let place = old.row, let rows = windows[place.list]?.rows,
            let row = rows.index(of: place.id, near: place.row), rows.hasOperable(old.element, row: row)
        else { return nil }
        var focus = old
        focus.row?.row = row
        return focus
    }

    func place(_ element: String) -> Presentation.ScrollPlace {
        Presentation.ScrollPlace(entry: entry, element: element)
    }

    private func expanded(
        _ box: LayoutBox, _ presentation: Presentation, _ windows: Int, _ made: inout [String: ListWindow]
    ) -> LayoutBox {
        var box = box
        if case .list(let rows) = box.content, let id = box.element, !box.rect.isEmpty {
            let (window, boxes) = ListWindow.make(
                rows, in: box.rect, at: presentation.rows[place(id)],
                margin: windows * min(box.rect.size.rows, frame.size.rows))
            made[id] = window
            box.content = .window(window)
            box.children = boxes
        }
        for index in box.children.indices {
            box.children[index] = expanded(box.children[index], presentation, windows, &made)
        }
        return box
    }
}

extension LayoutBox {
    var hasLists: Bool { if case .list = content { true } else { children.contains { $0.hasLists } } }
}
