/// A scrolling list of any number of rows. It takes all proposed room without laying out rows for that; rows are laid
/// out when the visible ones are known.
struct ListKind: LayoutKind {
    let rows: ListRows

    /// The number of rows that determine the ideal size.
    private static let idealRows = 10

    /// The maximum length along the axis, whether it is offered or that of the first rows. A window that is longer than any terminal
    /// would lay out all of its rows.
    private static let maximumLength = 1_024

    var guideSource: GuideSource { .none }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        rows.axis == .vertical ? tall(proposal) : wide(proposal)
    }

    private func tall(_ proposal: ProposedCells) -> CellSize {
        let ideal = proposal.columns == nil || proposal.rows == nil ? idealSize(proposal.columns) : .zero
        return CellSize(
            columns: proposal.columns ?? ideal.columns,
            rows: min(proposal.rows.map { max($0, min(3, rows.count)) } ?? ideal.rows, ListKind.maximumLength))
    }

    private func wide(_ proposal: ProposedCells) -> CellSize {
        let ideal = idealSize(proposal.rows)
        let markerRows = rows.showsIndicators ? 1 : 0
        return CellSize(
            columns: min(proposal.columns.map { max($0, min(3, ideal.columns)) } ?? ideal.columns, ListKind.maximumLength),
            rows: min(proposal.rows ?? .max, ideal.rows + markerRows))
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        .list(rows)
    }

    /// The ideal size: that of the first rows.
    private func idealSize(_ across: Int?) -> CellSize {
        var size = CellSize.zero
        for row in 0..<min(ListKind.idealRows, rows.count) {
            let item = rows.item(row)
            if rows.axis == .vertical {
                let next = item.size(for: ProposedCells(columns: across.map { max(0, $0 - rows.marks) }))
                size.columns = max(size.columns, next.columns + 1)
                size.rows += max(rows.minimumLength(of: row), next.rows)
            } else {
                let next = item.size(for: ProposedCells(rows: across))
                size.columns += max(rows.minimumLength(of: row), next.columns)
                size.rows = max(size.rows, next.rows)
            }
        }
        return size
    }
}
