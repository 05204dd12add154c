import FasciaDocument
import FasciaModel
import FasciaScene

/// An element that can take the focus.
public struct FocusTarget {
    /// What keys and the mouse do with the element.
    let behavior: Behavior
    /// In cells of the screen, as if nothing were scrolled.
    public let rect: CellRect
    /// The id of the innermost scroll view around it.
    public var scroll: String?
    /// Whether any part of it has room and is not covered. Without that, only its shortcut operates it.
    package var hasRoom = true
    /// The parts with their own meaning for the mouse.
    public var parts: [ControlPart] = []
    /// The list row that contains it.
    public var row: RowID?

    public var element: String { behavior.element }
    public var isEnabled: Bool { behavior.isEnabled }
    public var activation: Activation? { behavior.activation }
    public var steps: Steps? { behavior.steps }
    public var edit: Edit? { behavior.edit }
    public var options: Options? { behavior.options }
    public var field: TextFieldState? { behavior.field }
    public var conditions: [ElementCondition] { behavior.conditions }
    public var submit: Action? { behavior.submit }
    /// The items of the menu that it opens; empty for other elements. Read it once: those of a choice are made here,
    /// because there may be many.
    public var items: [MenuItem] { behavior.items }
    public var shortcut: String? { behavior.shortcut }
    public var focusRequest: Int? { behavior.focusRequest }
    public var onFocus: Action? { behavior.onFocus }
    package var leadsOn: Bool { behavior.leadsOn }
    public var isWheel: Bool { behavior.isWheel }
    public var opensMenu: Bool { behavior.opensMenu }
    public var identity: AccessibilityIdentity? { behavior.identity }
    package var isDestructive: Bool { behavior.role == .destructive }
    package var isCancel: Bool { behavior.role == .cancel }

    /// Whether it accepts the focus.
    package var takesFocus: Bool { isEnabled && hasRoom }

    /// How keys and the mouse operate an element, wherever it is. A class, to keep boxes small.
    public final class Behavior: Sendable {
        public let element: String
        public let isEnabled: Bool
        /// `nil` for the back button.
        public let activation: Activation?
        /// The actions of Left and Right while it is focused; `nil` if these move the focus.
        public let steps: Steps?
        /// How its value can be set.
        public let edit: Edit?
        /// The options of a picker.
        public let options: Options?
        /// The content of a text field; `nil` for other elements.
        public let field: TextFieldState?
        /// The condition of the bound thing that it shows.
        public let conditions: [ElementCondition]
        /// The action of Enter in a text field.
        public let submit: Action?
        /// The items of a menu without options.
        private let ownItems: [MenuItem]
        /// The shortcut key that operates it wherever the focus is.
        public let shortcut: String?
        /// A focus request: it takes the focus once for each new number.
        public let focusRequest: Int?
        /// The action for gaining and losing the focus.
        public let onFocus: Action?
        /// Whether Left and Right turn to options, which are then picked.
        public let isWheel: Bool
        /// Whether operating it opens a menu.
        public let opensMenu: Bool
        /// Whether operating it leads to another screen.
        let leadsOn: Bool
        /// What its author says of a button.
        let role: ButtonContent.Role?
        /// The role and label that identify it to a person.
        public let identity: AccessibilityIdentity?

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
            leadsOn = element.leadsOn
            role = element.control?.role
            identity = AccessibilityIdentity(role: element.role, label: element.label)
            field = element.control?.field
            conditions = element.conditions
            isWheel = element.controlKind == .picker && element.options != nil
            opensMenu = isWheel || element.controlKind == .menu
            ownItems = opensMenu && element.options == nil ? MenuItem.items(of: element) : []
        }

        var items: [MenuItem] {
            guard opensMenu, let options else { return ownItems }
            return MenuItem.items(of: options, element: element, isEnabled: isEnabled)
        }
    }
}

/// An area with a mouse gesture other than a tap.
package struct GestureArea {
    /// Its position. It does not take the focus.
    package var stop: FocusTarget
    package var gesture: PointerGesture
    package var metrics: CellMetrics
}

/// A request of the screen to scroll all terminals to a place.
package struct ScrollRequest: Sendable {
    /// The requesting element.
    package var element: String
    package var goal: ScrollGoal
}

/// The role and label that identify a control to a person.
public struct AccessibilityIdentity: Hashable, Sendable {
    public var role: String
    public var label: String

    /// `nil` without a label. Of a long label only the beginning is kept.
    public init?(role: String, label: String) {
        guard !label.isEmpty else { return nil }
        self.role = role
        self.label = String(label.prefix(80))
    }
}

/// A row of a list, by its id and its last known index.
public struct RowID: Hashable, Sendable {
    public var list: String
    public var row: Int
    public var id: String

    public init(list: String, row: Int, id: String) {
        self.list = list
        self.row = row
        self.id = id
    }
}

/// A scroll view.
public struct ScrollRegion: Hashable, Sendable {
    public var element: String
    public var rect: CellRect
    public var content: CellSize
    /// The id of the scroll view around it.
    public var outer: String?

