import FasciaDocument
import FasciaScene

/// The palette that finds things in the panel by a few letters: one line of text, and the matches below it.
public struct FindPalette: Hashable, Sendable {
    /// One match.
    public struct Row: Hashable, Sendable {
        /// The text of its address. For an option of a picker, the option's id.
        public var id: String
        public var title: String
        /// Where it is.
        public var path: String
        public var state: String
        /// How the state of a value is written.
        public var format: ValueFormat?
        public var kind: String
        /// What operating it does, in words: `turn off`; empty if it is only shown.
        public var operation = ""
        /// Whether it is the selected option.
        public var isChecked: Bool

        public init(
            id: String, title: String, path: String = "", state: String = "", format: ValueFormat? = nil, kind: String = "",
            isChecked: Bool = false
        ) {
            self.id = id
            self.title = title
            self.path = path
            self.state = state
            self.format = format
            self.kind = kind
            self.isChecked = isChecked
        }
    }

    /// The text to search for.
    public var text = ""
    /// The address and the title of the picker whose options are shown; `nil` while the whole panel is searched.
    public var picker: Picker?
    /// The best matches. The daemon sets them, because they depend on the whole panel.
    public var rows: [Row] = []
    /// The number of matches, shown or not.
    public var count = 0
    /// Whether the whole panel was searched.
    public var isComplete = true
    /// The index of the row that keys choose.
    public var chosen = 0

    /// The maximum number of rows.
    public static let maximumRows = 200

    public struct Picker: Hashable, Sendable {
        public var address: FindAddress
        public var title: String

        public init(address: FindAddress, title: String) {
            self.address = address
            self.title = title
        }
    }

    public init(picker: Picker? = nil) { self.picker = picker }
}

/// The area of the palette, and its visible rows.
package struct FindBox: Hashable {
    package let rect: CellRect
    let hasFrame: Bool
    /// The first visible row.
    package let first: Int

    private static let (maximumColumns, maximumRows) = (76, 18)

    /// In the upper part of the screen, where its top keeps its place while the number of matches changes.
    package init(_ palette: FindPalette, in size: CellSize) {
        hasFrame = size.columns >= 24 && size.rows >= 8
        let columns = hasFrame ? min(FindBox.maximumColumns, size.columns - 4) : size.columns
        let rows = hasFrame ? min(palette.rows.count + 3, FindBox.maximumRows, size.rows - 2) : size.rows
        rect = CellRect(column: (size.columns - columns) / 2, row: hasFrame ? 1 : 0, columns: columns, rows: rows)
        let seen = max(1, rows - (hasFrame ? 3 : 1))
        first = max(0, min(palette.chosen - seen / 2, palette.rows.count - seen))
    }

    private var content: CellRect { hasFrame ? rect.inset(columns: 1, rows: 1) : rect }

    /// The line with the text.
    var line: CellRect {
        var line = content
        line.size.rows = min(1, line.size.rows)
        return line
    }

    /// The area of the matches.
    package var inside: CellRect {
        var inside = content
        inside.origin.row += 1
        inside.size.rows = max(0, inside.size.rows - 1)
        return inside
    }
}
