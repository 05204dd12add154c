import SceneTestSupport
import Testing
@testable import FasciaRender

/// Frames as SVG.
struct SVGPictureTests {
    /// The lines inside the group of a picture of one row.
    private func parts(_ cells: [Cell]) -> [String] {
        var buffer = CellBuffer(size: size(cells.count, 1))
        for (column, cell) in cells.enumerated() { buffer.set(cell, column: column, row: 0) }
        let lines = buffer.svg.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("<svg ") == true && lines.suffix(2) == ["</g>", "</svg>"])
        return Array(lines.dropFirst(4).dropLast(2))
    }

    private func cells(_ text: String, _ style: CellStyle = .init()) -> [Cell] { text.map { Cell(String($0), style: style) } }

    @Test func neighboursInOneStyleAreOneText_upToTwoBlanks() {
        #expect(
            parts(cells("  a<b & c  d ")) == [
                ##"<text x="32" y="19" fill="#e1e4e9" textLength="63" lengthAdjust="spacingAndGlyphs">a&lt;b &amp; c</text>"##,
                ##"<text x="113" y="19" fill="#e1e4e9" textLength="9" lengthAdjust="spacingAndGlyphs">d</text>"##,
            ])
    }

    @Test func marksThatJoinDoNotHideMarkup() {
        for text in ["\u{600}<", "<\u{301}", "&\u{FE0F}", "\u{6DD}>"] {
            let shown = String(String.UnicodeScalarView(parts([Cell(text)]).joined().unicodeScalars.filter(\.isASCII)))
            #expect(shown.contains("&lt;") || shown.contains("&amp;") || shown.contains("&gt;"), "\(shown)")
        }
        #expect(parts([Cell("\u{FFFF}")]).joined().contains("\u{FFFD}"))
    }

    @Test func colorsAndAttributes() {
        let style = CellStyle(foreground: RGB(1, 2, 3), background: RGB(255, 128, 0), attributes: [.bold, .dim])
        #expect(
            parts(cells("x", style) + cells("  ")) == [
                ##"<rect x="0" y="0" width="23" height="28" fill="#ff8000"/>"##,
                ##"<text x="14" y="19" fill="#010203" textLength="9" lengthAdjust="spacingAndGlyphs""##
                    + ##" font-weight="bold" opacity="0.6">x</text>"##,
            ])
    }

    @Test func inverseSwapsTheColors_alsoTheTerminalsOwn() {
        #expect(
            parts(cells("x", CellStyle(attributes: .inverse)) + cells("  ")) == [
                ##"<rect x="0" y="0" width="23" height="28" fill="#e1e4e9"/>"##,
                ##"<text x="14" y="19" fill="#16191e" textLength="9" lengthAdjust="spacingAndGlyphs">x</text>"##,
            ])
    }

    @Test func linesAreDrawn_soThatTheyJoin() {
        #expect(
            parts(cells("╭──╮│")) == [
                ##"<path d="M18.5 24Q18.5 14 23 14" fill="none" stroke="#e1e4e9"/>"##,
                ##"<path d="M23 14H41" fill="none" stroke="#e1e4e9"/>"##,
                ##"<path d="M45.5 24Q45.5 14 41 14" fill="none" stroke="#e1e4e9"/>"##,
                ##"<path d="M54.5 4V24" fill="none" stroke="#e1e4e9"/>"##,
            ])
        #expect(
            parts(cells("━━")) == [
                ##"<path d="M14 14H32" fill="none" stroke="#e1e4e9" stroke-width="3"/>"##
            ])
    }

    @Test func aWideCharacterTakesTwoColumns() {
        #expect(
            parts([Cell("表"), Cell("")]) == [
                ##"<text x="14" y="19" fill="#e1e4e9" textLength="18" lengthAdjust="spacingAndGlyphs">表</text>"##
            ])
    }
}
