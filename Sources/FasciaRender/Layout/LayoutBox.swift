import FasciaDocument
import FasciaScene

/// A node of the laid-out tree: its position, and what it draws.
///
/// An immutable class: successive layouts share unchanged boxes.
public final class LayoutBox {
    /// The id of the scene's element; `nil` for boxes of modifiers and containers.
    public let element: String?
    /// In cells of the screen, as if nothing were scrolled. Boxes in a row of a window are relative to the row's
    /// corner.
    public let rect: CellRect
    public let content: Content
    /// Drawn after the box, and clipped to it unless they are offset.
    public let children: [LayoutBox]
    /// How keys and the mouse operate this box; `nil` if it is not operable.
    let operable: FocusTarget.Behavior?
    /// The parts of a control with their own meaning for the mouse.
    public let parts: [ControlPart]
    /// Among siblings, boxes with a higher index are drawn over those with a lower one.
    public let zIndex: Double
    /// The origin of each child's coordinates, for a window; otherwise empty.
    package let origins: [CellPoint]
    /// Whether it contains lists whose rows are not laid out yet.
    let hasLists: Bool
    /// Whether it is or contains an offset box.
    let containsOffsetBox: Bool
    /// Whether it is or contains something that may cover what is below it.
    let covers: Bool
    /// The drawing order of its children, if it differs from their order.
    private let order: [Int]?

    public enum Content {
        case group
        case text([PlacedLine])
        /// A control, the name of its style, and the inherited style of its cells.
        case control(Control, style: String, CellStyle)
        case fill(NamedColor)
        /// A shape, the inherited style, and the metrics for its corners.
        case shape(ShapeContent, CellStyle, CellMetrics)
        case border(NamedColor)
        case card(CardBorder)
        /// Notes below the control in it.
        case notes([ControlNote], at: CellPoint)
        /// A tappable element that is not a control; it shows the focus as a whole.
        case tappable(Surface?)
        case surface(Surface)
        /// A button around its label.
        case button(ButtonFrame)
        case rule(isVertical: Bool)
        /// A scroll view on content of that size. Its last `markerRows` rows show the marks for more content at the left or
        /// right.
        case scroll(content: CellSize, markerRows: Int, showsIndicators: Bool)
        /// A list whose rows are not laid out yet.
        case list(ListRows)
        /// A list with its rows around the visible ones laid out, as its children.
        case window(ListWindow)
        /// Its children are moved away from their layout position, and are not clipped to the box.
        case offset
        case opacity(Double)
        case clip(NodeShape, CellMetrics)
        /// Takes its room, but is neither drawn nor operable.
        case hidden
        /// Its content has a mouse gesture.
        case gesture(PointerGesture, CellMetrics)
        /// A request to scroll to something in it.
        case scrollTo(ScrollGoal)
        /// The room that its content was made for, and the room that it has.
        case geometry(made: Room, offered: Room)
    }

    init(
        element: String? = nil, rect: CellRect, content: Content = .group, children: [LayoutBox] = [],
        operable: FocusTarget.Behavior? = nil, parts: [ControlPart] = [], zIndex: Double = 0
    ) {
        self.element = element
        self.rect = rect
        self.content = content
        self.children = children
        self.operable = operable
        self.parts = parts
        self.zIndex = zIndex
        if case .window(let window) = content {
            let corner = rect.origin
            origins = window.rowOffsets.dropLast().map { top in
                let by = window.axis == .vertical ? CellPoint(column: 0, row: top) : CellPoint(column: top, row: 0)
                return corner + by
            }
        } else {
            origins = []
        }
        containsOffsetBox = content.isOffset || children.contains { $0.containsOffsetBox }
        covers = content.covers || children.contains { $0.covers }
        order = LayoutBox.order(of: children)
        hasLists = content.isList || children.contains { $0.hasLists }
    }

    /// The stable order by z-index; `nil` if it is the children's order.
    private static func order(of children: [LayoutBox]) -> [Int]? {
        guard children.contains(where: { $0.zIndex != 0 }) else { return nil }
        return children.indices.sorted { (children[$0].zIndex, $0) < (children[$1].zIndex, $1) }
    }

    /// A copy with other content and children, and possibly another rectangle.
    func with(_ content: Content, _ children: [LayoutBox], rect: CellRect? = nil) -> LayoutBox {
        LayoutBox(
            element: element, rect: rect ?? self.rect, content: content, children: children, operable: operable, parts: parts,
            zIndex: zIndex)
    }

    /// Calls `body` for each child with its index, in drawing order.
    func forEachChild(_ body: (LayoutBox, Int) -> Void) { forEachChild(of: children.indices, body) }

    /// Calls `body` for some of the children with their indices, in drawing order.
    func forEachChild(of places: Range<Int>, _ body: (LayoutBox, Int) -> Void) {
        if let order {
            for index in order where places.contains(index) { body(children[index], index) }
        } else {
            for index in places { body(children[index], index) }
        }
    }
}

extension LayoutBox.Content {
    fileprivate var isOffset: Bool { if case .offset = self { true } else { false } }
    fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

/// One line of a text: its column in the text's box, and its spans.
public struct PlacedLine: Hashable, Sendable {
    public var column: Int
    public var spans: [TextSpan]

    var width: Int { spans.reduce(0) { $0 + TextWidth.of($1.text) } }
}
