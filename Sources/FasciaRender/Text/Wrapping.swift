import FasciaDocument
import FasciaScene

/// Breaks text into lines of cells.
public enum Wrapping {
    /// Breaks a text at blanks, so that no line is wider than `columns`. A longer word is broken between characters. A
    /// character wider than the line is omitted.
    ///
    /// - Parameters:
    ///   - columns: `nil` breaks only at the text's own line breaks.
    ///   - limit: the maximum number of lines; a text with more ends with an ellipsis.
    public static func lines(_ text: String, columns: Int?, limit: Int? = nil) -> [String] {
        lines([TextSpan(text)], columns: columns, limit: limit).map { $0.spans.map(\.text).joined() }
    }

    /// Cuts a line to `columns`, with an ellipsis at its end if it does not fit.
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

    /// Breaks text of several styles. The resulting spans are clean.
    static func lines(
        _ spans: [TextSpan], columns: Int?, limit: Int? = nil, truncation: Truncation = .tail
    ) -> [SpanLine] {
        if let limit, limit <= 0 { return [] }
        if let line = plainLine(spans, columns) { return [line] }
        // Text after the last line matters only if the end of the text is shown.
        let maximumLines = truncation == .tail || columns == nil ? limit : nil
        var lines: [GlyphLine] = []
        for paragraph in Glyph.paragraphs(of: spans) {
            if let columns, paragraph.width > columns {
                wrap(paragraph, columns, into: &lines)
            } else {
                lines.append(GlyphLine(glyphs: paragraph))
            }
            lines[lines.count - 1].endsParagraph = true
            if let maximumLines, lines.count > maximumLines { break }
        }
        if let limit, lines.count > limit {
            let rest = lines[(limit - 1)...]
            lines.removeSubrange((limit - 1)...)
            lines.append(GlyphLine(glyphs: cut(Array(rest), columns, truncation)))
        }
        return lines.map { $0.glyphs.line(spans) }
    }

    /// The fast path for one line of ASCII that fits.
    private static func plainLine(_ spans: [TextSpan], _ columns: Int?) -> SpanLine? {
        guard spans.count == 1, spans[0].text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let width = spans[0].text.utf8.count
        if let columns, width > columns { return nil }
        return SpanLine(spans: spans, width: width)
    }

    /// The last visible line, made of the remaining lines. It ends with an ellipsis even if it would fit, because text
    /// is missing after it. It is cut within a word if its room is used up.
    private static func cut(_ rest: [GlyphLine], _ columns: Int?, _ truncation: Truncation) -> [Glyph] {
        guard let first = rest.first else { return [] }
        // Text after the next line break is not pulled up to this line.
        let end = truncation == .tail ? rest.firstIndex(where: \.endsParagraph) ?? rest.count - 1 : rest.count - 1
        guard let columns, truncation != .tail || end > 0 else {
            let width = first.glyphs.width + 1
            let room = columns.map { min($0, width) } ?? width
            return first.glyphs.head(room - 1, of: room)
        }
        var all: [Glyph] = []
        for line in rest[...end] {
            all += line.glyphs
            if !line.endsInWord { all.append(Glyph(character: " ", width: 1, span: all.last?.span ?? 0)) }
        }
        while all.last?.isBlank == true { all.removeLast() }
        switch truncation {
        case .head: return all.tail(columns - 1, of: columns)
        case .middle: return all.ends(columns)
        case .tail: return all.head(columns - 1, of: columns)
        }
    }

    private static func wrap(_ text: [Glyph], _ columns: Int, into lines: inout [GlyphLine]) {
        var line: [Glyph] = []
        var width = 0
        for (blanks, word) in words(of: text) {
            let (blankWidth, wordWidth) = (blanks.count, word.width)
            if width + blankWidth + wordWidth <= columns {
                line += blanks
                line += word
                width += blankWidth + wordWidth
                continue
            }
            // Blanks at a break are dropped; those at the start of a paragraph indent it.
            if width > 0 {
                lines.append(GlyphLine(glyphs: line))
                (line, width) = ([], 0)
            }
            for glyph in word where glyph.width <= columns {
                if width + glyph.width > columns {
                    lines.append(GlyphLine(glyphs: line, endsInWord: true))
                    (line, width) = ([], 0)
                }
                line.append(glyph)
                width += glyph.width
            }
        }
        lines.append(GlyphLine(glyphs: line))
    }

