/// The cells of one row, by their columns.
struct CellRow: Equatable {
    let cells: ArraySlice<Cell>

    init(_ cells: ArraySlice<Cell>) { self.cells = cells }

    init(blank columns: Int) { cells = Array(repeating: .blank, count: columns)[...] }

    static func == (left: Self, right: Self) -> Bool {
        if left.hasBits(of: right) { return true }
        guard left.count == right.count else { return false }
        // Without an iterator, which would copy each of them.
        return left.cells.withUnsafeBufferPointer { cells in
            right.cells.withUnsafeBufferPointer { others in cells.indices.allSatisfy { cells[$0] == others[$0] } }
        }
    }

    /// Whether it is the same, bit by bit, as almost all rows of a picture are; what has other bits may be the same, too.
    func hasBits(of other: CellRow) -> Bool {
        cells.withUnsafeBytes { bytes in
            other.cells.withUnsafeBytes { others in
                guard bytes.count == others.count else { return false }
                let words = bytes.count / 8
                for word in 0..<words {
                    let (one, two) = (bytes.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self),
                        others.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self))
                    if one != two { return false }
                }
                return (8 * words..<bytes.count).allSatisfy { bytes[$0] == others[$0] }
            }
        }
    }

    var count: Int { cells.count }

    subscript(column: Int) -> Cell { cells[cells.startIndex + column] }
}

extension CellBuffer {
    /// A row of the picture; there must be one.
    func row(_ row: Int) -> CellRow { CellRow(cells[row * size.columns..<(row + 1) * size.columns]) }
}

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
        guard let shift else { return picture.row(row) }
        return shift.source(of: row).map(picture.row) ?? blank
    }
}
