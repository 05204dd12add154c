import FasciaDocument
import FasciaScene

/// The laid-out rows of a list, around the visible ones. Positions in cells start at 0 with the first of them.
///
/// Rows are grouped into stretches. A window covers everything visible for any first row in its stretch, so scrolling
/// within a stretch lays out nothing, and a window depends only on its stretch.
public struct ListWindow {
    package let rows: ListRows
    /// The text that filters the rows; `nil` without a filter.
    package let filter: String?
    /// The stretch of the first visible row.
    let stretch: Int
    /// The first laid-out row.
    let first: Int
    /// The start of each laid-out row, and the end of the last one.
    let rowOffsets: [Int]
    let visibleLength: Int
    /// The height of the row for the marks for more content at the left or right: 0 or 1.
    let markerRows: Int

    /// The number of rows of a stretch.
    private static let stretchRows = 20

    package var axis: StackContent.Axis { rows.axis }
    private var length: Int { rowOffsets.last ?? 0 }
    var end: Int { first + rowOffsets.count - 1 }

    /// The size of the laid-out content, in a window of this size.
    func content(_ window: CellSize) -> CellSize {
        axis == .vertical
            ? CellSize(columns: window.columns, rows: length) : CellSize(columns: length, rows: window.rows - markerRows)
    }

    /// Whether there are rows before and after the laid-out ones.
    package var hasMoreBefore: Bool { first > 0 }
    var hasMoreAfter: Bool { end < rows.count }

    /// The visible rows at a scroll offset.
    func visibleRows(at offset: Int, _ room: Int) -> Range<Int> {
        let shown = indices(at: offset, room)
        return first + shown.lowerBound..<first + shown.upperBound
    }

    /// The same, as indices into the laid-out rows.
    func indices(at offset: Int, _ room: Int) -> Range<Int> {
        let rowOffsets = rowOffsets.dropLast()
        let from = max(0, rowOffsets.partitioningIndex { $0 > offset } - 1)
        return from..<max(from, rowOffsets.partitioningIndex { $0 >= offset + room })
    }

    /// The row that stays in place when rows are inserted or removed: the one at the top. `nil` at the start of the
    /// list, so that rows inserted there become visible; at its end if it follows that.
    func anchor(at offset: Int) -> RowAnchor? {
        let isAtRest = rows.followsEnd ? !hasMoreAfter && offset >= length - visibleLength : offset <= 0 && first <= 0
        guard !isAtRest, rowOffsets.count > 1 else { return nil }
        let index = max(0, rowOffsets.dropLast().partitioningIndex { $0 > offset } - 1)
        return RowAnchor(
            row: first + index, id: rows.id(first + index), line: max(0, offset - rowOffsets[index]))
    }

    func isFor(_ anchor: RowAnchor?, _ filter: String?) -> Bool {
        filter == self.filter && ListWindow.stretch(of: rows.row(of: anchor)) == stretch
    }

    /// The scroll offset that shows the anchor's row at the top.
    func offset(of anchor: RowAnchor?) -> Int {
        if anchor == nil, rows.followsEnd { return max(0, length - visibleLength) }
        let index = rows.row(of: anchor) - first
        guard rowOffsets.indices.dropLast().contains(index) else { return 0 }
        let line = max(0, min(anchor?.line ?? 0, rowOffsets[index + 1] - rowOffsets[index] - 1))
        return min(rowOffsets[index] + line, max(0, length - visibleLength))
    }

    /// The anchor that shows a row at a given position in the window.
    ///
    /// - Parameter part: the part, from 0 to 1, of the remaining room that is before the row.
    package static func anchor(of row: Int, in rows: ListRows, _ size: CellSize, at part: Double) -> RowAnchor {
        let offer = offer(rows, size).offer
        let room = size.along(rows.axis)
        let before = Int((Double(max(0, room - rows.length(row, offer))) * part).rounded())
        var (first, above, left) = (row, 0, 4 * room + 64)
        while first > 0, above < before, left > 0 {
            first -= 1
            left -= 1
            above += rows.length(first, offer)
        }
        return RowAnchor(row: first, id: rows.id(first), line: max(0, above - before))
    }

    /// The proposal for each row, and the height of the row for the marks at the left or right.
    private static func offer(_ rows: ListRows, _ size: CellSize) -> (offer: ProposedCells, markerRows: Int) {
        // The last column has the marks for more content above or below.
        if rows.axis == .vertical { return (ProposedCells(columns: max(0, size.columns - rows.marks)), 0) }
        let markerRows = rows.showsIndicators && size.rows > 1 ? 1 : 0
        return (ProposedCells(rows: size.rows - markerRows), markerRows)
    }

    private static func stretch(of row: Int) -> Int { row / stretchRows }

    /// Lays out the rows that are visible for any first row in the anchor's stretch, and rows for `margin` more cells
    /// before and after.
    ///
    /// - Returns: the window, and a box for each row. The boxes are relative to their row's corner.
    static func make(
        _ rows: ListRows, filter: String?, in size: CellSize, at anchor: RowAnchor?, margin: Int
    ) -> (window: ListWindow, boxes: [LayoutBox]) {
        let rows = filter.map(rows.filtered) ?? rows
        let stretch = stretch(of: rows.row(of: anchor))
        if let cache = rows.cache, !cache.budget.hasRefused {
            let made = layOut(rows, filter, size, stretch, margin)
            if !cache.budget.hasRefused { return made }
        }
        // Fresh rows have their own budget: each window may take as much as the first.
        return layOut(rows.withoutCache, filter, size, stretch, margin)
    }

