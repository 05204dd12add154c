import FasciaDocument
import FasciaScene

// The built-in styles of toggles, buttons and pickers. In all built-in styles, states can be told apart without colour.
//
// Each control starts with a column for the focus mark, so that moving the focus moves nothing else.

/// A style of one line after the focus mark.
protocol LineStyle: ControlStyle {
    associatedtype Line: FittedLine
    func line(_ control: Control) -> Line
}

extension LineStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        control.row(1 + line(control).idealColumns, minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { 1 + line(control).minimumColumns }
}

/// A mark followed by words. The mark of a control that is on has the tint colour.
protocol MarkedStyle: LineStyle where Line == MarkedLabel {}

extension MarkedStyle {
    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = baseStyle(control)
        var accent = style
        if control.kind == .option || control.state != .off { accent.foreground = control.accent }
        drawFocus(control, into: &canvas)
        let line = ControlLine(canvas.size)
        let text = self.line(control).text(columns: line.columns)
        let at = line.start + text.before.count
        canvas.text(text.before, at: CellPoint(column: line.start, row: 0), style: style)
        canvas.text(text.mark, at: CellPoint(column: at, row: 0), style: accent)
        canvas.text(text.after, at: CellPoint(column: at + 1, row: 0), style: style)
    }
}

/// Words in brackets, in the tint colour.
protocol BracketedStyle: LineStyle where Line == BracketedLabel {
    func tint(_ control: Control) -> RGB?
}

extension BracketedStyle {
    func tint(_ control: Control) -> RGB? { control.accent }

    func draw(_ control: Control, into canvas: inout Canvas) {
        drawLine(line(control).text(columns: ControlLine(canvas.size).columns), control, tint(control), into: &canvas)
    }
}

/// Draws the focus mark and one line of text.
func drawLine(_ text: String, _ control: Control, _ tint: RGB?, into canvas: inout Canvas) {
    var style = baseStyle(control)
    style.foreground = tint
    drawFocus(control, into: &canvas)
    canvas.text(text, at: CellPoint(column: ControlLine(canvas.size).start, row: 0), style: style)
}

struct DefaultToggleStyle: MarkedStyle {
    func line(_ control: Control) -> MarkedLabel {
        MarkedLabel(
            words: control.words.label, brackets: control.isEnabled ? ("[", "]") : ("(", ")"),
            mark: control.state == .off ? " " : control.mark, bareMark: control.mark, isEnabled: control.isEnabled)
    }
}

/// A toggle that looks like a button: `[ ✓ Words ]`, `[ · Words ]`.
struct ButtonToggleStyle: BracketedStyle {
    /// The style's name in the environment.
    static let name = "button"

    func line(_ control: Control) -> BracketedLabel {
        BracketedLabel(words: control.mark + " " + control.words.label, isEnabled: control.isEnabled)
    }

    func tint(_ control: Control) -> RGB? { control.state == .off ? nil : control.accent }
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

struct DefaultButtonStyle: BracketedStyle {
    func line(_ control: Control) -> BracketedLabel {
        BracketedLabel(words: control.words.label, isEnabled: control.isEnabled)
    }

    func tint(_ control: Control) -> RGB? {
        control.isEnabled && control.role == .destructive ? SystemColors.visible(NamedColor("red")) : control.accent
    }
}

/// `Size ‹ large ›`. A placeholder that is not selected has parentheses; an option that is turned to but not yet picked
/// has a question mark.
struct DefaultPickerStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        control.row(1 + arrowValue(control).idealColumns + spare(control), minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { 1 + arrowValue(control).minimumColumns + spare(control) }

    func draw(_ control: Control, into canvas: inout Canvas) {
        drawLine(
            arrowValue(control).text(columns: ControlLine(canvas.size).columns), control, control.accent, into: &canvas)
    }

    /// Extra columns for the widest option, so that turning the picker moves nothing.
    private func spare(_ control: Control) -> Int {
        let widest = control.options.lazy.map { TextWidth.of($0) + 1 }.max() ?? 0
        return max(widest - TextWidth.of(arrowValue(control).value), 0)
    }

    private func arrowValue(_ control: Control) -> ArrowValue {
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
