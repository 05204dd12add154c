import FasciaWire

/// The size of a terminal in cells.
struct TerminalSize: Hashable {
    var columns: Int
    var rows: Int

    /// Clamps both to 1 to 1,000, as the protocol requires.
    init(columns: Int, rows: Int) {
        self.columns = min(max(1, columns), TerminalAttach.maximumSide)
        self.rows = min(max(1, rows), TerminalAttach.maximumSide)
    }

    /// The size of a terminal that reports none, such as a serial line.
    static let usual = TerminalSize(columns: 80, rows: 24)
}
