import FasciaDocument
import Testing

@testable import FasciaScene

struct LogTailTests {
    private func runs(_ text: String) -> [TextRun] { StyledLine.runs(of: text[...]) }

    @Test func coloursOfATerminalBecomeStyles() {
        #expect(runs("plain") == [TextRun("plain")])
        #expect(
            runs("\u{1B}[1;31merror\u{1B}[0m: \u{1B}[2mno\u{1B}[22m file") == [
                TextRun("error", bold: true, foreground: NamedColor("red")), TextRun(": "), TextRun("no", dim: true),
                TextRun(" file"),
            ])
        #expect(runs("\u{1B}[92mok\u{1B}[39m!") == [TextRun("ok", foreground: NamedColor("green")), TextRun("!")])
        #expect(runs("\u{1B}[38;5;208ma") == [TextRun("a", foreground: NamedColor("#ff8700"))])
        #expect(runs("\u{1B}[38;5;244ma") == [TextRun("a", foreground: NamedColor("#808080"))])
        #expect(runs("\u{1B}[38;2;1;2;3;4ma") == [TextRun("a", underline: true, foreground: NamedColor("#010203"))])
        #expect(runs("\u{1B}[48;5;1;3ma") == [TextRun("a", italic: true)])
        #expect(runs("\u{9B}32ma\u{1B}[mb") == [TextRun("a", foreground: NamedColor("green")), TextRun("b")])
    }

    @Test(arguments: [
        ("\u{1B}]0;title\u{7}a", "a"), ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
        ("\u{1B}[2J\u{1B}[10;4Ha", "a"),
        ("\u{1B}(Ba", "a"), ("\u{1B}7a\u{1B}8", "a"), ("a\u{8}\u{7}b", "ab"), ("a\tb", "a       b"), (" 10 %\r 20 %", " 20 %"),
        ("a\r", "a"), ("\u{1B}", ""), ("\u{1B}[", ""), ("\u{1B}[31", ""), ("\u{1B}]0;never ends", ""), ("Käse 世界", "Käse 世界"),
        ("\u{1B}[38;5ma", "a"), ("\u{1B}[38;2;300;0;0ma", "a"), ("\u{1B}[99999999999999999999ma", "a"),
    ])
    func otherControlSequencesAreDropped(_ line: String, _ text: String) {
        #expect(runs(line).map(\.text).joined() == text)
    }

    @Test func onlyTheLatestLinesAreKept() {
        var tail = LogTail()
        tail.append((0..<LogTail.maximumLines).map { "\($0)" })
        tail.append(["a", "b"])
        #expect(tail.lines.count == LogTail.maximumLines)
        #expect(tail.lines.first?.runs == [TextRun("2")] && tail.lines.last?.runs == [TextRun("b")])
        #expect(tail.lines.map(\.number) == Array(2..<LogTail.maximumLines + 2))
        tail.append((0..<3 * LogTail.maximumLines).map { "\($0)" })
        #expect(tail.lines.count == LogTail.maximumLines)
    }

    @Test func longLinesAreCut_andTogetherHaveALimit() {
        var tail = LogTail()
        let line = String(repeating: "é", count: LogTail.maximumLineBytes)
        tail.append([line])
        #expect(tail.lines[0].runs[0].text.utf8.count == LogTail.maximumLineBytes)
        tail.append([String](repeating: line, count: 500))
        let bytes = tail.lines.reduce(0) { $0 + $1.runs[0].text.utf8.count }
        #expect(bytes <= LogTail.maximumBytes && bytes > LogTail.maximumBytes / 2)
        // Many colours make a short line large.
        tail.append([String](repeating: String(repeating: "\u{1B}[1ma\u{1B}[0mb", count: 400), count: 500))
        #expect(tail.lines.count < 10)
    }
}
