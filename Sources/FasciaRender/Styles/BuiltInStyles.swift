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
        let ideal = 1 + line(control).idealColumns
        if control.isRow { return CellSize(columns: max(1, proposal.columns ?? ideal), rows: 1) }
        return control.row(ideal, minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { 1 + line(control).minimumColumns }
}

/// A mark followed by words. The mark of a control that is on has the tint colour.
protocol MarkedStyle: LineStyle where Line == MarkedLabel {}

extension MarkedStyle {
    func draw(_ control: Control, into canvas: inout Canvas) {
        let style = canvas.style(of: control)
        var accent = style
        if control.kind == .option || control.state != .off {
            accent = control.state == .on && control.accent == nil ? canvas.positive(control) : canvas.tinted(control)
        }
        drawFocus(control, into: &canvas)
        let line = ControlLine(canvas.size, control)
        let text = self.line(control).text(columns: line.columns)
        let at = line.start + text.before.count
        canvas.text(text.before, at: CellPoint(column: line.start, row: 0), style: style)
        canvas.text(text.mark, at: CellPoint(column: at, row: 0), style: accent)
        canvas.text(text.after, at: CellPoint(column: at + 1, row: 0), style: style)
    }
}

/// Words in brackets, in the tint colour.
protocol BracketedStyle: LineStyle where Line == BracketedLabel {
    func style(_ control: Control, _ canvas: Canvas) -> CellStyle
}

extension BracketedStyle {
    func style(_ control: Control, _ canvas: Canvas) -> CellStyle { canvas.tinted(control) }

    /// Where the terminal can show a background, the brackets have its colour, too.
    func draw(_ control: Control, into canvas: inout Canvas) {
        let text = line(control).text(columns: ControlLine(canvas.size, control).columns)
        var style = style(control, canvas)
        guard text.hasPrefix("["), text.hasSuffix("]"), let raised = canvas.roles.raised.background else {
            return drawLine(text, control, style, into: &canvas)
        }
        style.background = style.background ?? raised
        drawLine(text, control, style, into: &canvas)
        style.foreground = style.background
        let start = ControlLine(canvas.size, control).start
        canvas.text("[", at: CellPoint(column: start, row: 0), style: style)
        canvas.text("]", at: CellPoint(column: start + TextWidth.of(text) - 1, row: 0), style: style)
    }
}

/// Draws the focus mark and one line of text.
func drawLine(_ text: String, _ control: Control, _ style: CellStyle, into canvas: inout Canvas) {
    drawFocus(control, into: &canvas)
    canvas.text(text, at: CellPoint(column: ControlLine(canvas.size, control).start, row: 0), style: style)
}

struct BuiltInToggleStyle: MarkedStyle {
    func line(_ control: Control) -> MarkedLabel {
        MarkedLabel(
            words: control.words.label, brackets: control.isEnabled ? ("[", "]") : ("(", ")"),
            mark: control.state == .off && control.mark != "?" ? " " : control.mark, bareMark: control.mark,
            isEnabled: control.isEnabled)
    }
}

/// A toggle that looks like a button: `[ ✓ Words ]`, `[ · Words ]`.
struct BuiltInButtonToggleStyle: BracketedStyle {
    /// The style's name in the environment.
    static let name = "button"

    func line(_ control: Control) -> BracketedLabel {
        BracketedLabel(words: control.mark + " " + control.words.label, isEnabled: control.isEnabled)
    }

    func style(_ control: Control, _ canvas: Canvas) -> CellStyle {
        control.state == .off ? canvas.style(of: control) : canvas.tinted(control)
    }
}

extension Control {
    /// The state of a toggle as one character that is not blank.
    fileprivate var mark: String {
        if conditions.contains(.unknown), !isPending { return "?" }
        return switch (state, unicode) {
        case (.on, true): "✓"
        case (.on, false): "x"
        case (.off, true): "·"
        case (.off, false): "."
        case (.mixed, true): "–"
        case (.mixed, false): "-"
        }
    }
}

struct BuiltInButtonStyle: BracketedStyle {
    func line(_ control: Control) -> BracketedLabel {
        BracketedLabel(words: control.words.label, isEnabled: control.isEnabled)
    }

    func style(_ control: Control, _ canvas: Canvas) -> CellStyle {
        guard control.isEnabled, !control.isFocused else { return canvas.style(of: control) }
        if control.role == .destructive { return canvas.roles.negative }
        return control.accent == nil ? canvas.roles.accent : canvas.tinted(control)
    }
}

/// `Size ‹ large ›`
struct BuiltInPickerStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        control.row(1 + arrowValue(control).idealColumns + spare(control), minimumColumns(control), proposal)
    }

    func minimumColumns(_ control: Control) -> Int { 1 + arrowValue(control).minimumColumns + spare(control) }

    func draw(_ control: Control, into canvas: inout Canvas) {
        drawLine(
            arrowValue(control).text(columns: ControlLine(canvas.size, control).columns), control, canvas.tinted(control),
            into: &canvas)
    }

    /// Extra columns for the widest option, so that turning the picker moves nothing.
    private func spare(_ control: Control) -> Int {
        let widest = control.options.lazy.map { TextWidth.of($0) + 1 }.max() ?? 0
        return max(widest - TextWidth.of(arrowValue(control).value), 0)
    }

    private func arrowValue(_ control: Control) -> ArrowValue {
        ArrowValue(label: control.words.label, value: control.option, isEnabled: control.isEnabled, unicode: control.unicode)
    }
}

/// Draws the focus mark, and the colours of the focus behind a control that consists of several parts. Call it before
/// drawing the parts.
///
/// - Parameter columns: where the last part ends; 0 for a control without parts.
func drawFocus(_ control: Control, columns: Int = 0, into canvas: inout Canvas) {
    if control.isRow { return canvas.drawRowFocus(control) }
    if control.isFocused, columns > 1 {
        canvas.fill(CellRect(column: 1, row: 0, columns: columns - 1, rows: 1), style: canvas.style(of: control))
    }
    guard control.isFocused, ControlLine.hasMark(canvas.size) else { return }
    canvas.text(control.unicode ? "›" : ">", at: CellPoint(column: 0, row: 0), style: CellStyle(attributes: .bold))
}
