/// One cell of a picture.
public struct Cell: Hashable, Sendable {
    /// One character; empty for the second half of a wide one.
    public var text: String
    public var style: CellStyle

    public init(_ text: String = " ", style: CellStyle = .init()) {
        self.text = text
        self.style = style
    }

    public static let blank = Cell()

    /// Whether this is the second half of the wide character to its left.
    public var isContinuation: Bool { text.isEmpty }

    /// Whether it takes the cell to its right, too.
    var isWide: Bool { text.utf8.count > 1 && text.first.map { TextWidth.of($0) } == 2 }
}

/// A picture in character cells.
///
/// A wide character is always whole: its first cell is followed by a continuation in the same style. Whatever
/// overwrites one half blanks the other.
public struct CellBuffer: Hashable, Sendable {
    public private(set) var size: CellSize
    /// Row after row.
    public private(set) var cells: [Cell]
    /// What the terminal's own colours are taken for where something is mixed with them.
    let scheme: Profile.Scheme
    /// Whether something in it turns: it is to be drawn anew for that, though nothing has changed.
    public internal(set) var turns = false

    /// A blank picture. Negative sizes count as zero.
    public init(size: CellSize, scheme: Profile.Scheme = .dark) {
        self.scheme = scheme
        self.size = CellSize(columns: max(0, size.columns), rows: max(0, size.rows))
        cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
    }

    /// The cell there; a blank outside.
    public subscript(column column: Int, row row: Int) -> Cell {
        contains(column, row) ? cells[row * size.columns + column] : .blank
    }

    func contains(_ column: Int, _ row: Int) -> Bool {
        column >= 0 && row >= 0 && column < size.columns && row < size.rows
    }

    /// Writes one line of clean text; characters that are not wholly inside `clip` are left out.
    ///
    /// A style without a background keeps the one that is there.
    mutating func write(_ text: String, column: Int, row: Int, style: CellStyle, clip: CellRect) {
        let clip = clip.intersection(CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows))
        guard row >= clip.minRow, row < clip.maxRow else { return }
        var column = column
        if TextWidth.isPlain(text) {
            for byte in text.utf8 {
                if column >= clip.maxColumn { return }
                if column >= clip.minColumn {
                    put(String(Unicode.Scalar(byte)), width: 1, column: column, row: row, style: style)
                }
                column += 1
            }
            return
        }
        for character in text {
            let width = TextWidth.of(character)
            if width == 0 { continue }
            if column >= clip.maxColumn { return }
            if column >= clip.minColumn, column + width <= clip.maxColumn {
                put(String(character), width: width, column: column, row: row, style: style)
            }
            column += width
        }
    }

    /// Puts the same character of one cell's width everywhere in `rect`.
    mutating func fill(_ rect: CellRect, _ text: String, style: CellStyle, clip: CellRect) {
        let all = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
        let area = rect.intersection(clip).intersection(all)
        guard !area.isEmpty else { return }
        for row in area.minRow..<area.maxRow {
            for column in area.minColumn..<area.maxColumn {
                put(text, width: 1, column: column, row: row, style: style)
            }
        }
    }

    /// Adds a blank row at the bottom.
    mutating func addRow() {
        size.rows += 1
        cells.append(contentsOf: repeatElement(.blank, count: size.columns))
    }

    /// Makes an area blank, background included.
    mutating func clear(_ rect: CellRect) {
        let area = rect.intersection(CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows))
        guard !area.isEmpty else { return }
        for row in area.minRow..<area.maxRow {
            let start = row * size.columns
            blankHalves(from: area.minColumn, to: area.maxColumn, start)
            for column in area.minColumn..<area.maxColumn { cells[start + column] = .blank }
        }
    }

    /// Changes the style of what is there.
    mutating func restyle(_ rect: CellRect, _ change: (inout CellStyle) -> Void) {
        let area = rect.intersection(CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows))
        guard !area.isEmpty else { return }
        for row in area.minRow..<area.maxRow {
            for column in area.minColumn..<area.maxColumn { change(&cells[row * size.columns + column].style) }
            mendHalves(row: row, from: area.minColumn - 1, to: area.maxColumn)
        }
    }

    private mutating func put(_ text: String, width: Int, column: Int, row: Int, style: CellStyle) {
        let start = row * size.columns
        var style = style
        if style.background == nil { style.background = cells[start + column].style.background }
        var text = text
        switch style.foreground {
        // The terminal's own colour may be unreadable on this one.
        case nil: style.foreground = style.background.map(SystemColors.contrast)
        case let color? where color.alpha == 0:
            text = " "
            style.foreground = nil
        case let color? where color.alpha < .max:
            style.foreground = (style.background ?? scheme.behind).mixed(with: color.opaque, Double(color.alpha) / 255)
        default: break
        }
        blankHalves(from: column, to: column + width, start)
        cells[start + column] = Cell(text, style: style)
        if width == 2 { cells[start + column + 1] = Cell(text == " " ? " " : "", style: style) }
    }

    mutating func set(_ cell: Cell, column: Int, row: Int) {
        guard contains(column, row) else { return }
        cells[row * size.columns + column] = cell
    }

    /// Makes wide characters of a row whole again where one half of them has been replaced.
    mutating func mendHalves(row: Int, from first: Int, to last: Int) {
        guard row >= 0, row < size.rows, size.columns > 0 else { return }
        let start = row * size.columns
        for column in max(0, first)...min(max(0, last), size.columns - 1) {
            let index = start + column
            if cells[index].isContinuation {
                let isWhole = column > 0 && cells[index - 1].isWide
                if isWhole { cells[index].style = cells[index - 1].style } else { cells[index].text = " " }
            } else if cells[index].isWide, column + 1 >= size.columns || !cells[index + 1].isContinuation {
                cells[index].text = " "
            }
        }
    }

    /// Before the cells from `column` to `end` are overwritten: no half of a wide character may stay behind.
    private mutating func blankHalves(from column: Int, to end: Int, _ start: Int) {
        if column > 0, cells[start + column].isContinuation { cells[start + column - 1].text = " " }
        if end < size.columns, cells[start + end].isContinuation { cells[start + end].text = " " }
    }

    /// The text of each row, without the blanks at its end.
    public var lines: [String] {
        (0..<size.rows).map { row in
            var line = ""
            for cell in cells[row * size.columns..<(row + 1) * size.columns] { line += cell.text }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
