extension Painter {
    /// Draws what stands around the label of a button.
    mutating func draw(_ frame: ButtonFrame, _ rect: CellRect, _ clip: CellRect) {
        var style = frame.style
        if let role = frame.role { style.foreground = style.foreground ?? roles.foreground(role) }
        if frame.isRow {
            let end = rect.maxColumn - frame.inset - TextWidth.of(frame.mark)
            let middle = rect.minRow + (rect.size.rows - 1) / 2
            return text(frame.mark, end, middle, frame.role == .negative ? style : roles.secondary, clip: clip)
        }
        guard frame.hasBrackets else { return }
        let area = frame.brackets(rect)
        if frame.isEnabled, let raised = roles.raised.background {
            buffer.fill(area, " ", style: CellStyle(background: raised), clip: clip)
            // The brackets have the colour of what they stand on, as those of other buttons.
            style = CellStyle(foreground: raised, background: raised)
        }
        // What is tall is seen in part.
        let seen = area.intersection(clip)
        for row in seen.minRow..<max(seen.minRow, seen.maxRow) {
            text(frame.isEnabled ? "[" : "(", area.minColumn, row, style, clip: clip)
            text(frame.isEnabled ? "]" : ")", area.maxColumn - 1, row, style, clip: clip)
        }
    }

    /// Draws the focus of a button over its label. What is coloured inside the brackets stays so.
    mutating func markFocus(_ frame: ButtonFrame, _ rect: CellRect, _ clip: CellRect) {
        if frame.isRow { return markFocus(rect, clip) }
        let area = frame.brackets(rect)
        if frame.hasBrackets {
            focus(area.inset(columns: 1, rows: 0).intersection(clip), sparesColors: true)
            for column in [area.minColumn, area.maxColumn - 1] {
                focus(CellRect(column: column, row: area.minRow, columns: 1, rows: area.size.rows).intersection(clip))
            }
        } else {
            focus(area.intersection(clip))
        }
        guard frame.before > 0 else { return }
        text(layout.unicode ? "›" : ">", rect.minColumn, rect.minRow, CellStyle(attributes: .bold), clip: clip)
    }
}
