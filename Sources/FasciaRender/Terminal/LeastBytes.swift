extension TerminalEncoder {
    /// So many bytes `TerminalWriter` needs at least for what differs where no row is moved: a way that takes fewer is the
    /// shorter one, and the other need not be tried out.
    ///
    /// Each character that is not there yet is written, but for blanks, which may be erased, and for what stands beside
    /// the same one, which may be repeated. And nothing gets into another row with fewer than two bytes (`\r\n`), which
    /// lead to its first column; farther on, there is at least one byte more: to go there, or for what is drawn first.
    ///
    /// - Parameter enough: it is not counted further than beyond this.
    static func leastBytes(from old: CellBuffer, to new: CellBuffer, enough: Int = .max) -> Int {
        var least = 0
        for row in new.rows.indices {
            guard let characters = new.rows[row].newCharacters(over: old.rows[row]) else { continue }
            least += characters.count + (characters.first == 0 ? 2 : 3)
            if least > enough { break }
        }
        return least
    }
}

extension CellRow {
    /// How many characters are not in the other row, which is as long, and the column of the first of them. Blanks do not
    /// count, nor what stands beside the same character; `nil` where there are none.
    fileprivate func newCharacters(over other: CellRow) -> (first: Int, count: Int)? {
        guard let unequal = unequal(to: other) else { return nil }
        return cells.withUnsafeBufferPointer { cells in
            other.cells.withUnsafeBufferPointer { others in
                var found: (first: Int, count: Int)?
                for column in unequal where cells[column].text != others[column].text {
                    if cells[column].text == " " || cells[column].isContinuation { continue }
                    if column > 0, cells[column - 1].text == cells[column].text { continue }
                    found = (found?.first ?? column, (found?.count ?? 0) + 1)
                }
                return found
            }
        }
    }
}
