import FasciaModel

/// How a row or a column shares its room: as SwiftUI does it, least flexible children first.
struct StackLayout {
    let axis: StackContent.Axis
    let spacing: Int

    /// What each child is offered when the stack is offered `proposal`.
    func proposals(for children: [LayoutItem], _ proposal: ProposedCells) -> [ProposedCells] {
        let across = axis == .vertical ? proposal.columns : proposal.rows
        let offer = { (along: Int?) in
            axis == .vertical
                ? ProposedCells(columns: across, rows: along) : ProposedCells(columns: along, rows: across)
        }
        guard let room = axis == .vertical ? proposal.rows : proposal.columns else {
            return children.map { _ in offer(nil) }
        }
        let flexibility = children.map { child in
            child.size(for: offer(Cells.most)).along(axis) - child.size(for: offer(0)).along(axis)
        }
        let order = children.indices.sorted { (flexibility[$0], $0) < (flexibility[$1], $1) }
        var left = max(0, room - max(0, children.count - 1) * spacing)
        var offers = children.map { _ in offer(0) }
        for (done, index) in order.enumerated() {
            let share = left / (children.count - done)
            offers[index] = offer(share)
            left = max(0, left - children[index].size(for: offers[index]).along(axis))
        }
        return offers
    }

    func place(
        _ children: [LayoutItem], in rect: CellRect, _ proposal: ProposedCells, _ alignment: Alignment
    ) -> [LayoutBox] {
        var at = rect.origin
        return zip(children, proposals(for: children, proposal)).map { child, offer in
            let size = child.size(for: offer)
            if axis == .vertical {
                let column = rect.minColumn + alignment.horizontal.side.offset(size.columns, in: rect.size.columns)
                defer { at.row += size.rows + spacing }
                return child.place(at: CellPoint(column: column, row: at.row), offer)
            }
            let row = rect.minRow + alignment.vertical.side.offset(size.rows, in: rect.size.rows)
            defer { at.column += size.columns + spacing }
            return child.place(at: CellPoint(column: at.column, row: row), offer)
        }
    }
}
