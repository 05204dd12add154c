import Synchronization

/// Counts what layout and painting do, for those who want to know that it is no more than it must be.
public final class WorkCount: Sendable {
    private let items = Atomic(0)
    private let operations = Atomic(0)

    public init() {}

    /// Items made to be laid out.
    public var laidOut: Int { items.load(ordering: .relaxed) }
    /// Boxes that were looked at in painting.
    public var painted: Int { operations.load(ordering: .relaxed) }

    func laidOut(_ count: Int) { items.add(count, ordering: .relaxed) }
    func paintedOne() { operations.add(1, ordering: .relaxed) }
}
