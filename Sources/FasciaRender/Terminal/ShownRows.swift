/// What a terminal shows, row by row, before it is drawn on.
struct ShownRows {
    private let picture: CellBuffer?
    private let shift: RowShift?
    private let blank: CellRow

    /// Nothing.
    init(blank size: CellSize) {
        picture = nil
        shift = nil
        blank = CellRow(blank: size.columns)
    }

    /// A picture, some rows of which have been moved.
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
