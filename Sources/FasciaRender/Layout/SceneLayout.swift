import FasciaModel
import FasciaScene

/// The layout of a scene for one size. Frames are painted from it, and keys and mouse events are interpreted with it.
///
/// An immutable class, because it is passed along often.
public final class SceneLayout {
    /// Stands for the back button of the title bar, in place of an element id.
    public static let backElement = "/back"
    /// Stands for the body that scrolls as a whole, in place of an element id. The root element may also scroll by
    /// itself.
    static let bodyElement = "/body"

    public let size: CellSize
    public let unicode: Bool
    /// From bottom to top, as in the scene; only the last one is operable.
    public let layers: [LayerLayout]
    init(
        _ scene: Scene, size: CellSize, unicode: Bool, styles: StyleRegistry, work: RenderStatistics? = nil,
        overBudget: OverBudgetScreens? = nil, cache: LayoutCache? = nil
    ) {
        self.size = size
        self.unicode = unicode
        var builder = LayoutBuilder(styles: styles, unicode: unicode, work: work)
        let screen = CellRect(column: 0, row: 0, columns: self.size.columns, rows: self.size.rows)
        if let remembered = cache.flatMap({ builder.layers(of: scene, in: screen, reusing: $0) }) {
            layers = remembered
            return
        }
        let panes = Panes(of: scene, in: screen)
        layers = scene.layers.filter { !$0.isAside || panes != nil }.map { layer in
            builder.budget = LayoutBudget()
            defer { if builder.budget.isOverBudget { overBudget?.note(layer.entry.id, .layout) } }
            return LayerLayout(layer, in: screen, panes, builder)
        }
    }

    /// The topmost layer, which is the operable one.
    public var top: LayerLayout? { layers.last }

    /// The layer aside of the topmost one; `nil` if it has none, or is a modal.
    public var aside: LayerLayout? { top?.modal == nil ? layers.first { $0.isAside } : nil }
}

extension LayoutBuilder {
    /// Lays out the scene's layers with items from earlier layouts; `nil` if the layout must be made from scratch.
    fileprivate func layers(of scene: Scene, in screen: CellRect, reusing cache: LayoutCache) -> [LayerLayout]? {
        guard cache.begin() else { return nil }
        var builder = self
        (builder.cache, builder.budget) = (cache, cache.budget)
        let panes = Panes(of: scene, in: screen)
        let layers = scene.layers.filter { !$0.isAside || panes != nil }.map { LayerLayout($0, in: screen, panes, builder) }
        if !builder.budget.hasRefused { return layers }
        cache.recordOverBudget()
        return nil
    }
}

/// The layout of one layer: its title bar and its body.
///
/// An immutable class, because it is passed along with each event.
public final class LayerLayout {
    public let entry: EntryID
    public let modal: ModalStyle?
    /// Whether it is shown beside the base layer's top entry.
    public let isAside: Bool
    /// The element of a layer aside that led to the entry beside it.
    let selected: String?
    public let hasBorder: Bool
    /// What styles draw instead of the border and the title bar.
    let (borderSurface, barSurface): (Surface?, Surface?)
    public let frame: CellRect
    /// The row of the title bar; empty if there is no room for it.
    public let titleBar: CellRect
    public let title: String
    /// The theme from its environment.
    public let theme: Theme
    /// The back button in the title bar; `nil` at the root.
    public let back: Back?
    /// The area of the body.
    public let viewport: CellRect
    public let body: LayoutBox
    /// Whether it contains lists. Their rows are laid out by `windowed`.
    package let hasLists: Bool
    /// The laid-out windows of its lists, by list id.
    package let windows: [String: ListWindow]
    let windowedLayers = WindowedLayerCache()

    /// The focusable elements in Tab order, starting with the back button.
    public let stops: [FocusTarget]
    public let scrolls: [ScrollRegion]
    /// The areas with mouse gestures other than a tap.
    package let gestures: [GestureArea]
    /// The scroll requests of the screen.
    package let scrollRequests: [ScrollRequest]
    /// The elements that were made for another room than they have.
    package let mismatches: [SizeMismatch]
    /// The index of each element's stop.
    private let targetIndices: [String: Int]

