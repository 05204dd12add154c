import FasciaModel

/// `Volume ├───●──────┤ 30`; without its ends it cannot be moved.
struct DefaultSliderStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        Bar(control, gap: 1).size(proposal)
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = baseStyle(control)
        var knob = style
        knob.attributes.insert(.bold)
        if control.isEnabled { knob.foreground = control.tint.flatMap(SystemColors.visible) }
        drawFocus(control, into: &canvas)
        let bar = Bar(control, gap: 1)
        let track = bar.track(canvas.size)
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
        [ControlPart(Bar(control, gap: 1).track(size), .range)]
    }
}

/// `Size 3 [−|+]`; a sign that leads nowhere is left out. In parentheses where it cannot be changed.
struct DefaultStepperStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        let ideal = head(control) + 5
        return CellSize(columns: min(ideal, max(6, proposal.columns ?? ideal)), rows: 1)
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = baseStyle(control)
        drawFocus(control, into: &canvas)
        let start = max(1, min(head(control), canvas.size.columns - 5))
        let line = Wrapping.truncate(TextWidth.clean(words(control)), columns: start - 2)
        canvas.text(line, at: CellPoint(column: 1, row: 0), style: style)
        let minus = control.canDecrement ? (control.unicode ? "−" : "-") : " "
        let plus = control.canIncrement ? "+" : " "
        let signs = control.isEnabled ? "[\(minus)|\(plus)]" : "(\(minus)|\(plus))"
        canvas.text(signs, at: CellPoint(column: start, row: 0), style: style)
    }

    func parts(_ control: Control, size: CellSize) -> [ControlPart] {
        let start = max(1, min(head(control), size.columns - 5))
        return [
            ControlPart(CellRect(column: start, row: 0, columns: 2, rows: 1), .decrement),
            ControlPart(CellRect(column: start + 3, row: 0, columns: 2, rows: 1), .increment),
        ]
    }

    private func words(_ control: Control) -> String {
        [control.label, control.value].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func head(_ control: Control) -> Int {
        let words = words(control)
        return words.isEmpty ? 1 : 2 + TextWidth.of(words)
    }
}

/// `Copying ██████░░░░ 60 %`; three dots where nobody knows how much is done. A gauge has ends.
struct DefaultBarStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        Bar(control, gap: gap(control)).size(proposal)
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = CellStyle(attributes: control.isEnabled ? [] : .dim)
        var filled = style
        if control.isEnabled { filled.foreground = control.tint.flatMap(SystemColors.visible) }
        let bar = Bar(control, gap: gap(control))
        let track = bar.track(canvas.size)
        bar.drawWords(style, track, &canvas)
        if gap(control) > 0 {
            canvas.text("[", at: CellPoint(column: track.minColumn - 1, row: 0), style: style)
            canvas.text("]", at: CellPoint(column: track.maxColumn, row: 0), style: style)
        }
        guard let fraction = control.fraction else {
            canvas.text(control.unicode ? "…" : "...", at: track.origin, style: style)
            return
        }
        let marks: (Character, Character) = switch (control.kind, control.unicode) {
        case (.gauge, true): ("■", "·")
        case (.gauge, false): ("=", " ")
        case (_, true): ("█", "░")
        case (_, false): ("#", ".")
        }
        let columns = Int((Double(track.size.columns) * fraction).rounded())
        canvas.fill(track, with: marks.1, style: style)
        let done = CellRect(column: track.minColumn, row: 0, columns: columns, rows: 1)
        canvas.fill(done, with: marks.0, style: filled)
    }

    private func gap(_ control: Control) -> Int { control.kind == .gauge || !control.unicode ? 1 : 0 }
}

/// A label, a track that takes the room that is left, and a value behind it.
struct Bar {
    /// What the track gets where nobody says how wide it is.
    static let idealTrack = 20
    static let leastTrack = 4

    let label: String
    let value: String
    /// How many columns the ends of the track take on each side.
    let gap: Int

    init(_ control: Control, gap: Int) {
        label = TextWidth.clean(control.label)
        value = TextWidth.clean(control.value)
        self.gap = gap
    }

    private var before: Int { (label.isEmpty ? 1 : 2 + TextWidth.of(label)) + gap }
    private var after: Int { (value.isEmpty ? 0 : 1 + TextWidth.of(value)) + gap }

    func size(_ proposal: ProposedCells) -> CellSize {
        let least = before + Bar.leastTrack + after
        return CellSize(columns: max(least, proposal.columns ?? before + Bar.idealTrack + after), rows: 1)
    }

    func track(_ size: CellSize) -> CellRect {
        CellRect(column: before, row: 0, columns: max(1, size.columns - before - after), rows: 1)
    }

    func drawWords(_ style: CellStyle, _ track: CellRect, _ canvas: inout Canvas) {
        canvas.text(label, at: CellPoint(column: 1, row: 0), style: style)
        canvas.text(value, at: CellPoint(column: track.maxColumn + gap + 1, row: 0), style: style)
    }
}
