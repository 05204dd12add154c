import Foundation
import TestSupport
import Testing

@testable import FasciaCommandLine

/// What is drawn on the Linux console is in its font.
@Suite struct ConsoleGlyphsTests {
    /// The characters beyond ASCII of all fonts of 16 lines in Debian's console-setup 1.221 for Latin, Greek, Cyrillic and
    /// Hebrew letters: Fixed, Terminus and VGA.
    private static let font = Set(
        ("£§©\u{AD}®°±Ëë‐‑‒–‘’“”„•€←↑→↓−≤≥⊕⊖⊘⊙⊛⊜─━│┃┄┅┆┇┈┉┊┋┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╌╍╎╏"
            + "═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰╱╲╳╴╵╶╷╸╹╺╻╼╽╾╿█░▒■▮▲▴▶▸▼▾◀◂◈●☐☑☒♦✗✘").unicodeScalars)

    /// The characters in texts of the code that draws.
    private func drawn() throws -> Set<Unicode.Scalar> {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/FasciaRender")
        var drawn: Set<Unicode.Scalar> = []
        let files = try #require(FileManager.default.enumerator(at: sources.standardizedFileURL, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                drawn.formUnion(line.unicodeScalars.filter { !$0.isASCII })
            }
        }
        return drawn
    }

    @Test func allThatIsDrawnIsInTheFont() throws {
        let drawn = try drawn()
        #expect(drawn.count > 100)
        for scalar in drawn {
            let shown = ConsoleGlyphs.replacements[scalar] ?? scalar
            #expect(shown.isASCII || Self.font.contains(shown), "\(scalar) is shown as \(shown)")
        }
    }

    @Test func switchesThatDifferLookDifferent() {
        let marks = ["━━●", "○━━", "━◐━", "━?━", "✓", " ", "•", "◦"].map(ConsoleGlyphs.replaced)
        #expect(Set(marks).count == marks.count)
        #expect(ConsoleGlyphs.replaced("\u{1B}[1m○━━ Käse 世界") == "\u{1B}[1mo━━ Käse 世界", "what is not the panel's own stays")
    }

    @Test func onlyTheLinuxConsoleHasItsFont() {
        func hasConsoleFont(_ term: String) -> Bool { TerminalProperties { $0 == "TERM" ? term : nil }.hasConsoleFont }
        #expect(hasConsoleFont("linux") && hasConsoleFont("linux-16color"))
        for term in ["xterm-256color", "vt220", "", "linuxulator"] { #expect(!hasConsoleFont(term), "\(term)") }
    }

    @Test func aTerminalOnTheConsoleIsDrawnWithIt() throws {
        let daemon = try SamplePanel.start()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8", "TERM": "linux"])
        try terminal.output.wait(for: "The box")
        for scalar in terminal.output.text.unicodeScalars where !scalar.isASCII {
            #expect(Self.font.contains(scalar), "\(scalar)")
        }
    }
}
