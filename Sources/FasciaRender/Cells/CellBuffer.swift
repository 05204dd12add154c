import FasciaDocument

/// One cell of a frame.
public struct Cell: Hashable, Sendable {
    /// One grapheme cluster; empty for the second half of a wide one.
    public var text: String
    public var style: CellStyle

    public init(_ text: String = " ", style: CellStyle = .init()) {
        self.text = text
        self.style = style
    }

    public static let blank = Cell()

    /// Whether this is the second half of the wide character on its left.
    public var isContinuation: Bool { text.isEmpty }

    /// Whether this is the first half of a wide character.
    var isWide: Bool { text.utf8.count > 1 && !TextWidth.isKnownSingleCell(text) && text.first.map { TextWidth.of($0) } == 2 }
}

/// A frame: a grid of character cells.
///
/// A wide character is always whole: its first cell is followed by a continuation in the same style. Overwriting one
/// half blanks the other.
public struct CellBuffer: Hashable, Sendable {
    public private(set) var size: CellSize
    private(set) var rows: [CellRow]
    /// The colours assumed for the terminal's defaults when colours are mixed.
    public let scheme: TerminalScheme
    /// Whether the frame shows an animation, so that it must be painted again even if nothing has changed.
    public internal(set) var isAnimated = false

    /// Creates a blank frame. Negative sizes count as zero.
    public init(size: CellSize, scheme: TerminalScheme = .dark) {
        self.scheme = scheme
        self.size = size
        rows = Array(repeating: CellRow(blank: self.size.columns), count: self.size.rows)
    }

    /// The cell at a position; blank outside the frame.
    public subscript(column column: Int, row row: Int) -> Cell {
        contains(column, row) ? rows[row][column] : .blank
    }

    public var cells: [Cell] { rows.flatMap(\.cells) }

    func contains(_ column: Int, _ row: Int) -> Bool {
        column >= 0 && row >= 0 && column < size.columns && row < size.rows
    }

    /// Clips an area to the frame, and to `clip`.
    private func inside(_ rect: CellRect, _ clip: CellRect? = nil) -> CellRect {
        let all = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
        return (clip.map { rect.intersection($0) } ?? rect).intersection(all)
    }

    /// Calls `change` for each row of an area inside the frame, with the area's columns.
    private mutating func change(_ area: CellRect, _ change: (inout CellRow, Range<Int>) -> Void) {
        guard !area.isEmpty else { return }
        for row in area.minRow..<area.maxRow { change(&rows[row], area.minColumn..<area.maxColumn) }
    }

    // MARK: - Drawing

    /// Writes one line of clean text. Characters that are not completely inside `clip` are omitted.
    ///
    /// A style without a background keeps the existing one.
    mutating func write(_ text: String, column: Int, row: Int, style: CellStyle, clip: CellRect) {
        let clip = inside(clip)
        guard row >= clip.minRow, row < clip.maxRow else { return }
        var column = column
        guard TextWidth.ofSimple(text) == nil else {
            for scalar in text.unicodeScalars where column < clip.maxColumn {
                if column >= clip.minColumn { rows[row].put(String(scalar), width: 1, column, style, scheme) }
                column += 1
            }
            return
        }
        for character in text {
            let width = TextWidth.of(character)
            if width == 0 { continue }
            if column >= clip.maxColumn { return }
            if column >= clip.minColumn, column + width <= clip.maxColumn {
                rows[row].put(String(character), width: width, column, style, scheme)
            }
            column += width
        }
    }

    /// Fills `rect` with a character that is one cell wide.
    mutating func fill(_ rect: CellRect, _ text: String, style: CellStyle, clip: CellRect) {
        let scheme = scheme
        change(inside(rect, clip)) { row, columns in
            for column in columns { row.put(text, width: 1, column, style, scheme) }
        }
    }

    /// Adds a blank row at the bottom.
    mutating func addRow() {
        size.rows += 1
        rows.append(CellRow(blank: size.columns))
    }

    /// Makes an area blank, background included.
    mutating func clear(_ rect: CellRect) { change(inside(rect)) { $0.clear($1) } }

    /// Changes the style of the cells in an area.
    mutating func restyle(_ rect: CellRect, _ change: (inout CellStyle) -> Void) {
        self.change(inside(rect)) { $0.restyle($1, change) }
    }

    mutating func set(_ cell: Cell, column: Int, row: Int) {
        guard contains(column, row) else { return }
        rows[row].set(cell, column)
    }

    /// Blanks the other half of wide characters of which one half was replaced.
    mutating func repairWideCharacters(row: Int, from first: Int, to last: Int) {
        guard row >= 0, row < size.rows else { return }
        rows[row].repairWideCharacters(from: first, to: last)
    }

    /// The text of each row, without trailing blanks.
    public var lines: [String] {
        rows.map { row in
            var line = ""
            for cell in row.cells { line += cell.text }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
