/// A label at the left and a value at the right, or the value below the label if they do not fit in one line.
struct LabeledRowKind: LayoutKind {
    let label: TextKind
    let value: TextKind

    private static let gap = 2

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let (one, other) = sizes(proposal)
        let together = one.columns + other.columns + LabeledRowKind.gap
        guard let room = proposal.columns else { return CellSize(columns: together, rows: max(one.rows, other.rows)) }
        return CellSize(columns: room, rows: max(one.rows, other.rows) == 1 && together <= room ? 1 : one.rows + other.rows)
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        let (one, other) = sizes(proposal)
        let offer = ProposedCells(columns: proposal.columns)
        guard case .text(let labels) = label.content([], one, offer), case .text(var values) = value.content([], other, offer)
        else { return .group }
        for index in values.indices { values[index].column = max(0, size.columns - values[index].width) }
        guard size.rows == 1, let first = labels.first, let last = values.first else { return .text(labels + values) }
        let gap = TextSpan(Cells.blanks(last.column - first.column - first.width), CellStyle())
        return .text([PlacedLine(column: first.column, spans: first.spans + [gap] + last.spans)])
    }

    private func sizes(_ proposal: ProposedCells) -> (CellSize, CellSize) {
        let offer = ProposedCells(columns: proposal.columns)
        return (label.size([], offer), value.size([], offer))
    }

    func wordColumns(_ children: [LayoutItem]) -> Int { max(label.wordColumns([]), value.wordColumns([])) }
}
