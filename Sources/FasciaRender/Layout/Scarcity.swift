import FasciaModel

/// How much room a picture has. Where it is little, what is around content gives way to it: gaps, margins and borders.
struct Scarcity: Hashable, Sendable {
    /// Rows are few: nothing stands between rows but other rows.
    let isShort: Bool
    /// Columns are few: no more than one of them is between words.
    let isNarrow: Bool
    /// There is no room for lines around anything.
    let isTiny: Bool
    /// The columns beside what scrolls, for the marks that there is more above or below.
    let marks: Int

    /// Room enough.
    static let ample = Scarcity(CellSize(columns: .max, rows: .max))

    private static let fewRows = 7
    private static let fewColumns = 16
    private static let tinyRows = 5
    private static let tinyColumns = 6
    private static let leastMarked = 8

    init(_ size: CellSize) {
        isShort = size.rows < Scarcity.fewRows
        isNarrow = size.columns < Scarcity.fewColumns
        isTiny = size.rows < Scarcity.tinyRows || size.columns < Scarcity.tinyColumns
        marks = size.columns < Scarcity.leastMarked ? 0 : 1
    }
}
