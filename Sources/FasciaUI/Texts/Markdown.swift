import FasciaDocument

/// The Markdown that SwiftUI supports in a `Text`: `**bold**`, `*italic*`, `_italic_`, `~~struck~~`, `` `code` `` and
/// `[links](url)`, of which only the words are shown.
///
/// Delimiters are matched with the nearest partner, by the CommonMark rules for opening and closing delimiters
/// (https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis). Unmatched delimiters are shown as they are.
/// Interpolated values are never parsed.
enum Markdown {
    /// A character of the text, or an interpolated value or text.
    private enum Piece {
        case character(Character)
        case run(Text.Run)
    }

    /// A pair of delimiters, with the style of the text between them.
    private struct Span {
        var range: Range<Int>
        var modifier: FasciaDocument.Modifier?
        /// The lengths of the opening and closing delimiters.
        var opening: Int
        var closing: Int
    }

    static func runs(of parts: [LocalizedStringKey.Part]) -> [Text.Run] {
        let pieces = inflected(pieces(of: parts))
        let spans = spans(in: pieces)
        var hidden: Set<Int> = []
        for span in spans {
            hidden.formUnion(span.range.prefix(span.opening))
            hidden.formUnion(span.range.suffix(span.closing))
        }
        var runs: [Text.Run] = []
        for (index, piece) in pieces.enumerated() where !hidden.contains(index) {
            let outer = spans.filter { $0.range.contains(index) }.compactMap(\.modifier)
            switch piece {
            case .character(let character):
                if let last = runs.last, last.modifiers == outer, last.style == nil {
                    runs[runs.count - 1].text.append(character)
                } else {
                    runs.append(Text.Run(text: String(character), modifiers: outer))
                }
            case .run(var run):
                run.modifiers += outer
                runs.append(run)
            }
        }
        return runs.isEmpty ? [Text.Run(text: "")] : runs
    }

    private static func pieces(of parts: [LocalizedStringKey.Part]) -> [Piece] {
        parts.flatMap { part -> [Piece] in
            switch part {
            case .literal(let words): words.map { .character($0) }
            case .value(let value): [.run(Text.Run(text: value))]
            case .text(let text): text.runs.map { .run($0) }
            }
        }
    }

    // MARK: - Inflection

    /// Replaces `^[2 item](inflect: true)` by the text in the brackets, inflected for its number. Without that
    /// attribute, the text is not inflected.
    private static func inflected(_ pieces: [Piece]) -> [Piece] {
        var pieces = pieces
        var start = 0
        while let caret = (start..<pieces.count).first(where: { character(pieces, $0) == "^" }) {
            start = caret + 1
            guard character(pieces, start) == "[", let link = link(pieces, start) else { continue }
            let words = link.range.dropFirst().dropLast(link.closing)
            let attributes = (words.endIndex..<link.range.upperBound).compactMap { character(pieces, $0) }
            let isInflected = String(attributes).filter { $0 != " " } == "](inflect:true)"
            let inner = isInflected ? agreeing(Array(pieces[words])) : Array(pieces[words])
            pieces.replaceSubrange(caret..<link.range.upperBound, with: inner)
            start = caret + inner.count
        }
        return pieces
    }

    /// Inflects the last word for the first number, which is an interpolated value or a run of digits.
    private static func agreeing(_ pieces: [Piece]) -> [Piece] {
        guard let count = number(in: pieces), let end = pieces.lastIndex(where: { !lastWord(in: $0).isEmpty }) else {
            return pieces
        }
        var pieces = pieces
        if case .run(var run) = pieces[end] {
            let word = lastWord(in: pieces[end])
            // The run is a number, not a noun.
            guard word != run.text.filter({ $0.isNumber }) else { return pieces }
            run.text = run.text.dropLast(word.count) + EnglishNoun.form(of: word, count: count)
            pieces[end] = .run(run)
            return pieces
        }
        let start =
            pieces[...end].lastIndex { if case .character(let letter) = $0 { !letter.isLetter } else { true } }
            .map { $0 + 1 } ?? 0
        let word = String((start...end).compactMap { character(pieces, $0) })
        pieces.replaceSubrange(start...end, with: EnglishNoun.form(of: word, count: count).map { .character($0) })
        return pieces
    }

    private static func lastWord(in piece: Piece) -> String {
        switch piece {
        case .character(let letter): letter.isLetter ? String(letter) : ""
        case .run(let run): String(run.text.reversed().prefix { $0.isLetter }.reversed())
        }
    }

