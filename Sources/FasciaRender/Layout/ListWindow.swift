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
    /// The row below it that says that there is more to either side.
    let bar: Int

    var axis: StackContent.Axis { rows.axis }
    private var length: Int { tops.last ?? 0 }
    var end: Int { first + tops.count - 1 }

    /// How much is laid out, seen in a window of that size.
    func content(_ window: CellSize) -> CellSize {
        axis == .vertical
            ? CellSize(columns: window.columns, rows: length) : CellSize(columns: length, rows: window.rows - bar)
    }

    /// Whether there is more before and after than what is laid out.
    var hasMoreBefore: Bool { first > 0 }
    var hasMoreAfter: Bool { end < rows.count }

    /// The rows that are in sight when it is scrolled so far.
    func seen(at offset: Int, _ room: Int) -> Range<Int> {
        let from = tops.dropLast().lastIndex { $0 <= offset } ?? 0
        let to = tops.dropLast().firstIndex { $0 >= offset + room } ?? tops.count - 1
        return first + from..<first + max(from, to)
    }

    /// What keeps its place when rows come and go: the row at the top. At the very top nothing does: what comes there
    /// is to be seen.
    func anchor(at offset: Int) -> Presentation.RowAnchor? {
        guard offset > 0 || first > 0, tops.count > 1 else { return nil }
        let index = (tops.dropLast().lastIndex { $0 <= offset }) ?? 0
        return Presentation.RowAnchor(
            row: first + index, id: rows.id(first + index), line: max(0, offset - tops[index]))
    }

    /// Lays out the rows that are seen when the list is scrolled to `anchor`, and so many cells of rows around them.
    ///
    /// - Returns: the rows, whose first one begins at the top of the window, or at its left edge; what is in each row
    ///   counts from its corner.
    static func make(
        _ rows: ListRows, in size: CellSize, at anchor: Presentation.RowAnchor?, margin: Int
    ) -> (window: ListWindow, boxes: [LayoutBox]) {
        if let memory = rows.memory, !memory.effort.isShort {
            let made = layOut(rows, size, anchor, margin)
            if !memory.effort.isShort { return made }
        }
        // Each time that it is looked at may cost as much as the first.
        return layOut(rows.fresh, size, anchor, margin)
    }

    private static func layOut(
        _ rows: ListRows, _ size: CellSize, _ anchor: Presentation.RowAnchor?, _ margin: Int
    ) -> (window: ListWindow, boxes: [LayoutBox]) {
        let isTall = rows.axis == .vertical
        let bar = !isTall && rows.showsIndicators && size.rows > 1 ? 1 : 0
        // The last column shows that there is more above or below.
        let offer = isTall
            ? ProposedCells(columns: max(0, size.columns - rows.marks)) : ProposedCells(rows: size.rows - bar)
        let room = size.along(rows.axis)
        // Rows that show nothing must not make it look at all of them.
        var left = 4 * (room + margin) + 64
        func next(_ row: Int) -> (item: LayoutItem, length: Int) {
            left -= 1
            let item = rows.item(row)
            return (item, max(rows.least(row), item.size(for: offer).along(rows.axis)))
        }
        var (start, line) = (0, 0)
        if let anchor, rows.count > 0 {
            let same = rows.index(of: anchor.id, near: anchor.row)
            start = same ?? min(max(0, anchor.row), rows.count - 1)
            line = max(0, anchor.line)
        }
        var items: [(item: LayoutItem, length: Int)] = []
        var (end, below) = (start, 0)
        while end < rows.count, below < line + room + margin, left > 0 {
            items.append(next(end))
            below += items[items.count - 1].length
            if end == start { line = max(0, min(line, below - 1)) }
            end += 1
        }
        // Where the end comes too soon, the window is filled from above.
        var above = 0
        let wanted = margin + max(0, room - (below - line)) - line
        var over: [(item: LayoutItem, length: Int)] = []
        left = max(left, 4 * (room + margin))
        while start > 0, above < wanted, left > 0 {
            start -= 1
            over.append(next(start))
            above += over[over.count - 1].length
        }
        items = over.reversed() + items
        var tops = [0]
        var boxes: [LayoutBox] = []
        for (item, length) in items {
            boxes.append(item.place(at: CellPoint(column: 0, row: 0), offer))
            tops.append(tops[tops.count - 1] + length)
        }
        let offset = min(above + line, max(0, (tops.last ?? 0) - room))
        return (ListWindow(rows: rows, first: start, tops: tops, offset: offset, bar: bar), boxes)
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
        let layer = looks.layer(rows: presentation.rows, margin: windows) {
            var layer = self
            layer.looks = WindowMemory()
            layer.windows = [:]
            layer.body = expanded(body, presentation, windows, &layer.windows)
            layer.collect()
            return layer
        }
        for (list, window) in layer.windows { presentation[keyPath: window.scrolling][place(list)] = window.offset }
        return layer
    }

    /// Turns what `presentation` says of the scrolling of lists into what keeps its place when rows come and go.
    func keepRows(_ presentation: inout Presentation) {
        for (list, window) in windows {
            let place = place(list)
            guard let offset = presentation[keyPath: window.scrolling].removeValue(forKey: place) else { continue }
            presentation.rows[place] = window.anchor(at: offset)
        }
    }

    /// Scrolls the list that has the focus to it, where it is out of sight: keys go on from there.
    func bringBackFocus(_ presentation: inout Presentation) {
        guard let row = presentation.focus[entry]?.row, focusIndex(presentation) == nil else { return }
        presentation.rows[place(row.list)] = Presentation.RowAnchor(row: row.row, id: row.id, line: 0)
    }

    /// Scrolls lists to their first or their last row; those that scroll sideways only where there are no others.
    func goToEdge(_ presentation: inout Presentation, first: Bool) {
        let isTall = windows.values.contains { $0.axis == .vertical }
        for (list, window) in windows where (window.axis == .vertical) == isTall {
            let last = window.rows.count - 1
            presentation.rows[place(list)] =
                first || last < 0 ? nil : Presentation.RowAnchor(row: last, id: window.rows.id(last), line: 0)
        }
    }

    /// The focus, if its row is still in its list, seen or not.
    func focusInRow(_ old: Presentation.Focus) -> Presentation.Focus? {
        guard let place = old.row, let rows = windows[place.list]?.rows, rows.count > 0 else { return nil }
        let row = rows.index(of: place.id, near: place.row) ?? min(max(0, place.row), rows.count - 1)
        var focus = old
        focus.row?.row = row
        // What is not known any more is taken to be what it was.
        if !rows.isKnown(row) { return focus }
        guard place.id.isEmpty else { return rows.hasOperable(old.element, row: row) ? focus : nil }
        // The row has become known: what can be operated in it takes the focus.
        let index = stops.firstIndex { $0.row?.list == place.list && $0.row?.row == row && $0.isEnabled }
        return index.map { self.focus($0) }
    }

    func place(_ element: String) -> Presentation.ScrollPlace {
        Presentation.ScrollPlace(entry: entry, element: element)
    }

    private func expanded(
        _ box: LayoutBox, _ presentation: Presentation, _ windows: Int, _ made: inout [String: ListWindow]
    ) -> LayoutBox {
        guard box.hasLists else { return box }
        guard case .list(let rows) = box.content, let id = box.element, !box.rect.isEmpty else {
            return box.with(box.content, box.children.map { expanded($0, presentation, windows, &made) })
        }
        let (window, boxes) = ListWindow.make(
            rows, in: box.rect.size, at: presentation.rows[place(id)],
            margin: windows * min(box.rect.size.rows, frame.size.rows))
        made[id] = window
        return box.with(.window(window), boxes.map { expanded($0, presentation, windows, &made) })
    }
}

extension ListWindow {
    /// Where a terminal keeps how far it is scrolled.
    var scrolling: WritableKeyPath<Presentation, [Presentation.ScrollPlace: Int]> {
        axis == .vertical ? \.scroll : \.sideways
    }
}

