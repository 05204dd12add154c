import FasciaPluginKit

/// A text in one look, and what a click in it does.
struct Piece {
    var text: String
    var look: CellLook
    var region: CanvasRegion?
    /// Whether it is left out before the label is cut.
    var isSpare = false

    init(_ text: String, _ look: CellLook, region: CanvasRegion? = nil) {
        (self.text, self.look, self.region) = (text, look, region)
    }
}

/// A control in one line: a cell for the focus, pieces, the label, and pieces.
///
/// A row of a form has the last pieces at its right edge. Where room is scarce, the label is cut.
struct Line {
    let control: StyledControl
    let looks: Looks
    var before: [Piece] = []
    var label: String
    var labelLook: CellLook
    var after: [Piece] = []

    init(_ control: StyledControl) {
        self.control = control
        looks = Looks(control)
        label = control.label
        labelLook = looks.label
        guard !control.conditionWord.isEmpty else { return }
        var condition = Piece(control.conditionWord, looks.colored(control.hasFailed ? Palette.red : Palette.amber))
        condition.isSpare = true
        after = [condition]
    }

    // MARK: - Size

    var idealColumns: Int { 1 + head + width(label) + tail(after) }

    private var hasWords: Bool { !label.isEmpty || !before.isEmpty }

    /// The columns before the label.
    private var head: Int {
        let columns = before.reduce(0) { $0 + width($1.text) + 1 }
        return label.isEmpty ? max(0, columns - 1) : columns
    }

    /// The columns of pieces after the label.
    private func tail(_ pieces: [Piece]) -> Int {
        let columns = pieces.reduce(0) { $0 + width($1.text) + 1 }
        return hasWords ? columns : max(0, columns - 1)
    }

    func width(_ text: String) -> Int { control.width(of: text) }

    func size(_ proposal: ProposedSize) -> Size {
        let ideal = idealColumns
        return Size(columns: control.isRow ? proposal.columns ?? ideal : min(ideal, proposal.columns ?? ideal), rows: 1)
    }

    /// Where the words begin and end in a canvas: in a wide row below the title of its card.
    static func span(_ control: StyledControl, _ columns: Int) -> (start: Int, end: Int) {
        guard control.isRow, columns > 12 else { return (columns > 3 ? 1 : 0, columns) }
        let inset = columns >= 50 ? 2 : 1
        return (inset, columns - inset)
    }

    // MARK: - Drawing

    /// Draws the focus: its colours in all cells, and its mark in the first one.
    static func drawFocus(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        guard control.isFocused else { return }
        let look = Looks(control).focus
        try canvas.fill(size: canvas.size, look: look)
        if canvas.size.columns > 3 { try canvas.text(control.unicode ? "❯" : ">", column: 0, row: 0, look: look) }
    }

    func draw(on canvas: StyleCanvas) throws(PluginFailure) {
        try Line.drawFocus(control, on: canvas)
        let (start, end) = Line.span(control, canvas.size.columns)
        var after = after
        if start + head + width(label) + tail(after) > end { after.removeAll { $0.isSpare } }
        let tail = tail(after)
        var column = start
        for piece in before { column = try draw(piece, at: column, on: canvas) + 1 }
        column = start + head
        let words = Line.cut(label, to: end - column - tail, control)
        try canvas.text(words, column: column, row: 0, look: labelLook)
        column += width(words)
        let isAtEdge = control.isRow || column + tail > end
        column = isAtEdge ? max(start, end - tail + (hasWords ? 1 : 0)) : column + (hasWords ? 1 : 0)
        for piece in after { column = try draw(piece, at: column, on: canvas) + 1 }
    }

    private func draw(_ piece: Piece, at column: Int, on canvas: StyleCanvas) throws(PluginFailure) -> Int {
        try canvas.text(piece.text, column: column, row: 0, look: piece.look)
        let columns = width(piece.text)
        if let region = piece.region, control.isEnabled {
            try canvas.region(region, column: column, size: Size(columns: columns, rows: 1))
        }
        return column + columns
    }

    /// Cuts a text to a width, with a mark where it is cut.
    static func cut(_ text: String, to columns: Int, _ control: StyledControl) -> String {
        if control.width(of: text) <= columns { return text }
        guard columns > 0 else { return "" }
        var (short, width) = ("", 0)
        for character in text {
            width += control.width(of: String(character))
            if width >= columns { break }
            short.append(character)
        }
        return short + (control.unicode ? "…" : "~")
    }

    /// A text on a ground of its own; in brackets where there are no colours.
    func chip(_ text: String, _ look: CellLook, region: CanvasRegion? = nil) -> Piece {
        Piece(control.colorDepth > 0 ? " \(text) " : "[\(text)]", look, region: region)
    }
}
