import FasciaModel

/// What is one terminal's own and not the panel's: where its focus is and how far it has scrolled.
public struct Presentation: Hashable, Sendable {
    /// The focused element of each entry. Entries that are covered keep theirs.
    public var focus: [EntryID: Focus]
    /// How many rows each form has been scrolled down.
    public var scroll: [ScrollPlace: Int]

    public init(focus: [EntryID: Focus] = [:], scroll: [ScrollPlace: Int] = [:]) {
        self.focus = focus
        self.scroll = scroll
    }

    public struct Focus: Hashable, Sendable {
        /// The element's id, or `SceneLayout.backElement` for the way back in the title bar.
        public var element: String
        /// Its place among those that can take the focus: where to go on when the element is gone.
        public var index: Int

        public init(element: String, index: Int = 0) {
            self.element = element
            self.index = index
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
