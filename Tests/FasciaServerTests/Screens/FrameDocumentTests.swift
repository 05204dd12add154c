import FasciaDocument
import FasciaWire
import Testing
@testable import FasciaRender
@testable import FasciaServer

/// Frames as renderers read them.
struct FrameDocumentTests {
    private func document(_ lines: [[Cell]], scheme: TerminalScheme = .dark) throws -> JSON {
        var frame = CellBuffer(size: CellSize(columns: lines[0].count, rows: lines.count), scheme: scheme)
        for (row, cells) in lines.enumerated() {
            for (column, cell) in cells.enumerated() { frame.set(cell, column: column, row: row) }
        }
        var writer = JSONWriter()
        writer.writeDocument(of: frame)
        return try JSONParser.parse(String(decoding: writer.bytes, as: UTF8.self))
    }

    private func cells(_ text: String, _ style: CellStyle = .init()) -> [Cell] { text.map { Cell(String($0), style: style) } }

    @Test func cellsInOneStyleAreOneRun() throws {
        let bold = CellStyle(foreground: RGB(1, 2, 255), attributes: .bold)
        #expect(
            try document([cells("a ") + cells("bc", bold), cells("d \"é")]) == [
                "columns": 4, "rows": 2, "scheme": "dark", "styles": [[:], ["foreground": "#0102ff", "bold": true]],
                "lines": [[[2, "a ", 0], [2, "bc", 1]], [[4, "d \"é", 0]]],
            ])
    }

    @Test func wideCharactersAreRunsOfTheirOwn() throws {
        let wide = [Cell("表"), Cell(""), Cell("格"), Cell("")]
        #expect(try document([cells("a") + wide + cells("b")])["lines"] == [[[1, "a", 0], [4, "表格", 0], [1, "b", 0]]])
    }

    @Test func everyAttributeHasAName() throws {
        let attributes: CellStyle.Attributes = [.bold, .dim, .italic, .underline, .inverse, .strikethrough]
        let document = try document([cells("x", CellStyle(background: RGB(0, 0, 0), attributes: attributes))], scheme: .light)
        #expect(document["scheme"] == "light")
        #expect(
            document["styles"] == [
                [
                    "background": "#000000", "bold": true, "dim": true, "italic": true, "underline": true, "inverse": true,
                    "strikethrough": true,
                ]
            ])
    }
}
