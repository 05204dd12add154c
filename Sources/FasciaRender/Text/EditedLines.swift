/// The wrapped lines of an edited text. Every character is in one line, except the text's own line breaks, which are
/// between lines. Trailing blanks of a line may exceed its width.
package struct EditedLines {
    /// The character indices of each line.
    package private(set) var ranges: [Range<Int>] = []
    private let widths: [Int]

    /// - Parameters:
    ///   - columns: the width of the field, including a cell for the cursor at the end of a line.
    ///   - limit: the maximum number of lines. The text behind them is not looked at.
    package init(_ text: some StringProtocol, columns: Int, limit: Int = .max) {
        let room = max(1, columns - 1)
        var widths: [Int] = []
        var (start, word, width) = (0, 0, 0)
        for (index, character) in text.enumerated() {
            if ranges.count >= limit { break }
            widths.append(character.isNewline ? 0 : max(1, TextWidth.of(character)))
            if character.isNewline {
                ranges.append(start..<index)
                (start, word, width) = (index + 1, index + 1, 0)
                continue
            }
            if width + widths[index] > room, character != " ", index > start {
                // Break after the last blank, or inside a word that is longer than the line.
                let next = word > start ? word : index
                ranges.append(start..<next)
                (start, width) = (next, widths[next..<index].reduce(0, +))
            }
            width += widths[index]
            if character == " " { word = index + 1 }
        }
        if ranges.count < limit { ranges.append(start..<widths.count) }
        self.widths = widths
    }

    /// The line of the cursor. Between two lines of one paragraph it belongs to the second.
    package func line(of cursor: Int) -> Int { ranges.lastIndex { $0.lowerBound <= cursor } ?? 0 }

    /// The columns before the cursor in its line.
    package func column(of cursor: Int) -> Int {
        let start = ranges[line(of: cursor)].lowerBound
        return widths[start..<max(start, min(cursor, widths.count))].reduce(0, +)
    }

    /// The cursor position in a line that is nearest to a column, from the left.
    package func cursor(line: Int, column: Int) -> Int {
        var (cursor, before) = (ranges[line].lowerBound, 0)
        // At the end of a wrapped line the cursor would belong to the next line.
        let end =
            line + 1 < ranges.count && ranges[line + 1].lowerBound == ranges[line].upperBound
            ? max(ranges[line].lowerBound, ranges[line].upperBound - 1) : ranges[line].upperBound
        while cursor < end, before + widths[cursor] <= column {
            before += widths[cursor]
            cursor += 1
        }
        return cursor
    }

    /// The first visible line in a field of `rows` rows, so that the cursor is visible.
    func firstShown(rows: Int, cursor: Int?) -> Int { cursor.map { max(0, line(of: $0) - rows + 1) } ?? 0 }
}
