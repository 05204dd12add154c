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
    /// What it was made of.
    let scene: Scene
    /// All copies of it have the same one, and no other layout has it as long as somebody keeps it.
    public let identity = Identity()
    /// That of another layout where a plain presentation that is settled there is settled here, too; else its own.
    public let settling: Identity

    /// In which layout what was replaced, where that is all that is different there.
    let replaced: (in: Identity, elements: [(layer: Int, element: String)])?

    public final class Identity: Sendable {}

    /// Another one with elements that have taken the place of those that were there.
    ///
    /// - Parameter keepsSettled: whether a plain presentation that is settled in the other one is settled here.
    init(
        _ old: SceneLayout, showing scene: Scene, _ layers: [LayerLayout], replaced: [(layer: Int, element: String)],
        keepsSettled: Bool
    ) {
        (self.scene, size, unicode, self.layers) = (scene, old.size, old.unicode, layers)
        self.replaced = (old.identity, replaced)
        settling = keepsSettled ? old.settling : identity
    }

    init(
        _ scene: Scene, size: CellSize, unicode: Bool, styles: StyleRegistry, work: WorkCount? = nil,
        excess: Excess? = nil, memory: LayoutMemory? = nil
    ) {
        self.scene = scene
        settling = identity
        replaced = nil
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
            defer { if builder.effort.isExcessive { excess?.note(.layout, of: layer.entry.id) } }
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
/// A value whose fields are kept in one place and copied when one of several that share them is changed: many hands pass
/// it on with each key.
public struct LayerLayout: Sendable {
    private var fields: Shared<Fields>

    private struct Fields: Sendable {
        let outline: Outline
        var findings = Findings()
        var body: LayoutBox
        var item: LayoutItem
        var looks = WindowMemory()
        var stops: ChunkedArray<FocusStop> = []
        var hasShortcuts = false
        var hasRequests = false
        var windows: [String: ListWindow] = [:]
    }

    public internal(set) var body: LayoutBox {
        get { fields.value.body }
        set { fields.value.body = newValue }
    }

    /// What the body was made of.
    var item: LayoutItem {
        get { fields.value.item }
        set { fields.value.item = newValue }
    }

    /// What was made of it for those who have looked.
    var looks: WindowMemory {
        get { fields.value.looks }
        set { fields.value.looks = newValue }
    }

    /// What can take the focus, in the order of Tab; the way back is the first.
    public var stops: ChunkedArray<FocusStop> { fields.value.stops }
    /// Whether there are stops with a key of their own, and stops that ask for the focus: mostly there are none.
    var hasShortcuts: Bool { fields.value.hasShortcuts }
    var hasRequests: Bool { fields.value.hasRequests }

    /// The lists whose rows are laid out, by the list's id.
    var windows: [String: ListWindow] {
        get { fields.value.windows }
        _modify { yield &fields.value.windows }
    }

    public struct Back: Hashable, Sendable {
        public var label: String
        public var rect: CellRect
        /// A modal's only entry is closed, any other is popped.
        public var closes: Bool
    }

    /// What stands around the body, and what is in it whatever is seen of its lists.
    private final class Outline: Sendable {
        let entry: EntryID
        let modal: ModalStyle?
        let hasBox: Bool
        let frame: CellRect
        let bar: CellRect
        let title: String
        let theme: Theme
        let back: Back?
        let viewport: CellRect
        let hasLists: Bool
        let hasParts: Bool

        init(
            _ layer: SceneLayer, hasBox: Bool, frame: CellRect, bar: CellRect, back: Back?, viewport: CellRect,
            body: LayoutBox
        ) {
            (entry, modal, title, theme) = (layer.entry.id, layer.modal, layer.title, Theme(layer.root.environment))
            (self.hasBox, self.frame, self.bar, self.back, self.viewport) = (hasBox, frame, bar, back, viewport)
            (hasLists, hasParts) = (body.hasLists, body.hasParts)
        }
    }

    /// What was found in the body besides its stops, and stays as it is where elements are replaced.
    private final class Findings: Sendable {
        let scrolls: [ScrollRegion]
        let gestures: [GestureArea]
        let goals: [AskedGoal]
        let misfits: [Misfit]
        /// Where among the stops each element is.
        let places: [String: Int]

        init(_ found: StopCollector = StopCollector(), in entry: EntryID = EntryID("")) {
            (scrolls, gestures, goals, places) = (found.scrolls, found.gestures, found.goals, found.places)
            misfits = found.misfits.map { element, made, room in
                Misfit(place: Presentation.ElementPlace(entry: entry, element: element), made: made, room: room)
            }
        }
    }

    public var entry: EntryID { fields.value.outline.entry }
    public var modal: ModalStyle? { fields.value.outline.modal }
    /// Whether there is a box around it.
    public var hasBox: Bool { fields.value.outline.hasBox }
    public var frame: CellRect { fields.value.outline.frame }
    /// The row with the title; empty where there is no room for it.
    public var bar: CellRect { fields.value.outline.bar }
    public var title: String { fields.value.outline.title }
    /// What its environment says of how it is drawn.
    public var theme: Theme { fields.value.outline.theme }
    /// What leads back, in the title bar; `nil` at the root.
    public var back: Back? { fields.value.outline.back }
    /// Where the body is seen.
    public var viewport: CellRect { fields.value.outline.viewport }
    /// Whether there are lists in it, of whose rows none is laid out: see `windowed`.
    var hasLists: Bool { fields.value.outline.hasLists }
    /// Whether there are rows in it of which only some are known.
    var hasParts: Bool { fields.value.outline.hasParts }

    public var scrolls: [ScrollRegion] { fields.value.findings.scrolls }
    /// Where something can be done with the mouse that is no tap.
    var gestures: [GestureArea] { fields.value.findings.gestures }
    /// What the screen wants to be seen.
    var goals: [AskedGoal] { fields.value.findings.goals }
    /// What was made for another room than there is.
    var misfits: [Misfit] { fields.value.findings.misfits }

    /// Where among the stops an element is.
    func index(ofStop element: String) -> Int? { fields.value.findings.places[element] }

    func stop(of element: String) -> FocusStop? { index(ofStop: element).map { stops[$0] } }

    init(_ layer: SceneLayer, in screen: CellRect, _ builder: LayoutBuilder) {
        let item = builder.item(for: layer.root, LayoutBuilder.Context(scarcity: Scarcity(screen.size)))
        let frame = LayerLayout.frame(layer, item, in: screen)
        let hasBox = frame != screen
        let inside = hasBox ? frame.inset(columns: 2, rows: 1) : frame
        // A picture of one row is better spent on the body.
        let barRows = inside.size.rows >= 2 ? 1 : 0
        // An alert is made as high as it needs with the rule.
        let ruleRows = inside.size.rows >= (hasBox && layer.modal == .alert ? 4 : 5) ? 1 : 0
        let bar = CellRect(column: inside.minColumn, row: inside.minRow, columns: inside.size.columns, rows: barRows)
        let viewport = CellRect(
            column: inside.minColumn, row: inside.minRow + barRows + ruleRows, columns: inside.size.columns,
            rows: max(0, inside.size.rows - barRows - ruleRows))
        let body = LayerLayout.body(item, in: viewport)
        let outline = Outline(
            layer, hasBox: hasBox, frame: frame, bar: bar, back: LayerLayout.back(of: layer, in: bar),
            viewport: viewport, body: body)
        fields = Shared(Fields(outline: outline, body: body, item: item))
        collect()
    }

    /// Finds what can be operated and scrolled in the body as it is.
    mutating func collect() {
        var collector = StopCollector()
        if let back {
            let way = FocusStop.Operation(Element(id: SceneLayout.backElement, .empty))
            collector.add(FocusStop(operation: way, rect: back.rect))
        }
        collector.collect(body)
        if body.mayHide {
            let hidden = SightSurvey.hidden(in: body, viewport: viewport)
            for index in collector.stops.indices where hidden.contains(collector.stops[index].element) {
                collector.stops[index].isInSight = false
            }
        }
        fields.value.stops = ChunkedArray(collector.stops)
        fields.value.hasShortcuts = collector.stops.contains { $0.shortcut != nil }
        fields.value.hasRequests = collector.stops.contains { $0.focusRequest != nil }
        fields.value.findings = Findings(collector, in: entry)
    }

    /// Another element has taken the place of the one at a stop.
    mutating func operate(_ operation: FocusStop.Operation, _ parts: [ControlPart], at index: Int) {
        fields.value.stops[index] = fields.value.stops[index].replaced(by: operation, parts)
        if operation.shortcut != nil { fields.value.hasShortcuts = true }
        if operation.focusRequest != nil { fields.value.hasRequests = true }
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
