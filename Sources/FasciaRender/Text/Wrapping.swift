/// Text in lines of cells.
public enum Wrapping {
    /// The lines of a text, broken at blanks so that none is wider than `columns`. A word that is wider by itself is
    /// broken between characters; a character that is wider than the line is left out.
    ///
    /// - Parameters:
    ///   - columns: `nil` breaks only where the text has line breaks.
    ///   - limit: the most lines; where there are more, the last one ends with an ellipsis.
    public static func lines(_ text: String, columns: Int?, limit: Int? = nil) -> [String] {
        if let limit, limit <= 0 { return [] }
        var lines: [String] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let line = TextWidth.clean(String(paragraph))
            if let columns, TextWidth.of(line) > columns {
                wrap(line, columns, into: &lines)
            } else {
                lines.append(line)
            }
            if let limit, lines.count > limit {
                lines.removeSubrange(limit...)
                // The last line is marked even where it would fit: something is missing after it.
                let last = lines.removeLast()
                let room = columns.map { min($0, TextWidth.of(last) + 1) } ?? (TextWidth.of(last) + 1)
                lines.append(truncate(last + "…", columns: room))
                return lines
            }
        }
        return lines
    }

    /// One line, cut to `columns` with an ellipsis at its end where it does not fit.
    public static func truncate(_ line: String, columns: Int) -> String {
        guard columns > 0 else { return "" }
        if TextWidth.of(line) <= columns { return line }
        var cut = ""
        var width = 0
        for character in line {
            let next = TextWidth.of(character)
            if width + next > columns - 1 { break }
            cut.append(character)
            width += next
        }
        while cut.last == " " { cut.removeLast() }
        return cut + "…"
    }

    private static func wrap(_ text: String, _ columns: Int, into lines: inout [String]) {
        var line = ""
        var width = 0
        for (blanks, word) in words(of: text) {
            let wordWidth = TextWidth.of(word)
            if width + blanks + wordWidth <= columns {
                line += String(repeating: " ", count: blanks) + word
                width += blanks + wordWidth
                continue
            }
            // Blanks at a line break are dropped; those that begin a paragraph indent it.
            if width > 0 {
                lines.append(line)
                (line, width) = ("", 0)
            }
            for character in word {
                let next = TextWidth.of(character)
                if next > columns { continue }
                if width + next > columns {
                    lines.append(line)
                    (line, width) = ("", 0)
                }
                line.append(character)
                width += next
            }
        }
        lines.append(line)
    }

    /// Each word with the number of blanks before it.
    private static func words(of text: String) -> [(blanks: Int, word: String)] {
        var words: [(Int, String)] = []
        var (blanks, word) = (0, "")
        for character in text {
            if character == " " {
                if !word.isEmpty {
                    words.append((blanks, word))
                    (blanks, word) = (0, "")
                }
                blanks += 1
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { words.append((blanks, word)) }
        return words
    }
}
