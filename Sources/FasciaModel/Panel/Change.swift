/// One fact that became different. All the changes of one command make one event.
public enum Change: Hashable, Sendable {
    case option(OptionChange)
    case group(id: String, from: GroupState, to: GroupState)
    case enabled(id: String, from: Bool, to: Bool)
    indirect case value(key: String, from: JSON, to: JSON)
    indirect case picker(PickerChange)
    indirect case nav(NavChange)
    /// `nodes`: how many nodes differ.
    case screen(id: String, nodes: Int)
    case declared(Subject, id: String)
    case removed(Subject, id: String)
    /// What is now set in that scope.
    indirect case environment(EnvironmentScope, JSON.Object)
    /// The app behind a screen has gone, or is back.
    case orphaned(screen: String, to: Bool)
    /// What became of an action. Nothing that the panel holds is different.
    indirect case action(ActionReport)
    /// Something is wrong. Nothing that the panel holds is different.
    indirect case issue(Issue)

    public enum Subject: String, CaseIterable, Hashable, Sendable {
        case group, picker, value, screen, target, stack
    }

    /// Why a leaf changed.
    public enum Why: String, CaseIterable, Hashable, Sendable {
        /// It was named.
        case direct
        /// The master switch above it was.
        case group
        /// Another one of an exclusive group went on.
        case exclusive
        /// One that needs it went on.
        case requires
        /// An undo has put back what it was.
        case undo
    }
}

/// An option of a toggle group that went on or off.
///
/// It refers to the shared layout of its group instead of carrying a copy of its id: flipping the master of 100,000
/// options then makes 100,000 small values, not 100,000 strings.
public struct OptionChange: Sendable {
    let layout: ToggleLayout
    let node: Int
    public let to: Bool
    public let why: Change.Why

    init(layout: ToggleLayout, node: Int, to: Bool, why: Change.Why) {
        self.layout = layout
        self.node = node
        self.to = to
        self.why = why
    }

    public var id: String { layout.nodes[node].id }
    public var from: Bool { !to }
}

extension OptionChange: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        left.to == right.to && left.why == right.why && left.id == right.id
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(to)
        hasher.combine(why)
    }
}

/// What happened to one stack.
public struct NavChange: Hashable, Sendable {
    /// How a client may show it.
    public enum Transition: String, CaseIterable, Hashable, Sendable {
        case push, pop, replace, modal, close, set
    }

    /// An entry that is gone, and how.
    public struct Removal: Hashable, Sendable {
        public enum Outcome: String, CaseIterable, Hashable, Sendable {
            case popped, closed, replaced, reset
        }

        public var entry: Entry
        public var outcome: Outcome

        public init(entry: Entry, outcome: Outcome) {
            self.entry = entry
            self.outcome = outcome
        }
    }

    public var stack: String
    /// From bottom to top.
    public var added: [Entry]
    /// From top to bottom.
    public var removed: [Removal]
    public var top: EntryID
    public var canPop: Bool
    public var transition: Transition

    public init(
        stack: String, added: [Entry], removed: [Removal], top: EntryID, canPop: Bool, transition: Transition
    ) {
        self.stack = stack
        self.added = added
        self.removed = removed
        self.top = top
        self.canPop = canPop
        self.transition = transition
    }
}
