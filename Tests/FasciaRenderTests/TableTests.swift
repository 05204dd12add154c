import Foundation
import SceneTestSupport
import Testing

@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

struct TableTests {
    private let columns = [
        TableContent.Column("Name", weight: 2), TableContent.Column("Size", alignment: .trailing),
        TableContent.Column("On", alignment: .center),
    ]

    private func row(_ cells: [String], id: String) -> Element {
        Element(
            id: id, .tableRow(columns), children: cells.enumerated().map { text($1, id: "\(id).\($0)") })
    }

    private func table(_ rows: [[String]]) -> Element {
        let list = Element(
            id: "t:rows", .list, children: rows.enumerated().map { row($1, id: "r\($0)") })
        return Element(id: "t", .table, children: [row(columns.map(\.title), id: "head"), list])
    }

    @Test func columnsAreAligned() {
        let lines = body(table([["a", "1", "x"], ["a longer name than fits", "1000", "yes"]]), 41, 4)
        #expect(lines[0].contains(" Name"))
        // Numbers end below the end of their title.
        func end(_ line: String, _ text: String) -> Int? {
            line.range(of: text).map { line.distance(from: line.startIndex, to: $0.upperBound) }
        }
        #expect(end(lines[0], "Size") != nil && end(lines[0], "Size") == end(lines[1], "1"), "\(lines)")
        #expect(end(lines[0], "Size") == end(lines[2], "1000"))
        #expect(lines[2].contains(" a longer name th"))
    }

    /// All columns together have the whole width, whatever the weights.
    @Test func columnsShareTheWidth() throws {
        for width in [1, 5, 20, 39, 40, 79, 80, 200] {
            let places = places(table([["a", "b", "c"]]).children[0], width, nil)
            #expect(places["head"]?.size.columns == width)
            let last = try #require(places["head.2"])
            #expect(last.maxColumn <= width)
        }
    }

    /// Without room for all columns, the last ones are left out instead of cutting all of them.
    @Test func lastColumnsAreLeftOut() throws {
        func shown(_ width: Int) throws -> [Bool] {
            let places = places(table([["a", "b", "c"]]).children[0], width, nil)
            return try (0..<3).map { try #require(places["head.\($0)"]).size.columns > 0 }
        }
        #expect(try shown(20) == [true, true, true])
        #expect(try shown(12) == [true, true, false])
        #expect(try shown(8) == [true, false, false])
        let lines = body(table([["a long name", "1000", "yes"]]), 15, 4)
        #expect(lines[0].contains("Name") && lines[0].contains("Size") && !lines[0].contains("On"), "\(lines)")
    }

    /// The buttons of a row stand in a column without a title.
    @Test func columnWithoutATitleStays() throws {
        let columns = [TableContent.Column("Name"), TableContent.Column("Size"), TableContent.Column("")]
        let cells = ["a", "b", "c"].map { text($0, id: $0) }
        let places = places(Element(id: "r", .tableRow(columns), children: cells), 9, nil)
        #expect(try #require(places["b"]).size.columns == 0)
        #expect(try #require(places["c"]).size.columns > 0)
    }

    /// The header stays while the rows scroll, and only visible rows are laid out.
    @Test func theHeaderStays() {
        let rows = (0..<100_000).map { ["row \($0)", "\($0)", ""] }
        let layout = Renderer().layout(scene(table(rows)), size: size(40, 10))
        var now = layout.reconcile(.init())
        for _ in 0..<3 { now = layout.handle("pagedown", now).state }
        let lines = Renderer().paint(layout, now).lines
        #expect(lines.contains { $0.contains(" Name") })
        #expect(lines.contains { $0.contains("row 18") } && !lines.contains { $0.contains("row 0 ") }, "\(lines)")
    }

    @Test func hugeWeights() {
        for weights in [[1e308, 1e308], [1e308, 1], [.infinity, 1], [1e-300, 1]] as [[Double]] {
            let columns = weights.map { TableContent.Column("\($0)", weight: $0) }
            let row = Element(id: "r", .tableRow(columns), children: [text("a", id: "a"), text("b", id: "b")])
            #expect(body(row, 20, 1).count == 1)
        }
    }
}
