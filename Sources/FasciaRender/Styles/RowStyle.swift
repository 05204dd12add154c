import FasciaScene

/// A control as a row of a form or a list: its label at the left, and its value and a mark at the right edge.
///
/// The focus fills the whole row.
struct RowStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        CellSize(columns: max(1, proposal.columns ?? minimumColumns(control)), rows: 1)
    }

    func minimumColumns(_ control: Control) -> Int {
        let parts = RowParts(control, ColorRoles())
        return 2 * control.inset
            + [parts.label, parts.condition, parts.value, parts.mark].map(TextWidth.of).reduce(0) { $0 + ($1 > 0 ? $1 + 1 : 0) }
    }

    func draw(_ control: Control, into canvas: inout Canvas) {
        let parts = RowParts(control, canvas.roles)
        let line = ControlLine(canvas.size, control)
        canvas.drawRowFocus(control)
        // Faint letters could not be read on the focus.
        func style(_ style: CellStyle) -> CellStyle {
            control.isFocused ? canvas.roles.focus.adding(style.attributes.subtracting(.dim)) : style
        }
        let isWide = line.columns > 20
        var end = line.end
        func put(_ text: String, _ partStyle: CellStyle) {
            guard !text.isEmpty else { return }
            end -= TextWidth.of(text)
            canvas.text(text, at: CellPoint(column: max(line.start, end), row: 0), style: style(partStyle))
            end -= isWide ? parts.gap : 1
        }
        let mark = TextWidth.of(parts.mark) <= line.columns ? parts.mark : parts.shortMark
        if control.isFocused, parts.tellsState {
            // A blank beside the mark on each side has its background, where there is room.
            let style = canvas.roles.focused(parts.markStyle)
            let (width, margin) = (TextWidth.of(mark), isWide ? 1 : 0)
            let column = max(line.start, end - width)
            canvas.fill(CellRect(column: column - margin, row: 0, columns: width + 2 * margin, rows: 1), style: style)
            canvas.text(mark, at: CellPoint(column: column, row: 0), style: style)
            end -= width + (isWide ? parts.gap : 1)
        } else {
            put(mark, parts.markStyle)
        }
        let (label, value, condition) = parts.fit(columns: end - line.start)
        put(value, parts.valueStyle)
        put(condition, parts.conditionStyle)
        canvas.text(label, at: CellPoint(column: line.start, row: 0), style: style(parts.labelStyle))
    }
}

/// The texts of a row.
private struct RowParts {
    var label: String
    var value: String
    /// The words for the condition, before the value.
    var condition: String
    /// The most important of them, for narrow rows.
    var shortCondition: String
    var mark = ""
    /// The columns before the mark.
    var gap = 1
    /// The mark of a very narrow row.
    var shortMark = ""
    var labelStyle = CellStyle()
    var valueStyle: CellStyle
    var conditionStyle: CellStyle
    var markStyle = CellStyle()
    /// Whether the label is cut rather than the value.
    var isValueEssential = true
    /// Whether the colour of the mark tells a state.
    var tellsState = false

    init(_ control: Control, _ roles: ColorRoles) {
        (label, value, condition) = (TextWidth.clean(control.label), TextWidth.clean(control.value), control.condition)
        shortCondition = control.conditions.last?.rawValue ?? ""
        valueStyle = roles.secondary
        conditionStyle = control.conditionStyle(roles)
        switch control.kind {
        case .toggle: toggle(control, roles)
        case .button: button(control, roles)
        case .menu:
            (value, valueStyle) = (control.option, CellStyle())
            mark = control.isEnabled ? (control.unicode ? "▾" : "v") : ""
            markStyle = roles.secondary
        default: picker(control, roles)
        }
        if !control.isEnabled { (labelStyle, valueStyle, markStyle) = (roles.secondary, roles.secondary, roles.secondary) }
    }

    /// `━━●` on, `○━━` off, `━◐━` mixed; the line of a disabled switch is dashed.
    private mutating func toggle(_ control: Control, _ roles: ColorRoles) {
        isValueEssential = false
        gap = 2
        let isUnknown = control.conditions.contains(.unknown) && !control.isPending
        if isUnknown {
            let line = control.unicode ? control.isEnabled ? "━" : "╌" : " "
            shortMark = "?"
            mark = control.unicode ? line + "?" + line : control.isEnabled ? "[ ? ]" : "( ? )"
        } else if control.unicode {
            let line = control.isEnabled ? "━" : "╌"
            shortMark = control.state == .on ? "●" : control.state == .off ? "○" : "◐"
            mark =
                switch control.state {
                case .on: line + line + "●"
                case .off: "○" + line + line
                case .mixed: line + "◐" + line
                }
        } else {
            shortMark = control.state == .on ? "x" : control.state == .off ? "." : "-"
            let word =
                switch control.state {
                case .on: "on "
                case .off: "off"
                case .mixed: "mix"
                }
            mark = control.isEnabled ? "[\(word)]" : "(\(word))"
        }
        switch control.state {
        case _ where control.isUnverified: markStyle = roles.warning
        case .on: markStyle = control.accent.map { CellStyle(foreground: $0) } ?? roles.positive
        case .off: markStyle = roles.secondary
        case .mixed: markStyle = roles.warning
        }
        tellsState = control.state != .off && control.isEnabled
    }

