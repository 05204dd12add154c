import FasciaModel
import FasciaRender

/// A picture is made in one turn of the loop, so its size is limited.
extension CellSize {
    /// A terminal that fills a 4K screen has 480×135 cells.
    static let mostCells = 65_536

    /// - Throws: `limit` for a picture that takes longer to draw than other clients may wait.
    init(pictureOf columns: Int, _ rows: Int) throws(Refusal) {
        guard columns * rows <= Self.mostCells else {
            throw Refusal(
                .limit, "\(columns)×\(rows) is more than \(Self.mostCells) cells: ask for fewer columns or rows",
                details: ["limit": "cells", "value": .int(Self.mostCells)])
        }
        self.init(columns: columns, rows: rows)
    }
}
