import FasciaModel

/// The rows of a list around what is seen of it. Where they are counted in rows of cells, they begin at 0.
///
/// It reaches so far that what is seen may begin at any row of one stretch: scrolling within that makes nothing anew,
/// and what a window is depends on the stretch alone.
public struct ListWindow: Sendable {
    let rows: ListRows
    /// Which stretch the first row in sight belongs to.
    let stretch: Int
    /// The first row that is laid out.
    let first: Int
    /// Where each of them begins, and where the last one ends.
    let tops: [Int]
    /// How much of them is seen at one time.
    let room: Int
    /// The row below it that says that there is more to either side.
    let bar: Int

    /// How many rows make a stretch.
    private static let stretchRows = 20

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
        let places = places(at: offset, room)
        return first + places.lowerBound..<first + places.upperBound
    }

    /// The same, by their places among those that are laid out.
    func places(at offset: Int, _ room: Int) -> Range<Int> {
        let tops = tops.dropLast()
        let from = max(0, tops.firstPlace { $0 > offset } - 1)
        return from..<max(from, tops.firstPlace { $0 >= offset + room })
    }

    /// What keeps its place when rows come and go: the row at the top. At the very top nothing does: what comes there
    /// is to be seen.
    func anchor(at offset: Int) -> Presentation.RowAnchor? {
        guard offset > 0 || first > 0, tops.count > 1 else { return nil }
        let index = max(0, tops.dropLast().firstPlace { $0 > offset } - 1)
        return Presentation.RowAnchor(
            row: first + index, id: rows.id(first + index), line: max(0, offset - tops[index]))
    }

    /// Whether it is the one in which that is seen.
    func isFor(_ anchor: Presentation.RowAnchor?) -> Bool { ListWindow.stretch(of: rows.row(of: anchor)) == stretch }

    /// How far it is scrolled down to have a row of its stretch at the top.
    func offset(of anchor: Presentation.RowAnchor?) -> Int {
        let index = rows.row(of: anchor) - first
        guard tops.indices.dropLast().contains(index) else { return 0 }
        let line = max(0, min(anchor?.line ?? 0, tops[index + 1] - tops[index] - 1))
        return min(tops[index] + line, max(0, length - room))
    }

    /// What is at the top where a row has its place in the window.
    ///
    /// - Parameter part: of the room that the row leaves, how much is before it, from 0 to 1.
    static func anchor(of row: Int, in rows: ListRows, _ size: CellSize, at part: Double) -> Presentation.RowAnchor {
        let offer = offer(rows, size).offer
        let room = size.along(rows.axis)
        let before = Int((Double(max(0, room - rows.length(row, offer))) * part).rounded())
        var (first, above, left) = (row, 0, 4 * room + 64)
        while first > 0, above < before, left > 0 {
            first -= 1
            left -= 1
            above += rows.length(first, offer)
        }
        return Presentation.RowAnchor(row: first, id: rows.id(first), line: max(0, above - before))
    }

    /// What each row is offered, and the row below them that says that there is more to either side.
    private static func offer(_ rows: ListRows, _ size: CellSize) -> (offer: ProposedCells, bar: Int) {
        // The last column shows that there is more above or below.
        if rows.axis == .vertical { return (ProposedCells(columns: max(0, size.columns - rows.marks)), 0) }
        let bar = rows.showsIndicators && size.rows > 1 ? 1 : 0
        return (ProposedCells(rows: size.rows - bar), bar)
    }

    private static func stretch(of row: Int) -> Int { row / stretchRows }

    /// Lays out the rows that may be seen when what is seen begins in the same stretch as `anchor`, and so many cells of
    /// rows around them.
    ///
    /// - Returns: the rows, whose first one begins at the top of the window, or at its left edge; what is in each row
    ///   counts from its corner.
    static func make(
        _ rows: ListRows, in size: CellSize, at anchor: Presentation.RowAnchor?, margin: Int
    ) -> (window: ListWindow, boxes: [LayoutBox]) {
        let stretch = stretch(of: rows.row(of: anchor))
        if let memory = rows.memory, !memory.effort.isShort {
            let made = layOut(rows, size, stretch, margin)
            if !memory.effort.isShort { return made }
        }
        // Each time that it is looked at may cost as much as the first.
        return layOut(rows.fresh, size, stretch, margin)
    }

    private static func layOut(
        _ rows: ListRows, _ size: CellSize, _ stretch: Int, _ margin: Int
    ) -> (window: ListWindow, boxes: [LayoutBox]) {
        let (offer, bar) = offer(rows, size)
        let room = size.along(rows.axis)
        // Rows that show nothing must not make it look at all of them.
        var left = 4 * (room + margin) + 64
        func next(_ row: Int) -> (item: LayoutItem, length: Int) {
            left -= 1
            return (rows.item(row), rows.length(row, offer))
        }
        var start = stretch * stretchRows
        let last = min(rows.count, start + stretchRows)
        var items: [(item: LayoutItem, length: Int)] = []
        var (end, all, behind) = (start, 0, 0)
        while end < rows.count, end < last || behind < room + margin, left > 0 {
            items.append(next(end))
            all += items[items.count - 1].length
            if end >= last { behind += items[items.count - 1].length }
            end += 1
        }
        // Where the end comes too soon, the window is filled from above.
        var above = 0
        let wanted = margin + max(0, room - all)
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
        return (ListWindow(rows: rows, stretch: stretch, first: start, tops: tops, room: room, bar: bar), boxes)
    }
}

