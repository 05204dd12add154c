import FasciaDocument

/// One row of a frame.
struct CellRow: Hashable, Sendable {
    private(set) var cells: [Cell]

    init(blank columns: Int) { cells = Array(repeating: .blank, count: columns) }

    var count: Int { cells.count }

    /// - Precondition: the column is in the row.
    subscript(column: Int) -> Cell { cells[column] }

    // MARK: - Drawing

    mutating func set(_ cell: Cell, _ column: Int) {
        cells[column] = cell
    }

    /// Makes cells blank, background included.
    mutating func clear(_ columns: Range<Int>) {
        blankPartialWideCharacters(around: columns)
        for column in columns { cells[column] = .blank }
    }

    mutating func restyle(_ columns: Range<Int>, _ change: (inout CellStyle) -> Void) {
        for column in columns { change(&cells[column].style) }
        repairWideCharacters(from: columns.lowerBound - 1, to: columns.upperBound)
    }

    /// Writes a character of the given width. All its cells must be in the row.
    ///
    /// A style without a background keeps the existing one.
    mutating func put(_ text: String, width: Int, _ column: Int, _ style: CellStyle, _ scheme: TerminalScheme) {
        let hidesLetters = style.hidesLetters
        let style = style.resolved(over: cells[column].style.background, scheme)
        blankPartialWideCharacters(around: column..<column + width)
        cells[column] = Cell(hidesLetters ? " " : text, style: style)
        if width == 2 { cells[column + 1] = Cell(hidesLetters || text == " " ? " " : "", style: style) }
    }

    /// Blanks the other half of wide characters of which one half was replaced, and gives both halves one style.
    mutating func repairWideCharacters(from first: Int, to last: Int) {
        guard !cells.isEmpty else { return }
        for column in max(0, first)...min(max(0, last), count - 1) {
            if cells[column].isContinuation {
                let isWhole = column > 0 && cells[column - 1].isWide
                if isWhole { cells[column].style = cells[column - 1].style } else { cells[column].text = " " }
            } else if cells[column].isWide, column + 1 >= count || !cells[column + 1].isContinuation {
                cells[column].text = " "
            }
        }
    }

    /// Blanks the outer halves of wide characters that overlap the columns about to be overwritten.
    private mutating func blankPartialWideCharacters(around columns: Range<Int>) {
        let (column, end) = (columns.lowerBound, columns.upperBound)
        if column > 0, cells[column].isContinuation { cells[column - 1].text = " " }
        if end < count, cells[end].isContinuation { cells[end].text = " " }
    }
}

extension CellStyle {
    /// Whether letters are invisible in this style.
    fileprivate var hidesLetters: Bool { foreground?.alpha == 0 }

    /// Resolves the style over a background: opaque colours, and readable letters.
    fileprivate func resolved(over background: RGB?, _ scheme: TerminalScheme) -> CellStyle {
        var style = self
        style.background = style.background ?? background
        switch foreground {
        // The terminal's default foreground may be unreadable on this background.
        case nil: style.foreground = style.background.map(SystemColors.contrast)
        case let color? where color.alpha == 0: style.foreground = nil
        case let color? where color.alpha < .max:
            style.foreground = (style.background ?? scheme.assumedBackground).mixed(with: color.opaque, Double(color.alpha) / 255)
        default: break
        }
        return style
    }
}