    private static func layOut(
        _ rows: ListRows, _ filter: String?, _ size: CellSize, _ stretch: Int, _ margin: Int
    ) -> (window: ListWindow, boxes: [LayoutBox]) {
        let (offer, markerRows) = offer(rows, size)
        let room = size.along(rows.axis)
        // A limit of rows to look at, because empty rows never fill the window.
        var left = 2 * (room + margin) + 64
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
        // If the list ends early, fill the window with rows from above.
        var above = 0
        let wanted = margin + max(0, room - all)
        var over: [(item: LayoutItem, length: Int)] = []
        left = max(left, 2 * (room + margin))
        while start > 0, above < wanted, left > 0 {
            start -= 1
            over.append(next(start))
            above += over[over.count - 1].length
        }
        items = over.reversed() + items
        var rowOffsets = [0]
        var boxes: [LayoutBox] = []
        for (item, length) in items {
            boxes.append(item.place(at: CellPoint(column: 0, row: 0), offer))
            rowOffsets.append(rowOffsets[rowOffsets.count - 1] + length)
        }
        return (
            ListWindow(
                rows: rows, filter: filter, stretch: stretch, first: start, rowOffsets: rowOffsets, visibleLength: room,
                markerRows: markerRows),
            boxes
        )
    }
}

extension ListRows {
    fileprivate func length(_ row: Int, _ offer: ProposedCells) -> Int {
        max(minimumLength(of: row), item(row).size(for: offer).along(axis))
    }

    /// The current index of the anchor's row. Without an anchor, the row at which the list begins to be shown.
    fileprivate func row(of anchor: RowAnchor?) -> Int {
        guard let anchor, count > 0 else { return followsEnd ? max(0, count - 1) : 0 }
        return index(of: anchor.id, near: anchor.row) ?? min(max(0, anchor.row), count - 1)
    }
}

// MARK: - Layers with lists

extension LayerLayout {
    /// Window heights to lay out above and below the visible rows: keys move the focus beyond the visible rows.
    private static let margin = 2

    /// This layer with the visible rows of its lists, and some around them, laid out. Code that scrolls these lists
    /// then sets their offset in cells in `scroll`, as for any scroll view, and calls `storeRowAnchors` at the end.
    package func windowed(_ scroll: inout ScrollState) -> LayerLayout {
        guard hasLists else { return self }
        let layer = windowedLayers.layer(for: scroll) {
            var windows: [String: ListWindow] = [:]
            let body = expanded(body, scroll, &windows)
            return LayerLayout(self, body, windows)
        }
        layer.dropListOffsets(&scroll)
        return layer
    }

    /// Drops scroll offsets in cells, which have no meaning for a list.
    func dropListOffsets(_ scroll: inout ScrollState) {
        guard scroll.isScrolled else { return }
        for (list, window) in windows { scroll.unscroll(elementID(list), window.axis) }
    }

    /// Whether this layer has the visible rows of `scroll` laid out.
    package func isFor(_ scroll: ScrollState) -> Bool {
        windows.allSatisfy { list, window in
            let id = elementID(list)
            return window.isFor(scroll.anchors[id], scroll.filters.isEmpty ? nil : scroll.filters[id])
        }
    }

    /// Converts the scroll offsets of lists to row anchors, which stay in place when rows are inserted or removed.
    package func storeRowAnchors(_ scroll: inout ScrollState) {
        for (list, window) in windows {
            let id = elementID(list)
            let old = scroll.anchors[id]
            let anchor = window.anchor(at: scroll.unscroll(id, window.axis) ?? window.offset(of: old))
            if anchor != old { scroll.anchors[id] = anchor }
        }
    }

    private func expanded(
        _ box: LayoutBox, _ scroll: ScrollState, _ made: inout [String: ListWindow]
    ) -> LayoutBox {
        guard box.hasLists else { return box }
        guard case .list(let rows) = box.content, let id = box.element, !box.rect.isEmpty else {
            return box.with(box.content, box.children.map { expanded($0, scroll, &made) })
        }
        let filter = scroll.filters[elementID(id)]
        var area = box.rect
        if filter != nil, area.size.rows > 1 {
            area.origin.row += 1
            area.size.rows -= 1
        }
        let (window, boxes) = ListWindow.make(
            rows, filter: filter, in: area.size, at: scroll.anchors[elementID(id)],
            margin: LayerLayout.margin * min(area.size.rows, frame.size.rows))
        made[id] = window
        let list = box.with(.window(window), boxes.map { expanded($0, scroll, &made) }, rect: area)
        guard let filter, area != box.rect else { return list }
        let row = CellRect(origin: box.rect.origin, size: CellSize(columns: area.size.columns, rows: 1))
        return LayoutBox(rect: box.rect, children: [.filterRow(filter, in: row, unicode: rows.builder.unicode), list])
    }
}

extension LayoutBox {
    /// Calls `body` for each visible child with its index, in drawing order.
    ///
    /// - Parameter rows: limits the children of a window to those that may be visible in these rows, in the box's
    ///   coordinates; `nil` for all.
    func forEachVisibleChild(in layer: PaintInput.Layer, rows: Range<Int>? = nil, _ body: (LayoutBox, Int) -> Void) {
        let rows = containsOffsetBox ? nil : rows
        guard case .window(let window) = content else {
            return forEachChild(body)
        }
        let offset = layer.offset(self)
        guard window.axis == .vertical else {
            return forEachChild(of: window.indices(at: offset.column, window.visibleLength), body)
        }
        let visible = offset.row..<offset.row + window.visibleLength
        let part = rows?.moved(by: -rect.minRow).clamped(to: visible) ?? visible
        forEachChild(of: window.indices(at: part.lowerBound, part.count), body)
    }
}
