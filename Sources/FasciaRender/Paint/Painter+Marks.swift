import FasciaScene

/// Primitives: text, lines and areas.
extension Painter {
    /// Draws text. All text passes through here, so control characters never reach the frame.
    mutating func text(_ line: String, _ column: Int, _ row: Int, _ style: CellStyle, clip: CellRect) {
        let clean = TextWidth.clean(line)
        buffer.write(
            layout.unicode ? clean : TextWidth.ascii(clean), column: column, row: row, style: adapted(style),
            clip: clip)
    }

    mutating func line(_ line: PlacedLine, at point: CellPoint, clip: CellRect) {
        var column = point.column + line.column
        for span in line.spans {
            var style = span.style
            if let role = span.role { style.foreground = style.foreground ?? roles.foreground(role) }
            text(span.text, column, point.row, style, clip: clip)
            column += TextWidth.of(span.text)
        }
    }

    /// Fills an area with a colour. `nil` and clear colours change nothing.
    mutating func fill(_ rect: CellRect, _ color: RGB?, clip: CellRect) {
        guard let color, let shown = displayed(color) else { return }
        if color.alpha == .max {
            buffer.fill(rect, " ", style: CellStyle(background: color), clip: clip)
        } else if supportsBlending {
            buffer.tint(rect, color, clip: clip)
        } else {
            // Keep the letters below it visible.
            buffer.restyle(rect.intersection(clip)) { style in
                style.background = shown
                style.foreground = style.foreground ?? SystemColors.contrast(to: shown)
            }
        }
    }

    /// The colour as the terminal can show it: without enough colours to mix, it is opaque or absent.
    func displayed(_ color: RGB) -> RGB? {
        if color.alpha == 0 { return nil }
        if supportsBlending { return color }
        return color.alpha < 128 ? nil : color.opaque
    }

    /// The style as the terminal can show it: without enough colours to mix, faint letters are dim. With them, dim letters
    /// without a colour have the secondary one.
    func adapted(_ style: CellStyle) -> CellStyle {
        guard let color = style.foreground else {
            guard style.attributes.contains(.dim), let secondary = roles.secondary.foreground else { return style }
            var style = style
            style.foreground = secondary
            style.attributes.remove(.dim)
            return style
        }
        guard color.alpha < .max, color.alpha > 0, !supportsBlending else { return style }
        var style = style
        style.foreground = color.opaque
        if color.alpha < 192 { style.attributes.insert(.dim) }
        return style
    }

    /// The animation step; `nil` without animation.
    var animationStep: Int? { input.animationStep }

    /// Draws the focus of a tappable element that is not a control. It has no cell for the focus mark, so it has
    /// the colours of the focus, with a mark if its first cell is free.
    mutating func markFocus(_ rect: CellRect, _ clip: CellRect) {
        let isFree = buffer[column: rect.minColumn, row: rect.minRow].text == " "
        focus(clip)
        guard isFree else { return }
        text(layout.unicode ? "›" : ">", rect.minColumn, rect.minRow, roles.focus.adding(.bold), clip: clip)
    }

    /// Gives an area the colours of the focus.
    ///
    /// - Parameter sparesColors: whether cells with another background than that of controls keep theirs.
    mutating func focus(_ area: CellRect, sparesColors: Bool = false) {
        let (focus, raised) = (roles.focus, roles.raised.background)
        buffer.restyle(area) { style in
            if sparesColors, let behind = style.background, behind != raised { return }
            style.attributes.formUnion(focus.attributes)
            (style.foreground, style.background) = (focus.foreground ?? style.foreground, focus.background ?? style.background)
        }
    }

    /// Marks the row that led to the entry beside it: raised, bold, and with the mark of the focus but not its colours.
    mutating func markSelection(_ rect: CellRect, _ clip: CellRect) {
        let raised = roles.raised.background
        buffer.restyle(clip) { style in
            style.attributes.insert(.bold)
            style.background = raised ?? style.background
        }
        guard buffer[column: rect.minColumn, row: rect.minRow].text == " " else { return }
        var style = roles.accent.adding(.bold)
        style.background = raised
        text(layout.unicode ? "›" : ">", rect.minColumn, rect.minRow, style, clip: clip)
    }

    /// Draws the focus of a scroll view: a line in its column of marks.
    mutating func markScrollFocus(_ rect: CellRect, _ clip: CellRect) {
        let column = CellRect(column: rect.maxColumn - 1, row: rect.minRow, columns: 1, rows: rect.size.rows)
        buffer.fill(column, lines().vertical, style: adapted(roles.accent), clip: clip)
    }

