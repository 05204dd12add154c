/// Measures text in terminal cells, and removes control characters from it.
///
/// The unit is the grapheme cluster (UAX #29, Swift's `Character`). Its width is that of its widest scalar by UAX #11;
/// a cluster that is shown as an emoji is two cells wide.
public enum TextWidth {
    /// The width of a character: 0, 1 or 2 cells.
    public static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        // The fast path for printable ASCII.
        if let only = scalars.first?.value, only >= 0x20, only < 0x7F, scalars.count == 1 { return 1 }
        var width = 0
        var indicators = 0
        for scalar in scalars {
            switch scalar.value {
            // VS16 selects the emoji form of the preceding character.
            case 0xFE0F where width == 1: width = 2
            case 0x1F1E6...0x1F1FF:
                indicators += 1
                width = max(width, min(indicators, 2))
            default: width = max(width, of(scalar))
            }
        }
        return width
    }

    /// The width of a text in cells, after cleaning: see `clean`.
    public static func of(_ text: String) -> Int {
        ofSimple(text) ?? clean(text).reduce(0) { $0 + of($1) }
    }

    /// The width of a text of printable ASCII and of marks and lines (`isKnownSingleCell`), in which a scalar, a character
    /// and a cell are the same; `nil` for other texts. A fast path without Unicode properties.
    static func ofSimple(_ text: String) -> Int? {
        var columns = 0
        for scalar in text.unicodeScalars {
            guard isSimple(scalar) else { return nil }
            columns += 1
        }
        return columns
    }

    /// Whether it is printable ASCII, or a character for marks and lines.
    static func isSimple(_ scalar: Unicode.Scalar) -> Bool {
        (0x20..<0x7F).contains(scalar.value) || isKnownSingleCell(scalar)
    }

    /// The width of the widest word.
    static func ofWidestWord(_ text: String) -> Int {
        var (widest, width) = (0, 0)
        for scalar in text.unicodeScalars {
            if scalar == " " || scalar == "\n" {
                widest = max(widest, width)
                width = 0
            } else if isSimple(scalar) {
                width += 1
            } else {
                return text.split { $0.isWhitespace }.map { of(String($0)) }.max() ?? 0
            }
        }
        return max(widest, width)
    }

    /// Whether the text is one of the characters for marks and lines.
    static func isKnownSingleCell(_ text: String) -> Bool {
        guard let scalar = text.unicodeScalars.first, UTF8.width(scalar) == text.utf8.count else { return false }
        return isKnownSingleCell(scalar)
    }

    /// Whether this is a character for marks and lines: one cell wide on every terminal, and no control character.
    private static func isKnownSingleCell(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA1...0xA8, 0xAA...0xAC, 0xAF...0x2FF, 0x2010...0x2027, 0x2030...0x203B, 0x203D...0x2048, 0x2500...0x25A9,
            0x25B2...0x25B5, 0x25B7...0x25BF, 0x25C1...0x25FA, 0x2713:
            true
        default: false
        }
    }

    static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1 }
        if isWide(value) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        // Hangul vowels and final consonants join the preceding consonant.
        if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
        return scalar.properties.isEmojiPresentation ? 2 : 1
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var (low, high) = (0, wideRanges.count)
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wideRanges.count && wideRanges[low].contains(value)
    }

    /// Whether terminals are known to differ in the width of this character. The cursor must be positioned after
    /// drawing it.
    static func hasAmbiguousWidth(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return false }
        let others = scalars.dropFirst()
        // With ASCII, only marks that some terminals give a cell, and VS16, as in a keycap.
        if first.value < 0x7F { return others.contains { $0.value == 0xFE0F || of($0) > 0 } }
        return !others.isEmpty || first.properties.isEmoji || (0x1F1E6...0x1F1FF).contains(first.value)
    }

    // MARK: - Text from outside

    /// One line of text without control characters.
    ///
    /// Tabs and line breaks become blanks; other control characters (including ESC and the C1 set, 0x80 to 0x9F) become
    /// U+FFFD. Characters without a width (marks without a base, direction marks, zero-width blanks) are removed,
    /// because they would move or reorder the cells beside them.
    public static func clean(_ text: String) -> String {
        if ofSimple(text) != nil { return text }
        var cleaned = ""
        for character in text { cleaned += clean(character) }
        return cleaned
    }

    private static func clean(_ character: Character) -> String {
        if character == "\t" { return "    " }
        if character.isNewline { return " " }
        guard let first = character.unicodeScalars.first else { return "" }
        if first.properties.generalCategory == .control { return "\u{FFFD}" }
        if of(character) == 0 { return "" }
        // Direction marks are normally clusters of their own; also remove them from inside other clusters.
        var kept = String.UnicodeScalarView()
        for scalar in character.unicodeScalars where !isHidden(scalar) { kept.append(scalar) }
        return String(kept)
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0, 0xAD, 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
            true
        default: false
        }
    }

    /// Text for a terminal that shows only ASCII: known characters are replaced, others become `?`, one per cell.
    package static func ascii(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var plain = ""
        for character in text {
            if character.isASCII {
                plain.append(character)
            } else {
                plain += asciiNames[character] ?? Symbols.plain[character] ?? String(repeating: "?", count: of(character))
            }
        }
        return plain
    }

    private static let asciiNames: [Character: String] = [
        "…": "~", "‹": "<", "›": ">", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "•": "*", "·": ".",
        "✓": "x", "×": "x", "▸": ">", "▾": "v", "☆": "*", "★": "*", "↑": "^", "↓": "v", "←": "<", "→": ">", "−": "-", "▲": "^",
        "▼": "v",
        "─": "-", "│": "|", "\u{A0}": " ",
    ]
}

extension TextWidth {
    /// Prepares text for a field of several lines: unifies line breaks, turns tabs into blanks, and removes other
    /// control characters.
    package static func lines(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line(String($0)) }
            .joined(separator: "\n")
    }

    /// Prepares text for a field of one line: turns line breaks and tabs into blanks, and removes other control
    /// characters.
    package static func line(_ text: String) -> String {
        String(
            text.compactMap { character -> Character? in
                if character.isNewline || character == "\t" { return " " }
                let isControl = character.unicodeScalars.first?.properties.generalCategory == .control
                return isControl ? nil : character
            })
    }
}
