import FasciaModel

/// How large a terminal is, in cells.
struct TerminalSize: Hashable {
    var columns: Int
    var rows: Int

    /// What the wire takes.
    init(columns: Int, rows: Int) {
        self.columns = min(max(1, columns), 1_000)
        self.rows = min(max(1, rows), 1_000)
    }

    /// A terminal that does not say, such as a serial line, is taken for the smallest that there used to be.
    static let usual = TerminalSize(columns: 80, rows: 24)
}
