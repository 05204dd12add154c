import FasciaModel
import FasciaRender
import FasciaScene

/// The state that belongs to one terminal and not to the panel, such as focus and scroll positions.
public struct TerminalState: Hashable, Sendable {
    /// The focused element of each entry. Covered entries keep theirs.
    public var focus: [EntryID: Focus] = [:]

    /// The scroll positions of forms, scroll views and lists.
    public var scroll: ScrollState

    /// The latest granted focus request, and the latest handled scroll request, of each element.
    public var requests: [ElementID: Int] = [:]

    /// The drafts of text fields.
    public var drafts: [ElementID: Draft] = [:]

    /// The option that the focused picker has been turned to.
    public var tentativeOption: TentativeOption?

    /// The open menu.
    public var open: Open?

    /// A press that may become a gesture.
    public var press: Press?

    /// The letters typed in quick succession for type-ahead. The owner clears it after a pause.
    public var typed: String = ""

    /// The controls with an operation that has been pending for a while, which show a mark.
    public var pending: Set<ElementID> = []

    /// The step of the animation that runs while something is pending.
    public var animationStep: Int = 0

    /// The first visible line of the key help, or of the story; `nil` while both are closed.
    public var help: Int?

    /// What is told in place of the keys.
    public var story: Story?

    /// The palette that finds things; `nil` while it is closed.
    public var find: FindPalette?

    /// The range control that is being dragged with the mouse.
    public var drag: ElementID?

    /// The text that was cut last.
    public var cut: String = ""

    /// Drafts from before a restart or a reconnection, until their field is shown again.
    var restoredDrafts: [ElementID: SavedDraft]?

    /// The number of stored entries for elements that may be gone.
    var remembered: Int { scroll.rows.count + scroll.columns.count + scroll.anchors.count + requests.count }

    public init(focus: [EntryID: Focus] = [:], scroll: ScrollState = .init()) {
        (self.focus, self.scroll) = (focus, scroll)
    }

    public struct Focus: Hashable, Sendable {
        /// The element's id, or `SceneLayout.backElement` for the back button.
        public var element: String
        /// Its index among the focus targets, where the focus continues if the element is gone.
        public var index: Int
        /// The list row that contains it. The row keeps the focus while it is scrolled out of sight.
        public var row: RowID?
        /// Its role and label, which identify it again if its id is gone.
        public var identity: AccessibilityIdentity?

        public init(element: String, index: Int = 0, row: RowID? = nil, identity: AccessibilityIdentity? = nil) {
            self.element = element
            self.index = index
            self.row = row
            self.identity = identity
        }
    }

    /// Why a thing is as it is.
    public struct Story: Hashable, Sendable {
        /// The id of the thing.
        public var thing: String
        /// Each a word and what it tells.
        public var lines: [KeyHelp]
    }

    public struct TentativeOption: Hashable, Sendable {
        public var id: ElementID
        /// The id of the option that is shown.
        public var option: String

        public init(id: ElementID, option: String) {
            self.id = id
            self.option = option
        }
    }

    public struct Open: Hashable, Sendable {
        public var id: ElementID
        /// The item that Enter chooses; `nil` if none can be chosen.
        public var item: MenuItem.ID?
        /// The text that filters the items; `nil` without a filter.
        public var filter: String?

        public init(id: ElementID, item: MenuItem.ID?) {
            self.id = id
            self.item = item
        }
    }
}
