import FasciaPluginKit

/// A field: a label, and a dark ground with the text, in brackets where there are no colours. The cursor is a bright cell.
struct NeonTextField: FasciaStyle {
    let kind = ControlKind.textField
    let name = "neon"

    func measure(_ control: StyledControl, proposal: ProposedSize) -> Size { BarLayout.size(control, proposal) }

    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
        let layout = BarLayout(control, columns: canvas.size.columns, value: 0)
        try layout.drawWords(on: canvas)
        let looks = layout.looks
        let field = layout.bar
        guard field.count > 2 else {
            return try canvas.text(Line.cut(control.value, to: field.count, control), column: field.lowerBound, row: 0)
        }
        try canvas.fill(
            column: field.lowerBound, size: Size(columns: field.count, rows: 1), with: control.colorDepth > 0 ? " " : "_",
            look: looks.off)
        let ends = control.isEnabled ? ("[", "]") : ("(", ")")
        try canvas.text(ends.0, column: field.lowerBound, row: 0, look: looks.off)
        try canvas.text(ends.1, column: field.upperBound - 1, row: 0, look: looks.off)
        let inside = field.lowerBound + 1..<field.upperBound - 1
        if control.isEnabled { try canvas.region(.text, column: inside.lowerBound, size: Size(columns: inside.count, rows: 1)) }
        guard !control.value.isEmpty || control.cursor != nil else {
            var look = looks.off
            look.attributes.insert(.italic)
            return try canvas.text(
                Line.cut(control.prompt, to: inside.count, control), column: inside.lowerBound, row: 0, look: look)
        }
        try draw(control, in: inside, looks, on: canvas)
    }

    /// Draws the text, of a field that is edited the part with the cursor.
    private func draw(
        _ control: StyledControl, in inside: Range<Int>, _ looks: Looks, on canvas: StyleCanvas
    ) throws(PluginFailure) {
        let characters = Array(control.value)
        guard let cursor = control.cursor else {
            return try canvas.text(
                Line.cut(control.value, to: inside.count, control), column: inside.lowerBound, row: 0, look: looks.off)
        }
        let before = min(cursor, characters.count)
        var (first, width) = (before, 0)
        while first > 0, width + control.width(of: String(characters[first - 1])) < inside.count {
            first -= 1
            width += control.width(of: String(characters[first]))
        }
        var column = inside.lowerBound
        for (index, character) in characters.enumerated().dropFirst(first) {
            let columns = control.width(of: String(character))
            guard column + columns <= inside.upperBound else { break }
            try canvas.text(String(character), column: column, row: 0, look: index == before ? looks.cursor : looks.off)
            column += columns
        }
        if before == characters.count, column < inside.upperBound {
            try canvas.text(" ", column: column, row: 0, look: looks.cursor)
        }
    }
}