    public struct Back: Hashable, Sendable {
        public var label: String
        public var rect: CellRect
        /// Whether it closes a modal, whose only entry this is, or pops an entry.
        public var closes: Bool
    }

    package func index(ofStop element: String) -> Int? { targetIndices[element] }

    package func stop(of element: String) -> FocusTarget? { index(ofStop: element).map { stops[$0] } }

    init(_ layer: SceneLayer, in screen: CellRect, _ panes: Panes?, _ builder: LayoutBuilder) {
        let pane = panes?.area(of: layer)
        let item = builder.item(
            for: layer.root,
            LayoutBuilder.Context(screenTitle: layer.title, space: SpaceConstraints((pane ?? screen).size)))
        frame = pane ?? LayerLayout.frame(layer, item, in: screen)
        hasBorder = pane == nil && frame != screen
        let inside = hasBorder ? frame.inset(columns: 2, rows: 1) : frame
        // A single row is used for the body.
        let barRows = inside.size.rows >= 2 ? 1 : 0
        let blankRows = LayerLayout.hasBlankRow(layer, in: inside.size, hasBorder: hasBorder) ? 1 : 0
        // Both panes have one title bar, that of the entry on top.
        let bar = pane == nil ? inside : screen
        titleBar = CellRect(
            column: bar.minColumn, row: bar.minRow, columns: bar.size.columns, rows: layer.isAside ? 0 : barRows)
        viewport = CellRect(
            column: inside.minColumn, row: inside.minRow + barRows + blankRows, columns: inside.size.columns,
            rows: max(0, inside.size.rows - barRows - blankRows))
        (entry, modal, theme) = (layer.entry.id, layer.modal, Theme(layer.root.environment))
        title = LayerLayout.barTitle(of: layer)
        (isAside, selected) = (layer.isAside, layer.selected)
        back = LayerLayout.back(of: layer, in: titleBar)
        borderSurface = hasBorder ? builder.surface(.modal, layer.title, of: layer.root) : nil
        barSurface = builder.surface(.titleBar, layer.title, of: layer.root)
        body = LayerLayout.body(item, in: viewport)
        hasLists = body.hasLists
        windows = [:]
        let found = StopCollector(body, back: back)
        (stops, scrolls, gestures, scrollRequests, targetIndices) = (
            found.stops, found.scrolls, found.gestures, found.scrollRequests, found.targetIndices
        )
        mismatches = found.mismatches(in: entry)
    }

    /// The same layer with the visible rows of its lists.
    init(_ old: LayerLayout, _ body: LayoutBox, _ windows: [String: ListWindow]) {
        (entry, modal, hasBorder, frame, titleBar) = (old.entry, old.modal, old.hasBorder, old.frame, old.titleBar)
        (title, theme, back, viewport) = (old.title, old.theme, old.back, old.viewport)
        (isAside, selected) = (old.isAside, old.selected)
        (borderSurface, barSurface) = (old.borderSurface, old.barSurface)
        (hasLists, self.body, self.windows) = (old.hasLists, body, windows)
        let found = StopCollector(body, back: back)
        (stops, scrolls, gestures, scrollRequests, targetIndices) = (
            found.stops, found.scrolls, found.gestures, found.scrollRequests, found.targetIndices
        )
        mismatches = found.mismatches(in: entry)
    }

    /// Whether there is a blank row below the title bar. A background begins at the bar.
    private static func hasBlankRow(_ layer: SceneLayer, in size: CellSize, hasBorder: Bool) -> Bool {
        let hasBackground = layer.root.modifiers.contains { if case .background = $0 { true } else { false } }
        return !hasBackground && (hasBorder ? size.rows >= 3 : SpaceConstraints(size).hasBlankRow)
    }

