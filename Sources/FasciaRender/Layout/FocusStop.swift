import FasciaModel

/// Something that can take the focus.
public struct FocusStop: Hashable, Sendable {
    public var element: String
    /// In cells of the whole picture, as if nothing were scrolled.
    public var rect: CellRect
    /// The id of the innermost scrolling element that it is in.
    public var scroll: String?
    public var isEnabled: Bool
    /// `nil` for the way back.
    public var activation: Activation?
    /// What left and right do while it has the focus; `nil` where they move the focus.
    public var steps: Steps?
    /// How it is given another value.
    public var edit: Edit?
    /// What there is to choose from.
    public var options: Options?
    /// What is to be seen of it, where it is a text field.
    public var field: TextFieldLook?
    /// What Enter does, where it is a text field.
    public var submit: Action?
    /// What is behind it, where it is a menu.
    public var items: [MenuItem] = []
    /// Its parts that mean something of their own to the mouse.
    public var parts: [ControlPart] = []
    /// The key that operates it wherever the focus is.
    public var shortcut: String?
    /// Takes the focus, once for each number.
    public var focusRequest: Int?
    /// What is sent when the focus comes or goes.
    public var onFocus: Action?
    /// Whether its choice is turned to before it is picked.
    public var isWheel = false
    /// Whether it is opened instead of operated.
    public var isMenu = false
    /// The row of a list that it is in.
    public var row: RowPlace?
    /// What people know it by.
    public var kin: Presentation.Kin?
}

/// A row of a list, by its id and by where it was seen.
public struct RowPlace: Hashable, Codable, Sendable {
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
    /// What was made for another room than it has, by the element's id.
    var misfits: [(element: String, made: Room, room: Room)] = []
    private var taken: Set<String> = []

    mutating func collect(_ box: LayoutBox, scroll: String?, row: RowPlace? = nil) {
        var scroll = scroll
        switch box.content {
        case .hidden: return
        case .gesture(let gesture, let metrics):
            if let element = box.element {
                let stop = FocusStop(
                    element: element, rect: box.rect, scroll: scroll, isEnabled: true, activation: nil)
                gestures.append(GestureArea(stop: stop, gesture: gesture, metrics: metrics))
            }
        case .geometry(let made, let room):
            if made != room, let element = box.element { misfits.append((element, made, room)) }
        case .scroll(let content, let bar, _): scroll = enter(box, content, bar, scroll)
        case .window(let window):
            scroll = enter(box, window.content(box.rect.size), window.bar, scroll)
            for (index, child) in box.children.enumerated() {
                let row = window.first + index
                let place = box.element.map { RowPlace(list: $0, row: row, id: window.rows.id(row)) }
                collect(child, scroll: scroll, row: place)
            }
            return
        default: break
        }
        if let element = box.operable?.element, taken.insert(element.id).inserted {
            stops.append(FocusStop(element, box, scroll: scroll, row: row))
        }
        for child in box.children { collect(child, scroll: scroll, row: row) }
    }

    /// The id of what scrolls in there. What shows all that it has leaves scrolling to what is around it.
    private mutating func enter(_ box: LayoutBox, _ content: CellSize, _ bar: Int, _ outer: String?) -> String? {
        guard let element = box.element else { return outer }
        var rect = box.rect
        rect.size.rows -= bar
        let region = ScrollRegion(element: element, rect: rect, content: content, outer: outer)
        guard region.most > 0 || region.mostColumns > 0 || outer == nil else { return outer }
        scrolls.append(region)
        return element
    }
}

extension FocusStop {
    fileprivate init(_ element: Element, _ box: LayoutBox, scroll: String?, row: RowPlace?) {
        self.init(
            element: element.id, rect: box.rect, scroll: scroll, isEnabled: element.isEnabled,
            activation: element.activation, steps: element.steps, edit: element.edit, options: element.options,
            submit: element.submit, parts: box.parts, shortcut: element.shortcut,
            focusRequest: element.focusRequest, onFocus: element.onFocus, row: row)
        kin = Presentation.Kin(role: element.role, label: element.label)
        switch element.content {
        case .textField(let look): field = look
        case .picker: isWheel = element.options != nil
        case .menu:
            isMenu = true
            items = MenuItem.items(of: element)
        default: break
        }
    }
}
