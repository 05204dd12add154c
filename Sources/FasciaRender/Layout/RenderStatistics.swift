/// Counts the work of layout and painting, to check that unchanged parts are reused.
public final class RenderStatistics {
    /// The number of layout items created.
    public private(set) var laidOut = 0
    /// The number of boxes visited in painting.
    public private(set) var painted = 0
    /// The cells of areas, shapes and effects, each as often as it was painted.
    public private(set) var coveredCells = 0

    public init() {}

    func laidOut(_ count: Int) { laidOut += count }
    func covered(_ count: Int) { coveredCells += count }
    func paintedOne() { painted += 1 }
}
