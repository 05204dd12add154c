import FasciaModel

/// What is one terminal's own and not the panel's: where its focus is and how far it has scrolled.
public struct Presentation: Hashable, Sendable {
    /// The focused element of each entry. Entries that are covered keep theirs.
    public var focus: [EntryID: Focus] = [:]

    /// How many rows each form and each scroll view has been scrolled down.
    public var scroll: [ElementPlace: Int] = [:]

    /// How many columns each scroll view has been scrolled to the right.
    public var sideways: [ElementPlace: Int] = [:]

    /// Where each list has been scrolled to; a list that is not named is at its top.
    public var rows: [ElementPlace: RowAnchor] = [:]

    /// Which request for the focus each element has been granted last.
    public var requests: [ElementPlace: Int] = [:]

    /// What is being typed into text fields.
    public var drafts: [ElementPlace: Draft] = [:]

    /// Where the wheel that has the focus has been turned to.
    public var hover: Hover?

    /// The menu that is open.
    public var open: Open?

    /// The mouse's button is down where a gesture may come of it.
    public var press: Press?

    /// The letters typed one soon after the other, to go to what begins with them. Whoever has a clock empties it after
    /// a pause.
    public var typed: String = ""

    /// The controls whose last operation has not been answered for a while: each has a mark.
    public var pending: Set<ElementPlace> = []

    /// The step of what moves while something is pending.
    public var phase: Int = 0

    /// The first line of the keys that is shown; `nil` while they are not.
    public var help: Int?

    /// What is being dragged with the mouse.
    public var drag: ElementPlace?

    /// What was cut last out of a text, to be put back.
    public var cut: String = ""

    /// What was being typed when a process or a connection ended, until the field is seen again.
    var returned: [ElementPlace: KeptDraft]?

    /// How much is remembered of what may be gone.
    var remembered: Int { scroll.count + sideways.count + rows.count + requests.count }

    public init(focus: [EntryID: Focus] = [:], scroll: [ElementPlace: Int] = [:]) {
        (self.focus, self.scroll) = (focus, scroll)
    }

    public struct Focus: Hashable, Sendable {
        /// The element's id, or `SceneLayout.backElement` for the way back in the title bar.
        public var element: String
        /// Its place among those that can take the focus: where to go on when the element is gone.
        public var index: Int
        /// The row of a list that it is in: that may be scrolled out of sight and keep the focus.
        public var row: RowPlace?
        /// What it is and says: by that it is known again where its id is gone.
        public var kin: Kin?

        public init(element: String, index: Int = 0, row: RowPlace? = nil, kin: Kin? = nil) {
            self.element = element
            self.index = index
            self.row = row
            self.kin = kin
        }
    }

    /// What people know a control by.
    public struct Kin: Hashable, Sendable {
        public var role: String
        public var label: String

        /// `nil` for what says nothing. Of a long label its beginning is enough.
        public init?(role: String, label: String) {
            guard !label.isEmpty else { return nil }
            self.role = role
            self.label = String(label.prefix(80))
        }
    }

    /// An element of an entry.
    public struct ElementPlace: Hashable, Sendable {
        public var entry: EntryID
        public var element: String

        public init(entry: EntryID, element: String) {
            self.entry = entry
            self.element = element
        }
    }

    public struct Hover: Hashable, Sendable {
        public var place: ElementPlace
        /// The id of the option that is looked at.
        public var option: String

        public init(place: ElementPlace, option: String) {
            self.place = place
            self.option = option
        }
    }

    public struct Open: Hashable, Sendable {
        public var place: ElementPlace
        /// Which of its items Enter chooses; `nil` where it has none that can be.
        public var item: MenuItem.ID?

        public init(place: ElementPlace, item: MenuItem.ID?) {
            self.place = place
            self.item = item
        }
    }

    /// The row at the top of a list, which stays there when rows come and go before it.
    public struct RowAnchor: Hashable, Sendable {
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
