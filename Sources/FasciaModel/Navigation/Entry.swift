/// The name of one place in a stack, minted by the daemon and never used again: `e17`. Opaque to everybody else.
public struct EntryID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

/// Where to go: the name of a screen and what it is given.
public struct Route: Hashable, Sendable {
    public var screen: String
    public var args: JSON

    public init(_ screen: String, args: JSON = .null) {
        self.screen = screen
        self.args = args
    }
}

/// One place in a stack.
public struct Entry: Hashable, Sendable {
    public let id: EntryID
    public var route: Route
    /// The actions that the peer who pushed this entry has said it handles.
    public var handles: [String]

    public init(id: EntryID, route: Route, handles: [String] = []) {
        self.id = id
        self.route = route
        self.handles = handles
    }
}

/// How a modal layer looks: over part of the screen, over all of it, or as a question that wants an answer.
public enum ModalStyle: String, CaseIterable, Hashable, Sendable {
    case sheet, cover, alert
}

/// One step of a whole path; a step with a `modal` begins a new layer.
public struct PathStep: Hashable, Sendable {
    public var route: Route
    public var modal: ModalStyle?

    public init(_ route: Route, modal: ModalStyle? = nil) {
        self.route = route
        self.modal = modal
    }
}

/// A run of entries in a stack: the base, or a modal over what is below it. Never empty.
public struct Layer: Hashable, Sendable {
    /// `nil` for the base layer only.
    public var modal: ModalStyle?
    public var entries: [Entry]

    public init(modal: ModalStyle? = nil, entries: [Entry]) {
        self.modal = modal
        self.entries = entries
    }
}

/// A name for a path.
public struct Target: Hashable, Sendable {
    public enum Mode: String, CaseIterable, Hashable, Sendable {
        /// The path becomes the stack.
        case reset
        /// The path is appended.
        case push
        /// Go back to it if it is there, else append it.
        case popToOrPush
    }

    public var name: String
    public var path: [PathStep]
    public var mode: Mode

    public init(name: String, path: [PathStep], mode: Mode = .popToOrPush) {
        self.name = name
        self.path = path
        self.mode = mode
    }
}
