/// What is to be seen of one stack: the top entry of each visible layer, with every name looked up.
///
/// Resolved once for each change and shared by all terminals; size, focus and scrolling are theirs.
public struct Scene: Hashable, Sendable {
    public var stack: String
    /// From the lowest one that is visible (a cover hides what is under it) to the topmost modal. Only the last one
    /// can be operated. Never empty.
    public var layers: [SceneLayer]

    public init(stack: String, layers: [SceneLayer]) {
        self.stack = stack
        self.layers = layers
    }
}

public struct SceneLayer: Hashable, Sendable {
    public var entry: Entry
    /// `nil` for the base layer.
    public var modal: ModalStyle?
    public var title: String
    /// The title of the entry below it in its layer, where there is one to go back to.
    public var back: String?
    /// The titles of all entries below it in its layer, from the lowest; where there are many, of the nearest ones.
    public var path: [String]
    public var root: Element

    public init(
        entry: Entry, modal: ModalStyle? = nil, title: String, back: String? = nil, path: [String]? = nil,
        root: Element
    ) {
        self.entry = entry
        self.modal = modal
        self.title = title
        self.back = back
        self.path = path ?? back.map { [$0] } ?? []
        self.root = root
    }
}

/// What is to be seen of a text field. The text of a secure one is bullets.
public struct TextFieldLook: Hashable, Sendable {
    public var label: String
    public var text: String
    public var prompt: String
    public var isSecure: Bool
    public var updates: TextFieldContent.Updates
    /// How many lines it is high, at least and at most; `nil` for one, which scrolls sideways.
    public var lines: ClosedRange<Int>?

    public init(
        label: String = "", text: String = "", prompt: String = "", isSecure: Bool = false,
        updates: TextFieldContent.Updates = .change, lines: ClosedRange<Int>? = nil
    ) {
        self.label = label
        self.text = text
        self.prompt = prompt
        self.isSecure = isSecure
        self.updates = updates
        self.lines = lines
    }
}

/// What lies to either side of what is shown; `nil` where it ends.
public struct Steps: Hashable, Sendable {
    public var previous: Activation?
    public var next: Activation?

    public init(previous: Activation? = nil, next: Activation? = nil) {
        self.previous = previous
        self.next = next
    }
}

/// What operating an element means. A gesture names what it saw, so that two at once never undo each other.
public enum Activation: Hashable, Sendable {
    case flip(id: String, expect: GroupState)
    /// Selects that element of a picker's component; `nil` selects nothing.
    case pick(id: String, element: String?)
    /// Gives a value of the panel this value.
    case setValue(key: String, JSON)
    case action(Action)
}
