/// The lines of a text that is being edited. Every character is in one of them, but the text's own line breaks are
/// between them; blanks at the end of a line may stand out.
struct EditedLines {
    /// Which characters are in each line.
    private(set) var ranges: [Range<Int>] = []
    private let widths: [Int]

    /// - Parameter columns: how much room there is, the cursor's cell behind the last character included.
    init(_ text: some StringProtocol, columns: Int) {
        let room = max(1, columns - 1)
        let characters = Array(text)
        widths = characters.map { $0.isNewline ? 0 : max(1, TextWidth.of($0)) }
        var (start, word, width) = (0, 0, 0)
        for (index, character) in characters.enumerated() {
            if character.isNewline {
                ranges.append(start..<index)
                (start, word, width) = (index + 1, index + 1, 0)
                continue
            }
            if width + widths[index] > room, character != " ", index > start {
                // Behind the last blank, or within a word that is longer than the line.
                let next = word > start ? word : index
                ranges.append(start..<next)
                (start, width) = (next, widths[next..<index].reduce(0, +))
            }
            width += widths[index]
            if character == " " { word = index + 1 }
        }
        ranges.append(start..<characters.count)
    }

    /// The line that the cursor is in. Between two lines of one paragraph it is in the second.
    func line(of cursor: Int) -> Int { ranges.lastIndex { $0.lowerBound <= cursor } ?? 0 }

    /// How many columns are before the cursor in its line.
    func column(of cursor: Int) -> Int {
        let start = ranges[line(of: cursor)].lowerBound
        return widths[start..<max(start, min(cursor, widths.count))].reduce(0, +)
    }

    /// Where the cursor is in a line when so many columns are to be before it.
    func cursor(line: Int, column: Int) -> Int {
        var (cursor, before) = (ranges[line].lowerBound, 0)
        // At the end of a line that goes on, the cursor would be in the next one.
        let end = line + 1 < ranges.count && ranges[line + 1].lowerBound == ranges[line].upperBound
            ? max(ranges[line].lowerBound, ranges[line].upperBound - 1) : ranges[line].upperBound
        while cursor < end, before + widths[cursor] <= column {
            before += widths[cursor]
            cursor += 1
        }
        return cursor
    }

    /// The first line that is shown in so many rows, so that the cursor is among them.
    func firstShown(rows: Int, cursor: Int?) -> Int { cursor.map { max(0, line(of: $0) - rows + 1) } ?? 0 }
}
