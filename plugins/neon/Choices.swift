import FasciaPluginKit

extension StyledControl {
    /// The shown option: a placeholder has parentheses, and an option that is turned to but not yet picked a question mark.
    fileprivate var shownOption: String {
        switch state {
        case .off where !value.isEmpty: "(\(value))"
        case .mixed: value + "?"
        default: value
        }
    }
}

/// `Size ◂ Medium ▸`
struct NeonPicker: LineStyle {
    let kind = ControlKind.picker

    func line(_ control: StyledControl) -> Line {
        var line = Line(control)
        let look = line.looks.colored(control.tint ?? Palette.cyan, .bold)
        let (left, right) = control.isEnabled ? control.unicode ? ("◂ ", " ▸") : ("< ", " >") : ("  ", "  ")
        line.after.append(Piece(left + control.shownOption + right, look))
        return line
    }
}

/// `Size  Medium ▾ `
struct NeonMenu: LineStyle {
    let kind = ControlKind.menu

    func line(_ control: StyledControl) -> Line {
        var line = Line(control)
        let sign = control.isEnabled ? control.unicode ? "▾" : "v" : "-"
        let words = control.shownOption.isEmpty ? sign : control.shownOption + " " + sign
        line.after.append(line.chip(words, line.looks.off))
        return line
    }
}

/// `Size  S [M] L `; without room for all options `Size ◂ M ▸`.
struct NeonSegments: FasciaStyle {
    let kind = ControlKind.segments
    let name = "neon"

    func measure(_ control: StyledControl, proposal: ProposedSize) -> Size { wide(control).size(proposal) }

    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        let line = wide(control)
        let (start, end) = Line.span(control, canvas.size.columns)
        let fits = line.idealColumns - 1 <= end - start
        try (fits ? line : narrow(control)).draw(on: canvas)
    }

    private func wide(_ control: StyledControl) -> Line {
        var line = Line(control)
        for (index, option) in control.options.enumerated() {
            let isSelected = index == control.selected
            let text = !isSelected ? " \(option) " : control.isEnabled ? "[\(option)]" : "(\(option))"
            line.after.append(Piece(text, isSelected ? line.looks.on : line.looks.off, region: .option(index)))
        }
        return line
    }

    private func narrow(_ control: StyledControl) -> Line {
        var line = Line(control)
        let shown = control.selected == nil ? "-" : control.value
        line.after.append(Piece(control.unicode ? "◂ \(shown) ▸" : "< \(shown) >", line.looks.on))
        return line
    }
}

/// `Count 5  −   + `; a dot in place of a sign at that end of its range.
struct NeonStepper: LineStyle {
    let kind = ControlKind.stepper

    func line(_ control: StyledControl) -> Line {
        var line = Line(control)
        if !control.value.isEmpty {
            line.after.append(Piece(control.value, line.looks.colored(control.tint ?? Palette.cyan, .bold)))
        }
        let (minus, none) = control.unicode ? ("−", "·") : ("-", ".")
        let (less, more) = (control.canDecrement && control.isEnabled, control.canIncrement && control.isEnabled)
        line.after.append(line.chip(less ? minus : none, less ? line.looks.action : line.looks.off, region: .decrement))
        line.after.append(line.chip(more ? "+" : none, more ? line.looks.action : line.looks.off, region: .increment))
        return line
    }
}
