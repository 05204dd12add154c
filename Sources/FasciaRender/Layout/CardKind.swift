import FasciaScene

/// A card around rows: a rounded border, with a title in its top.
struct CardKind: LayoutKind {
    let border: CardBorder

    private var top: Int { border.hasTop ? 1 : 0 }
    private var bottom: Int { border.hasBottom ? 1 : 0 }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let inner = children.first?.size(for: contentProposal(children, proposal)) ?? .zero
        return CellSize(columns: proposal.columns ?? inner.columns + 2, rows: inner.rows + top + bottom)
    }

    func contentProposal(_ children: [LayoutItem], _ proposal: ProposedCells) -> ProposedCells {
        proposal.shrunk(columns: 2, rows: top + bottom)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let inner = contentProposal(children, proposal)
        return children.map { _ in Placement(origin: CellPoint(column: 1, row: top), proposal: inner) }
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content { .card(border) }

    func wordColumns(_ children: [LayoutItem]) -> Int { (children.first?.wordColumns ?? 0) + 2 }
}

/// The border of a card.
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

    /// The area of the whole card around the area of its part. A row of a windowed form is drawn as if the card began one row
    /// above and ended one row below it.
    func whole(_ part: CellRect) -> CellRect {
        let (above, below) = (hasTop ? 0 : 1, hasBottom ? 0 : 1)
        return CellRect(
            column: part.minColumn, row: part.minRow - above, columns: part.size.columns, rows: part.size.rows + above + below)
    }
}
