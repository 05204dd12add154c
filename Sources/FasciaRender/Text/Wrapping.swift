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
        let source = GlyphSource(spans)
        var lines: [GlyphLine] = []
        var rest = source.paragraphs[...]
        while let paragraph = rest.popFirst() {
            let glyphs = source.glyphs[paragraph]
            if let columns, glyphs.width > columns {
                wrap(glyphs, columns, into: &lines)
            } else {
                lines.append(GlyphLine(glyphs: Array(glyphs)))
            }
            lines[lines.count - 1].endsParagraph = true
            if let maximumLines, lines.count > maximumLines { break }
        }
        if let limit, lines.count > limit {
            let last = lines[(limit - 1)...]
            // Nobody misses line breaks at the end.
            let isWhole = last.dropFirst().allSatisfy(\.glyphs.isEmpty) && rest.allSatisfy(\.isEmpty)
            lines.removeSubrange((limit - 1)...)
            lines += isWhole ? last.prefix(1) : [GlyphLine(glyphs: cut(Array(last), columns, truncation))]
        }
        return lines.map { source.line($0.glyphs, spans) }
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
            let width = first.glyphs[...].width + 1
            let room = columns.map { min($0, width) } ?? width
            return first.glyphs.head(room - 1, of: room)
        }
        var all: [Glyph] = []
        for line in rest[...end] {
            all += line.glyphs
            if !line.endsInWord { all.append(.blank(in: all.last?.span ?? 0)) }
        }
        while all.last?.isBlank == true { all.removeLast() }
        switch truncation {
        case .head: return all.tail(columns - 1, of: columns)
        case .middle: return all.ends(columns)
        case .tail: return all.head(columns - 1, of: columns)
        }
    }

    private static func wrap(_ text: ArraySlice<Glyph>, _ columns: Int, into lines: inout [GlyphLine]) {
        var line: [Glyph] = []
        var width = 0
        var end = text.startIndex
        while let word = nextWord(in: text, after: end) {
            let (blanks, wordWidth) = (text[end..<word.lowerBound], text[word].width)
            end = word.upperBound
            if width + blanks.count + wordWidth <= columns {
                line += blanks
                line += text[word]
                width += blanks.count + wordWidth
                continue
            }
            // Blanks at a break are dropped; those at the start of a paragraph indent it.
            if width > 0 {
                lines.append(GlyphLine(glyphs: line))
                (line, width) = ([], 0)
            }
            for glyph in text[word] where glyph.width <= columns {
                if width + Int(glyph.width) > columns {
                    lines.append(GlyphLine(glyphs: line, endsInWord: true))
                    (line, width) = ([], 0)
                }
                line.append(glyph)
                width += Int(glyph.width)
            }
        }
        lines.append(GlyphLine(glyphs: line))
    }

    private static func nextWord(in text: ArraySlice<Glyph>, after end: Int) -> Range<Int>? {
        guard let start = text[end...].firstIndex(where: { !$0.isBlank }) else { return nil }
        return start..<(text[start...].firstIndex(where: \.isBlank) ?? text.endIndex)
    }
}

/// A clean character: where its bytes are, and the index of its span. Plain numbers, because a text may have many.
private struct Glyph {
    /// In `GlyphSource.bytes`.
    var offset: Int32
    var length: Int32
    var span: Int32
    var width: UInt8
    var isBlank: Bool

    /// What the text lacks, but a cut text has.
    static func blank(in span: Int32) -> Glyph { Glyph(offset: 0, length: 1, span: span, width: 1, isBlank: true) }
    static func ellipsis(in span: Int32) -> Glyph { Glyph(offset: 1, length: 3, span: span, width: 1, isBlank: false) }
    static let ownBytes = Array(" …".utf8)
}

/// Texts, cleaned, and divided into characters and paragraphs.
private struct GlyphSource {
    private var bytes = Glyph.ownBytes
    private(set) var glyphs: [Glyph] = []
    /// Between line breaks.
    private(set) var paragraphs: [Range<Int>] = []

    init(_ spans: [TextSpan]) {
        for (index, span) in spans.enumerated() { append(span.text, Int32(index)) }
        endParagraph()
    }

    private mutating func endParagraph() { paragraphs.append((paragraphs.last?.upperBound ?? 0)..<glyphs.count) }

    private mutating func append(_ text: String, _ span: Int32) {
        // The fast path: a scalar, a character and a cell are the same.
        if text.unicodeScalars.allSatisfy({ $0 == "\n" || TextWidth.isSimple($0) }) {
            var offset = bytes.count
            bytes += text.utf8
            for scalar in text.unicodeScalars {
                let length = UTF8.width(scalar)
                if scalar == "\n" { endParagraph() } else { append(offset, length, width: 1, isBlank: scalar == " ", span) }
                offset += length
            }
            return
        }
        for (number, part) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if number > 0 { endParagraph() }
            for character in TextWidth.clean(String(part)) {
                let (length, width) = (character.utf8.count, TextWidth.of(character))
                append(bytes.count, length, width: width, isBlank: character == " ", span)
                bytes += character.utf8
            }
        }
    }

    private mutating func append(_ offset: Int, _ length: Int, width: Int, isBlank: Bool, _ span: Int32) {
        glyphs.append(
            Glyph(offset: Int32(offset), length: Int32(length), span: span, width: UInt8(width), isBlank: isBlank))
    }

    func line(_ glyphs: [Glyph], _ spans: [TextSpan]) -> SpanLine {
        var line = SpanLine(spans: [], width: glyphs[...].width)
        var start = 0
        while start < glyphs.count {
            // Most of a span is in one piece.
            let first = glyphs[start]
            var (end, next) = (start, first.offset)
            while end < glyphs.count, glyphs[end].span == first.span, glyphs[end].offset == next {
                next += glyphs[end].length
                end += 1
            }
            let text = String(decoding: bytes[Int(first.offset)..<Int(next)], as: UTF8.self)
            if start > 0, glyphs[start - 1].span == first.span {
                line.spans[line.spans.count - 1].text += text
            } else {
                var span = spans[Int(first.span)]
                span.text = text
                line.spans.append(span)
            }
            start = end
        }
        return line
    }
}

private struct GlyphLine {
    var glyphs: [Glyph]
    /// Whether its last word continues in the next line.
    var endsInWord = false
    /// Whether it ends at the text's own line break, or at the end of the text.
    var endsParagraph = false
}

extension ArraySlice<Glyph> {
    fileprivate var width: Int { reduce(0) { $0 + Int($1.width) } }
}

extension [Glyph] {
    private static func ellipsis(_ neighbour: Glyph?) -> Glyph {
        .ellipsis(in: neighbour?.span ?? 0)
    }

    /// The start in at maximumLines `columns`, followed by an ellipsis; empty if `room` is 0.
    fileprivate func head(_ columns: Int, of room: Int) -> [Glyph] {
        guard room > 0 else { return [] }
        var (width, end) = (0, 0)
        while end < count, width + Int(self[end].width) <= columns {
            width += Int(self[end].width)
            end += 1
        }
        while end > 0, self[end - 1].isBlank { end -= 1 }
        return self[..<end] + [Self.ellipsis(end > 0 ? self[end - 1] : first)]
    }

    /// The end in at maximumLines `columns`, preceded by an ellipsis; empty if `room` is 0.
    fileprivate func tail(_ columns: Int, of room: Int) -> [Glyph] {
        guard room > 0 else { return [] }
        var (width, start) = (0, count)
        while start > 0, width + Int(self[start - 1].width) <= columns {
            width += Int(self[start - 1].width)
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
}
