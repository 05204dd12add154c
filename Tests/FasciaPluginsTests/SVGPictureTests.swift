import Foundation
import Testing
@testable import FasciaPlugins

/// Frames as the built plugin svg draws them.
@Suite struct SVGPictureTests {
    /// The lines inside the group of a picture of one row.
    ///
    /// - Parameters:
    ///   - runs: JSON, as `fascia render --renderer cells` prints it.
    ///   - styles: Likewise. The first one is that of the terminal.
    private func parts(_ runs: String, columns: Int, styles: String = "{}") throws -> [String] {
        let frame = """
            {"columns":\(columns),"rows":1,"scheme":"dark","styles":[\(styles)],"lines":[[\(runs)]]}
            """
        let folder = try TemporaryFolder()
        try folder.copy(plugin: "svg")
        let document = try RendererTests().render("", folder.loader(), "svg", cells: frame)
        #expect(document.mediaType == "image/svg+xml")
        let lines = document.text.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("<svg ") == true && lines.suffix(2) == ["</g>", "</svg>"])
        return Array(lines.dropFirst(4).dropLast(2))
    }

    @Test func neighboursInOneStyleAreOneText_upToTwoBlanks() throws {
        #expect(
            try parts(#"[13,"  a<b & c  d ",0]"#, columns: 13) == [
                ##"<text x="32" y="19" fill="#e1e4e9" textLength="63" lengthAdjust="spacingAndGlyphs">a&lt;b &amp; c</text>"##,
                ##"<text x="113" y="19" fill="#e1e4e9" textLength="9" lengthAdjust="spacingAndGlyphs">d</text>"##,
            ])
    }

    @Test(arguments: [#"\u0600<"#, #"<\u0301"#, #"&\ufe0f"#, #"\u06dd>"#])
    func marksThatJoinDoNotHideMarkup(_ text: String) throws {
        let parts = try parts("[1,\"\(text)\",0]", columns: 1)
        let shown = String(String.UnicodeScalarView(parts.joined().unicodeScalars.filter(\.isASCII)))
        #expect(shown.contains("&lt;") || shown.contains("&amp;") || shown.contains("&gt;"), "\(shown)")
    }

    @Test func whatIsNoCharacterOfXMLIsReplaced() throws {
        #expect(try parts(#"[1,"\uffff",0]"#, columns: 1).joined().contains("\u{FFFD}"))
    }

    @Test func colorsAndAttributes() throws {
        let style = ##"{"foreground":"#010203","background":"#ff8000","bold":true,"dim":true}"##
        #expect(
            try parts(#"[1,"x",1],[2,"  ",0]"#, columns: 3, styles: "{}," + style) == [
                ##"<rect x="0" y="0" width="23" height="28" fill="#ff8000"/>"##,
                ##"<text x="14" y="19" fill="#010203" textLength="9" lengthAdjust="spacingAndGlyphs""##
                    + ##" font-weight="bold" opacity="0.6">x</text>"##,
            ])
        let lines = #"{"italic":true,"underline":true,"strikethrough":true}"#
        #expect(
            try parts(#"[1,"x",1]"#, columns: 1, styles: "{}," + lines) == [
                ##"<text x="14" y="19" fill="#e1e4e9" textLength="9" lengthAdjust="spacingAndGlyphs" font-style="italic""##
                    + ##" text-decoration="underline line-through">x</text>"##
            ])
    }

    @Test func inverseSwapsTheColors_alsoTheTerminalsOwn() throws {
        #expect(
            try parts(#"[1,"x",1],[2,"  ",0]"#, columns: 3, styles: #"{},{"inverse":true}"#) == [
                ##"<rect x="0" y="0" width="23" height="28" fill="#e1e4e9"/>"##,
                ##"<text x="14" y="19" fill="#16191e" textLength="9" lengthAdjust="spacingAndGlyphs">x</text>"##,
            ])
    }

    @Test func linesAreDrawn_soThatTheyJoin() throws {
        #expect(
            try parts(#"[5,"╭──╮│",0]"#, columns: 5) == [
                ##"<path d="M18.5 24Q18.5 14 23 14" fill="none" stroke="#e1e4e9"/>"##,
                ##"<path d="M23 14H41" fill="none" stroke="#e1e4e9"/>"##,
                ##"<path d="M45.5 24Q45.5 14 41 14" fill="none" stroke="#e1e4e9"/>"##,
                ##"<path d="M54.5 4V24" fill="none" stroke="#e1e4e9"/>"##,
            ])
        #expect(
            try parts(#"[2,"━━",0]"#, columns: 2) == [
                ##"<path d="M14 14H32" fill="none" stroke="#e1e4e9" stroke-width="3"/>"##
            ])
    }

    @Test func aWideCharacterTakesTwoColumns() throws {
        #expect(
            try parts(#"[4,"表格",0],[2," a",0]"#, columns: 6) == [
                ##"<text x="14" y="19" fill="#e1e4e9" textLength="54" lengthAdjust="spacingAndGlyphs">表格 a</text>"##
            ])
    }
}
