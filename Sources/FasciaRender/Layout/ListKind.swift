import FasciaModel

/// Any number of rows, seen through a window. It takes all the room that it is offered and looks at none of its rows
/// for that; they are laid out when it is known which are seen.
struct ListKind: LayoutKind {
    let rows: ListRows

    /// How many rows make the ideal size.
    private static let idealRows = 10

    var guideSource: GuideSource { .none }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let ideal = proposal.columns == nil || proposal.rows == nil ? idealSize(proposal.columns) : .zero
        return CellSize(
            columns: proposal.columns ?? ideal.columns,
            rows: proposal.rows.map { max($0, min(3, rows.count)) } ?? ideal.rows)
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        .list(rows)
    }

    private func idealSize(_ columns: Int?) -> CellSize {
        let room = columns.map { max(0, $0 - rows.marks) }
        var size = CellSize.zero
        for row in 0..<min(ListKind.idealRows, rows.count) {
            let next = rows.item(row).size(for: ProposedCells(columns: room))
            size.columns = max(size.columns, next.columns + 1)
            size.rows += max(1, next.rows)
        }
        return size
    }
}

/// The rows of a list and what they are laid out by.
public struct ListRows: Sendable {
    private let rows: [Element]
    private let builder: LayoutBuilder
    private let context: LayoutBuilder.Context

    init(_ rows: [Element], _ builder: LayoutBuilder, _ context: LayoutBuilder.Context) {
        self.rows = rows
        self.builder = builder
        self.context = context
    }

    var count: Int { rows.count }

    /// The columns beside the rows.
    var marks: Int { context.scarcity.marks }

    func id(_ row: Int) -> String { rows[row].id }

    /// A blank row stands before the title of a section.
    func item(_ row: Int) -> LayoutItem {
        let item = builder.item(for: rows[row], context)
        guard row > 0, !context.scarcity.isShort, case .section(.some, _) = rows[row].content else { return item }
        return LayoutItem(PaddingKind(top: 1), [item])
    }

    /// Where the row with this id is, looked for from where it was; `nil` where it is gone.
    func index(of id: String, near row: Int) -> Int? {
        let start = min(max(0, row), max(0, count - 1))
        for distance in 0..<max(start + 1, count - start) {
            if start + distance < count, rows[start + distance].id == id { return start + distance }
            if start - distance >= 0, start - distance < count, rows[start - distance].id == id {
                return start - distance
            }
        }
        return nil
    }

    /// Whether something in this row can be operated that has this id.
    func hasOperable(_ element: String, row: Int) -> Bool {
        rows[row].all.contains { $0.id == element && $0.takesFocus }
    }

    /// What in each row can take the focus first, with what it is called and in which row it is.
    var operable: [(row: Int, element: String, label: String)] {
        rows.enumerated().compactMap { row, element in
            element.firstOperable.map { (row, $0.id, $0.label) }
        }
    }

    /// The row in which this can take the focus first.
    func row(of element: String) -> Int? { rows.firstIndex { $0.firstOperable?.id == element } }
}

extension Element {
    fileprivate var firstOperable: Element? {
        if takesFocus, isEnabled { return self }
        for child in children { if let found = child.firstOperable { return found } }
        return nil
    }
}
