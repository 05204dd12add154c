import FasciaDocument

extension Schema<Int> {
    /// The width or the height of a picture.
    static let length = Schema.int(1...TerminalAttach.maximumSide)
}

extension TerminalAttach {
    /// The most columns, and the most rows, that a terminal can have (`struct winsize`).
    public static let maximumSide = 65_535

    /// The parameters of `terminal.attach`. The daemon also uses this form to pass terminals to its next process.
    public static let schema = Schema.record(TerminalAttach(), fields)

    static let fields: [Field<TerminalAttach>] = [
        .required("columns", \.columns, .length, "Its width in cells."),
        .required("rows", \.rows, .length, "Its height in cells."),
        .required("colors", \.colors, .oneOf, "The number of colours that it shows."),
        .defaulted("unicode", \.unicode, .bool, default: true, "Whether it shows Unicode, not only ASCII."),
        .defaulted(
            "features", \.features, .array(of: .oneOf, atMost: Mismatch.Limit("features", 16)), default: [],
            "The control sequences that it supports: erase (ECH), lines (IL, DL), repeat (REP), synchronized (mode 2026)."),
        .defaulted("stack", \.stack, .name, default: "main", "The name of the stack to show."),
        .defaulted(
            "create", \.createsStack, .bool, default: false,
            "Whether to create the stack, with the root of main, if it does not exist."),
        .defaulted(
            "own", \.isOwn, .bool, default: false,
            "Whether to show a new stack, with the root of main, that is removed when the terminal is detached."),
        .defaulted("mode", \.mode, .oneOf, default: .operate, "Whether it may operate the panel or only view it."),
        .defaulted("scheme", \.scheme, .oneOf, default: .dark, "Its colour scheme."),
        .defaulted(
            "status", \.status, .bool, default: false,
            "Whether its last row is a footer, with the keys that work and the state."),
        .optional(
            "follow", \.follow, .int(0 ... .max),
            "The terminal whose stack, focus and scroll positions it mirrors; 0 for the one last used."),
        .optional("tty", \.tty, .name(atMost: 256), "The terminal's device, for daemon.status."),
        .defaulted(
            "resumable", \.isResumable, .bool, default: false,
            "Whether frames carry the view state for resume."),
        .optional(
            "resume", \.resume, TerminalViewState.schema, "The view state to restore: the last place that a frame carried."),
    ]
}
