import Foundation
import SceneTestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// A wide terminal shows the screen on top beside the one below it.
struct AsideTests {
    private let renderer = Renderer()

    private func link(_ screen: String) -> JSON {
        [
            "kind": "button", "id": .string("to " + screen), "label": .string(screen.capitalized),
            "tap": ["method": "nav.push", "params": ["screen": .string(screen)]],
        ]
    }

    private func panel(pushed: String...) throws -> Panel {
        var panel = Panel()
        func put(_ id: String, _ children: [JSON]) throws {
            let body: JSON = ["kind": "form", "children": .array(children)]
            _ = try panel.apply(.putScreen(Screen(id: id, title: id.capitalized, body: try Node.schema.read(body))))
        }
        try put("list", [link("disks"), link("power"), ["kind": "value", "bind": "load"]])
        try put("disks", [["kind": "text", "text": "Two disks"], ["kind": "value", "bind": "used"]])
        try put("power", [["kind": "text", "text": "All the power"]])
        for key in ["load", "used"] { _ = try panel.apply(.setValue(key: key, 10)) }
        for screen in pushed { _ = try panel.apply(.push(stack: "main", route: Route(screen), handles: [])) }
        return panel
    }

    private func layout(_ panel: Panel, _ columns: Int, _ rows: Int = 12, reusing cache: LayoutCache? = nil) throws -> SceneLayout
    {
        let scene = try #require(panel.scene(stack: "main", withAside: true))
        return renderer.layout(scene, size: size(columns, rows), reusing: cache)
    }

    private func cell(_ words: String, _ lines: [String]) throws -> CellPoint {
        let row = try #require(lines.firstIndex { $0.contains(words) })
        let column = try #require(lines[row].range(of: words))
        return CellPoint(column: lines[row].distance(from: lines[row].startIndex, to: column.lowerBound), row: row)
    }

    @Test func bothAreShownFrom100ColumnsOn() throws {
        let panel = try panel(pushed: "list", "disks")
        let narrow = renderer.paint(try layout(panel, 99)).lines.joined()
        #expect(narrow.contains("Two disks") && !narrow.contains("Power"))
        let wide = renderer.paint(try layout(panel, 100)).lines
        let (list, disks) = (try cell("Power", wide), try cell("Two disks", wide))
        #expect(list.column < 40 && disks.column >= 40)
        #expect(try cell("›Disks", wide).column < 40)
    }

    @Test func togetherTheyAreNotWiderThanCanBeRead() throws {
        let panel = try panel(pushed: "list", "disks")
        let lines = renderer.paint(try layout(panel, 160)).lines.dropFirst()
        let used = lines.filter { !$0.isEmpty }
        #expect(used.allSatisfy { $0.hasPrefix(String(repeating: " ", count: 16)) && $0.count <= 144 })
        #expect(used.contains { $0.count > 120 })
    }

    @Test func aCoverAndABareScreenStandAlone() throws {
        var panel = try panel(pushed: "list", "disks")
        _ = try panel.apply(.modal(stack: "main", route: Route("power"), style: .cover, handles: []))
        #expect(panel.entryAside(stack: "main") == nil)
        #expect(try self.panel(pushed: "list").entryAside(stack: "main") == nil)
        #expect(try self.panel(pushed: "none", "list").entryAside(stack: "main") == nil)
    }

    @Test func aSheetStandsOverBoth() throws {
        var panel = try panel(pushed: "list", "disks")
        _ = try panel.apply(.modal(stack: "main", route: Route("power"), style: .sheet, handles: []))
        let layout = try layout(panel, 120, 30)
        #expect(layout.aside == nil)
        let lines = renderer.paint(layout).lines.joined()
        #expect(lines.contains("All the power") && lines.contains("Load") == false && lines.contains("Disks"))
        let press = layout.handle(Mouse(.press, at: CellPoint(column: 6, row: 3)), .init())
        #expect(press.outcome == .none && press.preceding.isEmpty)
    }

    @Test func theFocusStaysInTheEntryOnTop() throws {
        let panel = try panel(pushed: "disks", "list")
        let layout = try layout(panel, 100)
        let top = try #require(layout.top?.entry)
        var now = layout.reconcile(.init())
        #expect(now.focus[top]?.element == "to disks")
        for key in ["down", "left", "up", "left"] as [Key] { now = layout.handle(key, now).state }
        #expect(layout.handle("enter", now).preceding.isEmpty)
        #expect(layout.handle("escape", now).outcome == .back(entry: top, closes: false))
    }

    @Test func aClickAsideGoesBackAndOperatesTheRow() throws {
        let panel = try panel(pushed: "list", "disks")
        let layout = try layout(panel, 100)
        let (top, aside) = (try #require(layout.top?.entry), try #require(layout.aside?.entry))
        let seen = DisplayedLayout(layout, layout.reconcile(.init()))
        let at = try cell("Power", renderer.paint(layout).lines)
        // Another layout has replaced the one that was clicked.
        let result = try self.layout(panel, 100).handle(Mouse(.press, at: at), .init(), seeing: seen)
        #expect(result.preceding == [.back(entry: top, closes: false)])
        guard case .activate(aside, "to power", .action(.call("nav.push", _))) = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
        #expect(result.state.focus[aside]?.element == "to power")
        let blank = layout.handle(Mouse(.press, at: CellPoint(column: 5, row: 10)), .init())
        #expect(blank.outcome == .none && blank.preceding.isEmpty)
    }

    @Test func aChangeInOnePartSendsNothingOfTheOther() throws {
        var panel = try panel(pushed: "list", "disks")
        let cache = LayoutCache()
        let before = renderer.paint(try layout(panel, 120, reusing: cache))
        _ = try panel.apply(.setValue(key: "used", 11))
        let after = renderer.paint(try layout(panel, 120, reusing: cache))
        let bytes = TerminalEncoder.diff(from: before, to: after, profile: .init())
        #expect(bytes.utf8.count < 40, "\(bytes.debugDescription)")
    }
}
