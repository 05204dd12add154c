import FasciaDocument

/// A row of a table. The width alone determines the columns, so that all rows have the same ones. Without room for all
/// of them, the last ones are left out.
struct TableRowKind: LayoutKind {
    let columns: [TableContent.Column]

    /// The ideal width of a column of average weight.
    private static let idealColumns = 16
    /// Columns in which most numbers and the beginnings of words can be read.
    private static let readableColumns = 6

    var guideSource: GuideSource { .none }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let total = proposal.columns ?? columns.count * Self.idealColumns
        let rows = zip(children, spans(total)).map { child, span in
            span.isEmpty ? 0 : child.size(for: ProposedCells(columns: span.count)).rows
        }
        return CellSize(columns: total, rows: max(1, rows.max() ?? 1))
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        zip(zip(children, spans(size.columns)), columns).map { cell, column in
            let (child, span) = cell
            let proposal = ProposedCells(columns: span.count, rows: span.isEmpty ? 0 : nil)
            let room = max(0, span.count - child.size(for: proposal).columns)
            let offset =
                switch column.alignment {
                case .leading: 0
                case .center: room / 2
                case .trailing: room
                }
            return Placement(origin: CellPoint(column: span.lowerBound + offset, row: 0), proposal: proposal)
        }
    }

    func wordColumns(_ children: [LayoutItem]) -> Int { children.count * 4 }

    /// The cells of each column; none of one that is left out. A column without a title has the buttons of the row, and stays.
    private func spans(_ total: Int) -> [Range<Int>] {
        var shown = Array(columns.indices)
        while true {
            let spans = spans(total, of: shown.map { columns[$0] })
            let areReadable = zip(shown, spans).allSatisfy { index, span in
                span.count >= min(TextWidth.of(columns[index].title), Self.readableColumns)
            }
            let last = areReadable ? nil : shown.lastIndex { $0 > 0 && !columns[$0].title.isEmpty }
            guard let last else {
                var all = columns.map { _ in total..<total }
                for (index, span) in zip(shown, spans) { all[index] = span }
                return all
            }
            shown.remove(at: last)
        }
    }

    /// The edges are rounded, so that no cell is lost.
    private func spans(_ total: Int, of columns: [TableContent.Column]) -> [Range<Int>] {
        let gap = total < 3 * columns.count ? 0 : total < 30 ? 1 : 2
        let room = Double(max(0, total - gap * (columns.count - 1)))
        // Relative to the largest one, so that no sum is infinite.
        let finite = columns.map { $0.weight.isFinite ? $0.weight : 1 }
        let weights = finite.map { $0 / (finite.max() ?? 1) }
        let whole = weights.reduce(0, +)
        guard whole > 0, whole.isFinite else { return columns.map { _ in 0..<0 } }
        var before = 0.0
        return weights.enumerated().map { index, weight in
            let start = Int((room * before / whole).rounded())
            before += weight
            let end = Int((room * min(before / whole, 1)).rounded())
            return start + gap * index..<max(start, end) + gap * index
        }
    }
}
