import FasciaScene

/// A card around rows: a rounded border, with a title in its top.
struct CardKind: LayoutKind {
    let border: CardBorder
    /// The title in lines of its own, for a card that is too narrow for it.
    var heading: TextKind?

    private var top: Int { border.hasTop ? 1 : 0 }
    private var bottom: Int { border.hasBottom ? 1 : 0 }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let inner = children.first?.size(for: contentProposal(children, proposal)) ?? .zero
        let columns = proposal.columns ?? inner.columns + 2
        return CellSize(columns: columns, rows: headingLines(columns).count + inner.rows + top + bottom)
    }

    private func headingLines(_ columns: Int) -> [PlacedLine] {
        guard let heading, border.hasTop, !border.hasRoomForTitle(columns) else { return [] }
        let room = ProposedCells(columns: max(1, columns - 2 * border.inset - 2))
        guard case .text(let lines) = heading.content([], heading.size([], room), room) else { return [] }
        return lines
    }

    func contentProposal(_ children: [LayoutItem], _ proposal: ProposedCells) -> ProposedCells {
        proposal.shrunk(columns: 2, rows: top + bottom)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let inner = contentProposal(children, proposal)
        let first = headingLines(size.columns).count + top
        return children.map { _ in Placement(origin: CellPoint(column: 1, row: first), proposal: inner) }
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        var border = border
        border.heading = headingLines(size.columns)
        return .card(border)
    }

    func wordColumns(_ children: [LayoutItem]) -> Int { (children.first?.wordColumns ?? 0) + 2 }
}

public struct CardBorder: Hashable, Sendable {
    var title: String?
    /// The style of the title.
    var style = CellStyle()
    /// What a style draws instead.
    var surface: Surface?
    /// The most important condition of what it shows.
    var condition: ElementCondition.Word?
    /// The columns from the inside of the border to the words of its rows, where the title begins.
    var inset = 1
    /// The rows of a windowed form have the sides of the card each, its first one the top and its last one the bottom.
    var hasTop = true
    var hasBottom = true
    /// The title above the card, if it has no room in the border.
    var heading: [PlacedLine] = []

    /// Whether the title fits in the top of a card.
    func hasRoomForTitle(_ columns: Int) -> Bool {
        guard let title else { return true }
        return TextWidth.of(TextWidth.clean(title)) <= columns - 2 * inset - 3 - TextWidth.of(conditionWords(columns))
    }

    /// The condition as it stands in the top border; empty if it has no room.
    func conditionWords(_ columns: Int) -> String {
        guard let condition, TextWidth.of(condition.rawValue) < columns / 3 else { return "" }
        return " \(condition.rawValue) "
    }

    /// The area of the whole card around the area of its part. A row of a windowed form is drawn as if the card began one row
    /// above and ended one row below it.
    func whole(_ part: CellRect) -> CellRect {
        let (above, below) = (hasTop ? 0 : 1, hasBottom ? 0 : 1)
        return CellRect(
            column: part.minColumn, row: part.minRow - above, columns: part.size.columns, rows: part.size.rows + above + below)
    }
}