    private static func number(in pieces: [Piece]) -> Double? {
        var digits = ""
        for piece in pieces {
            switch piece {
            case .run(let run):
                if let number = Double(run.text.filter { $0 != "," }) { return number }
            case .character(let character) where character.isNumber: digits.append(character)
            case .character: if let number = Double(digits) { return number }
            }
        }
        return Double(digits)
    }

    // MARK: - Delimiter pairs

    private static func spans(in pieces: [Piece]) -> [Span] {
        // Most texts contain no delimiters.
        guard pieces.contains(where: { if case .character(let mark) = $0 { "*_~`[".contains(mark) } else { false } })
        else { return [] }
        var spans: [Span] = []
        var open: [(mark: Character, count: Int, start: Int)] = []
        var index = 0
        while index < pieces.count {
            guard let mark = character(pieces, index) else {
                index += 1
                continue
            }
            if mark == "`", let end = (index + 1..<pieces.count).first(where: { character(pieces, $0) == "`" }) {
                spans.append(Span(range: index..<end + 1, modifier: nil, opening: 1, closing: 1))
                index = end + 1
                continue
            }
            if mark == "[", let link = link(pieces, index) {
                spans.append(link)
                index += 1
                continue
            }
            guard "*_~".contains(mark) else {
                index += 1
                continue
            }
            var count = (index..<pieces.count).prefix { character(pieces, $0) == mark }.count
            let end = index + count
            var start = index
            if canClose(pieces, index, end, mark) {
                while count > 0, let opener = open.lastIndex(where: { $0.mark == mark && $0.count > 0 }) {
                    let used = mark == "~" ? 2 : min(2, count, open[opener].count)
                    guard used <= count, used <= open[opener].count else { break }
                    let first = open[opener].start + open[opener].count - used
                    let modifier: FasciaDocument.Modifier =
                        mark == "~"
                        ? .strikethrough(true)
                        : used == 2 ? .bold(true) : .italic(true)
                    spans.append(Span(range: first..<start + used, modifier: modifier, opening: used, closing: used))
                    open[opener].count -= used
                    open.removeSubrange((open[opener].count == 0 ? opener : opener + 1)...)
                    (start, count) = (start + used, count - used)
                }
            }
            if count > 0, canOpen(pieces, index, end, mark) { open.append((mark, count, start)) }
            index = end
        }
        return spans
    }

    /// `[words](url)`: shows the words, underlined.
    private static func link(_ pieces: [Piece], _ start: Int) -> Span? {
        guard let middle = (start..<pieces.count).first(where: { character(pieces, $0) == "]" }),
            character(pieces, middle + 1) == "(",
            let end = (middle + 1..<pieces.count).first(where: { character(pieces, $0) == ")" })
        else { return nil }
        return Span(range: start..<end + 1, modifier: .underline(true), opening: 1, closing: end - middle + 1)
    }

    /// `nil` for an interpolated value, which counts as a letter.
    private static func character(_ pieces: [Piece], _ index: Int) -> Character? {
        guard pieces.indices.contains(index), case .character(let character) = pieces[index] else { return nil }
        return character
    }

    private static func isSpace(_ pieces: [Piece], _ index: Int) -> Bool {
        guard pieces.indices.contains(index) else { return true }
        return character(pieces, index)?.isWhitespace ?? false
    }

    private static func isWord(_ pieces: [Piece], _ index: Int) -> Bool {
        guard pieces.indices.contains(index) else { return false }
        return character(pieces, index).map { $0.isLetter || $0.isNumber } ?? true
    }

    private static func isPunctuation(_ pieces: [Piece], _ index: Int) -> Bool {
        !isSpace(pieces, index) && !isWord(pieces, index)
    }

    /// CommonMark's left-flanking rule. An underscore inside a word is not a delimiter.
    private static func canOpen(_ pieces: [Piece], _ start: Int, _ end: Int, _ mark: Character) -> Bool {
        guard !isSpace(pieces, end) else { return false }
        if isPunctuation(pieces, end), isWord(pieces, start - 1) { return false }
        return mark != "_" || !isWord(pieces, start - 1)
    }

    private static func canClose(_ pieces: [Piece], _ start: Int, _ end: Int, _ mark: Character) -> Bool {
        guard !isSpace(pieces, start - 1) else { return false }
        if isPunctuation(pieces, start - 1), isWord(pieces, end) { return false }
        return mark != "_" || !isWord(pieces, end)
    }
}
