/// Writes cells with as few bytes as it finds: knows where the cursor is and what the pen is set to.
struct TerminalWriter {
    private let colors: Profile.Colors
    private var bytes: [UInt8] = []
    private var pen = Pen.standard
    /// `nil` when it is not known: at first, after the last column, after a character of doubtful width.
    private var cursor: CellPoint?
    /// The last style that was turned into a pen: neighbours mostly have the same.
    private var lastStyle = CellStyle()
    private var lastPen = Pen.standard

    init(colors: Profile.Colors) { self.colors = colors }

    mutating func clear() { append("\u{1B}[0m\u{1B}[2J") }

    /// The whole sequence, with the pen put down.
    mutating func finish() -> String {
        use(.standard)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Draws the cells of `new` that differ from `old`, which has the same size.
    mutating func draw(_ new: CellBuffer, over old: CellBuffer) {
        let columns = new.size.columns
        guard columns > 0 else { return }
        for row in 0..<new.size.rows {
            let start = row * columns
            let cells = new.cells[start..<start + columns]
            if cells == old.cells[start..<start + columns] { continue }
            draw(row: row, cells, over: old.cells[start..<start + columns])
        }
    }

    private mutating func draw(row: Int, _ new: ArraySlice<Cell>, over old: ArraySlice<Cell>) {
        let start = new.startIndex
        let end = contentEnd(of: new)
        var index = start
        while index < new.endIndex {
            if new[index] == old[index] || new[index].isContinuation {
                index += 1
                continue
            }
            if index >= end {
                // Only blanks from here on.
                move(to: CellPoint(column: index - start, row: row), over: new)
                if new.endIndex - index <= 3 {
                    for _ in index..<new.endIndex { write(new[index]) }
                } else {
                    use(.standard)
                    append("\u{1B}[K")
                }
                return
            }
            let blanks = blankRun(new, from: index)
            move(to: CellPoint(column: index - start, row: row), over: new)
            if blanks > 12 {
                use(.standard)
                append("\u{1B}[\(blanks)X")
                index += blanks
                continue
            }
            write(new[index])
            index += 1
        }
    }

    /// Where the blanks at the end of the row begin.
    private mutating func contentEnd(of row: ArraySlice<Cell>) -> Int {
        var end = row.endIndex
        while end > row.startIndex, isEmpty(row[end - 1]) { end -= 1 }
        return end
    }

    private mutating func blankRun(_ row: ArraySlice<Cell>, from index: Int) -> Int {
        var end = index
        while end < row.endIndex, isEmpty(row[end]) { end += 1 }
        return end - index
    }

    private mutating func isEmpty(_ cell: Cell) -> Bool { cell.text == " " && pen(for: cell.style).leavesBlanksEmpty }

    private mutating func pen(for style: CellStyle) -> Pen {
        if style == lastStyle { return lastPen }
        lastStyle = style
        lastPen = Pen(style, colors: colors)
        return lastPen
    }

    private mutating func use(_ new: Pen) {
        guard let parameters = new.parameters(from: pen, colors: colors) else { return }
        append("\u{1B}[\(parameters)m")
        pen = new
    }

    private mutating func write(_ cell: Cell) {
        use(pen(for: cell.style))
        bytes.append(contentsOf: cell.text.utf8)
        guard let at = cursor else { return }
        if cell.text.utf8.count == 1 {
            cursor = CellPoint(column: at.column + 1, row: at.row)
        } else {
            let character = cell.text.first ?? " "
            let doubtful = TextWidth.isDoubtful(character)
            cursor = doubtful ? nil : CellPoint(column: at.column + TextWidth.of(character), row: at.row)
        }
    }

    /// Goes to a cell of the row that is being drawn, by the shortest way.
    private mutating func move(to target: CellPoint, over row: ArraySlice<Cell>) {
        if cursor == target {
            // After the last column terminals disagree on where the cursor is, but nothing is drawn there.
            return
        }
        defer { cursor = target }
        let absolute = "\u{1B}[\(target.row + 1);\(target.column + 1)H"
        guard let at = cursor, at.row == target.row, at.column < target.column, at.column < row.count else {
            append(absolute)
            return
        }
        let distance = target.column - at.column
        let forward = distance == 1 ? "\u{1B}[C" : "\u{1B}[\(distance)C"
        // A few unchanged characters are shorter than a sequence that skips them.
        let between = row[row.startIndex + at.column..<row.startIndex + target.column]
        if distance <= forward.utf8.count, between.allSatisfy({ $0.text.utf8.count == 1 }) {
            var same = true
            for cell in between where pen(for: cell.style) != pen { same = false }
            if same {
                for cell in between { bytes.append(contentsOf: cell.text.utf8) }
                return
            }
        }
        append(forward)
    }

    private mutating func append(_ sequence: String) { bytes.append(contentsOf: sequence.utf8) }
}
