import FasciaScene

/// Sliders, progress and gauges share one bar: `Volume ━━━●────── 30`, `Copying ━━━━━━──── 60 %`. The line of a disabled bar
/// is dashed. An indeterminate progress is animated: `Copying ▖`.
struct BuiltInBarStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        // Without a track, an indeterminate progress does not fill the remaining room.
        guard !control.isIndeterminate || control.isRow else {
            return control.row(minimumColumns(control), minimumColumns(control), proposal)
        }
        return TrackLayout(control).size(proposal)
    }

    func minimumColumns(_ control: Control) -> Int {
        guard control.isIndeterminate else { return TrackLayout(control).minimumColumns }
        let mark = Spinner.mark(control.animationStep, unicode: control.unicode)
        return control.inset + LabelAndValue(label: control.words.label, value: mark).columns
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = canvas.style(of: control)
        let bar = TrackLayout(control)
        let track = control.isIndeterminate ? nil : bar.track(canvas.size)
        drawFocus(control, columns: track == nil ? 0 : canvas.size.columns, into: &canvas)
        guard let track, let fraction = control.fraction else {
            let mark = control.isIndeterminate ? Spinner.mark(control.animationStep, unicode: control.unicode) : bar.value.trimmed
            let isDisabled = control.kind == .slider && !control.isEnabled
            return bar.drawWords(control, value: isDisabled ? "(\(mark))" : mark, &canvas)
        }
        bar.drawWords(control, track, &canvas)
        canvas.drawCondition(control, before: track.minColumn)
        var (filled, rest) = (style, style)
        if control.isEnabled, !control.isFocused {
            filled = control.accent == nil ? canvas.roles.accent : canvas.tinted(control)
            if control.isUnverified { filled = canvas.roles.warning }
            rest = canvas.roles.line
        }
        let glyphs = Glyphs(control)
        canvas.fill(track, with: glyphs.rest, style: rest)
        let isSlider = control.kind == .slider
        let columns = Int((Double(track.size.columns - (isSlider ? 1 : 0)) * fraction).rounded())
        canvas.fill(
            CellRect(column: track.minColumn, row: 0, columns: columns, rows: 1), with: glyphs.filled, style: filled)
        guard isSlider else { return }
        let knob = CellPoint(column: track.minColumn + columns, row: 0)
        canvas.text(control.unicode ? "●" : "o", at: knob, style: filled.adding(.bold))
    }

    func parts(_ control: Control, size: CellSize) -> [ControlPart] {
        guard control.kind == .slider else { return [] }
        return TrackLayout(control).track(size).map { [ControlPart($0, .range)] } ?? []
    }

    /// The characters of a bar. A filled part is heavier than the rest, so that it is seen without colour.
    private struct Glyphs {
        let filled, rest: Character

        init(_ control: Control) {
            switch (control.unicode, control.isEnabled) {
            case (true, true): (filled, rest) = ("━", "─")
            case (true, false): (filled, rest) = ("╍", "╌")
            case (false, true): (filled, rest) = ("=", "-")
            case (false, false): (filled, rest) = (":", ".")
            }
        }
    }
}

/// A label, a track that fills the remaining room, and a value after it. In a narrow control the track is omitted.
///
/// In rows, all tracks start in the same column and end in the same column.
struct TrackLayout {
    /// Columns of the track in the ideal size.
    static let idealTrack = 20
    static let minimumTrack = 4
    /// Columns of the values of a row.
    static let rowValue = 6

    let label: String
    let value: String
    private let control: Control
    private var isRow: Bool { control.isRow }

    init(_ control: Control) {
        (label, value) = (control.title, control.words.value)
        self.control = control
    }

    private var before: Int { control.inset + (label.isEmpty ? 0 : TextWidth.of(label) + 1) }
    private var after: Int { value.isEmpty ? 0 : 1 + TextWidth.of(value) }

    var minimumColumns: Int { before + TrackLayout.minimumTrack + after }

    func size(_ proposal: ProposedCells) -> CellSize {
        CellSize(columns: max(1, proposal.columns ?? before + TrackLayout.idealTrack + after), rows: 1)
    }

    func track(_ size: CellSize) -> CellRect? {
        guard size.columns >= minimumColumns else { return nil }
        if isRow {
            let line = ControlLine(size, control)
            let (start, end) = (max(before, line.field(after: label)), line.end - max(after, 1 + TrackLayout.rowValue))
            if end - start >= TrackLayout.minimumTrack {
                return CellRect(column: start, row: 0, columns: end - start, rows: 1)
            }
        }
        return CellRect(column: before, row: 0, columns: size.columns - before - after, rows: 1)
    }

    func drawWords(_ control: Control, _ track: CellRect, _ canvas: inout Canvas) {
        let style = canvas.style(of: control)
        canvas.text(label, at: CellPoint(column: control.inset, row: 0), style: style)
        let isWide = isRow && track.maxColumn + after < canvas.size.columns
        var column = isWide ? ControlLine(canvas.size, control).end - TextWidth.of(value) : track.maxColumn + 1
        let other = control.isFocused || !control.isEnabled ? style : canvas.roles.secondary
        for span in Units.spans(value, number: style, other: other) {
            canvas.text(span.text, at: CellPoint(column: column, row: 0), style: span.style)
            column += TextWidth.of(span.text)
        }
    }

    /// Draws label and value without a track.
    func drawWords(_ control: Control, value: String, _ canvas: inout Canvas) {
        let line = ControlLine(canvas.size, control)
        let style = canvas.style(of: control)
        let words = LabelAndValue(label: label, value: value)
        guard isRow, words.columns < line.columns else {
            return canvas.text(
                words.text(columns: line.columns), at: CellPoint(column: line.start, row: 0), style: style)
        }
        canvas.text(label, at: CellPoint(column: line.start, row: 0), style: style)
        let end = ControlLine(canvas.size, control).end - TextWidth.of(value)
        canvas.text(value, at: CellPoint(column: max(line.start, end), row: 0), style: style)
        canvas.drawCondition(control, before: end)
    }
}

extension String {
    /// Without the leading blanks of the fixed width.
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
