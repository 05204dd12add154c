/// Writes cells with as few bytes as it finds: knows where the cursor is and what the pen is set to.
///
/// It does not depend on what terminals disagree about. After the last column, where some have the cursor in the next
/// line, and after a character of doubtful width it takes the cursor's place for unknown. Where a doubtful character
/// comes or goes, the rest of its row is erased and drawn from a known column: there is no telling what was there. The
/// same is done once more after one that some terminals show as several.
struct TerminalWriter {
    private let profile: Profile
    var bytes: [UInt8] = []
    private(set) var pen = Pen.standard
    /// Where the cursor is, as far as it is known.
    var at: (row: Int, column: Int?)?

    /// From so many bytes on a picture is worth marks around it: the terminal may not read it at once.
    private static let synchronizedFrom = 256

    init(_ profile: Profile) {
        self.profile = profile
    }

    var count: Int { bytes.count }

    mutating func clear() {
        append("\u{1B}[m\u{1B}[2J\u{1B}[H")
        at = (0, 0)
    }

    /// The whole sequence, with the pen put down.
    mutating func finish() -> String {
        use(.standard)
        if profile.features.contains(.synchronized), bytes.count >= Self.synchronizedFrom {
            return "\u{1B}[?2026h" + String(decoding: bytes, as: UTF8.self) + "\u{1B}[?2026l"
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Rows

    /// Moves rows without drawing them.
    ///
    /// By deleting lines at one end and inserting as many at the other: this takes as many bytes as scrolling a region
    /// does, and no region is left behind if the connection ends in the middle of it.
    mutating func shift(_ shift: RowShift, rows: Int) {
        let count = abs(shift.up)
        let (top, end) = (shift.rows.lowerBound, shift.rows.upperBound - count)
        // What comes in is blank only if the pen is.
        use(.standard)
        if shift.up > 0 {
            command("M", count, at: top)
            if shift.rows.upperBound < rows { command("L", count, at: end) }
        } else {
            if shift.rows.upperBound < rows { command("M", count, at: end) }
            command("L", count, at: top)
        }
    }

    /// Lets a sequence that is about lines act on the one with this number.
    private mutating func command(_ final: Unicode.Scalar, _ count: Int, at row: Int) {
        move(to: 0, row: row)
        sequence(count, final)
    }

    /// Draws the cells of `new` that differ from what is shown.
    mutating func draw(_ new: CellBuffer, over shown: ShownRows) {
        guard new.size.columns > 0 else { return }
        // What is below of that is right.
        guard let last = new.rows.indices.last(where: { new.rows[$0] != shown[$0] }) else { return }
        var end = last + 1
        if new.rows[last...].allSatisfy({ isBlank($0) }) {
            end = last
            while end > 0, isBlank(new.rows[end - 1]) { end -= 1 }
        }
        for row in 0..<end { draw(row, new.rows[row], over: shown[row]) }
        // All below is blank.
        guard let first = (end..<last + 1).first(where: { differences(new.rows[$0], shown[$0]) != nil }) else { return }
        move(to: 0, row: first)
        erase("\u{1B}[J")
    }

    private mutating func draw(_ row: Int, _ new: CellRow, over shown: CellRow) {
        guard let changed = differences(new, shown) else { return }
        guard let doubt = firstDoubt(new, shown, in: changed) else {
            return draw(row, new, over: shown, changed)
        }
        draw(row, new, over: shown, changed.lowerBound..<doubt)
        move(to: doubt, row: row)
        erase("\u{1B}[K")
        draw(row, new, over: CellRow(blank: new.count), doubt..<new.count)
    }

    /// The first column in which a change has to do with a character of doubtful width.
    private func firstDoubt(_ new: CellRow, _ shown: CellRow, in changed: Range<Int>) -> Int? {
        let doubt = changed.first { (new[$0].isDoubtful || shown[$0].isDoubtful) && differ(new[$0], shown[$0]) }
        // Not from the middle of a wide character that is there now.
        return doubt.map { new[$0].isContinuation ? $0 - 1 : $0 }
    }

    private mutating func draw(_ row: Int, _ new: CellRow, over shown: CellRow, _ changed: Range<Int>) {
        // Where the blanks begin that one sequence erases. A few are not worth it.
        let content = changed.count > 3 ? contentEnd(of: new) : new.count
        var column = changed.lowerBound
        while column < changed.upperBound {
            if new[column].isContinuation || !differ(new[column], shown[column]) {
                column += 1
                continue
            }
            advance(to: column, row: row, over: new)
            if column >= content, changed.upperBound - column > 3 { return erase("\u{1B}[K") }
            let length = run(new, over: shown, column..<changed.upperBound)
            write(new[column], times: length, at: column, of: new.count)
            let cell = new[column]
            column += cell.isWide ? 2 : length
            if cell.isDoubtful, cell.mostColumns > 2, column < new.count {
                // What is right of it is to be blank by now, and drawn next.
                move(to: column, row: row)
                erase("\u{1B}[K")
            }
        }
    }

    /// Goes to a column of a row that is right up to there: a few characters are written again, which is shorter than a
    /// sequence.
    private mutating func advance(to column: Int, row: Int, over new: CellRow) {
        guard let at, at.row == row, let from = at.column, from < column, column - from <= 4,
            new.cells[from..<column].allSatisfy({ cell in
                let looks = self.pen(for: cell.style)
                return cell.text.utf8.count == 1 && (looks == pen || cell.text == " " && looks.onBlank == pen.onBlank)
            })
        else { return move(to: column, row: row) }
        for cell in new.cells[from..<column] { bytes += cell.text.utf8 }
        self.at = (row, column)
    }

    /// How many cells are to look the same as the first of these, up to the last of them that does not yet.
    private func run(_ new: CellRow, over shown: CellRow, _ columns: Range<Int>) -> Int {
        let (start, cell) = (columns.lowerBound, new[columns.lowerBound])
        if cell.isWide || cell.isDoubtful { return 1 }
        var (length, column) = (1, start + 1)
        // What is right already is written again where that is shorter than to go around it.
        let patience = repeats(cell) ? columns.count : 4
        while column < columns.upperBound, column - start - length < patience, !differ(new[column], cell) {
            if differ(new[column], shown[column]) { length = column - start + 1 }
            column += 1
        }
        return length
    }

    // MARK: - Cells

    /// From the first to the last column in which two rows look different; `nil` where they look the same.
    private func differences(_ new: CellRow, _ shown: CellRow) -> Range<Int>? {
        guard new != shown, let first = new.cells.indices.first(where: { differ(new[$0], shown[$0]) }),
            let last = new.cells.indices.last(where: { differ(new[$0], shown[$0]) })
        else { return nil }
        return first..<last + 1
    }

    private func pen(for style: CellStyle) -> Pen { Pen(style, colors: profile.colors) }

    private func differ(_ one: Cell, _ other: Cell) -> Bool {
        if one == other { return false }
        guard one.text == other.text else { return true }
        let (pen, otherPen) = (self.pen(for: one.style), self.pen(for: other.style))
        if one.text == " " { return pen.onBlank != otherPen.onBlank }
        return pen != otherPen
    }

    /// Whether the terminal can be told to repeat it. What is more than one byte is not repeated by tmux before 3.4,
    /// which does not say so.
    private func repeats(_ cell: Cell) -> Bool {
        profile.features.contains(.repeat) && cell.text.utf8.count == 1
    }

    /// Where the blanks at the end of the row begin.
    private func contentEnd(of row: CellRow) -> Int {
        var end = row.count
        while end > 0, isEmpty(row[end - 1]) { end -= 1 }
        return end
    }

    private func isBlank(_ row: CellRow) -> Bool { row.cells.allSatisfy { isEmpty($0) } }

    private func isEmpty(_ cell: Cell) -> Bool { cell.text == " " && pen(for: cell.style).leavesBlanksEmpty }

    /// Writes a cell so many times, by the shortest way.
    private mutating func write(_ cell: Cell, times: Int, at column: Int, of columns: Int) {
        let next = pen(for: cell.style)
        if cell.text != " " || next.onBlank != pen.onBlank { use(next) }
        let size = cell.text.utf8.count
        let plain = times * size
        let repeated = times > 1 && repeats(cell) ? size + Self.sequenceLength(times - 1) : .max
        if profile.features.contains(.erase), isEmpty(cell) {
            // The cursor stays before what is erased: most often it has to be moved over it next.
            if 2 * Self.sequenceLength(times) < min(plain, repeated) { return sequence(times, "X") }
        }
        // A terminal that shows the parts of a character one by one must not go on with them in the next line.
        let mayWrap = cell.isDoubtful && column + cell.mostColumns > columns
        if mayWrap { append("\u{1B}[?7l") }
        bytes += cell.text.utf8
        if mayWrap { append("\u{1B}[?7h") }
        if repeated < plain {
            sequence(times - 1, "b")
        } else {
            for _ in 1..<times { bytes += cell.text.utf8 }
        }
        let end = column + (cell.isWide ? 2 : times)
        guard let row = at?.row, end < columns else { return at = nil }
        // A terminal that takes a doubtful character for a wide one may have gone to the next line with it.
        guard cell.isDoubtful else { return at = (row, end) }
        at = column + cell.mostColumns < columns ? (row, nil) : nil
    }

    private mutating func use(_ new: Pen) {
        guard let parameters = new.parameters(from: pen, colors: profile.colors) else { return }
        sequence(parameters, "m")
        pen = new
    }

    /// Erases from the cursor on, and leaves it where it is. What is erased gets the colour of the pen.
    private mutating func erase(_ sequence: String) {
        if !pen.leavesBlanksEmpty { use(.standard) }
        append(sequence)
    }

    private mutating func append(_ sequence: String) { bytes += sequence.utf8 }
}

extension Cell {
    /// Whether terminals may disagree on its width.
    var isDoubtful: Bool {
        text.utf8.count > 1 && !TextWidth.isMark(text) && text.first.map(TextWidth.isDoubtful) == true
    }

    /// How many columns a terminal may give it: one that shows the parts of a character one by one needs more of them.
    var mostColumns: Int {
        guard isDoubtful, let character = text.first else { return isWide ? 2 : 1 }
        return max(2, character.unicodeScalars.reduce(0) { $0 + TextWidth.of($1) })
    }
}
