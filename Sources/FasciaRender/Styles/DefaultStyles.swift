import FasciaDocument
import FasciaScene

/// The built-in look of a toggle. In all built-in styles, states can be told apart without colour.
///
/// Each control starts with a column for the focus mark, so that moving the focus moves nothing else.
struct DefaultToggleStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        control.row(1 + marked(control).idealColumns, minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { 1 + marked(control).minimumColumns }

    func draw(_ control: Control, into canvas: inout Canvas) {
        draw(marked(control), control, tinted: control.state != .off, into: &canvas)
    }

    private func marked(_ control: Control) -> MarkedLabel {
        MarkedLabel(
            words: control.words.label, brackets: control.isEnabled ? ("[", "]") : ("(", ")"),
            mark: control.state == .off ? " " : control.mark, bareMark: control.mark, isEnabled: control.isEnabled)
    }
}

/// A toggle that looks like a button: `[ ✓ Words ]`, `[ · Words ]`.
struct ButtonToggleStyle: ControlStyle {
    /// The style's name in the environment.
    static let name = "button"

    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        control.row(1 + bracketed(control).idealColumns, minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { 1 + bracketed(control).minimumColumns }

    func draw(_ control: Control, into canvas: inout Canvas) {
        var style = baseStyle(control)
        if control.isEnabled, control.state != .off { style.foreground = control.tint.flatMap(SystemColors.visible) }
        draw(bracketed(control), control, style, into: &canvas)
    }

    private func bracketed(_ control: Control) -> BracketedLabel {
        BracketedLabel(words: control.mark + " " + control.words.label, isEnabled: control.isEnabled)
    }
}

extension Control {
    /// The state of a toggle as one character that is not blank.
    fileprivate var mark: String {
        switch (state, unicode) {
        case (.on, true): "✓"
        case (.on, false): "x"
        case (.off, true): "·"
        case (.off, false): "."
        case (.mixed, true): "–"
        case (.mixed, false): "-"
        }
    }
}

extension ControlStyle {
    /// Draws a mark followed by words. The mark has the tint colour.
    func draw(_ marked: MarkedLabel, _ control: Control, tinted: Bool, into canvas: inout Canvas) {
        let style = baseStyle(control)
        var accent = style
        if control.isEnabled, tinted { accent.foreground = control.tint.flatMap(SystemColors.visible) }
        drawFocus(control, into: &canvas)
        let line = ControlLine(canvas.size)
        let text = marked.text(columns: line.columns)
        let at = line.start + text.before.count
        canvas.text(text.before, at: CellPoint(column: line.start, row: 0), style: style)
        canvas.text(text.mark, at: CellPoint(column: at, row: 0), style: accent)
        canvas.text(text.after, at: CellPoint(column: at + 1, row: 0), style: style)
    }
}

extension ControlStyle {
    func draw(_ bracketed: BracketedLabel, _ control: Control, _ style: CellStyle, into canvas: inout Canvas) {
        drawFocus(control, into: &canvas)
        let line = ControlLine(canvas.size)
        let text = bracketed.text(columns: line.columns)
        canvas.text(text, at: CellPoint(column: line.start, row: 0), style: style)
    }
}

struct DefaultButtonStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        control.row(1 + bracketed(control).idealColumns, minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { 1 + bracketed(control).minimumColumns }

    func draw(_ control: Control, into canvas: inout Canvas) {
        var style = baseStyle(control)
        if control.isEnabled {
            let tint = control.role == .destructive ? NamedColor("red") : control.tint
            style.foreground = tint.flatMap(SystemColors.visible)
        }
        draw(bracketed(control), control, style, into: &canvas)
    }

    private func bracketed(_ control: Control) -> BracketedLabel {
        BracketedLabel(words: control.words.label, isEnabled: control.isEnabled)
    }
}

/// `Size ‹ large ›`. A placeholder that is not selected has parentheses; an option that is turned to but not yet picked
/// has a question mark.
struct DefaultPickerStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        control.row(1 + turned(control).idealColumns + spare(control), minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { 1 + turned(control).minimumColumns + spare(control) }

    func draw(_ control: Control, into canvas: inout Canvas) {
        var style = baseStyle(control)
        if control.isEnabled { style.foreground = control.tint.flatMap(SystemColors.visible) }
        drawFocus(control, into: &canvas)
        let line = ControlLine(canvas.size)
        canvas.text(
            turned(control).text(columns: line.columns), at: CellPoint(column: line.start, row: 0), style: style)
    }

    /// Extra columns for the widest option, so that turning the picker moves nothing.
    private func spare(_ control: Control) -> Int {
        let widest = control.options.lazy.map { TextWidth.of($0) + 1 }.max() ?? 0
        return max(widest - TextWidth.of(turned(control).value), 0)
    }

    private func turned(_ control: Control) -> ArrowValue {
        let (label, value) = control.words
        let shown =
            switch control.state {
            case .off where !value.isEmpty: "(\(value))"
            case .mixed: value + "?"
            default: value
            }
        return ArrowValue(label: label, value: shown, isEnabled: control.isEnabled, unicode: control.unicode)
    }
}

func baseStyle(_ control: Control) -> CellStyle {
    var style = CellStyle()
    if control.isFocused { style.attributes.insert(.inverse) }
    if !control.isEnabled { style.attributes.insert(.dim) }
    return style
}

/// Draws the focus mark, and an inverse background behind a control that consists of several parts. Call it before
/// drawing the parts.
///
/// - Parameter columns: where the last part ends; 0 for a control without parts.
func drawFocus(_ control: Control, columns: Int = 0, into canvas: inout Canvas) {
    if control.isFocused, columns > 1 {
        canvas.fill(CellRect(column: 1, row: 0, columns: columns - 1, rows: 1), style: baseStyle(control))
    }
    guard control.isFocused, ControlLine(canvas.size).start > 0 else { return }
    canvas.text(control.unicode ? "›" : ">", at: CellPoint(column: 0, row: 0), style: CellStyle(attributes: .bold))
}
