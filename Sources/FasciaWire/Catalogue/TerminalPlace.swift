import FasciaModel

/// Where one terminal is in what it shows: what has the focus and how far all is scrolled.
///
/// The daemon says it with the frames of a terminal that asks for it (`resumable`), and a terminal that comes back, to
/// this daemon or to its successor, gives it back (`resume`). Nobody else needs to know what is in it.
public struct TerminalPlace: Hashable, Sendable {
    /// The entries of the stack that the terminal has shown, from the root to the top.
    public var entries: [Entry]

    public init(entries: [Entry] = []) { self.entries = entries }

    public struct Entry: Hashable, Sendable {
        /// Its id; the successor of a daemon that has lost its state gives others.
        public var entry: EntryID
        public var screen: String
        /// How many entries are below it.
        public var depth: Int
        public var focus: Focus?
        /// Rows and columns that elements are scrolled, by their ids.
        public var scroll: [String: Int] = [:]
        public var sideways: [String: Int] = [:]
        /// The first visible rows of lists, by their ids.
        public var lists: [String: Row] = [:]
        /// The requests for the focus that have been granted.
        public var granted: [String: Int] = [:]
        /// The wheel that has been turned and the id of the option that is looked at; the menu that is open and its item.
        public var hover: Hover?
        public var open: Open?
        /// What is being typed into the field that has the focus.
        public var draft: Draft?

        public init(entry: EntryID, screen: String, depth: Int) {
            self.entry = entry
            self.screen = screen
            self.depth = depth
        }
    }

    /// A text that is not yet what all see. Of secure fields there is none, nor of very long texts.
    public struct Draft: Hashable, Sendable {
        public var element: String
        public var text: String
        /// How many characters stand before the cursor.
        public var cursor: Int
        /// What the field showed when it was looked at last.
        public var base: String
        public var isUnsent: Bool
        /// What it is typed for.
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
        /// Its place among those that can take the focus.
        public var index: Int
        /// The list and the row that it is in.
        public var list: String?
        public var row: Row?
        /// What people know it by: its role and what it says.
        public var role: String?
        public var label: String?

        public init(element: String, index: Int, list: String? = nil, row: Row? = nil) {
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
        /// The element of the item that Enter chooses, and the option where it is one.
        public var item: String?
        public var option: String?

        public init(element: String, item: String? = nil, option: String? = nil) {
            self.element = element
            self.item = item
            self.option = option
        }
    }

    public struct Row: Hashable, Sendable {
        public var row: Int
        public var id: String
        /// How many of its lines are above the top.
        public var line: Int

        public init(row: Int, id: String, line: Int = 0) {
            self.row = row
            self.id = id
            self.line = line
        }
    }
}

extension TerminalPlace {
    public var json: JSON { TerminalPlace.schema.write(self) }

    static let schema = Schema.record(
        TerminalPlace(),
        [.defaulted("entries", \.entries, entries, default: [], "The entries that were shown, from the root on.")])

    private static let entries = Schema<[Entry]>.array(of: Entry.schema)
}

extension TerminalPlace.Entry {
    fileprivate static let schema = Schema.record(
        TerminalPlace.Entry(entry: EntryID(""), screen: "", depth: 0),
        [
            .required("entry", \.entry, EntryID.schema, "Its id."),
            .required("screen", \.screen, .string, "The id of its screen."),
            .required("depth", \.depth, .int(0 ... .max), "How many entries are below it."),
            .optional("focus", \.focus, TerminalPlace.Focus.schema, "What has the focus."),
            .defaulted("scroll", \.scroll, numbers, default: [:], "Rows that elements are scrolled down."),
            .defaulted("sideways", \.sideways, numbers, default: [:], "Columns that elements are scrolled."),
            .defaulted(
                "lists", \.lists, .dictionary(of: TerminalPlace.Row.schema), default: [:], "The first rows of lists."),
            .defaulted("granted", \.granted, numbers, default: [:], "The requests for the focus that were granted."),
            .optional("hover", \.hover, TerminalPlace.Hover.schema, "The wheel that has been turned."),
            .optional("open", \.open, TerminalPlace.Open.schema, "The menu that is open."),
            .optional("draft", \.draft, TerminalPlace.Draft.schema, "What is being typed there."),
        ])

    private static let numbers = Schema<[String: Int]>.dictionary(of: .int(0...1_000_000_000))
}

extension TerminalPlace.Draft {
    fileprivate static let schema = Schema.record(
        TerminalPlace.Draft(element: "", text: "", cursor: 0, base: "", isUnsent: false, receiver: ""),
        [
            .required("element", \.element, .string, "The id of its field."),
            .required("text", \.text, .string, "What is in it."),
            .defaulted(
                "cursor", \.cursor, .int(0...1_000_000), default: 0, "How many characters stand before the cursor."),
            .defaulted("base", \.base, .string, default: "", "What the field showed to all when it was seen last."),
            .defaulted("unsent", \.isUnsent, .bool, default: false, "Whether it waits for Enter."),
            .defaulted("receiver", \.receiver, .string, default: "", "What it is typed for, in the daemon's words."),
        ])
}

extension TerminalPlace.Focus {
    fileprivate static let schema = Schema.record(
        TerminalPlace.Focus(element: "", index: 0),
        [
            .required("element", \.element, .string, "Its id."),
            .defaulted("index", \.index, .int(0...1_000_000_000), default: 0, "Its place among what takes the focus."),
            .optional("list", \.list, .string, "The list that it is in."),
            .optional("row", \.row, TerminalPlace.Row.schema, "The row that it is in."),
            .optional("role", \.role, .string, "What it is."),
            .optional("label", \.label, .string, "What it says."),
        ])
}

extension TerminalPlace.Hover {
    fileprivate static let schema = Schema.record(
        TerminalPlace.Hover(element: "", option: ""),
        [
            .required("element", \.element, .string, "Its id."),
            .required("option", \.option, .string, "The id of the option that is looked at."),
        ])
}

extension TerminalPlace.Open {
    fileprivate static let schema = Schema.record(
        TerminalPlace.Open(element: ""),
        [
            .required("element", \.element, .string, "Its id."),
            .optional("item", \.item, .string, "The id of the item that Enter chooses."),
            .optional("option", \.option, .string, "The id of the option, where the item is one."),
        ])
}

extension TerminalPlace.Row {
    fileprivate static let schema = Schema.record(
        TerminalPlace.Row(row: 0, id: ""),
        [
            .required("row", \.row, .int(0...1_000_000_000), "Its place in the list."),
            .required("id", \.id, .string, "Its id."),
            .defaulted("line", \.line, .int(0...1_000_000), default: 0, "How many of its lines are above the top."),
        ])
}
