import Testing
@testable import FasciaRender

struct TextWidthTests {
    @Test(arguments: [
        ("a", 1), ("ä", 1), ("e\u{301}", 1), ("世", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("😀", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("❤", 1), ("❤️", 2), ("🇩🇪", 2), ("1️⃣", 2), ("─", 1), ("✓", 1), ("…", 1),
        ("\u{1F6DC}", 2), ("\u{20000}", 2), ("\u{E000}", 1),
    ])
    func ofOneCharacter(_ character: Character, _ width: Int) { #expect(TextWidth.of(character) == width) }

    @Test func terminalsDifferInTheWidthOfWhatIsMoreThanALetterWithMarks() {
        for text in ["1️⃣", "#\u{FE0F}", "a\u{903}", "\u{600}1", "❤", "❤️", "👍🏽", "🇩", "क्षि"] {
            #expect(text.first.map(TextWidth.hasAmbiguousWidth) == true, "\(text)")
        }
        for text in ["a", "e\u{301}", "é", "世", "한", "─"] {
            #expect(text.first.map(TextWidth.hasAmbiguousWidth) == false, "\(text)")
        }
    }

    @Test func theTableIsSortedAndDoesNotOverlap() {
        for (one, next) in zip(wideRanges, wideRanges.dropFirst()) { #expect(one.upperBound < next.lowerBound) }
    }

    @Test func everyEndOfEveryRangeIsWide() {
        for range in wideRanges {
            for value in [range.lowerBound, range.upperBound] {
                let scalar = Unicode.Scalar(value)
                #expect(scalar.map { TextWidth.of($0) } == 2)
            }
        }
        for value in [0x10FF, 0x1160, 0x2318, 0x303F, 0xA4D0, 0xABFF, 0xFAFF + 1, 0x40000] as [UInt32] {
            #expect(Unicode.Scalar(value).map { TextWidth.of($0) } != 2)
        }
    }

    @Test(arguments: [
        ("\u{1B}[2J", "\u{FFFD}[2J"), ("a\u{9B}31mb", "a\u{FFFD}31mb"), ("a\tb", "a    b"), ("a\r\nb", "a b"),
        ("\u{7}\u{8}\u{0}\u{7F}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\u{202E}b\u{2066}c", "abc"),
        ("\u{200B}a\u{FEFF}", "a"), ("\u{301}a", "a"), ("a\u{2028}b", "a b"), ("a\u{85}b", "a b"), ("plain", "plain"),
    ])
    func controlCharactersAreMadeHarmless(_ text: String, _ clean: String) { #expect(TextWidth.clean(text) == clean) }

    /// `isKnownSingleCell`'s fast path agrees with Unicode's tables.
    @Test func aMarkIsOneCellAndNothingElse() {
        var count = 0
        for value in 0...0x2FFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), TextWidth.isKnownSingleCell(String(scalar)) else { continue }
            count += 1
            #expect(TextWidth.of(Character(scalar)) == 1 && !TextWidth.hasAmbiguousWidth(Character(scalar)), "\(scalar)")
            // It joins no neighbour, so that a text of such characters has as many cells as scalars.
            let text = "aé\(scalar)\(scalar)a"
            #expect(TextWidth.ofSimple(text) == text.count && TextWidth.clean(text) == text, "\(scalar)")
        }
        #expect(count > 500)
        for mark in ["›", "✓", "·", "–", "─", "▲"] { #expect(TextWidth.isKnownSingleCell(mark)) }
        for text in ["", "a", "··", "·\u{FE0F}", "世", "❤"] { #expect(!TextWidth.isKnownSingleCell(text), "\(text)") }
        for text in ["━●\u{301}", "a\r\n", "─\u{200D}─", "世"] { #expect(TextWidth.ofSimple(text) == nil, "\(text)") }
    }

    @Test func noScalarOfAnyKindGetsThroughAsControl() {
        for value in 0...0x2FFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = TextWidth.clean("x" + String(scalar) + "y")
            #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test func asciiKeepsTheWidth() {
        #expect(TextWidth.ascii("Käse › 世界…") == "K?se > ????~")
    }
}

struct WrappingTests {
    @Test(arguments: [
        ("Hello world", 11, ["Hello world"]), ("Hello world", 10, ["Hello", "world"]),
        ("Hello world", 5, ["Hello", "world"]),
        ("Hello world", 3, ["Hel", "lo", "wor", "ld"]), ("a b c", 3, ["a b", "c"]), ("", 5, [""]),
        ("one\n\ntwo", 5, ["one", "", "two"]), ("世界 和平", 4, ["世界", "和平"]), ("世界", 3, ["世", "界"]),
        ("世界", 1, [""]), ("  indented", 12, ["  indented"]), ("ab  cd", 4, ["ab", "cd"]), ("Hello", 0, [""]),
    ])
    func atWords(_ text: String, _ columns: Int, _ lines: [String]) {
        #expect(Wrapping.lines(text, columns: columns) == lines)
    }

    @Test(arguments: [
        ("Hello world", 8, "Hello w…"), ("Hello world", 11, "Hello world"), ("Hello", 1, "…"), ("Hello", 0, ""),
        ("世界", 3, "世…"), ("世界", 2, "…"), ("Hello world", 7, "Hello…"),
    ])
    func truncation(_ text: String, _ columns: Int, _ cut: String) {
        #expect(Wrapping.truncate(text, columns: columns) == cut)
    }

    @Test func aLimitOfLinesEndsWithAnEllipsis() {
        #expect(Wrapping.lines("one two three four", columns: 5, limit: 2) == ["one", "two…"])
        #expect(Wrapping.lines("one two", columns: 5, limit: 2) == ["one", "two"])
        // Cut within a word if there is room, and not beyond a line break.
        #expect(Wrapping.lines("one two three four", columns: 7, limit: 1) == ["one tw…"])
        #expect(Wrapping.lines("a wonderful world", columns: 8, limit: 1) == ["a wonde…"])
        #expect(Wrapping.lines("one two three four", columns: 8, limit: 2) == ["one two", "three f…"])
        #expect(Wrapping.lines("one\ntwo", columns: 7, limit: 1) == ["one…"])
        #expect(Wrapping.lines("a 世界 b", columns: 5, limit: 1) == ["a 世…"])
        #expect(Wrapping.lines("one\ntwo", columns: nil, limit: 1) == ["one…"])
        #expect(Wrapping.lines("one", columns: 5, limit: 0) == [])
        // Line breaks at the end are no text that is missing.
        #expect(Wrapping.lines("one\ntwo\n", columns: 8, limit: 2) == ["one", "two"])
        #expect(Wrapping.lines("aaaaaaaa\n\n", columns: 8, limit: 1) == ["aaaaaaaa"])
        #expect(Wrapping.lines("a\n\nb", columns: 8, limit: 1) == ["a…"])
        #expect(Wrapping.lines("a\n\n\nb", columns: 8, limit: 1) == ["a…"])
    }

    /// A key in a text field measures only visible characters, however long the text is.
    @Test(arguments: [20, 16_384], [0, 7, 20]) func ofALongTextOnlyWhatIsSeenIsMeasured(_ count: Int, _ cursor: Int) {
        var measured = 0
        let place = count == 20 ? cursor : count - 20 + cursor
        let (first, before) = TextWidth.window(count: count, cursor: place, columns: 10) { _ in
            measured += 1
            return 2
        }
        #expect(measured <= 7)
        #expect(before == 2 * (place - first) && before <= 9)
    }
}
