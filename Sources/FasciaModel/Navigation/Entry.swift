import FasciaDocument

/// The id of one entry in a stack, such as `e17`. The daemon assigns it and never reuses it; clients must not parse it.
public struct EntryID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

/// A destination: the name of a screen and its arguments.
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
    /// The actions that the peer who pushed this entry handles.
    public var handles: [String]

    public init(id: EntryID, route: Route, handles: [String] = []) {
        self.id = id
        self.route = route
        self.handles = handles
    }
}

/// The look of a modal layer: over part of the screen, over all of it, or as a question to answer.
public enum ModalStyle: String, CaseIterable, Hashable, Sendable {
    case sheet, cover, alert
}

/// One step of a path; a step with a `modal` begins a new layer.
public struct PathStep: Hashable, Sendable {
    public var route: Route
    public var modal: ModalStyle?

    public init(_ route: Route, modal: ModalStyle? = nil) {
        self.route = route
        self.modal = modal
    }
}

/// A run of entries in a stack: the base, or a modal above it. Never empty.
public struct Layer: Hashable, Sendable {
    /// `nil` for the base layer only.
    public var modal: ModalStyle?
    public var entries: [Entry]

    public init(modal: ModalStyle? = nil, entries: [Entry]) {
        self.modal = modal
        self.entries = entries
    }
}

/// A named path.
public struct Target: Hashable, Sendable {
    public enum Mode: String, CaseIterable, Hashable, Sendable {
        /// The path replaces the stack.
        case reset
        /// The path is appended.
        case push
        /// Pops to the path if the stack contains it, else appends it.
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

extension Entry {
    /// Whether it shows the screen with this id, which may be the entry's own screen.
    func shows(_ name: String) -> Bool { route.screen == name || Screen.id(route.screen, of: id) == name }
}

extension Screen {
    /// The id of the screen that one entry shows instead of the screen in its route. The app publishes it for the
    /// entry's arguments.
    public static func id(_ screen: String, of entry: EntryID) -> String { "\(screen)@\(entry)" }

    /// The id of the screen that the one with this id is shown instead of, in one entry; `nil` for other ids.
    package static func id(shownInsteadOf id: String) -> String? { id.lastIndex(of: "@").map { String(id[..<$0]) } }
}
