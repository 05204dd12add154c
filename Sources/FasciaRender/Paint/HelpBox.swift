/// One line of the key help, or of what is told in its place.
public struct KeyHelp: Hashable, Sendable {
    public var keys: String
    public var meaning: String

    package init(_ keys: String, _ meaning: String) {
        self.keys = keys
        self.meaning = meaning
    }
}

/// The layout of the key help.
package struct HelpBox: Hashable {
    /// One row. A meaning that does not fit beside its keys continues in the next rows.
    package struct Row: Hashable {
        var keys = ""
        var meaning = ""
    }

    var rect: CellRect
    /// Whether it has a border.
    let hasFrame: Bool
    package let rows: [Row]
    /// The column of the meanings, relative to the keys.
    let meaningColumn: Int

    package var inside: CellRect { hasFrame ? rect.inset(columns: 1, rows: 1) : rect }

    /// The least number of columns for meanings beside their keys.
    private static let minimumMeaning = 16

    package init(_ lines: [KeyHelp], in screen: CellSize) {
        let lines = lines.map { KeyHelp(TextWidth.clean($0.keys), TextWidth.clean($0.meaning)) }
        hasFrame = screen.columns >= 16 && screen.rows >= 6
        let keyColumns = lines.map { TextWidth.of($0.keys) }.max() ?? 0
        let meaning = lines.map { TextWidth.of($0.meaning) }.max() ?? 0
        // A border, and a column on each side.
        let around = hasFrame ? 4 : 0
        let columns = min(screen.columns, keyColumns + 2 + meaning + around)
        let room = columns - around - keyColumns - 2
        let isBeside = room >= min(meaning, HelpBox.minimumMeaning)
        meaningColumn = isBeside ? keyColumns + 2 : 1
        let meaningRoom = max(1, columns - around - meaningColumn)
        rows = lines.flatMap { line in
            var rows = Wrapping.lines(line.meaning, columns: meaningRoom).map { Row(meaning: $0) }
            if isBeside, !rows.isEmpty {
                rows[0].keys = line.keys
            } else {
                let keys = Wrapping.lines(line.keys, columns: max(1, columns - around)).map { Row(keys: $0) }
                rows = keys + rows
            }
            return rows
        }
        let height = min(screen.rows, rows.count + (hasFrame ? 2 : 0))
        rect = CellRect(
            column: (screen.columns - columns) / 2, row: (screen.rows - height) / 2, columns: columns, rows: height)
    }
}
