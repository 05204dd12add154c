import FasciaModel

/// A part of a laid-out tree: where it is and what is to be drawn there.
///
/// A reference, and never changed: the parts that a layout has in common with the one before are the same ones.
public final class LayoutBox: Sendable {
    /// The scene's element that it shows; `nil` for what modifiers and containers add.
    public let element: String?
    /// In cells of the whole picture, as if nothing were scrolled; what is in the row of a window counts from that
    /// row's corner.
    public let rect: CellRect
    public let content: Content
    /// Drawn after it, and clipped to it unless they are displaced.
    public let children: [LayoutBox]
    /// The element that can be operated here.
    let operable: FocusStop.Operation?
    /// The parts of a control that mean something of their own to the mouse.
    public let parts: [ControlPart]
    /// Among the boxes that it stands with, higher ones are drawn over lower ones.
    public let zIndex: Double
    /// What the places in each of its children count from, where that is something of their own.
    let origins: [CellPoint]
    /// Whether there are lists in it, of whose rows none is laid out.
    let hasLists: Bool
    /// Whether it or something in it is displaced.
    let hasDisplaced: Bool
    /// Its children from the lowest to the highest, where that is not their order.
    private let order: [Int]?

    public enum Content: Sendable {
        case group
        case text([PlacedLine])
        /// A control, the name of its style, and the style it inherits.
        case control(Control, style: String, CellStyle)
        case fill(NamedColor)
        /// A shape, the style that it inherits, and what its corners are measured by.
        case shape(ShapeContent, CellStyle, CellMetrics)
        case border(NamedColor)
        /// What is in it can be operated, and shows the focus as a whole.
        case tappable
        case rule(isVertical: Bool)
        /// A window on content of that size. Its last `bar` rows are no part of it: they show that there is more to
        /// either side.
        case scroll(content: CellSize, bar: Int, showsIndicators: Bool)
        /// A window on rows that are laid out when it is known which are seen.
        case list(ListRows)
        /// A list whose rows around what is seen are laid out: its children, one for each row.
        case window(ListWindow)
        /// What is in it stands outside of where it would, and is not clipped to what it is in.
        case displaced
        case opacity(Double)
        case clip(NodeShape, CellMetrics)
        /// Takes its room, and is neither drawn nor operated.
        case hidden
        /// Something can be done with the mouse on what is in it.
        case gesture(PointerGesture, CellMetrics)
        /// Something in it is to be scrolled to.
        case scrollTo(ScrollGoal)
        /// What is in it was made for one room, and is offered another or the same.
        case geometry(made: Room, offered: Room)
    }

    init(
        element: String? = nil, rect: CellRect, content: Content = .group, children: [LayoutBox] = [],
        operable: FocusStop.Operation? = nil, parts: [ControlPart] = [], zIndex: Double = 0
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
            origins = window.tops.dropLast().map { top in
                let by = window.axis == .vertical ? CellPoint(column: 0, row: top) : CellPoint(column: top, row: 0)
                return corner + by
            }
        } else {
            origins = []
        }
        hasDisplaced = content.isDisplaced || children.contains { $0.hasDisplaced }
        order = LayoutBox.order(of: children)
        hasLists = content.isList || children.contains { $0.hasLists }
    }

    /// From the lowest to the highest, equals in their order; `nil` where that is the order in which they stand.
    private static func order(of children: [LayoutBox]) -> [Int]? {
        guard children.contains(where: { $0.zIndex != 0 }) else { return nil }
        return children.indices.sorted { (children[$0].zIndex, $0) < (children[$1].zIndex, $1) }
    }

    /// The same box around something else.
    func with(_ content: Content, _ children: [LayoutBox]) -> LayoutBox {
        LayoutBox(
            element: element, rect: rect, content: content, children: children, operable: operable, parts: parts,
            zIndex: zIndex)
    }

    /// Its children with their places among them, from the lowest to the highest.
    func forEachChild(_ body: (LayoutBox, Int) -> Void) { forEachChild(of: children.indices, body) }

    /// The same for some of them.
    func forEachChild(of places: Range<Int>, _ body: (LayoutBox, Int) -> Void) {
        if let order {
            for index in order where places.contains(index) { body(children[index], index) }
        } else {
            for index in places { body(children[index], index) }
        }
    }

    /// How many boxes there are in it, itself included.
    var count: Int { children.reduce(1) { $0 + $1.count } }
}

extension LayoutBox.Content {
    fileprivate var isDisplaced: Bool { if case .displaced = self { true } else { false } }
    fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

/// One line of a text: where it begins in the text's box, and what it says.
public struct PlacedLine: Hashable, Sendable {
    public var column: Int
    public var spans: [TextSpan]
}