    /// The layer's area: the whole screen for the base and covers, a centred box for sheets and alerts if there is
    /// room. It is as high as its content: with a border, a title bar, and a blank row above and below the content.
    private static func frame(_ layer: SceneLayer, _ item: LayoutItem, in screen: CellRect) -> CellRect {
        guard screen.size.columns >= 16, screen.size.rows >= 7 else { return screen }
        var size: CellSize
        switch layer.modal {
        case nil, .cover: return screen
        case .sheet:
            let columns = min(screen.size.columns * 4 / 5, ReadingColumnKind.maximumColumns + 6)
            let content = item.size(for: ProposedCells(columns: columns - 4, rows: nil)).rows
            let most = max(screen.size.rows * 4 / 5, min(screen.size.rows - 2, 13))
            // A list or a log takes the room that there is.
            size = CellSize(columns: columns, rows: layer.root.scrollsRows ? most : min(content + 5, most))
        case .alert:
            // As small as its content, title and back button allow.
            let room = ProposedCells(columns: max(12, screen.size.columns * 3 / 5 - 4), rows: nil)
            let content = item.size(for: room)
            let title = TextWidth.of(barTitle(of: layer)) + TextWidth.of(backLabel(of: layer) ?? "") + 4
            size = CellSize(columns: max(content.columns, title) + 4, rows: content.rows + 5)
        }
        size.columns = min(max(size.columns, 16), screen.size.columns - 2)
        size.rows = min(size.rows, screen.size.rows - 1)
        return CellRect(
            column: (screen.size.columns - size.columns) / 2, row: (screen.size.rows - size.rows) / 2,
            columns: size.columns, rows: size.rows)
    }

    /// The title in the bar: not that of an alert which says the same below it.
    private static func barTitle(of layer: SceneLayer) -> String {
        layer.modal == .alert && layer.root.firstWords == layer.title ? "" : layer.title
    }

    private static func backLabel(of layer: SceneLayer) -> String? {
        guard let back = layer.back else { return layer.modal == nil ? nil : "× Close" }
        return "‹ " + (back.isEmpty ? "Back" : TextWidth.clean(back))
    }

    /// The back button, with the path to this screen: `‹ Home › Orders`. In a narrow bar the most distant titles are
    /// dropped first.
    private static func back(of layer: SceneLayer, in bar: CellRect) -> Back? {
        guard let label = backLabel(of: layer) else { return nil }
        // One column for the focus mark, as in controls. The title also needs room, in the middle.
        let besideTitle = (bar.size.columns - TextWidth.of(barTitle(of: layer))) / 2 - 2
        let room = max(min(bar.size.columns, 9), bar.size.columns / 3, besideTitle)
        let short = path(of: layer, label, columns: max(0, room - 1))
        let columns = min(bar.size.columns, TextWidth.of(short) + 1)
        let rect = CellRect(column: bar.minColumn, row: bar.minRow, columns: columns, rows: bar.size.rows)
        return Back(label: short, rect: rect, closes: layer.back == nil)
    }

    private static func path(of layer: SceneLayer, _ nearest: String, columns: Int) -> String {
        let titles = layer.path.map { $0.isEmpty ? "…" : TextWidth.clean($0) }
        // The way back to a screen without a title has no path.
        for first in titles.indices where titles.count > 1 && layer.path.last?.isEmpty == false {
            let shown = (first > 0 ? ["…"] : []) + titles[first...]
            let path = "‹ " + shown.joined(separator: " › ")
            if TextWidth.of(path) <= columns { return path }
        }
        // A cut title says less than the sign alone.
        return TextWidth.of(nearest) <= columns ? nearest : String(nearest.prefix(1))
    }

    /// Centres the body in the viewport. A body that is too high scrolls as a whole.
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
                content: CellSize(columns: viewport.size.columns, rows: content.rect.size.rows), markerRows: 0,
                showsIndicators: true), children: [content])
    }
}

extension Element {
    /// Whether it is or contains rows that scroll: as many as there is room for are shown.
    fileprivate var scrollsRows: Bool {
        switch content {
        case .list, .rows, .table, .log: true
        default: children.contains { $0.scrollsRows }
        }
    }
}
