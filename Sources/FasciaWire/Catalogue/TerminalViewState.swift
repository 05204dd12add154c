import FasciaDocument
import FasciaModel
import FasciaScene

/// The view state of one terminal: its focus and scroll positions.
///
/// The daemon sends it with the frames of a `resumable` terminal. A terminal that reconnects, to this daemon or its
/// successor, sends it back in `resume`. Clients should treat it as opaque.
public struct TerminalViewState: Hashable, Sendable {
    /// The shown entries of the stack, from the root to the top.
    public var entries: [Entry]

    public init(entries: [Entry] = []) { self.entries = entries }

    public struct Entry: Hashable, Sendable {
        /// The entry's id. If the state was lost, the next daemon assigns other ids.
        public var entry: EntryID
        public var screen: String
        /// The number of entries below it.
        public var depth: Int
        public var focus: Focus?
        /// Scrolled rows (`scroll`) and columns (`sideways`), by element id.
        public var scroll: [String: Int] = [:]
        public var sideways: [String: Int] = [:]
        /// The first visible row of each list, by element id.
        public var lists: [String: RowAnchor] = [:]
        /// The text that filters each list, by element id.
        public var filters: [String: String] = [:]
        /// The last focus request that was granted, by element id.
        public var granted: [String: Int] = [:]
        /// The wheel being turned and the option under it; the open menu and its item.
        public var hover: Hover?
        public var open: Open?
        /// Unsent text in the focused field.
        public var draft: Draft?

        public init(entry: EntryID, screen: String, depth: Int) {
            self.entry = entry
            self.screen = screen
            self.depth = depth
        }
    }

    /// Text that is still being edited. Secure fields and very long texts have no draft.
    public struct Draft: Hashable, Sendable {
        public var element: String
        public var text: String
        /// The cursor position, in characters.
        public var cursor: Int
        /// The field's shared text when the draft was last synchronized.
        public var base: String
        public var isUnsent: Bool
        /// The target of the edit, which must still be the same on resume.
        public var receiver: String

        public init(element: String, text: String, cursor: Int, base: String, isUnsent: Bool, receiver: String) {
            self.element = element
            self.text = text
            self.cursor = cursor
            self.base = base
            self.isUnsent = isUnsent
            self.receiver = receiver
        }
    }

    public struct Focus: Hashable, Sendable {
        public var element: String
        /// Its index among the focusable elements.
        public var index: Int
        /// The list and the row that contain it.
        public var list: String?
        public var row: RowAnchor?
        /// Its role and label, which identify it if its id has changed.
        public var role: String?
        public var label: String?

        public init(element: String, index: Int, list: String? = nil, row: RowAnchor? = nil) {
            self.element = element
            self.index = index
            self.list = list
            self.row = row
        }
    }

    public struct Hover: Hashable, Sendable {
        public var element: String
        public var option: String

        public init(element: String, option: String) {
            self.element = element
            self.option = option
        }
    }

    public struct Open: Hashable, Sendable {
        public var element: String
        /// The element of the item that Enter chooses, and its option if it has one.
        public var item: String?
        public var option: String?

        public init(element: String, item: String? = nil, option: String? = nil) {
            self.element = element
            self.item = item
            self.option = option
        }
    }
}

extension TerminalViewState {
    public var json: JSON { TerminalViewState.schema.write(self) }

    static let schema = Schema.record(
        TerminalViewState(),
        [.defaulted("entries", \.entries, entries, default: [], "The shown entries, from the root.")])

    private static let entries = Schema<[Entry]>.array(of: Entry.schema, atMost: Mismatch.Limit("entries", 1_000))
}

extension TerminalViewState.Entry {
    fileprivate static let schema = Schema.record(
        TerminalViewState.Entry(entry: EntryID(""), screen: "", depth: 0),
        [
            .required("entry", \.entry, EntryID.schema, "Its id."),
            .required("screen", \.screen, .name, "The id of its screen."),
            .required("depth", \.depth, .int(0 ... .max), "The number of entries below it."),
            .optional("focus", \.focus, TerminalViewState.Focus.schema, "The focused element."),
            .defaulted("scroll", \.scroll, numbers, default: [:], "The scrolled rows of each element."),
            .defaulted("sideways", \.sideways, numbers, default: [:], "The scrolled columns of each element."),
            .defaulted(
                "lists", \.lists, .dictionary(of: RowAnchor.schema), default: [:],
                "The first visible row of each list."),
            .defaulted(
                "filters", \.filters, .dictionary(of: .string), default: [:], "The text that filters each list."),
            .defaulted("granted", \.granted, numbers, default: [:], "The granted focus requests."),
            .optional("hover", \.hover, TerminalViewState.Hover.schema, "The wheel that is being turned."),
            .optional("open", \.open, TerminalViewState.Open.schema, "The open menu."),
            .optional("draft", \.draft, TerminalViewState.Draft.schema, "The text that is being edited."),
        ])

    private static let numbers = Schema<[String: Int]>.dictionary(of: .int(0...1_000_000_000))
}

extension TerminalViewState.Draft {
    fileprivate static let schema = Schema.record(
        TerminalViewState.Draft(element: "", text: "", cursor: 0, base: "", isUnsent: false, receiver: ""),
        [
            .required("element", \.element, .string, "The id of its field."),
            .required("text", \.text, .string, "The edited text."),
            .defaulted(
                "cursor", \.cursor, .int(0...1_000_000), default: 0, "The number of characters before the cursor."),
            .defaulted("base", \.base, .string, default: "", "The field's shared text when the draft was last synchronized."),
            .defaulted("unsent", \.isUnsent, .bool, default: false, "Whether it waits for Enter."),
            .defaulted("receiver", \.receiver, .string, default: "", "The target of the edit."),
        ])
}

extension TerminalViewState.Focus {
    fileprivate static let schema = Schema.record(
        TerminalViewState.Focus(element: "", index: 0),
        [
            .required("element", \.element, .string, "Its id."),
            .defaulted("index", \.index, .int(0...1_000_000_000), default: 0, "Its index among the focusable elements."),
            .optional("list", \.list, .string, "The list that contains it."),
            .optional("row", \.row, RowAnchor.schema, "The row that contains it."),
            .optional("role", \.role, .string, "Its role."),
            .optional("label", \.label, .string, "Its label."),
        ])
}

extension TerminalViewState.Hover {
    fileprivate static let schema = Schema.record(
        TerminalViewState.Hover(element: "", option: ""),
        [
            .required("element", \.element, .string, "Its id."),
            .required("option", \.option, .string, "The id of the option under the wheel."),
        ])
}

extension TerminalViewState.Open {
    fileprivate static let schema = Schema.record(
        TerminalViewState.Open(element: ""),
        [
            .required("element", \.element, .string, "Its id."),
            .optional("item", \.item, .string, "The id of the item that Enter chooses."),
            .optional("option", \.option, .string, "The id of the option, if the item is one."),
        ])
}

extension RowAnchor {
    fileprivate static let schema = Schema.record(
        RowAnchor(row: 0, id: ""),
        [
            .required("row", \.row, .int(0...1_000_000_000), "Its index in the list."),
            .required("id", \.id, .name, "Its id."),
            .defaulted("line", \.line, .int(0...1_000_000), default: 0, "The number of its lines above the top edge."),
        ])
}
