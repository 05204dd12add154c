import Synchronization

/// Counts the work of layout and painting, to check that unchanged parts are reused.
public final class RenderStatistics: Sendable {
    private let items = Atomic(0)
    private let operations = Atomic(0)
    private let cells = Atomic(0)

    public init() {}

    /// The number of layout items created.
    public var laidOut: Int { items.load(ordering: .relaxed) }
    /// The number of boxes visited in painting.
    public var painted: Int { operations.load(ordering: .relaxed) }
    /// The cells of areas, shapes and effects, each as often as it was painted.
    public var coveredCells: Int { cells.load(ordering: .relaxed) }

    func laidOut(_ count: Int) { items.add(count, ordering: .relaxed) }
    func covered(_ count: Int) { cells.add(count, ordering: .relaxed) }
    func paintedOne() { operations.add(1, ordering: .relaxed) }
}