    /// The maximum vertical scroll offset.
    public var maximumRows: Int { max(0, content.rows - rect.size.rows) }
    /// The maximum horizontal scroll offset.
    public var maximumColumns: Int { max(0, content.columns - rect.size.columns) }
}

/// Collects the focus targets, scroll views, gestures, scroll requests and mismatches of a laid-out tree.
struct StopCollector {
    var stops: [FocusTarget] = []
    var scrolls: [ScrollRegion] = []
    /// In drawing order.
    var gestures: [GestureArea] = []
    var scrollRequests: [ScrollRequest] = []
    /// Elements that were made for another room than they have, by id.
    var mismatches: [(element: String, made: Room, room: Room)] = []
    /// The index of each element's stop.
    var targetIndices: [String: Int] = [:]

    /// The state that a box inherits from its ancestors.
    private struct InheritedState {
        /// The id of the innermost scroll view.
        var scroll: String?
        var row: RowID?
        /// Whether the box has room: nothing is drawn in an empty box, except offset boxes.
        var hasRoom = true
        /// The origin of the boxes' coordinates.
        var origin = CellPoint(column: 0, row: 0)
    }

    init(_ body: LayoutBox, back: LayerLayout.Back?) {
        if let back {
            let way = FocusTarget.Behavior(Element(id: SceneLayout.backElement, .empty))
            add(FocusTarget(behavior: way, rect: back.rect))
        }
        collect(body, InheritedState())
        guard CoverFinder.isNeeded(body) else { return }
        for element in CoverFinder(body).covered { if let index = targetIndices[element] { stops[index].hasRoom = false } }
    }

    func mismatches(in entry: EntryID) -> [SizeMismatch] {
        mismatches.map { element, made, room in
            SizeMismatch(id: ElementID(entry: entry, element: element), made: made, room: room)
        }
    }

    /// Adds a stop, unless its element has one.
    mutating func add(_ stop: FocusTarget) {
        guard targetIndices[stop.element] == nil else { return }
        targetIndices[stop.element] = stops.count
        stops.append(stop)
    }

    private mutating func collect(_ box: LayoutBox, _ outer: InheritedState) {
        var inner = outer
        if case .offset = box.content { inner.hasRoom = true } else if box.rect.isEmpty { inner.hasRoom = false }
        if !enter(box, outer, &inner) { return }
        if let operable = box.operable {
            add(
                FocusTarget(
                    behavior: operable, rect: box.rect.moved(by: outer.origin), scroll: inner.scroll,
                    hasRoom: inner.hasRoom, parts: box.parts, row: outer.row))
        }
        for child in box.children { collect(child, inner) }
    }

    /// - Returns: whether the caller still has to collect the box and its children.
    private mutating func enter(_ box: LayoutBox, _ outer: InheritedState, _ inner: inout InheritedState) -> Bool {
        switch box.content {
        case .hidden: return false
        case .gesture(let gesture, let metrics):
            if let element = box.element {
                let stop = FocusTarget(
                    behavior: FocusTarget.Behavior(Element(id: element, .empty)), rect: box.rect.moved(by: outer.origin),
                    scroll: outer.scroll)
                gestures.append(GestureArea(stop: stop, gesture: gesture, metrics: metrics))
            }
        case .scrollTo(let goal):
            if let element = box.element { scrollRequests.append(ScrollRequest(element: element, goal: goal)) }
        case .geometry(let made, let room):
            if made != room, let element = box.element { mismatches.append((element, made, room)) }
        case .scroll(let content, let markerRows, _): inner.scroll = enter(box, content, markerRows, outer)
        case .window(let window):
            if let operable = box.operable {
                add(
                    FocusTarget(
                        behavior: operable, rect: box.rect.moved(by: outer.origin), scroll: outer.scroll,
                        hasRoom: inner.hasRoom, row: outer.row))
            }
            inner.scroll = enter(box, window.content(box.rect.size), window.markerRows, outer)
            for (index, child) in box.children.enumerated() {
                let row = window.first + index
                inner.row = box.element.map { RowID(list: $0, row: row, id: window.rows.id(row)) }
                inner.origin = outer.origin + box.origins[index]
                collect(child, inner)
            }
            return false
        default: break
        }
        return true
    }

    /// Adds a scroll view and returns its id. One that shows all its content leaves scrolling to the one around it, and
    /// is not added.
    private mutating func enter(
        _ box: LayoutBox, _ content: CellSize, _ markerRows: Int, _ outer: InheritedState
    ) -> String? {
        guard let element = box.element else { return outer.scroll }
        var rect = box.rect.moved(by: outer.origin)
        rect.size.rows -= markerRows
        let region = ScrollRegion(element: element, rect: rect, content: content, outer: outer.scroll)
        guard region.maximumRows > 0 || region.maximumColumns > 0 || outer.scroll == nil else { return outer.scroll }
        scrolls.append(region)
        return element
    }
}