    /// `›` leads to another screen; `↵` does something at once, and `!↵` destroys something.
    private mutating func button(_ control: Control, _ roles: ColorRoles) {
        isValueEssential = false
        let isDestructive = control.role == .destructive
        if control.isNavigation {
            mark = (isDestructive ? "!" : "") + (control.unicode ? "›" : ">")
            markStyle = isDestructive ? roles.negative : roles.secondary
            labelStyle = isDestructive ? roles.negative : control.accent.map { CellStyle(foreground: $0) } ?? CellStyle()
        } else {
            mark = (isDestructive ? "!" : "") + (control.unicode ? "↵" : "<-")
            labelStyle = isDestructive ? roles.negative : control.accent.map { CellStyle(foreground: $0) } ?? roles.accent
            markStyle = isDestructive ? roles.negative : roles.secondary
        }
        if !control.isEnabled { (label, mark) = ("(\(label))", "") }
    }

    /// `‹ large ›`
    private mutating func picker(_ control: Control, _ roles: ColorRoles) {
        value = control.option
        guard control.isEnabled else { return }
        value = control.unicode ? "‹ \(value) ›" : "< \(value) >"
        valueStyle = control.accent.map { CellStyle(foreground: $0) } ?? CellStyle()
    }

    /// The texts that fit in `columns`. The condition has a mark, too: it is dropped before the label is.
    func fit(columns: Int) -> (label: String, value: String, condition: String) {
        for words in [condition, shortCondition] where !words.isEmpty {
            let room = columns - TextWidth.of(words) - 1
            guard room > TextWidth.of(value) + min(8, TextWidth.of(label)) else { continue }
            let (label, value) = fitWords(columns: room)
            return (label, value, words)
        }
        let (label, value) = fitWords(columns: columns)
        return (label, value, "")
    }

    private func fitWords(columns: Int) -> (label: String, value: String) {
        if value.isEmpty { return (Wrapping.truncate(label, columns: columns), "") }
        let room = columns - 1 - TextWidth.of(value)
        let width = TextWidth.of(label)
        if !isValueEssential { return room >= width ? (label, value) : (Wrapping.truncate(label, columns: columns), "") }
        if room < min(2, width) { return ("", Wrapping.truncate(value, columns: columns)) }
        return (Wrapping.truncate(label, columns: room), value)
    }
}

extension Control {
    fileprivate func conditionStyle(_ roles: ColorRoles) -> CellStyle {
        conditions.contains(.failed) ? roles.negative : conditions == [.assumed] ? roles.secondary : roles.warning
    }
}

extension Canvas {
    /// The style of a control's words.
    func style(of control: Control) -> CellStyle {
        let style = control.isFocused ? roles.focus : CellStyle()
        return control.isEnabled ? style : style.adding(.dim)
    }

    /// The style of something in the control's tint.
    func tinted(_ control: Control) -> CellStyle {
        var style = style(of: control)
        if !control.isFocused, let accent = control.accent { style.foreground = accent }
        return style
    }

    /// The style of something that is on.
    func positive(_ control: Control) -> CellStyle {
        guard control.isEnabled else { return style(of: control) }
        return control.isFocused ? roles.focused(roles.positive) : roles.positive
    }

    /// Draws the words for the condition of a row between its label and the part of it that begins at `end`. Without room only
    /// the mark shows the condition.
    mutating func drawCondition(_ control: Control, before end: Int) {
        guard control.isRow else { return }
        let room = end - 2 - ControlLine(size, control).start - TextWidth.of(control.title)
        guard
            let words = [control.condition, control.conditions.last?.rawValue ?? ""].first(where: {
                !$0.isEmpty && TextWidth.of($0) <= room
            })
        else { return }
        let style = control.isFocused ? roles.focus : control.conditionStyle(roles)
        text(words, at: CellPoint(column: end - 1 - TextWidth.of(words), row: 0), style: style)
    }

    /// Fills a focused row, or its first columns, and draws the focus mark.
    mutating func drawRowFocus(_ control: Control, columns: Int? = nil) {
        guard control.isFocused else { return }
        fill(CellRect(column: 0, row: 0, columns: columns ?? size.columns, rows: size.rows), style: roles.focus)
        guard ControlLine.hasMark(size) else { return }
        text(control.unicode ? "›" : ">", at: CellPoint(column: 0, row: 0), style: roles.focus.adding(.bold))
    }
}
