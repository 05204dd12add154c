import FasciaModel

/// Something that can take the focus.
public struct FocusStop: Sendable {
    /// What keys and the mouse do with it.
    let operation: Operation
    /// In cells of the whole picture, as if nothing were scrolled.
    public let rect: CellRect
    /// The id of the innermost scrolling element that it is in.
    public var scroll: String?
    /// Whether there is room for any of it. Without room, only its shortcut operates it.
    var hasRoom = true
    /// Its parts that mean something of their own to the mouse.
    public var parts: [ControlPart] = []
    /// The row of a list that it is in.
    public var row: RowPlace?

    public var element: String { operation.element }
    public var isEnabled: Bool { operation.isEnabled }
    public var activation: Activation? { operation.activation }
    public var steps: Steps? { operation.steps }
    public var edit: Edit? { operation.edit }
    public var options: Options? { operation.options }
    public var field: TextFieldLook? { operation.field }
    public var submit: Action? { operation.submit }
    public var items: [MenuItem] { operation.items }
    public var shortcut: String? { operation.shortcut }
    public var focusRequest: Int? { operation.focusRequest }
    public var onFocus: Action? { operation.onFocus }
    public var isWheel: Bool { operation.isWheel }
    public var isMenu: Bool { operation.isMenu }
    public var kin: Presentation.Kin? { operation.kin }

    /// Whether the focus goes there.
    var takesFocus: Bool { isEnabled && hasRoom }

    /// What an element is to keys and the mouse, wherever it is. A reference: a box would be many times as large with it
    /// inside.
    public final class Operation: Sendable {
        public let element: String
        public let isEnabled: Bool
        /// `nil` for the way back.
        public let activation: Activation?
        /// What left and right do while it has the focus; `nil` where they move the focus.
        public let steps: Steps?
        /// How it is given another value.
        public let edit: Edit?
        /// What there is to choose from.
        public let options: Options?
        /// What is to be seen of it, where it is a text field.
        public let field: TextFieldLook?
        /// What Enter does, where it is a text field.
        public let submit: Action?
        /// What is behind it, where it is a menu.
        public let items: [MenuItem]
        /// The key that operates it wherever the focus is.
        public let shortcut: String?
        /// Takes the focus, once for each number.
        public let focusRequest: Int?
        /// What is sent when the focus comes or goes.
        public let onFocus: Action?
        /// Whether its choice is turned to before it is picked.
        public let isWheel: Bool
        /// Whether it is opened instead of operated.
        public let isMenu: Bool
        /// What people know it by.
        public let kin: Presentation.Kin?

        init(_ element: Element) {
            self.element = element.id
            isEnabled = element.isEnabled
            activation = element.activation
            steps = element.steps
            edit = element.edit
            options = element.options
            submit = element.submit
            shortcut = element.shortcut
            focusRequest = element.focusRequest
            onFocus = element.onFocus
            kin = Presentation.Kin(role: element.role, label: element.label)
            field = if case .textField(let look) = element.content { look } else { nil }
            isWheel = if case .picker = element.content { element.options != nil } else { false }
            isMenu = if case .menu = element.content { true } else { false }
            items = isMenu ? MenuItem.items(of: element) : []
        }
    }
}

/// A row of a list, by its id and by where it was seen.
public struct RowPlace: Hashable, Sendable {
    public var list: String
    public var row: Int
    public var id: String

    public init(list: String, row: Int, id: String) {
        self.list = list
        self.row = row
        self.id = id
    }
}

/// An element that scrolls.
public struct ScrollRegion: Hashable, Sendable {
    public var element: String
    public var rect: CellRect
    /// How much there is to see.
    public var content: CellSize
    /// The id of the scrolling element around it.
    public var outer: String?

    /// The farthest that it can be scrolled down.
    public var most: Int { max(0, content.rows - rect.size.rows) }
    /// The farthest that it can be scrolled to the right.
    public var mostColumns: Int { max(0, content.columns - rect.size.columns) }
}

