import FasciaDocument

private struct TerminalParams: Sendable {
    var terminal = 0
    var key = ""
    var text = ""
    var columns = 0
    var rows = 0
    var frame: Int?
}

extension Field<TerminalParams> {
    fileprivate static let terminal = Field.required(
        "terminal", \.terminal, .int(), "The number that terminal.attach returned.")
    fileprivate static let frame = Field.optional("frame", \.frame, .int(0 ... .max), frameSummary)
}

private let frameSummary =
    "The `sequence` of the last frame that was drawn. Input that would operate what it did not show changes nothing."

extension ResultMember {
    fileprivate static let number = required("terminal", .integer, "The number of the terminal.")
}

extension [ResultMember] {
    fileprivate static let ofInput =
        ResultMember.ofMutations + [.optional("detached", .boolean, "True if the input has detached the terminal.")]
}

extension Schema<Int> {
    /// The column or the row of a cell.
    fileprivate static let cellIndex = Schema.int(0...TerminalAttach.maximumSide - 1)
}

extension Method {
    static let terminal: [Method] = [
        Method(
            .session, "terminal.attach", needs: .view(.nav),
            "Attach a terminal to a stack. It gets a terminal.frame whenever its picture changes.",
            command: "attach", TerminalAttach(),
            TerminalAttach.fields,
            returns: .result([.number, .required("stack", .string, "The stack that it shows.")])
        ) { .terminalAttach($0) },
        Method(
            .session, "terminal.key", needs: .operate, "Press a key.", TerminalParams(),
            [
                .terminal,
                .required("key", \.key, .name, "A character, or a name: up, down, tab, space, enter, escape."),
                .frame,
            ], returns: .result(.ofInput)
        ) { .terminalKey(terminal: $0.terminal, key: $0.key, frame: $0.frame) },
        Method(
            .session, "terminal.mouse", needs: .operate, "Report a mouse event.", TerminalMouse(),
            [
                .required("terminal", \.terminal, .int(), "The number that terminal.attach returned."),
                .required("kind", \.kind, .oneOf, "The kind of event."),
                .required("column", \.column, .cellIndex, "The cell's column; the leftmost is 0."),
                .required("row", \.row, .cellIndex, "The cell's row; the topmost is 0."),
                .defaulted("button", \.button, .oneOf, default: .left, "The button."),
                .optional("frame", \.frame, .int(0 ... .max), frameSummary),
            ], returns: .result(.ofInput)
        ) { .terminalMouse($0) },
        Method(
            .session, "terminal.paste", needs: .operate, "Paste text.", TerminalParams(),
            [.terminal, .required("text", \.text, .string, "The text."), .frame], returns: .result(.ofInput)
        ) { .terminalPaste(terminal: $0.terminal, text: $0.text, frame: $0.frame) },
        Method(
            .session, "terminal.resize", needs: .view, "Set the terminal's size.", TerminalParams(),
            [
                .terminal, .required("columns", \.columns, .length, "Its width in cells."),
                .required("rows", \.rows, .length, "Its height in cells."),
            ], returns: .result([.number])
        ) { .terminalResize(terminal: $0.terminal, columns: $0.columns, rows: $0.rows) },
        Method(
            .session, "terminal.detach", needs: .view, "Detach a terminal, which then gets no more frames.", TerminalParams(),
            [.terminal],
            returns: .result([.number])
        ) { .terminalDetach(terminal: $0.terminal) },
    ]
}
