extension CellRect {
    package var minColumn: Int { origin.column }
    package var minRow: Int { origin.row }
    package var maxColumn: Int { origin.column + size.columns }
    package var maxRow: Int { origin.row + size.rows }

    public var isEmpty: Bool { size.columns <= 0 || size.rows <= 0 }

    /// The common area; empty, with a size that is not negative, if there is none.
    public func intersection(_ other: CellRect) -> CellRect {
        let (column, row) = (max(minColumn, other.minColumn), max(minRow, other.minRow))
        return CellRect(
            column: column, row: row, columns: max(0, min(maxColumn, other.maxColumn) - column),
            rows: max(0, min(maxRow, other.maxRow) - row))
    }

    public func contains(_ point: CellPoint) -> Bool {
        point.column >= minColumn && point.column < maxColumn && point.row >= minRow && point.row < maxRow
    }

    func contains(_ other: CellRect) -> Bool { other.isEmpty || other.intersection(self) == other }

    package func inset(columns: Int, rows: Int) -> CellRect {
        CellRect(
            column: minColumn + columns, row: minRow + rows, columns: max(0, size.columns - 2 * columns),
            rows: max(0, size.rows - 2 * rows))
    }

    package func moved(by point: CellPoint) -> CellRect { CellRect(origin: origin + point, size: size) }

    package func moved(columns: Int = 0, rows: Int) -> CellRect {
        CellRect(column: minColumn + columns, row: minRow + rows, columns: size.columns, rows: size.rows)
    }
}
