/// The rows that a terminal shows before it is updated.
struct PreviousRows {
    private let frame: CellBuffer?
    private let shift: RowShift?
    private let blank: CellRow

    /// An empty screen.
    init(blank size: CellSize) {
        frame = nil
        shift = nil
        blank = CellRow(blank: size.columns)
    }

    /// A frame, optionally with some rows shifted.
    init(_ frame: CellBuffer, _ shift: RowShift? = nil) {
        self.frame = frame
        self.shift = shift
        blank = CellRow(blank: shift == nil ? 0 : frame.size.columns)
    }

    subscript(row: Int) -> CellRow {
        guard let frame else { return blank }
        guard let shift else { return frame.rows[row] }
        return shift.source(of: row).map { frame.rows[$0] } ?? blank
    }
}
