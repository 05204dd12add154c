import FasciaModel

/// Tells how much room there is for its child, which was made for some room.
struct GeometryKind: LayoutKind {
    let made: Room
    let metrics: CellMetrics

    /// What a length is that nobody proposes, as in SwiftUI: in points.
    private static let ideal = 10.0

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        children.first?.size(for: proposal) ?? .zero
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        let room = Room(
            width: proposal.columns.map { Double($0) * metrics.width } ?? Self.ideal,
            height: proposal.rows.map { Double($0) * metrics.height } ?? Self.ideal)
        return .geometry(made: made, offered: room)
    }
}

/// Something that was made for another room than it has on a terminal.
public struct Misfit: Hashable, Sendable {
    public var place: Presentation.ElementPlace
    public var made: Room
    /// The room that there is.
    public var room: Room
}
