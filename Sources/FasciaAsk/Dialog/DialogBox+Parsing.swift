extension DialogBox {
    /// The box that a call asks for.
    ///
    /// - Parameters:
    ///   - version: of fascia, for `--version`.
    ///   - size: of the terminal, for `--print-maxsize`.
    ///   - read: the text of a file.
    /// - Throws: what it prints instead of asking.
    public static func parse(
        _ program: Program, _ arguments: [String], version: String, size: (columns: Int, rows: Int) = (80, 24),
        read: (String) throws(DialogExit) -> String
    ) throws(DialogExit) -> DialogBox {
        switch program {
        case .whiptail: try WhiptailArguments(arguments, version: version).dialogBox(read: read)
        case .dialog: try DialogArguments(arguments, version: version, size: size).dialogBox(read: read)
        }
    }
}