    /// Draws the pending mark in the cell of the focus mark. A focused control also has its colours; where the mark is not
    /// animated, it shows both states.
    mutating func markPending(_ box: LayoutBox, _ rect: CellRect, _ inherited: InheritedState) {
        let isFocused = animationStep == nil && current.hasFocus(box)
        let mark = isFocused ? layout.unicode ? "»" : "}" : Spinner.mark(animationStep, unicode: layout.unicode)
        text(mark, rect.minColumn, rect.minRow, roles.warning.adding(.bold), clip: inherited.clip)
    }

    /// Draws the mark of a condition in the cell of the focus mark; the focus of the control remains visible by its colours.
    mutating func mark(_ word: ElementCondition.Word, _ rect: CellRect, _ clip: CellRect) {
        guard ControlLine.hasMark(rect.size) else { return }
        let mark =
            switch word {
            case .assumed: " "
            case .pending: layout.unicode ? "…" : "~"
            case .unconfirmed: layout.unicode ? "◔" : "%"
            case .unknown: "?"
            case .stale: layout.unicode ? "≈" : "="
            case .failed: "!"
            }
        text(mark, rect.minColumn, rect.minRow, (word == .failed ? roles.negative : roles.warning).adding(.bold), clip: clip)
    }

    // MARK: - Lines

    /// The characters of a box.
    struct Lines {
        var horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: String

        init(_ glyphs: String) {
            let each = glyphs.map(String.init)
            (horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight) =
                (each[0], each[1], each[2], each[3], each[4], each[5])
        }
    }

    func lines(isRound: Bool = false, isHeavy: Bool = false) -> Lines {
        switch (layout.unicode, isHeavy, isRound) {
        case (true, true, _): Lines("━┃┏┓┗┛")
        case (true, false, true): Lines("─│╭╮╰╯")
        case (true, false, false): Lines("─│┌┐└┘")
        case (false, true, _): Lines("######")
        case (false, false, true): Lines("-|..''")
        case (false, false, false): Lines("-|++++")
        }
    }

    mutating func box(_ rect: CellRect, _ style: CellStyle, clip: CellRect) {
        box(rect, style, lines(), clip: clip)
    }

    /// A box without its top or bottom is a part of a higher one.
    mutating func box(
        _ rect: CellRect, _ style: CellStyle, _ lines: Lines, hasTop: Bool = true, hasBottom: Bool = true, clip: CellRect
    ) {
        guard !rect.isEmpty else { return }
        let style = adapted(style)
        let (right, bottom) = (rect.maxColumn - 1, rect.maxRow - 1)
        func fill(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int, _ glyph: String) {
            let part = CellRect(column: column, row: row, columns: columns, rows: rows)
            buffer.fill(part, glyph, style: style, clip: clip)
        }
        for column in [rect.minColumn, right] { fill(column, rect.minRow, 1, rect.size.rows, lines.vertical) }
        func edge(_ row: Int, _ left: String, _ end: String) {
            fill(rect.minColumn, row, rect.size.columns, 1, lines.horizontal)
            fill(rect.minColumn, row, 1, 1, left)
            fill(right, row, 1, 1, end)
        }
        if hasTop { edge(rect.minRow, lines.topLeft, lines.topRight) }
        if hasBottom { edge(bottom, lines.bottomLeft, lines.bottomRight) }
    }
}

// MARK: - Cards

extension Painter {
    /// Draws the borders of a card, with the title and the condition in the top one, or the title above it.
    mutating func draw(_ card: CardBorder, _ whole: CellRect, _ clip: CellRect) {
        var title = card.style.adding(.bold)
        title.foreground = title.foreground ?? roles.accent.foreground
        let start = whole.minColumn + card.inset
        for (row, line) in card.heading.enumerated() {
            text(line.spans.map(\.text).joined(), start + 1 + line.column, whole.minRow + row, title, clip: clip)
        }
        var rect = whole
        rect.origin.row += card.heading.count
        rect.size.rows -= card.heading.count
        box(rect, roles.line, lines(isRound: true), hasTop: card.hasTop, hasBottom: card.hasBottom, clip: clip)
        guard card.hasTop, rect.size.columns > 6 else { return }
        var end = rect.maxColumn - card.inset
        let note = card.conditionWords(rect.size.columns)
        if let condition = card.condition, !note.isEmpty {
            end -= TextWidth.of(note)
            text(note, end, rect.minRow, (condition == .failed ? roles.negative : roles.warning).adding(.bold), clip: clip)
        }
        guard let words = card.title, card.heading.isEmpty else { return }
        text(
            " " + Wrapping.truncate(TextWidth.clean(words), columns: end - start - 3) + " ", start, rect.minRow, title,
            clip: clip)
    }
}
