import FasciaRender

/// A picture is made in one turn of the loop, so its size is limited.
extension CellSize {
    /// A terminal that fills a 4K screen has 480×135 cells.
    static let mostCells = 65_536

    /// The size of a picture for so many columns and rows. Where these are too many cells, the last rows are left out:
    /// more would take longer to draw than other clients may wait.
    init(pictureOf columns: Int, _ rows: Int) {
        self.init(columns: columns, rows: min(rows, Self.mostCells / columns))
    }
}
