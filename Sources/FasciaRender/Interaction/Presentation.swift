import FasciaModel

/// What is one terminal's own and not the panel's: where its focus is and how far it has scrolled.
///
/// A value whose fields are kept in one place and copied when one of several that share them is changed: it is handed on
/// many times with each key.
public struct Presentation: Hashable, Sendable {
    /// The focused element of each entry. Entries that are covered keep theirs.
    public var focus: [EntryID: Focus] {
        get { fields.value.focus }
        _modify { yield &fields.value.focus }
    }

    /// How many rows each form and each scroll view has been scrolled down.
    public var scroll: [ScrollPlace: Int] {
        get { fields.value.scroll }
        _modify { yield &fields.value.scroll }
    }

    /// How many columns each scroll view has been scrolled to the right.
    public var sideways: [ScrollPlace: Int] {
        get { fields.value.sideways }
        _modify { yield &fields.value.sideways }
    }

    /// Where each list has been scrolled to; a list that is not named is at its top.
    public var rows: [ScrollPlace: RowAnchor] {
        get { fields.value.rows }
        _modify { yield &fields.value.rows }
    }

    /// Which request for the focus each element has been granted last.
    public var requests: [ElementPlace: Int] {
        get { fields.value.requests }
        _modify { yield &fields.value.requests }
    }

    /// What is being typed into text fields.
    public var drafts: [ElementPlace: Draft] {
        get { fields.value.drafts }
        _modify { yield &fields.value.drafts }
    }

    /// Where the wheel that has the focus has been turned to.
    public var hover: Hover? {
        get { fields.value.hover }
        _modify { yield &fields.value.hover }
    }

    /// The menu that is open.
    public var open: Open? {
        get { fields.value.open }
        _modify { yield &fields.value.open }
    }

    /// The mouse's button is down where a gesture may come of it.
    public var press: Press? {
        get { fields.value.press }
        _modify { yield &fields.value.press }
    }

    /// The letters typed one soon after the other, to go to what begins with them. Whoever has a clock empties it after
    /// a pause.
    public var typed: String {
        get { fields.value.typed }
        _modify { yield &fields.value.typed }
    }

    /// The controls whose last operation has not been answered for a while: each has a mark.
    public var pending: Set<ElementPlace> {
        get { fields.value.pending }
        _modify { yield &fields.value.pending }
    }

    /// The step of what moves while something is pending.
    public var phase: Int {
        get { fields.value.phase }
        _modify { yield &fields.value.phase }
    }

    /// The first line of the keys that is shown; `nil` while they are not.
    public var help: Int? {
        get { fields.value.help }
        _modify { yield &fields.value.help }
    }

    /// What is being dragged with the mouse.
    public var drag: ElementPlace? {
        get { fields.value.drag }
        _modify { yield &fields.value.drag }
    }

    /// What was cut last out of a text, to be put back.
    public var cut: String {
        get { fields.value.cut }
        _modify { yield &fields.value.cut }
    }

    /// What was being typed when a process or a connection ended, until the field is seen again.
    var returned: [ElementPlace: KeptDraft]? {
        get { fields.value.returned }
        _modify { yield &fields.value.returned }
    }

    private var fields = Shared(Fields())

    private struct Fields: Hashable, Sendable {
        var focus: [EntryID: Focus] = [:]
        var scroll: [ScrollPlace: Int] = [:]
        var sideways: [ScrollPlace: Int] = [:]
        var rows: [ScrollPlace: RowAnchor] = [:]
        var requests: [ElementPlace: Int] = [:]
        var drafts: [ElementPlace: Draft] = [:]
        var hover: Hover?
        var open: Open?
        var press: Press?
        var typed: String = ""
        var pending: Set<ElementPlace> = []
        var phase: Int = 0
        var help: Int?
        var drag: ElementPlace?
        var cut: String = ""
        var returned: [ElementPlace: KeptDraft]?

        /// Looked at in place: to hand on what is in it is to copy it.
        var isPlain: Bool {
            guard drafts.isEmpty, remembered <= LayerLayout.remembered else { return false }
            if case .some = open { return false }
            if case .some = hover { return false }
            if case .some = press { return false }
            if case .some = returned { return false }
            return true
        }

        var remembered: Int { scroll.count + sideways.count + rows.count + requests.count }
    }

    /// Whether there is nothing in it that has to be looked at whenever something else has changed: no text that is being
    /// typed, no menu, nothing that the mouse does, and not so much that some of it is to be forgotten.
    public var isPlain: Bool { fields.value.isPlain }

    /// How much is remembered of what may be gone.
    var remembered: Int { fields.value.remembered }

    public init(focus: [EntryID: Focus] = [:], scroll: [ScrollPlace: Int] = [:]) {
        (fields.value.focus, fields.value.scroll) = (focus, scroll)
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

    public struct ScrollPlace: Hashable, Sendable {
        public var entry: EntryID
        /// The id of the element that scrolls.
        public var element: String

        public init(entry: EntryID, element: String) {
            self.entry = entry
            self.element = element
        }
    }
}

extension Presentation {
    /// Whether both say the same, whatever has the focus.
    func isEqual(butForFocus other: Presentation) -> Bool {
        if fields.isSame(as: other.fields) { return true }
        var one = self
        one.focus = other.focus
        return one == other
    }
}
