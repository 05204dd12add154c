import FasciaDocument

/// One difference that a command made. All changes of one command form one event.
public enum Change: Hashable, Sendable {
    case option(OptionChange)
    case group(id: String, from: GroupState, to: GroupState)
    case enabled(id: String, from: Bool, to: Bool)
    indirect case value(key: String, from: JSON, to: JSON)
    /// A volatile or secret value; without its content if it is secret. The journal does not hold it.
    indirect case transient(key: String, from: JSON?, to: JSON?)
    indirect case picker(PickerChange)
    indirect case nav(NavChange)
    /// `nodes`: the number of nodes that differ.
    case screen(id: String, nodes: Int)
    case declared(Subject, id: String)
    case removed(Subject, id: String)
    /// All values now set in that scope.
    indirect case environment(EnvironmentScope, JSON.Object)
    /// The app behind a screen has disconnected (true) or returned (false).
    case orphaned(screen: String, to: Bool)
    /// The condition of a bound thing differs.
    indirect case bound(BoundChange)
    /// A client has claimed these ids, or its claim has ended, for this reason.
    indirect case claimed(by: String, ids: [String], ended: String?)
    /// A question was asked, answered or withdrawn.
    indirect case question(QuestionChange)
    /// The outcome of an action. The panel's state is the same.
    indirect case action(ActionReport)
    /// A reported problem. The panel's state is the same.
    indirect case issue(Issue)

    /// Whether the journal does not hold it.
    public var isTransient: Bool {
        switch self {
        case .transient: true
        case .bound(let change):
            switch change.kind {
            case .progress: true
            case .reported: change.isOfTransientValue
            default: false
            }
        default: false
        }
    }

    /// Whether it tells a state, of which the last one counts; the others each tell a step.
    package var isOfState: Bool {
        switch self {
        case .option, .group, .enabled, .value, .transient, .picker, .screen, .orphaned: true
        case .nav, .declared, .removed, .environment, .bound, .claimed, .question, .action, .issue: false
        }
    }

    public enum Subject: String, CaseIterable, Hashable, Sendable {
        case group, picker, value, screen, target, stack
    }

    /// Why an option changed.
    public enum Why: String, CaseIterable, Hashable, Sendable {
        /// A command named it.
        case direct
        /// The master switch above it changed.
        case group
        /// Another option of its exclusive group was turned on.
        case exclusive
        /// An option that requires it was turned on.
        case requires
        /// An undo restored it.
        case undo
        /// The client that has claimed it reported it.
        case report
        /// The client that has claimed it could not carry the change out, or it was not confirmed.
        case revert
    }
}

extension Change {
    /// The total of `retainedBytes` over all changes.
    public static func retainedBytes(of changes: [Change]) -> Int { changes.reduce(0) { $0 + $1.retainedBytes } }

    /// An estimate of the memory, in bytes, that keeping this change retains: its texts and JSON, old and new, and
    /// their containers. Used to bound histories.
    public var retainedBytes: Int {
        let own = MemoryLayout<Change>.stride
        return switch self {
        // Their ids are shared with the group's layout, so they do not count here.
        case .option, .group: own
        case .enabled(let id, _, _), .screen(let id, _), .declared(_, let id),
            .removed(_, let id), .orphaned(let id, _):
            own + id.utf8.count
        case .value(let key, let from, let to): own + key.utf8.count + from.retainedBytes + to.retainedBytes
        case .transient(let key, let from, let to):
            own + key.utf8.count + (from?.retainedBytes ?? 0) + (to?.retainedBytes ?? 0)
        case .picker(let picker):
            own + MemoryLayout<PickerChange>.stride + picker.id.utf8.count + (picker.from?.utf8.count ?? 0)
                + (picker.to?.utf8.count ?? 0)
        case .nav(let nav):
            own + MemoryLayout<NavChange>.stride + nav.stack.utf8.count
                + nav.added.reduce(0) { $0 + $1.retainedBytes }
                + nav.removed.reduce(0) { $0 + $1.entry.retainedBytes }
        case .environment(_, let values): own + JSON.object(values).retainedBytes
        case .bound(let change): own + MemoryLayout<BoundChange>.stride + change.thing.id.utf8.count + change.kind.retainedBytes
        case .claimed(let name, let ids, let ended):
            own + name.utf8.count + (ended?.utf8.count ?? 0) + ids.reduce(0) { $0 + 16 + $1.utf8.count }
        case .question(let change):
            own + MemoryLayout<QuestionChange>.stride + change.id.utf8.count + change.name.utf8.count
                + (change.answer?.retainedBytes ?? 0) + (change.person?.program.utf8.count ?? 0)
        case .action(let report):
            own + MemoryLayout<ActionReport>.stride + report.name.utf8.count + report.payload.retainedBytes
                + (report.reason?.utf8.count ?? 0)
        case .issue(let issue):
            own + MemoryLayout<Issue>.stride + issue.message.utf8.count + JSON.object(issue.breadcrumbs).retainedBytes
        }
    }
}

extension BoundChange.Kind {
    fileprivate var retainedBytes: Int {
        switch self {
        case .pending(let to, let next): to.retainedBytes + (next?.retainedBytes ?? 0)
        case .confirmed(let value), .reported(let value): value.retainedBytes
        case .unconfirmed(let value, let back, _): value.retainedBytes + back.retainedBytes
        case .reverted(let to, let reason): to.retainedBytes + reason.utf8.count
        case .failed(let reason), .stale(let reason): reason.utf8.count
        case .progress(let progress): progress.message?.utf8.count ?? 0
        case .unknown, .held, .released: 0
        }
    }
}

/// An option of a toggle group that was turned on or off.
///
/// It refers to its group's shared layout instead of copying its id, so that switching a group of 100,000 options
/// creates no strings.
public struct OptionChange: Sendable {
    let layout: ToggleLayout
    let node: Int
    public let to: Bool
    public let why: Change.Why

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

/// The changes of one stack.
public struct NavChange: Hashable, Sendable {
    /// A hint for how to animate the change.
    public enum Transition: String, CaseIterable, Hashable, Sendable {
        case push, pop, replace, modal, close, set
    }

    /// A removed entry, and how it was removed.
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
