/// How scarce the room of a screen is. With little room, gaps, margins and borders shrink in favour of content.
struct SpaceConstraints: Hashable, Sendable {
    /// Rows are few: there are no gaps between rows.
    let isShort: Bool
    /// Columns are few: gaps are at most one column.
    let isNarrow: Bool
    /// There is room for cards around the rows of a form.
    let hasCards: Bool
    /// There is a blank row below the title bar.
    let hasBlankRow: Bool
    /// There is no room for borders.
    let isTiny: Bool
    /// The columns beside a scroll view for the marks for more content above or below.
    let marks: Int
    /// The columns before and after the words of a row: those before them have the focus mark, and a blank in a wide row.
    let inset: Int

    /// Ample room.
    static let ample = SpaceConstraints(CellSize(columns: .max, rows: .max))

    private static let fewRows = 7
    private static let fewColumns = 16
    private static let cardRows = 10
    private static let cardColumns = 24
    private static let tinyRows = 5
    private static let tinyColumns = 6
    private static let minimumMarked = 8
    private static let wideColumns = 60

    init(_ size: CellSize) {
        isShort = size.rows < SpaceConstraints.fewRows
        isNarrow = size.columns < SpaceConstraints.fewColumns
        hasCards = size.rows >= SpaceConstraints.cardRows && size.columns >= SpaceConstraints.cardColumns
        hasBlankRow =
            size.rows >= SpaceConstraints.tinyRows && !(isShort && size.columns < SpaceConstraints.cardColumns)
        isTiny = size.rows < SpaceConstraints.tinyRows || size.columns < SpaceConstraints.tinyColumns
        marks = size.columns < SpaceConstraints.minimumMarked ? 0 : 1
        inset = hasCards && size.columns >= SpaceConstraints.wideColumns ? 2 : marks
    }
}
