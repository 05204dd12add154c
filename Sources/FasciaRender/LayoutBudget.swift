import FasciaModel

/// Bounds the work of one layout. Beyond the bounds, items get no size and are not drawn, and texts are cut.
///
/// Without a bound, some trees that fit in one line of the wire protocol would take minutes: each level of nested
/// flexible stacks asks its children for a few more sizes than the level above. No other client is served meanwhile.
final class LayoutBudget {
    /// The number of sizes to compute in one layout.
    private static let maximumSizes = 6_000
    /// The number of different proposals for one item.
    static let maximumProposals = 64
    /// The bytes of text to wrap in one layout.
    private static let maximumBytes = 140_000
    /// The characters kept of each text beyond that.
    static let keptCharacters = 200

    /// The number of sizes computed so far.
    private(set) var sized = 0
    private var bytes = 0
    /// Whether a size, guide or wrapping was refused. The result then depends on the order of the requests.
    private(set) var hasRefused = false

    /// Whether no other size may be computed.
    var isSpent: Bool { sized > LayoutBudget.maximumSizes }

    /// Whether the layout has exceeded a bound.
    var isOverBudget: Bool { isSpent || bytes > LayoutBudget.maximumBytes }

    func recordRefusal() { hasRefused = true }

    /// Counts the computation of a size.
    ///
    /// - Returns: whether it may be computed.
    func admitSize() -> Bool {
        sized += 1
        if !isSpent { return true }
        recordRefusal()
        return false
    }

    /// Counts the wrapping of `count` bytes of text.
    ///
    /// - Returns: whether they may be wrapped.
    func admitWrapping(_ count: Int) -> Bool {
        bytes += count
        if bytes <= LayoutBudget.maximumBytes { return true }
        recordRefusal()
        return false
    }
}

/// Collects the entries whose screens exceeded a bound, so that their programs can be told.
public final class OverBudgetScreens {
    /// What took too much.
    public enum Excess: Hashable, Sendable {
        /// It is shown simplified.
        case layout
        /// A part of it is drawn plain.
        case painting
    }

    private var noted: [EntryID: Excess] = [:]

    public init() {}

    /// A layout that was too expensive says more than its painting.
    func note(_ entry: EntryID, _ excess: Excess) {
        if noted[entry] == nil || excess == .layout { noted[entry] = excess }
    }

    /// Returns and removes the entries noted so far.
    public func take() -> [EntryID: Excess] {
        defer { noted = [:] }
        return noted
    }
}
