import FasciaScene

/// The area of an open menu, and its visible items.
package struct MenuBox: Hashable {
    /// Includes the border.
    package var rect: CellRect
    /// The first visible item.
    package var first: Int
    /// Whether the first row shows the filter.
    let hasFilter: Bool

    /// The area of the items.
    package var inside: CellRect {
        var inside = rect.inset(columns: 1, rows: 1)
        if hasFilter {
            inside.origin.row += 1
            inside.size.rows -= 1
        }
        return inside
    }

    var filterRow: CellRect {
        CellRect(column: rect.minColumn + 1, row: rect.minRow + 1, columns: rect.size.columns - 2, rows: 1)
    }

    /// Shown while a filter lets no item through.
    static let noMatch = "no match"

    /// Below its control, or above it if it does not fit there and has more room. It ends at the control's right edge, where
    /// a row has its value, or begins at its left edge if it is wider.
    init(_ menu: DisplayState.Menu, of stop: CellRect, in screen: CellRect) {
        let items = menu.items
        var width = items.map { 4 + 2 * $0.level + TextWidth.of($0.label) }.max() ?? 4 + MenuBox.noMatch.count
        if let filter = menu.filter { width = max(width, 5 + TextWidth.of(filter)) }
        let columns = min(screen.size.columns, width + 2)
        let below = screen.maxRow - stop.maxRow
        let above = stop.minRow - screen.minRow
        let around = menu.filter == nil ? 2 : 3
        let wanted = max(1, items.count) + around
        let isBelow = below >= wanted || below >= above
        let rows = min(wanted, max(around + 1, isBelow ? below : above), screen.size.rows)
        hasFilter = menu.filter != nil && rows > 3
        let row = isBelow ? stop.maxRow : stop.minRow - rows
        rect = CellRect(
            column: max(screen.minColumn, min(max(stop.minColumn, stop.maxColumn - columns), screen.maxColumn - columns)),
            row: max(screen.minRow, min(row, screen.maxRow - rows)), columns: columns, rows: rows)
        let seen = max(1, rows - (hasFilter ? 3 : 2))
        first = max(0, min((menu.chosen ?? 0) - seen / 2, items.count - seen))
    }
}
