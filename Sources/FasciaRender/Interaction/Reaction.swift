import FasciaModel

/// What a key or the mouse comes to.
public struct Reaction: Equatable, Sendable {
    /// The presentation from now on, whatever the outcome.
    public var presentation: Presentation
    /// What comes before the outcome: the text of a field that is left.
    public var first: [Outcome]
    public var outcome: Outcome
    /// What the user is told beside it: what could not be done of what they did.
    public var complaint: String?

    public init(_ presentation: Presentation, _ outcome: Outcome = .none, first: [Outcome] = []) {
        self.presentation = presentation
        self.outcome = outcome
        self.first = first
    }

    /// Whether it is only about this terminal's own window: a follower's keys that still do something.
    public func isOwn(instead before: Presentation) -> Bool {
        outcome == .quit || outcome == .redraw || presentation.help != before.help
    }

    public enum Outcome: Hashable, Sendable {
        /// Nothing beyond what has become of the presentation.
        case none
        /// An element of the top layer was operated.
        case activate(entry: EntryID, element: String, Activation)
        /// An element of the top layer is being dragged. Like `activate`; where the last one is still on its way, it
        /// may be left out.
        case drag(entry: EntryID, element: String, Activation)
        /// A text field of the top layer was given this text.
        case edit(entry: EntryID, element: String, Edit, text: String)
        /// Leave this entry: `pop` it, or `close` its layer where it is a modal's only entry.
        case back(entry: EntryID, closes: Bool)
        /// The terminal wants to leave.
        case quit
        /// The terminal wants everything drawn again.
        case redraw
    }
}

/// A key by its name: `up`, `down`, `left`, `right`, `home`, `end`, `pageup`, `pagedown`, `tab`, `backtab`, `enter`,
/// `space`, `escape`, `backspace`, `delete`, a character (`q`), or one with `ctrl+` before it.
public struct Key: Hashable, Sendable, ExpressibleByStringLiteral {
    public var name: String
    public init(_ name: String) { self.name = name }
    public init(stringLiteral name: String) { self.name = name }

    /// Whether it is one character, and no name. Names are ASCII.
    var isCharacter: Bool { name.utf8.count == 1 || (name.utf8.contains { $0 >= 0x80 } && name.count == 1) }
}

/// Something done with the mouse, at a cell counted from 0 at the top left.
public struct Mouse: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case press, release, move, wheelUp, wheelDown
    }

    public var kind: Kind
    public var at: CellPoint

    public init(_ kind: Kind, at: CellPoint) {
        self.kind = kind
        self.at = at
    }
}
