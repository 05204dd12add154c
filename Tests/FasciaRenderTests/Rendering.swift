import SceneTestSupport
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

// Helpers to lay out and paint elements in tests.

/// The rows of the title bar for a body of `rows` rows.
func titleRows(_ columns: Int, _ rows: Int) -> Int { rows < (columns < 24 ? 5 : 3) ? 1 : 2 }

/// The painted lines of the body, without the title bar.
func body(_ root: Element, _ columns: Int, _ rows: Int, unicode: Bool = true, focus: String? = nil) -> [String] {
    let title = titleRows(columns, rows)
    let layout = Renderer().layout(scene(root), size: size(columns, rows + title), unicode: unicode)
    var state = TerminalState()
    if let focus { state.focus[EntryID("e1")] = .init(element: focus) }
    return Array(Renderer().paint(layout, state, colors: .ansi16).lines.dropFirst(title))
}

/// The area of an element, relative to the body.
func rect(of id: String, in root: Element, _ columns: Int, _ rows: Int) -> CellRect? {
    let title = titleRows(columns, rows)
    let layout = Renderer().layout(scene(root), size: size(columns, rows + title))
    func find(_ box: LayoutBox) -> CellRect? {
        if box.element == id { return box.rect }
        for child in box.children { if let rect = find(child) { return rect } }
        return nil
    }
    return layout.top.flatMap { find($0.body) }?.moved(rows: -title)
}

/// The areas of all elements of `root` for a proposal, without a title or a viewport.
func places(_ root: Element, _ columns: Int?, _ rows: Int?) -> [String: CellRect] {
    let item = LayoutBuilder(styles: .init(), unicode: true).item(for: root)
    let box = item.place(at: CellPoint(column: 0, row: 0), ProposedCells(columns: columns, rows: rows))
    var places: [String: CellRect] = [:]
    func collect(_ box: LayoutBox) {
        if let id = box.element, places[id] == nil { places[id] = box.rect }
        for child in box.children { collect(child) }
    }
    collect(box)
    places["whole"] = box.rect
    return places
}
