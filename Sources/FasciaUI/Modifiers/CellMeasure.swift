import FasciaModel

private struct CellSizeKey: EnvironmentKey {
    static var defaultValue: CGSize { CGSize(width: 8, height: 16) }
}

extension EnvironmentValues {
    /// How many points a cell is wide and high: 8 and 16 where nobody says otherwise. Lengths of the views in it become
    /// cells by this measure.
    ///
    ///     Form { … }.environment(\.cellSize, CGSize(width: 10, height: 20))
    public var cellSize: CGSize {
        get { self[CellSizeKey.self] }
        set { self[CellSizeKey.self] = newValue }
    }
}

extension CGSize {
    /// What a node says so that whoever draws it measures by it, too.
    var cellModifier: FasciaModel.Modifier {
        .environment(["cellWidth": .double(Double(width)), "cellHeight": .double(Double(height))])
    }

    /// No cell is smaller or larger.
    var canBeACell: Bool { [width, height].allSatisfy { (0.001...100_000).contains($0) } }
}
