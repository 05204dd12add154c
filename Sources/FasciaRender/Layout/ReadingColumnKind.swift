/// The column of a form or a list: not wider than can be read, and in the middle.
struct ReadingColumnKind: LayoutKind {
    /// The columns of the child that are for the marks for more content; they may stand in the margin.
    let marks: Int

    static let maximumColumns = 84

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let inner = children.first?.size(for: contentProposal(children, proposal)) ?? .zero
        return CellSize(columns: proposal.columns ?? inner.columns, rows: inner.rows)
    }

    func contentProposal(_ children: [LayoutItem], _ proposal: ProposedCells) -> ProposedCells {
        guard let columns = proposal.columns else { return proposal }
        let margin = margin(columns)
        return ProposedCells(
            columns: min(ReadingColumnKind.maximumColumns + marks, columns - 2 * margin + min(marks, margin)),
            rows: proposal.rows)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let inner = contentProposal(children, proposal)
        let used = (inner.columns ?? size.columns) - min(marks, margin(size.columns))
        let start = max(0, size.columns - used) / 2
        return children.map { _ in Placement(origin: CellPoint(column: start, row: 0), proposal: inner) }
    }

    private func margin(_ columns: Int) -> Int { columns >= 60 ? 2 : columns >= 40 ? 1 : 0 }
}
