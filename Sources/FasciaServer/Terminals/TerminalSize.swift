import FasciaRender
import FasciaWire

/// A picture is painted in one event loop turn, so its size is limited.
extension CellSize {
    /// A terminal that fills a 4K screen has 480×135 cells.
    static let maximumCells = 65_536

    /// The size of a picture. If it exceeds `maximumCells`, the last rows are left out, because painting more would
    /// delay other clients.
    init(pictureOf columns: Int, _ rows: Int) {
        self.init(columns: columns, rows: min(rows, Self.maximumCells / columns))
    }

    /// The daemon keeps the last frame and layout of each terminal, about 100 bytes per cell.
    static let maximumCellsOfOneUser = 15 * maximumCells
    var cells: Int { columns * rows }
}