    /// The words, each with the blanks before it.
    private static func words(of text: [Glyph]) -> [(blanks: ArraySlice<Glyph>, word: ArraySlice<Glyph>)] {
        var words: [(ArraySlice<Glyph>, ArraySlice<Glyph>)] = []
        var (start, index) = (0, 0)
        while index < text.count {
            while index < text.count, text[index].isBlank { index += 1 }
            let word = index
            while index < text.count, !text[index].isBlank { index += 1 }
            if word < index { words.append((text[start..<word], text[word..<index])) }
            start = index
        }
        return words
    }
}

/// A clean character and the index of its span.
private struct Glyph {
    var character: Character
    var width: Int
    var span: Int

    var isBlank: Bool { character == " " }

    /// The paragraphs between line breaks, cleaned.
    static func paragraphs(of spans: [TextSpan]) -> [[Glyph]] {
        var paragraphs: [[Glyph]] = [[]]
        for (index, span) in spans.enumerated() {
            let parts = span.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            for (number, part) in parts.enumerated() {
                if number > 0 { paragraphs.append([]) }
                for character in TextWidth.clean(String(part)) {
                    let glyph = Glyph(character: character, width: TextWidth.of(character), span: index)
                    paragraphs[paragraphs.count - 1].append(glyph)
                }
            }
        }
        return paragraphs
    }
}

private struct GlyphLine {
    var glyphs: [Glyph]
    /// Whether its last word continues in the next line.
    var endsInWord = false
    /// Whether it ends at the text's own line break, or at the end of the text.
    var endsParagraph = false
}

extension Collection where Element == Glyph {
    fileprivate var width: Int { reduce(0) { $0 + $1.width } }
}

extension [Glyph] {
    private static func ellipsis(_ neighbour: Glyph?) -> Glyph {
        Glyph(character: "…", width: 1, span: neighbour?.span ?? 0)
    }

    /// The start in at maximumLines `columns`, followed by an ellipsis; empty if `room` is 0.
    fileprivate func head(_ columns: Int, of room: Int) -> [Glyph] {
        guard room > 0 else { return [] }
        var (width, end) = (0, 0)
        while end < count, width + self[end].width <= columns {
            width += self[end].width
            end += 1
        }
        while end > 0, self[end - 1].isBlank { end -= 1 }
        return self[..<end] + [Self.ellipsis(end > 0 ? self[end - 1] : first)]
    }

    /// The end in at maximumLines `columns`, preceded by an ellipsis; empty if `room` is 0.
    fileprivate func tail(_ columns: Int, of room: Int) -> [Glyph] {
        guard room > 0 else { return [] }
        var (width, start) = (0, count)
        while start > 0, width + self[start - 1].width <= columns {
            width += self[start - 1].width
            start -= 1
        }
        while start < count, self[start].isBlank { start += 1 }
        return [Self.ellipsis(start < count ? self[start] : last)] + self[start...]
    }

    /// The start and the end, with an ellipsis between them, in `columns`.
    fileprivate func ends(_ columns: Int) -> [Glyph] {
        let left = columns / 2
        let right = tail(Swift.max(0, columns - 1 - left), of: columns)
        return head(left, of: columns).dropLast() + right
    }

    fileprivate func line(_ spans: [TextSpan]) -> SpanLine {
        var line = SpanLine(spans: [], width: 0)
        var last: Int?
        for glyph in self {
            if last != glyph.span {
                var span = spans[glyph.span]
                span.text = ""
                line.spans.append(span)
                last = glyph.span
            }
            line.spans[line.spans.count - 1].text.append(glyph.character)
            line.width += glyph.width
        }
        return line
    }
}
