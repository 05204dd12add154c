import FasciaDocument

/// Compares the room that its child was made for with the room that it has.
struct GeometryKind: LayoutKind {
    let made: Room
    let metrics: CellMetrics

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        let room = Room(
            width: proposal.columns.map { Double($0) * metrics.width },
            height: proposal.rows.map { Double($0) * metrics.height })
        return .geometry(made: made, offered: room)
    }
}

/// An element that was made for another room than it has on the terminal.
public struct SizeMismatch: Hashable, Sendable {
    public var id: ElementID
    public var made: Room
    /// The actual room.
    public var room: Room
}
