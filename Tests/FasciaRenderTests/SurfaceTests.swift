import SceneTestSupport
import Testing

@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// Surfaces in styles of plugins.
@Suite struct SurfaceTests {
    private static let ground = RGB(1, 2, 3)

    /// Fills the surface with its first letter on a ground, and writes what it reads.
    private struct Marked: ControlStyle {
        var letter: Character
        var isEmpty = false

        func measure(_ control: Control, proposal: ProposedCells) -> CellSize { .zero }

        func draw(_ control: Control, into canvas: inout Canvas) {
            if isEmpty { return }
            let ground = CellStyle(background: SurfaceTests.ground)
            canvas.fill(CellRect(origin: CellPoint(column: 0, row: 0), size: canvas.size), with: letter, style: ground)
            let facts = [control.label, control.value] + control.options + [control.isAlert ? "alert" : ""]
            canvas.text(
                facts.filter { !$0.isEmpty }.joined(separator: ","), at: CellPoint(column: 1, row: 0), style: ground)
        }
    }

    private static let letters: [Control.Kind: Character] = [
        .section: "s", .listRow: "r", .table: "t", .modal: "m", .titleBar: "b",
    ]

    private func picture(
        _ root: Element, modal: ModalStyle? = nil, drawsNothing: Bool = false, focus: String? = nil, columns: Int = 40,
        keys: [Key] = []
    ) -> CellBuffer {
        var styles = StyleRegistry()
        for (kind, letter) in Self.letters { styles[kind, "marked"] = Marked(letter: letter, isEmpty: drawsNothing) }
        var root = root
        for kind in Self.letters.keys { root.setEnvironment(kind.styleKey, "marked") }
        var scene = scene(Element(id: "below", .empty))
        var top = layer(root, title: "Title", back: modal == nil ? "Home" : nil)
        top.modal = modal
        scene.layers = modal == nil ? [top] : scene.layers + [top]
        let renderer = Renderer(styles: styles)
        var state = TerminalState()
        if let focus { state.focus[top.entry.id] = .init(element: focus) }
        let layout = renderer.layout(scene, size: size(columns, 14))
        var now = layout.reconcile(state)
        for key in keys { now = layout.handle(key, now).state }
        return renderer.paint(layout, now, colors: .trueColor)
    }

    private func section(_ row: Element) -> Element {
        Element(id: "f", .form, children: [Element(id: "s", .section(title: "Rooms", footer: nil), children: [row])])
    }

    @Test func aStyleDrawsTheCardOfASection_andTheRowsOverIt() {
        let lines = picture(section(text("Kitchen", id: "k"))).lines
        let top = lines.firstIndex { $0.contains("sRoomsss") }
        #expect(top != nil, "\(lines)")
        guard let top else { return }
        #expect(lines[top + 1].contains("Kitchenss") && lines[top + 1].contains("s"))
        #expect(lines[top + 2].allSatisfy { $0 == "s" || $0 == " " })
        #expect(!lines.joined().contains("╭"))
    }

    @Test func contentKeepsTheGroundOfASurface() {
        let picture = picture(section(text("Kitchen", id: "k")))
        guard let row = picture.lines.firstIndex(where: { $0.contains("Kitchen") }) else { Issue.record("no row"); return }
        let column = picture.lines[row].distance(
            from: picture.lines[row].startIndex,
            to: picture.lines[row].range(of: "Kitchen")?.lowerBound ?? picture.lines[row].endIndex)
        #expect(picture[column: column, row: row].style.background == Self.ground)
    }

    /// Nothing else takes the focus, so the back button has it.
    @Test func aStyleDrawsTheTitleBar_withItsBackButton_whoseFocusStaysVisible() {
        let focused = picture(text("x"))
        #expect(focused.lines[0].hasPrefix("›Title,‹ Homebbb"))
        #expect(focused[column: 0, row: 0].style.background != Self.ground)
        let other = picture(vstack([text("x"), button("y")]), focus: "y")
        #expect(other.lines[0].hasPrefix("bTitle,‹ Homebbb"))
    }

    /// Its rows are laid out when they come into sight, each with its part of the card.
    @Test func theCardOfALongFormIsDrawnOnce_howeverFarItIsScrolled() {
        let rows = (0..<200).map { text("row \($0)", id: "r\($0)") }
        let form = Element(
            id: "f", .form, children: [Element(id: "s", .section(title: "Rooms", footer: nil), children: rows)])
        let lines = picture(form).lines.map { $0.trimmingPrefix(" ") }
        #expect(lines[2].hasPrefix("sRoomsssss"))
        #expect(lines[3].hasPrefix("ssrow 0sss") && lines[4].hasPrefix("ssrow 1sss"), "\(lines)")
        #expect(!lines[3...].joined().contains("Rooms"))
        let end = picture(form, keys: ["end"]).lines.map { $0.trimmingPrefix(" ") }
        #expect(end[12].hasPrefix("ssrow 199sss") && end[13].hasPrefix("sssssss"), "\(end)")
        #expect(!end.dropFirst().joined().contains("Rooms"))
    }

    @Test func aStyleDrawsTheBorderOfAModal() {
        let sheet = picture(text("x"), modal: .sheet).lines
        #expect(sheet.contains { $0.contains("mTitlemm") }, "\(sheet)")
        #expect(sheet.contains { $0.contains("mm›Title") }, "the title bar is drawn over it: \(sheet)")
        #expect(picture(text("x"), modal: .alert).lines.contains { $0.contains("mTitle,alertm") })
    }

    @Test func aStyleDrawsTheHeaderOfATable() {
        let columns = [TableContent.Column("Name"), TableContent.Column("Size")]
        let header = Element(id: "h", .tableRow(columns), children: [text("Name", id: "h.0"), text("Size", id: "h.1")])
        let row = Element(id: "r", .tableRow(columns), children: [text("a", id: "r.0"), text("1", id: "r.1")])
        let table = Element(id: "t", .table, children: [header, Element(id: "rows", .list, children: [row])])
        let lines = picture(table).lines
        #expect(lines.contains { $0.contains("t") && $0.contains("Name") && $0.contains("Sizet") }, "\(lines)")
    }

    @Test func aStyleDrawsBehindARowThatIsTapped_andTheFocusStaysVisible() {
        func tapped(_ words: String) -> Element {
            var row = text(words, [.tap(.emit(name: "open", payload: .null))], id: words)
            row.activation = .action(.emit(name: "open", payload: .null))
            return row
        }
        let rows = Element(
            id: "l", .stack(.vertical, alignment: .center, spacing: nil), children: [tapped("Open"), tapped("Close")])
        let picture = picture(rows, focus: "Open")
        func ground(_ words: String) -> RGB? {
            for (row, line) in picture.lines.enumerated() {
                guard let start = line.range(of: words)?.lowerBound else { continue }
                return picture[column: line.distance(from: line.startIndex, to: start), row: row].style.background
            }
            return nil
        }
        #expect(ground("Close") == Self.ground)
        #expect(ground("Open") != Self.ground)
    }

    @Test func aStyleThatDrawsNothingLeavesTheSurfaceToTheHost() {
        let lines = picture(section(text("Kitchen", id: "k")), drawsNothing: true).lines
        #expect(lines.contains { $0.contains("╭ Rooms") || $0.contains("╭─ Rooms") }, "\(lines)")
        #expect(lines[0].contains("‹ Home"))
    }
}

extension Element {
    fileprivate mutating func setEnvironment(_ key: String, _ value: String) {
        environment[key] = .string(value)
        for index in children.indices { children[index].setEnvironment(key, value) }
    }
}
