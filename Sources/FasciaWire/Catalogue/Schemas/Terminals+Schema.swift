import FasciaDocument

extension Schema<Int> {
    /// The width or the height of a picture.
    static let length = Schema.int(1...TerminalAttach.longestSide)
}

extension TerminalAttach {
    /// The most columns, and the most rows, that a terminal can have (`struct winsize`).
    public static let longestSide = 65_535

    /// The parameters of `terminal.attach`. The daemon also uses this form to pass terminals to its next process.
    public static let schema = Schema.record(TerminalAttach(), fields)

    static let fields: [Field<TerminalAttach>] = [
        .required("columns", \.columns, .length, "Its width in cells."),
        .required("rows", \.rows, .length, "Its height in cells."),
        .required("colors", \.colors, .oneOf, "How many colours it shows."),
        .defaulted("unicode", \.unicode, .bool, default: true, "Whether it shows more than ASCII."),
        .defaulted(
            "features", \.features, .array(of: .oneOf), default: [],
            "What it obeys: erase (ECH), lines (IL, DL), repeat (REP), synchronized (mode 2026)."),
        .defaulted("stack", \.stack, .string, default: "main", "The name of the stack to show."),
        .defaulted("mode", \.mode, .oneOf, default: .operate, "Whether it may operate what it shows."),
        .defaulted("scheme", \.scheme, .oneOf, default: .dark, "What its own colours are like."),
        .defaulted("status", \.status, .bool, default: false, "Whether its last row says how things are."),
        .optional(
            "follow", \.follow, .int(0 ... .max),
            "The number of a terminal whose stack, focus and place it shows; 0: the one that was used last."),
        .optional("tty", \.tty, .name(atMost: 256), "What its user calls it; for daemon.status."),
        .defaulted(
            "resumable", \.isResumable, .bool, default: false,
            "Whether frames say where the terminal is, for resume."),
        .optional("resume", \.resume, TerminalViewState.schema, "Where it was: the last place that a frame said."),
    ]
}
