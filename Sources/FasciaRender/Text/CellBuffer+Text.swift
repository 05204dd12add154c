import FasciaDocument

extension CellBuffer {
    /// The frame as plain text for `ui.render` with the renderer `text`: every line ends with a line feed.
    public var plainText: String { lines.map { $0 + "\n" }.joined() }

    /// The frame as lines with colours and attributes, without cursor movement, for `ui.render` with the renderer
    /// `ansi`.
    public func styledText(colors: ColorDepth) -> String {
        var text = ""
        for row in rows {
            var pen = SGRState.standard
            var cells = row.cells[...]
            while let last = cells.last, last.text == " ", SGRState(last.style, colors: colors).leavesBlanksEmpty {
                cells.removeLast()
            }
            for cell in cells {
                let next = SGRState(cell.style, colors: colors)
                if let parameters = next.parameters(from: pen, colors: colors) {
                    text += "\u{1B}[" + parameters.map { "\($0)" }.joined(separator: ";") + "m"
                }
                pen = next
                text += cell.text
            }
            text += pen == .standard ? "\n" : "\u{1B}[m\n"
        }
        return text
    }
}
