/// Writes cells in few bytes. It tracks the cursor position and the SGR state.
///
/// The output does not depend on behaviour in which terminals differ. After the last column, where some terminals wrap
/// the cursor, and after a character of ambiguous width, the cursor position counts as unknown. When such a character
/// appears or disappears, the rest of its row is erased and redrawn from a known column, because its old extent is
/// unknown. After a character that some terminals show as several, the rest of the row is erased once more.
struct TerminalWriter {
    private let profile: TerminalCapabilities
    var bytes: [UInt8] = []
    private(set) var pen = SGRState.standard
    /// The cursor position; `nil` as a whole, or its column, if unknown.
    var at: (row: Int, column: Int?)?

    /// The least number of bytes for synchronized output: a terminal may not read longer output at once.
    private static let synchronizedFrom = 256

    init(_ profile: TerminalCapabilities) {
        self.profile = profile
    }

    var count: Int { bytes.count }

    mutating func clear() {
        append("\u{1B}[m\u{1B}[2J\u{1B}[H")
        at = (0, 0)
    }

    /// Returns the whole output, which ends with the attributes reset.
    mutating func finish() -> String {
        use(.standard)
        if profile.features.contains(.synchronized), bytes.count >= Self.synchronizedFrom {
            return "\u{1B}[?2026h" + String(decoding: bytes, as: UTF8.self) + "\u{1B}[?2026l"
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Rows

    /// Moves rows without redrawing them.
    ///
    /// It deletes lines at one end and inserts as many at the other. That takes as many bytes as a scroll region, and
    /// leaves no region set if the connection ends halfway.
    mutating func shift(_ shift: RowShift, rows: Int) {
        let count = abs(shift.up)
        let (top, end) = (shift.rows.lowerBound, shift.rows.upperBound - count)
        // New lines take the SGR background, so it must be the default.
        use(.standard)
        if shift.up > 0 {
            command("M", count, at: top)
            if shift.rows.upperBound < rows { command("L", count, at: end) }
        } else {
            if shift.rows.upperBound < rows { command("M", count, at: end) }
            command("L", count, at: top)
        }
    }

    /// Writes a line command at a row.
    private mutating func command(_ final: Unicode.Scalar, _ count: Int, at row: Int) {
        move(to: 0, row: row)
        sequence(count, final)
    }

    /// Draws the cells of `new` that differ from the shown rows.
    mutating func draw(_ new: CellBuffer, over shown: PreviousRows) {
        guard new.size.columns > 0 else { return }
        // All rows below `last` are up to date.
        guard let last = new.rows.indices.last(where: { new.rows[$0] != shown[$0] }) else { return }
        var end = last + 1
        if new.rows[last...].allSatisfy({ isBlank($0) }) {
            end = last
            while end > 0, isBlank(new.rows[end - 1]) { end -= 1 }
        }
        for row in 0..<end { draw(row, new.rows[row], over: shown[row]) }
        // `new` is blank from row `end` on: erase from the first row there that shows something.
        guard let first = (end..<last + 1).first(where: { differences(new.rows[$0], shown[$0]) != nil }) else { return }
        move(to: 0, row: first)
        erase("\u{1B}[J")
    }

    private mutating func draw(_ row: Int, _ new: CellRow, over shown: CellRow) {
        guard let changed = differences(new, shown) else { return }
        guard let ambiguous = firstAmbiguousColumn(new, shown, in: changed) else {
            return draw(row, new, over: shown, changed)
        }
        draw(row, new, over: shown, changed.lowerBound..<ambiguous)
        move(to: ambiguous, row: row)
        erase("\u{1B}[K")
        draw(row, new, over: CellRow(blank: new.count), ambiguous..<new.count)
    }

    /// The first changed column with a character of ambiguous width, in the old or the new row.
    private func firstAmbiguousColumn(_ new: CellRow, _ shown: CellRow, in changed: Range<Int>) -> Int? {
        let ambiguous = changed.first { (new[$0].hasAmbiguousWidth || shown[$0].hasAmbiguousWidth) && differ(new[$0], shown[$0]) }
        // Start at the first half of a wide character.
        return ambiguous.map { new[$0].isContinuation ? $0 - 1 : $0 }
    }

    private mutating func draw(_ row: Int, _ new: CellRow, over shown: CellRow, _ changed: Range<Int>) {
        // The start of the trailing blanks, which one erase sequence covers. For a few cells it does not pay.
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
            if cell.hasAmbiguousWidth, cell.maximumColumns > 2, column < new.count {
                // The cells to its right are erased, and drawn next.
                move(to: column, row: row)
                erase("\u{1B}[K")
            }
        }
    }

    /// Moves the cursor to a column of a row that is up to date before it. Rewrites a few characters where that is
    /// shorter than a control sequence.
    private mutating func advance(to column: Int, row: Int, over new: CellRow) {
        guard let at, at.row == row, let from = at.column, from < column, column - from <= 4,
            new.cells[from..<column].allSatisfy({ cell in
                let style = self.pen(for: cell.style)
                return cell.text.utf8.count == 1 && (style == pen || cell.text == " " && style.onBlank == pen.onBlank)
            })
        else { return move(to: column, row: row) }
        for cell in new.cells[from..<column] { bytes += cell.text.utf8 }
        self.at = (row, column)
    }

    /// The number of cells equal to the first one, up to the last that must be redrawn.
    private func run(_ new: CellRow, over shown: CellRow, _ columns: Range<Int>) -> Int {
        let (start, cell) = (columns.lowerBound, new[columns.lowerBound])
        if cell.isWide || cell.hasAmbiguousWidth { return 1 }
        var (length, column) = (1, start + 1)
        // Cells that are up to date are rewritten where that is shorter than skipping them.
        let maximumGap = repeats(cell) ? columns.count : 4
        while column < columns.upperBound, column - start - length < maximumGap, !differ(new[column], cell) {
            if differ(new[column], shown[column]) { length = column - start + 1 }
            column += 1
        }
        return length
    }

    // MARK: - Cells

    /// The range of columns in which two rows look different; `nil` if they look the same.
    private func differences(_ new: CellRow, _ shown: CellRow) -> Range<Int>? {
        guard new != shown, let first = new.cells.indices.first(where: { differ(new[$0], shown[$0]) }),
            let last = new.cells.indices.last(where: { differ(new[$0], shown[$0]) })
        else { return nil }
        return first..<last + 1
    }

    private func pen(for style: CellStyle) -> SGRState { SGRState(style, colors: profile.colors) }

    private func differ(_ one: Cell, _ other: Cell) -> Bool {
        if one == other { return false }
        guard one.text == other.text else { return true }
        let (pen, otherPen) = (self.pen(for: one.style), self.pen(for: other.style))
        if one.text == " " { return pen.onBlank != otherPen.onBlank }
        return pen != otherPen
    }

    /// Whether the terminal can repeat this cell. Only single bytes: tmux before 3.4 does not repeat longer characters,
    /// and cannot be recognized.
    private func repeats(_ cell: Cell) -> Bool {
        profile.features.contains(.repeat) && cell.text.utf8.count == 1
    }

    /// The start of the row's trailing blanks.
    private func contentEnd(of row: CellRow) -> Int {
        var end = row.count
        while end > 0, isEmpty(row[end - 1]) { end -= 1 }
        return end
    }

    private func isBlank(_ row: CellRow) -> Bool { row.cells.allSatisfy { isEmpty($0) } }

    private func isEmpty(_ cell: Cell) -> Bool { cell.text == " " && pen(for: cell.style).leavesBlanksEmpty }

    /// Writes a cell `times` times, in the fewest bytes.
    private mutating func write(_ cell: Cell, times: Int, at column: Int, of columns: Int) {
        let next = pen(for: cell.style)
        if cell.text != " " || next.onBlank != pen.onBlank { use(next) }
        let size = cell.text.utf8.count
        let plain = times * size
        let repeated = times > 1 && repeats(cell) ? size + Self.sequenceLength(times - 1) : .max
        if profile.features.contains(.erase), isEmpty(cell) {
            // The cursor stays in front of the erased cells, so count a movement across them, which mostly follows.
            if 2 * Self.sequenceLength(times) < min(plain, repeated) { return sequence(times, "X") }
        }
        // A terminal that shows the parts of a cluster separately must not wrap them to the next line.
        let mayWrap = cell.hasAmbiguousWidth && column + cell.maximumColumns > columns
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
        // A terminal that treats the character as wide may have wrapped to the next line.
        guard cell.hasAmbiguousWidth else { return at = (row, end) }
        at = column + cell.maximumColumns < columns ? (row, nil) : nil
    }

    private mutating func use(_ new: SGRState) {
        guard let parameters = new.parameters(from: pen, colors: profile.colors) else { return }
        sequence(parameters, "m")
        pen = new
    }

    /// Erases from the cursor, which stays in place. Erased cells take the SGR background.
    private mutating func erase(_ sequence: String) {
        if !pen.leavesBlanksEmpty { use(.standard) }
        append(sequence)
    }

    private mutating func append(_ sequence: String) { bytes += sequence.utf8 }
}

extension Cell {
    /// Whether terminals may differ in the width of this character.
    var hasAmbiguousWidth: Bool {
        text.utf8.count > 1 && !TextWidth.isKnownSingleCell(text) && text.first.map(TextWidth.hasAmbiguousWidth) == true
    }

    /// The most columns that a terminal may use for it: those of its parts shown separately.
    var maximumColumns: Int {
        guard hasAmbiguousWidth, let character = text.first else { return isWide ? 2 : 1 }
        return max(2, character.unicodeScalars.reduce(0) { $0 + TextWidth.of($1) })
    }
}
