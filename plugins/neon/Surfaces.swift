import FasciaPluginKit

/// The characters of a frame: lines across and down, and corners from the top left to the bottom right.
private struct Frame {
    let glyphs: [Character]

    init(_ glyphs: String) { self.glyphs = Array(glyphs) }

    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        let size = canvas.size
        guard size.columns > 1, size.rows > 1 else { return }
        let looks = Looks(control)
        for row in [0, size.rows - 1] { try Glow.fill(0, row, size.columns, of: size.columns, glyphs[0], control, on: canvas) }
        let (left, right) = (
            looks.colored(control.tint ?? Palette.cyan, .bold), looks.colored(control.tint ?? Palette.pink, .bold)
        )
        let side = Size(columns: 1, rows: size.rows - 2)
        try canvas.fill(row: 1, size: side, with: glyphs[1], look: left)
        try canvas.fill(column: size.columns - 1, row: 1, size: side, with: glyphs[1], look: right)
        try canvas.text(String(glyphs[2]), column: 0, row: 0, look: left)
        try canvas.text(String(glyphs[3]), column: size.columns - 1, row: 0, look: right)
        try canvas.text(String(glyphs[4]), column: 0, row: size.rows - 1, look: left)
        try canvas.text(String(glyphs[5]), column: size.columns - 1, row: size.rows - 1, look: right)
    }
}

/// A card with round corners and a title that is lit.
struct NeonSection: FasciaStyle {
    let kind = ControlKind.section
    let name = "neon"

    func draw(_ card: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        try Frame(card.unicode ? "─│╭╮╰╯" : "-|/\\\\/").draw(card, on: canvas)
        let looks = Looks(card)
        var room = canvas.size.columns - 6
        let word = card.conditionWord
        if !word.isEmpty, room > 2 * card.width(of: word) {
            let text = " \(word) "
            room -= text.count + 1
            try canvas.text(
                text, column: canvas.size.columns - 2 - text.count, row: 0,
                look: looks.colored(card.hasFailed ? Palette.red : Palette.amber, .bold))
        }
        guard !card.label.isEmpty, room > 0 else { return }
        let title = Line.cut(card.label, to: room, card)
        try canvas.text(card.colorDepth > 0 ? " \(title) " : "[\(title)]", column: 2, row: 0, look: looks.action)
    }
}

/// A sign at the end of a row that is tapped: `❯`, and `◆` for the selected one. The host draws the focus.
struct NeonListRow: FasciaStyle {
    let kind = ControlKind.listRow
    let name = "neon"

    func draw(_ row: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        let sign = row.state == .on ? (row.unicode ? "◆" : "*") : row.unicode ? "❯" : ">"
        try canvas.text(
            sign, column: canvas.size.columns - 1, row: 0, look: Looks(row).colored(row.tint ?? Palette.violet, .bold))
    }
}

/// The header of a table on a dark ground.
struct NeonTable: FasciaStyle {
    let kind = ControlKind.table
    let name = "neon"

    func draw(_ header: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        try Bar.fill(header, on: canvas)
    }
}

/// Double lines for a sheet, heavy ones with exclamation marks for an alert.
struct NeonModal: FasciaStyle {
    let kind = ControlKind.modal
    let name = "neon"

    func draw(_ border: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        let glyphs =
            border.isAlert ? (border.unicode ? "━┃!!!!" : "=I!!!!") : border.unicode ? "═║╔╗╚╝" : "=I++++"
        try Frame(glyphs).draw(border, on: canvas)
    }
}

/// White letters on a glow from violet to pink.
struct NeonTitleBar: FasciaStyle {
    let kind = ControlKind.titleBar
    let name = "neon"

    func draw(_ bar: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        try Bar.fill(bar, on: canvas)
        let columns = canvas.size.columns
        var start = columns > 8 ? 1 : 0
        if !bar.value.isEmpty {
            var look = Bar.letters(bar)
            if bar.isFocused {
                look = bar.colorDepth > 0 ? Looks(bar).lit(CellColor(rgb: 0x00E5FF)) : CellLook(attributes: .bold)
            }
            let width = bar.width(of: bar.value) + 1
            if bar.isFocused { try canvas.fill(size: Size(columns: width, rows: 1), look: look) }
            try canvas.text(bar.value, column: 1, row: 0, look: look)
            start = width + 2
        }
        let title = Line.cut(bar.label, to: columns - start, bar)
        let width = bar.width(of: title)
        try canvas.text(title, column: max(start, (columns - width) / 2), row: 0, look: Bar.letters(bar))
    }
}

/// A bar across the screen.
private enum Bar {
    static func letters(_ control: StyledControl) -> CellLook {
        guard control.colorDepth > 0 else { return CellLook(attributes: [.inverse, .bold]) }
        return CellLook(foreground: CellColor(rgb: 0xFFFFFF), attributes: .bold)
    }

    static func fill(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        let size = canvas.size
        guard control.colorDepth > 4 else {
            var look = letters(control)
            if control.colorDepth > 0 { look.background = CellColor(rgb: 0x870087) }
            return try canvas.fill(size: size, look: look)
        }
        let parts = min(max(size.columns, 1), 64)
        for part in 0..<parts {
            let (from, to) = (size.columns * part / parts, size.columns * (part + 1) / parts)
            let look = CellLook(
                foreground: CellColor(rgb: 0xFFFFFF), background: Palette.deepGlow(Double(part) / Double(max(1, parts - 1))))
            try canvas.fill(column: from, size: Size(columns: to - from, rows: size.rows), look: look)
        }
    }
}
