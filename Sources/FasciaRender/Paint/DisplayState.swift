import FasciaDocument
import FasciaScene

/// What one terminal shows of a layout: the input of painting that depends on the terminal's user.
public struct DisplayState: Sendable {
    public var scroll = ScrollState()
    /// The focused element of the top layer.
    public var focus: String?
    /// The controls with an operation that has been pending for a while.
    public var pending: Set<ElementID> = []
    public var animationStep = 0
    /// The controls that show something else than the panel's value.
    public var overrides: [ElementID: ControlOverride] = [:]
    /// The open menu.
    public var menu: Menu?
    /// The open palette that finds things.
    public var find: FindPalette?
    /// The title and the lines of the open key help, or of what is told in its place, and the first visible row.
    public var help: (title: String, lines: [KeyHelp], first: Int)?

    public init() {}

    /// An open menu.
    public struct Menu: Sendable {
        /// The element of the top layer that has it.
        public var element: String
        public var items: [MenuItem]
        /// The index of the item that Enter chooses.
        public var chosen: Int?

        /// The text that filters the items; `nil` without a filter.
        public var filter: String?

        public init(element: String, items: [MenuItem], chosen: Int?, filter: String? = nil) {
            self.element = element
            self.filter = filter
            self.items = items
            self.chosen = chosen
        }
    }
}

/// What a control shows on one terminal instead of the panel's value: a draft, or an option that is turned to.
public struct ControlOverride: Hashable, Sendable {
    public var value: String?
    public var state: GroupState?
    /// The number of characters before the cursor of a text field.
    public var cursor: Int?

    public init(value: String? = nil, state: GroupState? = nil, cursor: Int? = nil) {
        self.value = value
        self.state = state
        self.cursor = cursor
    }

    func apply(to control: inout Control) {
        if let value { control.value = value }
        if let state { control.state = state }
        if let cursor { control.cursor = cursor }
    }
}
