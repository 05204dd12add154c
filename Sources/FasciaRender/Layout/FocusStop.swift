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
    /// Whether its choice is turned to before it is picked.
    public var isWheel = false
    /// Whether it is opened instead of operated.
    public var isMenu = false
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
        if element.takesFocus { operable[element.id] = element }
        // What is behind a menu is shown when it is open, and is not laid out.
        if case .menu = element.content { return }
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
            stops.append(FocusStop(element, box, scroll: scroll))
        }
        for child in box.children { collect(child, scroll: scroll) }
    }
}

extension FocusStop {
    fileprivate init(_ element: Element, _ box: LayoutBox, scroll: String?) {
        self.init(
            element: element.id, rect: box.rect, scroll: scroll, isEnabled: element.isEnabled,
            activation: element.activation, steps: element.steps, edit: element.edit, options: element.options,
            submit: element.submit, parts: box.parts, shortcut: element.shortcut,
            focusRequest: element.focusRequest)
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

extension LayoutBox {
    fileprivate var isOperable: Bool {
        switch content {
        case .control, .tappable: true
        default: false
        }
    }
}
