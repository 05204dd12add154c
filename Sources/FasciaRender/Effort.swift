import FasciaModel
import Synchronization

/// Bounds the work of one layout. Beyond the bounds, sizes are searched less thoroughly and texts are cut.
///
/// Without a bound, some trees that fit in one line of the wire protocol would take minutes: each level of nested
/// flexible stacks asks its children for a few more sizes than the level above. The bounds keep a layout below about 20
/// ms, at about 1 µs per size and 0.05 ms per kilobyte of text.
final class LayoutEffort: Sendable {
    /// The number of sizes to compute in one layout before proposals per item are restricted …
    private static let mostSizes = 10_000
    /// … and the limit of different proposals for one item, after and before that.
    static let (fewProposals, mostProposals) = (4, 64)
    /// The bytes of text to wrap in one layout.
    private static let mostBytes = 160_000
    /// The characters kept of each text beyond that.
    static let fewCharacters = 200

    private let sizes = Atomic(0)
    private let bytes = Atomic(0)
    private let short = Atomic(false)

    /// The number of sizes computed so far.
    var sized: Int { sizes.load(ordering: .relaxed) }

    /// Whether the layout has exceeded a bound.
    var isExcessive: Bool { sized > LayoutEffort.mostSizes || bytes.load(ordering: .relaxed) > LayoutEffort.mostBytes }

    /// Whether a size, guide or wrapping was refused. The result then depends on what was asked before.
    var isShort: Bool { short.load(ordering: .relaxed) }

    func fallShort() { short.store(true, ordering: .relaxed) }

    /// Counts the computation of another size of an item for which `known` sizes are stored.
    ///
    /// - Returns: whether the size may be computed.
    func mayLook(known: Int) -> Bool {
        let count = sizes.add(1, ordering: .relaxed).newValue
        if known < (count > LayoutEffort.mostSizes ? LayoutEffort.fewProposals : LayoutEffort.mostProposals) { return true }
        fallShort()
        return false
    }

    /// Counts the wrapping of `count` bytes of text.
    ///
    /// - Returns: whether they may be wrapped.
    func mayWrap(_ count: Int) -> Bool {
        if bytes.add(count, ordering: .relaxed).newValue <= LayoutEffort.mostBytes { return true }
        fallShort()
        return false
    }
}

/// Collects the entries whose screens exceeded the bounds of a layout, so that their programs can be told.
public final class Excess: Sendable {
    private let noted = Mutex<Set<EntryID>>([])
    private let isNoted = Atomic(false)

    public init() {}

    func note(_ entry: EntryID) {
        noted.withLock { _ = $0.insert(entry) }
        isNoted.store(true, ordering: .releasing)
    }

    /// Returns and removes the entries noted so far.
    public func take() -> Set<EntryID> {
        // Called after each batch of events, mostly without entries.
        guard isNoted.load(ordering: .acquiring) else { return [] }
        isNoted.store(false, ordering: .relaxed)
        return noted.withLock { noted in
            defer { noted = [] }
            return noted
        }
    }
}
