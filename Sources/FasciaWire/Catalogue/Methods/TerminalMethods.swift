import FasciaDocument

private struct TerminalParams: Sendable {
    var terminal = 0
    var key = ""
    var text = ""
    var columns = 0
    var rows = 0
}

extension Field<TerminalParams> {
    fileprivate static let terminal = Field.required(
        "terminal", \.terminal, .int(), "The number that terminal.attach gave.")
}

extension Schema<Int> {
    /// The column or the row of a cell.
    fileprivate static let place = Schema.int(0...TerminalAttach.longestSide - 1)
}

extension Method {
    static let terminal: [Method] = [
        Method(
            .session, "terminal.attach", "Shows a stack on a terminal: sends terminal.frame when it looks different.",
            command: "attach", TerminalAttach(),
            TerminalAttach.fields, returns: .result([.always("terminal", .integer, "The number of the terminal.")])
        ) { .terminalAttach($0) },
        Method(
            .session, "terminal.key", "Presses a key.", TerminalParams(),
            [
                .terminal,
                .required("key", \.key, .string, "A character, or a name: up, down, tab, space, enter, escape."),
            ], returns: .nothing
        ) { .terminalKey(terminal: $0.terminal, key: $0.key) },
        Method(
            .session, "terminal.mouse", "Does something with the mouse.", TerminalMouse(),
            [
                .required("terminal", \.terminal, .int(), "The number that terminal.attach gave."),
                .required("kind", \.kind, .oneOf, "What is done."),
                .required("column", \.column, .place, "The cell's column; the leftmost is 0."),
                .required("row", \.row, .place, "The cell's row; the topmost is 0."),
                .defaulted("button", \.button, .oneOf, default: .left, "Which button."),
            ], returns: .nothing
        ) { .terminalMouse($0) },
        Method(
            .session, "terminal.paste", "Pastes text.", TerminalParams(),
            [.terminal, .required("text", \.text, .string, "The text.")], returns: .nothing
        ) { .terminalPaste(terminal: $0.terminal, text: $0.text) },
        Method(
            .session, "terminal.resize", "Tells the terminal's new size.", TerminalParams(),
            [
                .terminal, .required("columns", \.columns, .length, "Its width in cells."),
                .required("rows", \.rows, .length, "Its height in cells."),
            ], returns: .nothing
        ) { .terminalResize(terminal: $0.terminal, columns: $0.columns, rows: $0.rows) },
        Method(
            .session, "terminal.detach", "Sends no more frames.", TerminalParams(), [.terminal], returns: .nothing
        ) { .terminalDetach(terminal: $0.terminal) },
    ]
}
