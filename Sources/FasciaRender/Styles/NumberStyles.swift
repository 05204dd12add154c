import FasciaScene

/// `Volume ├───●──────┤ 30`; a disabled slider has no ends.
struct DefaultSliderStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        TrackLayout(control, gap: 1).size(proposal)
    }

    func minimumColumns(_ control: Control) -> Int { TrackLayout(control, gap: 1).minimumColumns }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = baseStyle(control)
        var knob = style
        knob.attributes.insert(.bold)
        knob.foreground = control.accent
        let bar = TrackLayout(control, gap: 1)
        let track = bar.track(canvas.size)
        drawFocus(control, columns: track == nil ? 0 : canvas.size.columns, into: &canvas)
        guard let track else {
            let value = bar.value.trimmed
            return bar.drawWords(style, value: control.isEnabled ? value : "(\(value))", &canvas)
        }
        bar.drawWords(style, track, &canvas)
        canvas.fill(track, with: control.unicode ? "─" : "-", style: style)
        if control.isEnabled {
            let ends = control.unicode ? ("├", "┤") : ("|", "|")
            canvas.text(ends.0, at: CellPoint(column: track.minColumn - 1, row: 0), style: style)
            canvas.text(ends.1, at: CellPoint(column: track.maxColumn, row: 0), style: style)
        }
        let at = Int((Double(track.size.columns - 1) * (control.fraction ?? 0)).rounded())
        canvas.text(
            control.unicode ? "●" : "o", at: CellPoint(column: track.minColumn + at, row: 0), style: knob)
    }

    func parts(_ control: Control, size: CellSize) -> [ControlPart] {
        TrackLayout(control, gap: 1).track(size).map { [ControlPart($0, .range)] } ?? []
    }
}

/// `Size 3 [−|+]`; the sign of an impossible direction is omitted. A disabled stepper has parentheses. In a narrow one
/// only the signs remain beside the words: `Size 3 −+`.
struct DefaultStepperStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        control.row(StepperLayout(control, columns: nil).columns, minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { StepperLayout(control, columns: 0).columns }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = baseStyle(control)
        let layout = StepperLayout(control, columns: canvas.size.columns)
        drawFocus(control, columns: layout.start > 0 ? layout.columns : 0, into: &canvas)
        canvas.text(layout.words, at: CellPoint(column: layout.start, row: 0), style: style)
        let minus = control.canDecrement ? (control.unicode ? "−" : "-") : " "
        let plus = control.canIncrement ? "+" : " "
        let signs =
            switch (layout.isWide, control.isEnabled) {
            case (true, true): "[\(minus)|\(plus)]"
            case (true, false): "(\(minus)|\(plus))"
            case (false, true): minus + plus
            case (false, false): "()"
            }
        canvas.text(signs, at: CellPoint(column: layout.signs, row: 0), style: style)
    }

    func parts(_ control: Control, size: CellSize) -> [ControlPart] {
        let layout = StepperLayout(control, columns: size.columns)
        let width = layout.isWide ? 2 : 1
        return [
            ControlPart(CellRect(column: layout.signs, row: 0, columns: width, rows: 1), .decrement),
            ControlPart(
                CellRect(column: layout.columns - width, row: 0, columns: width, rows: 1), .increment),
        ]
    }

    /// The columns of the words and of the signs.
    private struct StepperLayout {
        let words: String
        let start: Int
        let signs: Int
        let columns: Int
        let isWide: Bool

        /// - Parameter columns: the available columns, 0 for the minimum size, `nil` for the ideal size.
        init(_ control: Control, columns: Int?) {
            let all = LabelAndValue(label: control.words.label, value: control.words.value)
            let wide = 1 + (all.columns > 0 ? all.columns + 1 : 0) + 5
            let isWide = columns.map { $0 >= wide } ?? true
            let start = columns == 0 ? 1 : ControlLine(CellSize(columns: columns ?? wide, rows: 1)).start
            let signsColumns = isWide ? 5 : 2
            let room = columns.map { $0 == 0 ? all.columns : max(0, $0 - start - 1 - signsColumns) } ?? all.columns
            let words = all.text(columns: min(room, all.columns))
            (self.isWide, self.start, self.words) = (isWide, start, words)
            signs = words.isEmpty ? start : start + TextWidth.of(words) + 1
            self.columns = signs + signsColumns
        }
    }
}

