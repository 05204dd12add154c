import FasciaModel

/// Where everything of a scene is, for one size: what is painted, and what keys and the mouse are held against.
///
/// A reference, and never changed: many hands pass it on.
public final class SceneLayout: Sendable {
    /// What stands for the way back in the title bar where an element's id is asked for.
    public static let backElement = "/back"
    /// What stands for the body where it scrolls as a whole. Its root may scroll by itself, too.
    static let bodyElement = "/body"

    public let size: CellSize
    public let unicode: Bool
    /// From bottom to top, as in the scene; only the last one can be operated.
    public let layers: [LayerLayout]
    init(
        _ scene: Scene, size: CellSize, unicode: Bool, styles: StyleRegistry, work: WorkCount? = nil,
        excess: Excess? = nil, memory: LayoutMemory? = nil
    ) {
        self.size = Cells.clamp(size)
        self.unicode = unicode
        var builder = LayoutBuilder(styles: styles, unicode: unicode, work: work)
        let screen = CellRect(column: 0, row: 0, columns: self.size.columns, rows: self.size.rows)
        if let remembered = memory.flatMap({ builder.layers(of: scene, in: screen, reusing: $0) }) {
            layers = remembered
            return
        }
        layers = scene.layers.map { layer in
            builder.effort = LayoutEffort()
            defer { if builder.effort.isExcessive { excess?.note(layer.entry.id) } }
            return LayerLayout(layer, in: screen, builder)
        }
    }

    /// The layer that can be operated.
    public var top: LayerLayout? { layers.last }
}

extension LayoutBuilder {
    /// The layers, as far as possible made of what there was before; `nil` where that did not do.
    fileprivate func layers(of scene: Scene, in screen: CellRect, reusing memory: LayoutMemory) -> [LayerLayout]? {
        guard memory.begin() else { return nil }
        var builder = self
        (builder.memory, builder.effort) = (memory, memory.effort)
        let layers = scene.layers.map { LayerLayout($0, in: screen, builder) }
        if !builder.effort.isShort { return layers }
        memory.giveUp()
        return nil
    }
}

/// One layer: its title bar and its body.
///
/// A reference, and never changed: many hands pass it on with each key.
public final class LayerLayout: Sendable {
    public let entry: EntryID
    public let modal: ModalStyle?
    /// Whether there is a box around it.
    public let hasBox: Bool
    public let frame: CellRect
    /// The row with the title; empty where there is no room for it.
    public let bar: CellRect
    public let title: String
    /// What its environment says of how it is drawn.
    public let theme: Theme
    /// What leads back, in the title bar; `nil` at the root.
    public let back: Back?
    /// Where the body is seen.
    public let viewport: CellRect
    public let body: LayoutBox
    /// Whether there are lists in it, whose rows are laid out for those who look at them: see `windowed`.
    let hasLists: Bool
    /// The lists whose rows are laid out, by the list's id.
    let windows: [String: ListWindow]
    /// What was made of it for those who have looked into its lists.
    let looks = WindowMemory()

    /// What can take the focus, in the order of Tab; the way back is the first.
    public let stops: [FocusStop]
    public let scrolls: [ScrollRegion]
    /// Where something can be done with the mouse that is no tap.
    let gestures: [GestureArea]
    /// What the screen wants to be seen.
    let goals: [AskedGoal]
    /// What was made for another room than there is.
    let misfits: [Misfit]
    /// Where among the stops each element is.
    private let places: [String: Int]

    public struct Back: Hashable, Sendable {
        public var label: String
        public var rect: CellRect
        /// A modal's only entry is closed, any other is popped.
        public var closes: Bool
    }

    /// Where among the stops an element is.
    func index(ofStop element: String) -> Int? { places[element] }

    func stop(of element: String) -> FocusStop? { index(ofStop: element).map { stops[$0] } }

    init(_ layer: SceneLayer, in screen: CellRect, _ builder: LayoutBuilder) {
        let item = builder.item(for: layer.root, LayoutBuilder.Context(scarcity: Scarcity(screen.size)))
        frame = LayerLayout.frame(layer, item, in: screen)
        hasBox = frame != screen
        let inside = hasBox ? frame.inset(columns: 2, rows: 1) : frame
        // A picture of one row is better spent on the body.
        let barRows = inside.size.rows >= 2 ? 1 : 0
        // An alert is made as high as it needs with the rule.
        let ruleRows = inside.size.rows >= (hasBox && layer.modal == .alert ? 4 : 5) ? 1 : 0
        bar = CellRect(column: inside.minColumn, row: inside.minRow, columns: inside.size.columns, rows: barRows)
        viewport = CellRect(
            column: inside.minColumn, row: inside.minRow + barRows + ruleRows, columns: inside.size.columns,
            rows: max(0, inside.size.rows - barRows - ruleRows))
        (entry, modal, title, theme) = (layer.entry.id, layer.modal, layer.title, Theme(layer.root.environment))
        back = LayerLayout.back(of: layer, in: bar)
        body = LayerLayout.body(item, in: viewport)
        hasLists = body.hasLists
        windows = [:]
        let found = StopCollector(body, back: back)
        (stops, scrolls, gestures, goals, places) = (found.stops, found.scrolls, found.gestures, found.goals, found.places)
        misfits = found.misfits(in: entry)
    }