/// Walks a laid-out tree for what can be operated, what can be scrolled, and what does not fit its room.
struct StopCollector {
    var stops: [FocusStop] = []
    var scrolls: [ScrollRegion] = []
    /// In the order in which they are drawn.
    var gestures: [GestureArea] = []
    var goals: [AskedGoal] = []
    /// What was made for another room than it has, by the element's id.
    var misfits: [(element: String, made: Room, room: Room)] = []
    /// Where among the stops each element is.
    var places: [String: Int] = [:]

    /// What holds for a box because of what it is in.
    private struct Surroundings {
        /// The id of what scrolls.
        var scroll: String?
        var row: RowPlace?
        /// Nothing is drawn in a box without room, except what is displaced.
        var hasRoom = true
        /// Where the places of boxes count from.
        var origin = CellPoint(column: 0, row: 0)
    }

    init(_ body: LayoutBox, back: LayerLayout.Back?) {
        if let back {
            let way = FocusStop.Operation(Element(id: SceneLayout.backElement, .empty))
            add(FocusStop(operation: way, rect: back.rect))
        }
        collect(body, Surroundings())
    }

    func misfits(in entry: EntryID) -> [Misfit] {
        misfits.map { element, made, room in
            Misfit(place: Presentation.ElementPlace(entry: entry, element: element), made: made, room: room)
        }
    }

    /// Adds a stop, if it is the first one of its element.
    mutating func add(_ stop: FocusStop) {
        guard places[stop.element] == nil else { return }
        places[stop.element] = stops.count
        stops.append(stop)
    }

    private mutating func collect(_ box: LayoutBox, _ outer: Surroundings) {
        var inner = outer
        if case .displaced = box.content { inner.hasRoom = true } else if box.rect.isEmpty { inner.hasRoom = false }
        if !enter(box, outer, &inner) { return }
        if let operable = box.operable {
            add(
                FocusStop(
                    operation: operable, rect: box.rect.moved(by: outer.origin), scroll: inner.scroll,
                    hasRoom: inner.hasRoom, parts: box.parts, row: outer.row))
        }
        for child in box.children { collect(child, inner) }
    }

    /// - Returns: whether to look on as with all others.
    private mutating func enter(_ box: LayoutBox, _ outer: Surroundings, _ inner: inout Surroundings) -> Bool {
        switch box.content {
        case .hidden: return false
        case .gesture(let gesture, let metrics):
            if let element = box.element {
                let stop = FocusStop(
                    operation: FocusStop.Operation(Element(id: element, .empty)), rect: box.rect.moved(by: outer.origin),
                    scroll: outer.scroll)
                gestures.append(GestureArea(stop: stop, gesture: gesture, metrics: metrics))
            }
        case .scrollTo(let goal):
            if let element = box.element { goals.append(AskedGoal(element: element, goal: goal)) }
        case .geometry(let made, let room):
            if made != room, let element = box.element { misfits.append((element, made, room)) }
        case .scroll(let content, let bar, _): inner.scroll = enter(box, content, bar, outer)
        case .window(let window):
            inner.scroll = enter(box, window.content(box.rect.size), window.bar, outer)
            for (index, child) in box.children.enumerated() {
                let row = window.first + index
                inner.row = box.element.map { RowPlace(list: $0, row: row, id: window.rows.id(row)) }
                inner.origin = outer.origin + box.origins[index]
                collect(child, inner)
            }
            return false
        default: break
        }
        return true
    }

    /// The id of what scrolls in there. What shows all that it has leaves scrolling to what is around it.
    private mutating func enter(
        _ box: LayoutBox, _ content: CellSize, _ bar: Int, _ outer: Surroundings
    ) -> String? {
        guard let element = box.element else { return outer.scroll }
        var rect = box.rect.moved(by: outer.origin)
        rect.size.rows -= bar
        let region = ScrollRegion(element: element, rect: rect, content: content, outer: outer.scroll)
        guard region.most > 0 || region.mostColumns > 0 || outer.scroll == nil else { return outer.scroll }
        scrolls.append(region)
        return element
    }
}
