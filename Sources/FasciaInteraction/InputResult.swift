import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaScene

/// The result of a key or a mouse event.
public struct InputResult: Equatable, Sendable {
    /// The new state, whatever the outcome.
    public var state: TerminalState
    /// Outcomes that precede the main one, such as sending the text of a field that loses the focus.
    public var preceding: [Outcome]
    public var outcome: Outcome
    /// A message to the user about a part of the input that was not carried out.
    public var notice: String?

    public init(_ state: TerminalState, _ outcome: Outcome = .none, preceding: [Outcome] = []) {
        self.state = state
        self.outcome = outcome
        self.preceding = preceding
    }

    /// Whether it concerns only this terminal's own window. Such keys also work on a terminal that follows another one.
    public func isLocal(comparedTo before: TerminalState) -> Bool {
        outcome == .quit || outcome == .redraw || state.help != before.help
    }

    public enum Outcome: Hashable, Sendable {
        /// Only the state changes.
        case none
        /// An element of the top layer was operated.
        case activate(entry: EntryID, element: String, Activation)
        /// An element of the top layer is being dragged. Like `activate`, but may be coalesced while the previous one
        /// is pending.
        case drag(entry: EntryID, element: String, Activation)
        /// A gesture that has begun on an element ends, whatever is shown by now.
        case ended(entry: EntryID, element: String, Activation)
        /// The text of a field of the top layer has changed.
        case edit(entry: EntryID, element: String, Edit, text: String)
        /// Go back from this entry: `pop` it, or `close` its layer if it is a modal's only entry.
        case back(entry: EntryID, closes: Bool)
        /// A row of the palette was chosen: the address of a thing, or the id of an option.
        ///
        /// - `operates`: whether to operate it, rather than to go where it is shown.
        /// - `state`: the state that the user saw.
        case choose(String, operates: Bool, state: String)
        /// The user takes back their last change.
        case undo
        /// The user asks why the thing with this id is as it is.
        case tell(String)
        /// The user quits.
        case quit
        /// The user requests a full redraw.
        case redraw
    }
}

/// A key by its name: `up`, `down`, `left`, `right`, `home`, `end`, `pageup`, `pagedown`, `tab`, `backtab`, `enter`,
/// `space`, `escape`, `backspace`, `delete`, a character (`q`), or one with `ctrl+` before it.
public struct Key: Hashable, Sendable, ExpressibleByStringLiteral {
    public var name: String
    public init(_ name: String) { self.name = name }
    public init(stringLiteral name: String) { self.name = name }

    /// Whether it is a character rather than a key name. Names are ASCII.
    var isCharacter: Bool { name.utf8.count == 1 || (name.utf8.contains { $0 >= 0x80 } && name.count == 1) }
}

/// A mouse event at a cell. The top left cell is 0, 0.
public struct Mouse: Hashable, Sendable {
    public var kind: MouseKind
    public var at: CellPoint

    public init(_ kind: MouseKind, at: CellPoint) {
        self.kind = kind
        self.at = at
    }
}
