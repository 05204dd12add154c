import FasciaDocument
import FasciaModel

/// The visible part of one stack: the top entry of each visible layer, with every name resolved.
///
/// Resolved once for each change and shared by all terminals. Size, focus and scrolling belong to each terminal.
public struct Scene: Hashable, Sendable {
    public var stack: String
    /// From the lowest visible layer (a cover hides those below it) to the topmost modal. Only the last one can be
    /// operated. The first one may be the entry aside of the base layer's top entry. Never empty.
    public var layers: [SceneLayer]
    /// The ids of the logs in it.
    public var logs: Set<String> = []

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
    /// The title of the entry below in the same layer; `nil` if there is none.
    public var back: String?
    /// The titles of the entries below in the same layer, from the lowest; if there are many, only the nearest.
    public var path: [String]
    public var root: Element
    /// Whether it is the entry below the base layer's top entry, which a wide terminal shows beside that.
    public var isAside = false
    /// The element of an entry aside that led to the entry beside it; `nil` if it is unknown.
    public var selected: String?

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

/// The visible state of a text field. The text of a secure field is bullets.
public struct TextFieldState: Hashable, Sendable {
    public var label: String
    public var text: String
    public var prompt: String
    public var isSecure: Bool
    public var updates: TextFieldContent.Updates
    /// The minimum and maximum height in lines; `nil` for one line that scrolls horizontally.
    public var lines: ClosedRange<Int>?
    /// Why the text that was typed on one terminal was refused.
    public var refusal: String?

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

/// The activations for the previous and the next value; `nil` at an end.
public struct Steps: Hashable, Sendable {
    public var previous: Activation?
    public var next: Activation?

    public init(previous: Activation? = nil, next: Activation? = nil) {
        self.previous = previous
        self.next = next
    }
}

/// What operating an element does. A flip carries the state the user saw, so that simultaneous gestures do not undo
/// each other.
public enum Activation: Hashable, Sendable {
    case flip(id: String, expect: GroupState)
    /// Selects that element of a picker's component; `nil` clears the selection.
    case pick(id: String, element: String?)
    /// Sets a value of the panel.
    case setValue(key: String, JSON)
    case action(Action)
}