extension ListRows {
    /// How long a row is when it is offered so much.
    fileprivate func length(_ row: Int, _ offer: ProposedCells) -> Int {
        max(least(row), item(row).size(for: offer).along(axis))
    }

    /// The row that is meant to be at the top, where it is by now.
    fileprivate func row(of anchor: Presentation.RowAnchor?) -> Int {
        guard let anchor, count > 0 else { return 0 }
        return index(of: anchor.id, near: anchor.row) ?? min(max(0, anchor.row), count - 1)
    }
}

// MARK: - Layers with lists

extension LayerLayout {
    /// How many windows' heights are laid out above and below what is seen: keys look beyond it.
    private static let margin = 2

    /// This layer with the rows of its lists laid out that are seen, and some around them. Whoever scrolls them says in
    /// `presentation` how far, in rows of cells as for all that scrolls, until `keepRows` is called.
    func windowed(_ presentation: inout Presentation) -> LayerLayout {
        guard hasLists else { return self }
        let layer = looks.layer(for: presentation) {
            var windows: [String: ListWindow] = [:]
            let body = expanded(body, presentation, &windows)
            return LayerLayout(self, body, windows)
        }
        layer.unscrollLists(&presentation)
        return layer
    }

    /// How far something was scrolled before it was a list says nothing of the list.
    func unscrollLists(_ presentation: inout Presentation) {
        guard presentation.isScrolled else { return }
        for (list, window) in windows { presentation.unscroll(place(list), window.axis) }
    }

    /// Whether it is the one in which that is seen which `presentation` says.
    func isFor(_ presentation: Presentation) -> Bool {
        windows.allSatisfy { list, window in window.isFor(presentation.rows[place(list)]) }
    }

    /// Turns what `presentation` says of the scrolling of lists into what keeps its place when rows come and go.
    func keepRows(_ presentation: inout Presentation) {
        for (list, window) in windows {
            let place = place(list)
            let old = presentation.rows[place]
            let anchor = window.anchor(at: presentation.unscroll(place, window.axis) ?? window.offset(of: old))
            if anchor != old { presentation.rows[place] = anchor }
        }
    }

    /// Scrolls the list that has the focus to it, where it is out of sight: keys go on from there.
    func bringBackFocus(_ presentation: inout Presentation) {
        guard isFocusOutOfSight(presentation), let row = presentation.focus[entry]?.row else { return }
        presentation.rows[place(row.list)] = Presentation.RowAnchor(row: row.row, id: row.id, line: 0)
    }

    /// Whether the focus is in a row of a list that is not laid out here.
    func isFocusOutOfSight(_ presentation: Presentation) -> Bool {
        guard let focus = presentation.focus[entry], focus.row != nil else { return false }
        return index(of: focus) == nil
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

    func place(_ element: String) -> Presentation.ElementPlace {
        Presentation.ElementPlace(entry: entry, element: element)
    }

    private func expanded(
        _ box: LayoutBox, _ presentation: Presentation, _ made: inout [String: ListWindow]
    ) -> LayoutBox {
        guard box.hasLists else { return box }
        guard case .list(let rows) = box.content, let id = box.element, !box.rect.isEmpty else {
            return box.with(box.content, box.children.map { expanded($0, presentation, &made) })
        }
        let (window, boxes) = ListWindow.make(
            rows, in: box.rect.size, at: presentation.rows[place(id)],
            margin: LayerLayout.margin * min(box.rect.size.rows, frame.size.rows))
        made[id] = window
        return box.with(.window(window), boxes.map { expanded($0, presentation, &made) })
    }
}

extension Presentation {
    fileprivate var isScrolled: Bool { !scroll.isEmpty || !sideways.isEmpty }

    /// Forgets how far something is scrolled, and says how far it was.
    @discardableResult
    fileprivate mutating func unscroll(_ place: ElementPlace, _ axis: StackContent.Axis) -> Int? {
        // Nothing is copied where nothing is there.
        if axis == .vertical { return scroll[place] == nil ? nil : scroll.removeValue(forKey: place) }
        return sideways[place] == nil ? nil : sideways.removeValue(forKey: place)
    }
}

extension LayoutBox {
    /// Those of its children that are in sight, with their places among all, from the lowest to the highest.
    ///
    /// - Parameter rows: only those that may be seen in these rows, counted as the children's places are; `nil` for all.
    func forEachShown(in shown: PaintSubject.Layer, rows: Range<Int>? = nil, _ body: (LayoutBox, Int) -> Void) {
        let rows = hasDisplaced ? nil : rows
        guard case .window(let window) = content else {
            return forEachChild(body)
        }
        let offset = shown.offset(self)
        guard window.axis == .vertical else { return forEachChild(of: window.places(at: offset.column, window.room), body) }
        let seen = offset.row..<offset.row + window.room
        let part = rows?.moved(by: -rect.minRow).clamped(to: seen) ?? seen
        forEachChild(of: window.places(at: part.lowerBound, part.count), body)
    }
}
