import FasciaModel
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

    /// The daemon keeps the last frame of each terminal, about 32 bytes per cell.
    static let maximumCellsOfOneUser = 32 * maximumCells
    var cells: Int { columns * rows }
}

extension Core {
    /// The size of a terminal with so many columns and rows.
    ///
    /// - Parameter terminal: The terminal that gets this size; `nil` for a new one.
    /// - Throws: `limit` if the terminals of one user would have too many cells.
    func checkedSize(
        _ columns: Int, _ rows: Int, for client: Client, instead terminal: Terminal? = nil
    ) throws(Refusal) -> CellSize {
        let size = CellSize(pictureOf: columns, rows)
        let others = terminals.filter { $0 !== terminal && $0.client.peer.uid == client.peer.uid }
        guard others.reduce(size.cells, { $0 + $1.size.cells }) <= CellSize.maximumCellsOfOneUser else {
            throw Refusal(
                .limit,
                "the terminals of uid \(client.peer.uid) would have more than \(CellSize.maximumCellsOfOneUser) cells together: "
                    + "detach one, or ask for fewer columns or rows",
                details: ["limit": "cellsOfOneUser", "value": .int(CellSize.maximumCellsOfOneUser)])
        }
        return size
    }
}
