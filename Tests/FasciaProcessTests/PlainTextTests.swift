import FasciaProcess
import Testing

@Suite struct PlainTextTests {
    @Test(
        arguments: [
            ("plain\n\tü", "plain\n\tü"), ("\u{1b}[31mred\u{1b}[0m", "red"), ("\u{1b}]0;title\u{7}text", "text"),
            ("\u{1b}]0;title\u{1b}\\text", "text"), ("\u{1b}(Bx", "x"), ("a\u{8}\u{7f}\u{202e}b", "ab"), ("\u{9b}2Jx", "x"),
            ("\u{1b}", ""), ("\u{1b}[", ""),
        ])
    func dropsWhatATerminalWouldObey(_ text: String, _ plain: String) {
        #expect(PlainText.plain(text.utf8) == plain)
    }

    @Test func replacesWhatIsNoUTF8() { #expect(PlainText.plain([0x61, 0xFF, 0x62]) == "a\u{FFFD}b") }

    @Test func linesArriveInPieces() {
        var splitter = LineSplitter()
        #expect(splitter.lines("one\ntw".utf8) == ["one"])
        #expect(splitter.lines("o\r\n10 %\r20 %\n\nrest".utf8) == ["two", "20 %", ""])
        #expect(splitter.finish() == ["rest"])
        #expect(splitter.finish() == [])
        #expect(splitter.lines([UInt8](repeating: 0x78, count: 5000)).map(\.count) == [4096])
    }

    @Test func tailKeepsTheEnd() {
        var tail = OutputTail(limit: 3)
        for byte in "abcdefghij".utf8 { tail.append([byte]) }
        #expect(tail.text.hasSuffix("hij"))
        #expect(tail.isShortened)
    }
}