/// `Copying ██████░░░░ 60 %`; an indeterminate progress is animated: `Copying ⠋`. A gauge has ends.
struct DefaultBarStyle: ControlStyle {
    /// The characters of the completed part and of the rest.
    var unicode: (Character, Character) = ("█", "░")
    var ascii: (Character, Character) = ("#", ".")
    /// Whether the track has ends; in ASCII it always has.
    var hasEnds = false

    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        // Without a track, an indeterminate progress does not fill the remaining room.
        guard !control.isIndeterminate else {
            return control.row(minimumColumns(control), minimumColumns(control), proposal)
        }
        return TrackLayout(control, gap: gap(control)).size(proposal)
    }

    func minimumColumns(_ control: Control) -> Int {
        guard control.isIndeterminate else { return TrackLayout(control, gap: gap(control)).minimumColumns }
        let mark = Spinner.mark(control.animationStep, unicode: control.unicode)
        return 1 + LabelAndValue(label: control.words.label, value: mark).columns
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = CellStyle(attributes: control.isEnabled ? [] : .dim)
        var filled = style
        filled.foreground = control.accent
        let bar = TrackLayout(control, gap: gap(control))
        guard let fraction = control.fraction else {
            let mark = Spinner.mark(control.animationStep, unicode: control.unicode)
            return bar.drawWords(style, value: mark, &canvas)
        }
        guard let track = bar.track(canvas.size) else {
            return bar.drawWords(style, value: bar.value.trimmed, &canvas)
        }
        bar.drawWords(style, track, &canvas)
        if gap(control) > 0 {
            canvas.text("[", at: CellPoint(column: track.minColumn - 1, row: 0), style: style)
            canvas.text("]", at: CellPoint(column: track.maxColumn, row: 0), style: style)
        }
        let marks = control.unicode ? unicode : ascii
        let columns = Int((Double(track.size.columns) * fraction).rounded())
        canvas.fill(track, with: marks.1, style: style)
        let done = CellRect(column: track.minColumn, row: 0, columns: columns, rows: 1)
        canvas.fill(done, with: marks.0, style: filled)
    }

    private func gap(_ control: Control) -> Int { hasEnds || !control.unicode ? 1 : 0 }
}

/// A label, a track that fills the remaining room, and a value after it. In a narrow control the track is omitted.
struct TrackLayout {
    /// Columns of the track in the ideal size.
    static let idealTrack = 20
    static let minimumTrack = 4

    let label: String
    let value: String
    /// Columns of each end of the track.
    let gap: Int

    init(_ control: Control, gap: Int) {
        (label, value) = control.words
        self.gap = gap
    }

    private var before: Int { (label.isEmpty ? 1 : 2 + TextWidth.of(label)) + gap }
    private var after: Int { (value.isEmpty ? 0 : 1 + TextWidth.of(value)) + gap }

    var minimumColumns: Int { before + TrackLayout.minimumTrack + after }

    func size(_ proposal: ProposedCells) -> CellSize {
        CellSize(columns: max(1, proposal.columns ?? before + TrackLayout.idealTrack + after), rows: 1)
    }

    func track(_ size: CellSize) -> CellRect? {
        guard size.columns >= minimumColumns else { return nil }
        return CellRect(column: before, row: 0, columns: size.columns - before - after, rows: 1)
    }

    func drawWords(_ style: CellStyle, _ track: CellRect, _ canvas: inout Canvas) {
        canvas.text(label, at: CellPoint(column: 1, row: 0), style: style)
        canvas.text(value, at: CellPoint(column: track.maxColumn + gap + 1, row: 0), style: style)
    }

    /// Draws label and value without a track.
    func drawWords(_ style: CellStyle, value: String, _ canvas: inout Canvas) {
        let line = ControlLine(canvas.size)
        let words = LabelAndValue(label: label, value: value).text(columns: line.columns)
        canvas.text(words, at: CellPoint(column: line.start, row: 0), style: style)
    }
}

extension String {
    /// Without the leading blanks of the fixed width.
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
