import FasciaScene

/// The area of an open menu, and its visible items.
package struct MenuBox: Hashable {
    /// Includes the border.
    package var rect: CellRect
    /// The first visible item.
    package var first: Int

    package var inside: CellRect { rect.inset(columns: 1, rows: 1) }

    /// Below its control, or above it if there is more room.
    init(_ items: [MenuItem], of stop: CellRect, chosen: Int, in screen: CellRect) {
        let width = items.map { 4 + 2 * $0.level + TextWidth.of($0.label) }.max() ?? 4
        let columns = min(screen.size.columns, width + 2)
        let below = screen.maxRow - stop.maxRow
        let above = stop.minRow - screen.minRow
        let isBelow = below >= min(items.count + 2, 5) || below >= above
        let rows = min(items.count + 2, max(3, isBelow ? below : above), screen.size.rows)
        let row = isBelow ? stop.maxRow : stop.minRow - rows
        rect = CellRect(
            column: max(screen.minColumn, min(stop.minColumn, screen.maxColumn - columns)),
            row: max(screen.minRow, min(row, screen.maxRow - rows)), columns: columns, rows: rows)
        let seen = max(1, rows - 2)
        first = max(0, min(chosen - seen / 2, items.count - seen))
    }
}
