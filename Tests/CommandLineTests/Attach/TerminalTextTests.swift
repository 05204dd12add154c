import Testing

@testable import FasciaCommandLine

/// What a daemon sends to be written to a terminal, whoever that daemon is.
@Suite struct TerminalTextTests {
    /// Those of `TerminalWriter`.
    @Test(arguments: [
        "text, Käse, 漢字, 👩‍👩‍👧, 🇩🇪", "\u{1B}[m\u{1B}[2J\u{1B}[H", "\u{1B}[12;34H\u{1B}[;5H", "\u{1B}[0;1;38;2;1;22;255mx\u{1B}[m",
        "\u{1B}[38;5;12;48;5;200m", "\u{1B}[J\u{1B}[K\u{1B}[7X", "-\u{1B}[79b", "\u{1B}[2M\u{1B}[3L", "\u{1B}[?7l👍🏽\u{1B}[?7h",
        "\u{1B}[?2026h\u{1B}[Hx\u{1B}[?2026l", "",
    ])
    func theSequencesOfAFrameAreShown(_ text: String) { #expect(TerminalText.frame(text) == text) }

    @Test(
        arguments: [
            // The clipboard, the title, a link, a file; a string of another kind.
            ("\u{1B}]52;c;cm0gLXJmIH4=\u{7}x", "]52;c;cm0gLXJmIH4=x"), ("\u{1B}]0;title\u{1B}\\x", "]0;title\\x"),
            ("\u{9D}52;c;eA==\u{9C}x", "52;c;eA==x"), ("\u{1B}P+q544e\u{1B}\\", "P+q544e\\"),
            // Questions that the terminal answers as if they were typed.
            ("a\u{1B}[6nb\u{1B}[cb\u{1B}[>c", "abb"), ("\u{1B}[21t\u{1B}[?996n", ""), ("\u{5}", ""),
            // Modes, scroll regions, a reset, other character sets.
            ("\u{1B}[?1000h\u{1B}[?1049l\u{1B}[?2004h\u{1B}[4h\u{1B}[?7;1000h", ""), ("\u{1B}[2;5r\u{1B}c\u{1B}(0", "c(0"),
            // Parameters that keep a terminal busy, and others that are not ours.
            ("x\u{1B}[999999999b", "x"), ("\u{1B}[>4;2m\u{1B}[?1m\u{1B}[4:3m\u{1B}[1 q", ""),
            ("\u{1B}[3\u{1B}[1mx", "[3\u{1B}[1mx"), ("\u{1B}", ""), ("\u{1B}[", "["),
            ("\u{1B}[" + long + "m", "[" + long + "m"),
            // Control characters, and text that runs backwards.
            ("a\r\n\tb\u{8}\u{7F}\u{202E}c\u{2066}", "abc"),
        ] as [(String, String)])
    func nothingElseReachesTheTerminal(_ text: String, _ shown: String) { #expect(TerminalText.frame(text) == shown) }

    private static let long = String(repeating: "1", count: 500)

    @Test func aPictureHasLinesAndColours() {
        #expect(TerminalText.picture("a\u{1B}[1;31mb\u{1B}[m\n\u{1B}[2J\u{1B}]0;x\u{7}") == "a\u{1B}[1;31mb\u{1B}[m\n]0;x")
    }
}
