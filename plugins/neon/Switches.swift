import FasciaPluginKit

/// A style whose control is one line.
protocol LineStyle: FasciaStyle {
    func line(_ control: StyledControl) -> Line
}

extension LineStyle {
    var name: String { "neon" }

    func measure(_ control: StyledControl, proposal: ProposedSize) -> Size { line(control).size(proposal) }

    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) { try line(control).draw(on: canvas) }
}

/// A switch whose knob slides: ` ON  ● `, ` ○ off `, ` ◐ mix `; `  ?  ` if its state is unknown.
struct NeonToggle: LineStyle {
    let kind = ControlKind.toggle

    func line(_ control: StyledControl) -> Line {
        var line = Line(control)
        let unicode = control.unicode
        let (text, look): (String, CellLook) =
            switch control.state {
            case _ where control.isUnknown && !control.isPending: ("  ?  ", line.looks.off)
            case .on: ("ON  " + (unicode ? "●" : "@"), line.looks.on)
            case .off: ((unicode ? "○" : "o") + " off", line.looks.off)
            case .mixed: ((unicode ? "◐" : "%") + " mix", line.looks.mixed)
            }
        let knob = control.isEnabled ? line.chip(text, look) : Piece("(\(text))", look)
        if control.isRow {
            if !control.value.isEmpty { line.after.append(Piece(control.value, line.looks.quiet)) }
            line.after.append(knob)
        } else {
            line.before.append(knob)
            if !control.value.isEmpty { line.after.append(Piece(control.value, line.looks.quiet)) }
        }
        return line
    }
}

/// One option: `◉ Large`, `○ Small`.
struct NeonOption: LineStyle {
    let kind = ControlKind.option

    func line(_ control: StyledControl) -> Line {
        var line = Line(control)
        let isOn = control.state == .on
        var mark = control.unicode ? (isOn ? "◉" : "○") : isOn ? "(*)" : "( )"
        if !control.isEnabled { mark = control.unicode ? (isOn ? "•" : "·") : isOn ? " * " : " . " }
        line.before.append(Piece(mark, isOn ? line.looks.colored(control.tint ?? Palette.cyan, .bold) : line.looks.quiet))
        if isOn { line.labelLook = line.looks.colored(control.tint ?? Palette.cyan, .bold) }
        return line
    }
}

/// A button: its words on violet, or in a row at the left of what they do: `❯` leads on, `↵` acts, `!` destroys.
struct NeonButton: LineStyle {
    let kind = ControlKind.button

    func line(_ control: StyledControl) -> Line {
        var line = Line(control)
        let isDestructive = control.role == .destructive
        guard control.isRow else {
            line.label = ""
            let text = (isDestructive ? "! " : "") + control.label
            let looks = line.looks
            let look =
                control.isFocused
                ? looks.hot : isDestructive ? looks.danger : control.role == .cancel ? looks.off : looks.action
            line.before.append(control.isEnabled ? line.chip(text, look) : Piece("(\(text))", line.looks.off))
            return line
        }
        if !control.value.isEmpty { line.after.append(Piece(control.value, line.looks.quiet)) }
        if !control.isEnabled { line.label = "(\(line.label))" }
        let color = isDestructive ? Palette.red : control.tint ?? (control.isNavigation ? Palette.violet : Palette.pink)
        if isDestructive || !control.isNavigation { line.labelLook = line.looks.colored(color, .bold) }
        let sign =
            control.isNavigation
            ? (control.isOpen ? (control.unicode ? "◆" : "*") : control.unicode ? "❯" : ">") : control.unicode ? "↵" : "<-"
        let mark = (isDestructive ? "! " : "") + sign
        if control.isEnabled { line.after.append(Piece(mark, line.looks.colored(color, .bold))) }
        return line
    }
}
