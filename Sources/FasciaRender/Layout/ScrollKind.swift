import FasciaDocument

/// A scroll view on its only child. A form takes the proposed width; another vertical scroll view at most its content's
/// width.
struct ScrollKind: LayoutKind {
    let axes: ScrollContent.Axes
    let showsIndicators: Bool
    let takesAllColumns: Bool

    var guideSource: GuideSource { .none }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let content = contentSize(children, proposal)
        let columns =
            switch (proposal.columns, axes) {
            case (nil, _): content.columns
            case (let offered?, .vertical): takesAllColumns ? offered : min(offered, content.columns)
            // Scrolling is useful only with a few columns.
            case (let offered?, _): max(offered, min(3, content.columns))
            }
        let markerRows = barRows(content, columns)
        let rows =
            switch (proposal.rows, axes) {
            case (nil, _): content.rows + markerRows
            case (let offered?, .horizontal): min(offered, content.rows + markerRows)
            case (let offered?, _): max(offered, min(3, content.rows))
            }
        return CellSize(columns: columns, rows: rows)
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        var content = contentSize(children, proposal)
        if axes == .vertical { content.columns = min(content.columns, size.columns) }
        if axes == .horizontal { content.rows = min(content.rows, size.rows) }
        let markerRows = min(barRows(content, size.columns), max(0, size.rows - 1))
        return .scroll(content: content, markerRows: markerRows, showsIndicators: showsIndicators)
    }

    /// A horizontal scroll view has a row below its content for the marks for more content.
    private func barRows(_ content: CellSize, _ columns: Int) -> Int {
        showsIndicators && axes != .vertical && content.columns > columns ? 1 : 0
    }

    private func contentSize(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        children.first?.size(for: contentProposal(children, proposal)) ?? .zero
    }

    func contentProposal(_ children: [LayoutItem], _ proposal: ProposedCells) -> ProposedCells {
        ProposedCells(
            columns: axes == .vertical ? proposal.columns : nil, rows: axes == .horizontal ? proposal.rows : nil)
    }
}
