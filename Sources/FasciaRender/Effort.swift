import FasciaModel
import Synchronization

/// How much one layout may cost: beyond that, sizes are no longer looked for as thoroughly, and words are cut.
///
/// Without a bound, some trees that fit into a line would take minutes: each level of flexible stacks in each other
/// asks its children for a few sizes more than the level above. No other client waits longer than 20 ms: a size takes
/// about 1 µs, and a kilobyte of words 0.05 ms.
final class LayoutEffort: Sendable {
    /// Sizes that are worked out in one layout before it gets short …
    private static let mostSizes = 10_000
    /// … and how many different ones of one item then, and before.
    static let (fewProposals, mostProposals) = (4, 64)
    /// Bytes of words that are wrapped in one layout.
    private static let mostBytes = 160_000
    /// How many characters of a text are left then.
    static let fewCharacters = 200

    private let sizes = Atomic(0)
    private let bytes = Atomic(0)
    private let short = Atomic(false)

    /// How many sizes have been worked out.
    var sized: Int { sizes.load(ordering: .relaxed) }

    /// Whether something was laid out in another way than it should have been.
    var isExcessive: Bool { sized > LayoutEffort.mostSizes || bytes.load(ordering: .relaxed) > LayoutEffort.mostBytes }

    /// Whether something was not looked for that was asked for: then what comes out depends on what was asked before.
    var isShort: Bool { short.load(ordering: .relaxed) }

    func fallShort() { short.store(true, ordering: .relaxed) }

    /// Another size is to be worked out of an item of which so many are known.
    ///
    /// - Returns: whether it may be.
    func mayLook(known: Int) -> Bool {
        let count = sizes.add(1, ordering: .relaxed).newValue
        if known < (count > LayoutEffort.mostSizes ? LayoutEffort.fewProposals : LayoutEffort.mostProposals) { return true }
        fallShort()
        return false
    }

    /// So many bytes of words are to be wrapped.
    ///
    /// - Returns: whether they may be.
    func mayWrap(_ count: Int) -> Bool {
        if bytes.add(count, ordering: .relaxed).newValue <= LayoutEffort.mostBytes { return true }
        fallShort()
        return false
    }
}

/// Screens that were too much to be laid out as they are meant: who is to be told.
public final class Excess: Sendable {
    private let noted = Mutex<Set<EntryID>>([])
    private let isNoted = Atomic(false)

    public init() {}

    func note(_ entry: EntryID) {
        noted.withLock { _ = $0.insert(entry) }
        isNoted.store(true, ordering: .releasing)
    }

    /// What was noted since it was taken last.
    public func take() -> Set<EntryID> {
        // Asked after each batch of events, and mostly there is nothing.
        guard isNoted.load(ordering: .acquiring) else { return [] }
        isNoted.store(false, ordering: .relaxed)
        return noted.withLock { noted in
            defer { noted = [] }
            return noted
        }
    }
}
