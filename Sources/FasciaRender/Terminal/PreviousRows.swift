/// The rows that a terminal shows before it is updated.
struct PreviousRows {
    private let picture: CellBuffer?
    private let shift: RowShift?
    private let blank: CellRow

    /// An empty screen.
    init(blank size: CellSize) {
        picture = nil
        shift = nil
        blank = CellRow(blank: size.columns)
    }

    /// A frame, optionally with some rows shifted.
    init(_ picture: CellBuffer, _ shift: RowShift? = nil) {
        self.picture = picture
        self.shift = shift
        blank = CellRow(blank: shift == nil ? 0 : picture.size.columns)
    }

    subscript(row: Int) -> CellRow {
        guard let picture else { return blank }
        guard let shift else { return picture.rows[row] }
        return shift.source(of: row).map { picture.rows[$0] } ?? blank
    }
}
