import FasciaDocument

extension EnvironmentValues {
    /// The size of a cell in points, by default 8 by 16. The views inside convert their lengths to cells with it.
    ///
    ///     Form { … }.environment(\.cellSize, CGSize(width: 10, height: 20))
    @Entry public var cellSize: CGSize = CGSize(width: 8, height: 16)
}

extension CGSize {
    /// Passes the cell size to the renderer.
    var cellModifier: FasciaDocument.Modifier {
        .environment(["cellWidth": .double(Double(width)), "cellHeight": .double(Double(height))])
    }

    /// Whether the size is within the accepted range, in points.
    var isValidCellSize: Bool { [width, height].allSatisfy { (0.001...100_000).contains($0) } }
}