    /// The same layer with the rows of its lists that are seen.
    init(_ old: LayerLayout, _ body: LayoutBox, _ windows: [String: ListWindow]) {
        (entry, modal, hasBox, frame, bar) = (old.entry, old.modal, old.hasBox, old.frame, old.bar)
        (title, theme, back, viewport) = (old.title, old.theme, old.back, old.viewport)
        (hasLists, self.body, self.windows) = (old.hasLists, body, windows)
        let found = StopCollector(body, back: back)
        (stops, scrolls, gestures, goals, places) = (found.stops, found.scrolls, found.gestures, found.goals, found.places)
        misfits = found.misfits(in: entry)
    }

    /// The base and covers take the screen; sheets and alerts a box in its middle, if there is room for one.
    private static func frame(_ layer: SceneLayer, _ item: LayoutItem, in screen: CellRect) -> CellRect {
        guard screen.size.columns >= 16, screen.size.rows >= 7 else { return screen }
        var size: CellSize
        switch layer.modal {
        case nil, .cover: return screen
        case .sheet: size = CellSize(columns: screen.size.columns * 4 / 5, rows: screen.size.rows * 4 / 5)
        case .alert:
            // As small as its content, its title and the way out allow.
            let room = ProposedCells(columns: max(12, screen.size.columns * 3 / 5 - 4), rows: nil)
            let content = item.size(for: room)
            let title = TextWidth.of(layer.title) + TextWidth.of(backLabel(of: layer) ?? "") + 4
            size = CellSize(columns: max(content.columns, title) + 4, rows: content.rows + 4)
        }
        size.columns = min(max(size.columns, 16), screen.size.columns - 2)
        size.rows = min(max(size.rows, 6), screen.size.rows - 1)
        return CellRect(
            column: (screen.size.columns - size.columns) / 2, row: (screen.size.rows - size.rows) / 2,
            columns: size.columns, rows: size.rows)
    }

    private static func backLabel(of layer: SceneLayer) -> String? {
        layer.back.map { "‹ " + TextWidth.clean($0) } ?? (layer.modal == nil ? nil : "× Close")
    }

    /// The way back, with the titles that lead here: `‹ Home › Orders`. Where there is no room for all of them, those
    /// that are farthest away go first.
    private static func back(of layer: SceneLayer, in bar: CellRect) -> Back? {
        guard let label = backLabel(of: layer) else { return nil }
        // One column for the mark of the focus, as controls have it. The title wants room, too, in the middle.
        let besideTitle = (bar.size.columns - TextWidth.of(layer.title)) / 2 - 2
        let room = max(min(bar.size.columns, 9), bar.size.columns / 3, besideTitle)
        let short = path(of: layer, label, columns: max(0, room - 1))
        let columns = min(bar.size.columns, TextWidth.of(short) + 1)
        let rect = CellRect(column: bar.minColumn, row: bar.minRow, columns: columns, rows: bar.size.rows)
        return Back(label: short, rect: rect, closes: layer.back == nil)
    }

    private static func path(of layer: SceneLayer, _ nearest: String, columns: Int) -> String {
        let titles = layer.path.map(TextWidth.clean)
        for first in titles.indices where titles.count > 1 {
            let shown = (first > 0 ? ["…"] : []) + titles[first...]
            let path = "‹ " + shown.joined(separator: " › ")
            if TextWidth.of(path) <= columns { return path }
        }
        return Wrapping.truncate(nearest, columns: columns)
    }

    /// In the middle of the viewport. What is higher than that scrolls as a whole.
    private static func body(_ item: LayoutItem, in viewport: CellRect) -> LayoutBox {
        let room = ProposedCells(columns: viewport.size.columns, rows: viewport.size.rows)
        if item.size(for: room).rows <= viewport.size.rows { return item.place(in: viewport, room, .center) }
        let tall = ProposedCells(columns: viewport.size.columns, rows: nil)
        let content = item.place(
            in: CellRect(
                column: viewport.minColumn, row: viewport.minRow, columns: viewport.size.columns,
                rows: item.size(for: tall).rows), tall, .top)
        return LayoutBox(
            element: SceneLayout.bodyElement, rect: viewport,
            content: .scroll(
                content: CellSize(columns: viewport.size.columns, rows: content.rect.size.rows), bar: 0,
                showsIndicators: true), children: [content])
    }
}
