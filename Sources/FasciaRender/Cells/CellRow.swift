/// One row of a picture.
struct CellRow: Hashable, Sendable {
    private(set) var cells: [Cell]

    init(blank columns: Int) { cells = Array(repeating: .blank, count: columns) }

    var count: Int { cells.count }

    /// The cell there; there must be one.
    subscript(column: Int) -> Cell { cells[column] }

    // MARK: - Drawing

    mutating func set(_ cell: Cell, _ column: Int) {
        cells[column] = cell
    }

    /// Makes cells blank, background included.
    mutating func clear(_ columns: Range<Int>) {
        blankHalves(around: columns)
        for column in columns { cells[column] = .blank }
    }

    mutating func restyle(_ columns: Range<Int>, _ change: (inout CellStyle) -> Void) {
        for column in columns { change(&cells[column].style) }
        mendHalves(from: columns.lowerBound - 1, to: columns.upperBound)
    }

    /// Puts a character of that width there; both its cells must be in the row.
    ///
    /// A style without a background keeps the one that is there.
    mutating func put(_ text: String, width: Int, _ column: Int, _ style: CellStyle, _ scheme: Profile.Scheme) {
        let isClear = style.isClear
        let style = style.drawn(over: cells[column].style.background, scheme)
        blankHalves(around: column..<column + width)
        cells[column] = Cell(isClear ? " " : text, style: style)
        if width == 2 { cells[column + 1] = Cell(isClear || text == " " ? " " : "", style: style) }
    }

    /// Makes wide characters whole again where one half of them has been replaced.
    mutating func mendHalves(from first: Int, to last: Int) {
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

    /// Before cells are overwritten: no half of a wide character may stay behind.
    private mutating func blankHalves(around columns: Range<Int>) {
        let (column, end) = (columns.lowerBound, columns.upperBound)
        if column > 0, cells[column].isContinuation { cells[column - 1].text = " " }
        if end < count, cells[end].isContinuation { cells[end].text = " " }
    }
}

extension CellStyle {
    /// Whether letters in it cannot be seen.
    fileprivate var isClear: Bool { foreground?.alpha == 0 }

    /// The style that letters have in the end.
    fileprivate func drawn(over background: RGB?, _ scheme: Profile.Scheme) -> CellStyle {
        var style = self
        style.background = style.background ?? background
        switch foreground {
        // The terminal's own colour may be unreadable on this one.
        case nil: style.foreground = style.background.map(SystemColors.contrast)
        case let color? where color.alpha == 0: style.foreground = nil
        case let color? where color.alpha < .max:
            style.foreground = (style.background ?? scheme.behind).mixed(with: color.opaque, Double(color.alpha) / 255)
        default: break
        }
        return style
    }
}
