import FasciaModel

/// Something that can take the focus.
public struct FocusStop: Hashable, Sendable {
    public var element: String
    /// In cells of the whole picture, as if nothing were scrolled.
    public var rect: CellRect
    /// The id of the scrolling element that it is in.
    public var scroll: String?
    public var isEnabled: Bool
    /// `nil` for the way back.
    public var activation: Activation?
    /// What left and right do while it has the focus; `nil` where they move the focus.
    public var steps: Steps?
}

/// An element that scrolls.
public struct ScrollRegion: Hashable, Sendable {
    public var element: String
    public var rect: CellRect
    /// How many rows there are to see.
    public var contentRows: Int

    /// The farthest that it can be scrolled down.
    public var most: Int { max(0, contentRows - rect.size.rows) }
}

/// Walks a laid-out tree for what can be operated and what can be scrolled.
struct StopCollector {
    var stops: [FocusStop] = []
    var scrolls: [ScrollRegion] = []
    private var operable: [String: Element] = [:]
    private var taken: Set<String> = []

    init(_ root: Element) { remember(root) }

    private mutating func remember(_ element: Element) {
        if element.activation != nil { operable[element.id] = element }
        for child in element.children { remember(child) }
    }

    mutating func collect(_ box: LayoutBox, scroll: String?) {
        var scroll = scroll
        if case .scroll(let rows) = box.content, let element = box.element {
            let region = ScrollRegion(element: element, rect: box.rect, contentRows: rows)
            // A form that shows all its rows leaves scrolling to what is around it.
            if region.most > 0 || scroll == nil {
                scrolls.append(region)
                scroll = element
            }
        }
        if box.isOperable, let id = box.element, let element = operable[id], taken.insert(id).inserted {
            stops.append(
                FocusStop(
                    element: id, rect: box.rect, scroll: scroll, isEnabled: element.isEnabled,
                    activation: element.activation, steps: element.steps))
        }
        for child in box.children { collect(child, scroll: scroll) }
    }
}

extension LayoutBox {
    fileprivate var isOperable: Bool {
        switch content {
        case .control, .tappable: true
        default: false
        }
    }
}
