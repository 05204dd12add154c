import FasciaDocument

/// Compares the room that its child was made for with the room that it has.
struct GeometryKind: LayoutKind {
    let made: Room
    let metrics: CellMetrics

    /// The length in points when none is proposed, as in SwiftUI.
    private static let ideal = 10.0

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        let room = Room(
            width: proposal.columns.map { Double($0) * metrics.width } ?? Self.ideal,
            height: proposal.rows.map { Double($0) * metrics.height } ?? Self.ideal)
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
