extension TerminalEncoder {
    /// So many bytes `TerminalWriter` needs at least for what differs where no row is moved: a way that takes fewer is the
    /// shorter one, and the other need not be tried out.
    ///
    /// Each character that is not there yet is written, but for blanks, which may be erased, and for what stands beside
    /// the same one, which may be repeated. And nothing gets into another row with fewer than two bytes (`\r\n`), which
    /// lead to its first column; farther on, there is at least one byte more: to go there, or for what is drawn first.
    /// From the third column on there are at least two more, unless it is straight down from where the row above was
    /// left, which was behind the last character that was written there.
    ///
    /// - Parameter enough: it is not counted further than beyond this.
    static func leastBytes(from old: CellBuffer, to new: CellBuffer, enough: Int = .max) -> Int {
        var (least, left) = (0, 0)
        for row in new.rows.indices {
            guard let characters = new.rows[row].newCharacters(over: old.rows[row]) else { continue }
            let first = characters.columns.lowerBound
            least += characters.count + (first == 0 ? 2 : first < 2 || first >= left ? 3 : 4)
            left = characters.columns.upperBound
            if least > enough { break }
        }
        return least
    }
}

extension CellRow {
    /// How many characters are not in the other row, which is as long, and between which columns. Blanks do not count,
    /// nor what stands beside the same character; `nil` where there are none.
    fileprivate func newCharacters(over other: CellRow) -> (columns: Range<Int>, count: Int)? {
        guard let unequal = unequal(to: other) else { return nil }
        return cells.withUnsafeBufferPointer { cells in
            other.cells.withUnsafeBufferPointer { others in
                var found: (columns: Range<Int>, count: Int)?
                for column in unequal where cells[column].text != others[column].text {
                    if cells[column].text == " " || cells[column].isContinuation { continue }
                    if column > 0, cells[column - 1].text == cells[column].text { continue }
                    found = ((found?.columns.lowerBound ?? column)..<column + 1, (found?.count ?? 0) + 1)
                }
                return found
            }
        }
    }
}
