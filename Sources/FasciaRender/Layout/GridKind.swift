import FasciaDocument

/// A grid of rows of cells. All cells of a column are proposed its width, all cells of a row its height.
struct GridKind: LayoutKind {
    /// A cell, by the index of its child.
    struct Cell {
        var item: Int
        /// The number of columns that it spans.
        var span: Int
        /// The alignment that it sets for its whole column.
        var column: Alignment.Horizontal?
        var vertical: Alignment.Vertical
    }

    enum Row {
        case cells([Cell])
        /// A child that spans the full width.
        case full(Int)
    }

    /// The maximum number of columns that spanning cells can create.
    static let maximumColumns = 1_000

    let rows: [Row]
    let alignment: Alignment
    let across, down: Int

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let columns = columns(children, proposal.columns)
        let width = width(children, columns)
        let heights = heights(children, proposal.rows, columns, width)
        return CellSize(columns: width, rows: heights.reduce(max(0, rows.count - 1) * down, +))
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let columns = columns(children, proposal.columns)
        let heights = heights(children, proposal.rows, columns, size.columns)
        let alignments = columnAlignments()
        var placements = children.map { _ in Placement(origin: CellPoint(column: 0, row: 0), proposal: proposal) }
        var top = 0
        for (row, height) in zip(rows, heights) {
            switch row {
            case .full(let item):
                placements[item] = Placement(
                    origin: CellPoint(column: 0, row: top),
                    proposal: ProposedCells(columns: size.columns, rows: height))
            case .cells(let cells):
                var (left, column) = (0, 0)
                for cell in cells {
                    let room = CellSize(columns: span(columns, column, cell.span), rows: height)
                    let offer = ProposedCells(room)
                    let alignment = Alignment(
                        horizontal: alignments[column] ?? alignment.horizontal, vertical: cell.vertical)
                    let origin = alignment.origin(of: children[cell.item], offer, in: room)
                    placements[cell.item] = Placement(
                        origin: origin + CellPoint(column: left, row: top), proposal: offer)
                    left += room.columns + across
                    column += cell.span
                }
            }
            top += height + down
        }
        return placements
    }

    // MARK: - Columns

    private func columnAlignments() -> [Int: Alignment.Horizontal] {
        var alignments: [Int: Alignment.Horizontal] = [:]
        forEachCell { cell, column in
            if let alignment = cell.column { alignments[column] = alignment }
        }
        return alignments
    }

    private func forEachCell(_ body: (Cell, _ column: Int) -> Void) {
        for case .cells(let cells) in rows {
            var column = 0
            for cell in cells {
                body(cell, column)
                column += cell.span
            }
        }
    }

    /// The width of each column. The least flexible columns choose first, as in a row.
    private func columns(_ children: [LayoutItem], _ room: Int?) -> [Int] {
        var cellsOfColumn: [[Int]] = []
        var spanning: [(cell: Cell, column: Int)] = []
        forEachCell { cell, column in
            while cellsOfColumn.count < column + cell.span { cellsOfColumn.append([]) }
            if cell.span == 1 { cellsOfColumn[column].append(cell.item) } else { spanning.append((cell, column)) }
        }
        func widest(_ column: Int, _ offer: Int?) -> Int {
            cellsOfColumn[column].map { children[$0].size(for: ProposedCells(columns: offer)).columns }.max() ?? 0
        }
        var widths = share(room, count: cellsOfColumn.count, spacing: across, widest)
        for (cell, column) in spanning {
            let offer = room.map { _ in
                span(widths, column, cell.span) + max(0, (room ?? 0) - span(widths, 0, widths.count))
            }
            let wanted = children[cell.item].size(for: ProposedCells(columns: offer)).columns
            // Widen the columns of a spanning cell evenly; the remainder goes to the last ones.
            var lacking = wanted - span(widths, column, cell.span)
            for (taken, index) in (column..<column + cell.span).enumerated() where lacking > 0 {
                let more = (lacking + taken) / (cell.span - taken)
                widths[index] += min(more, lacking)
                lacking -= min(more, lacking)
            }
        }
        return widths
    }

    /// The width of adjacent columns with the spacing between them.
    private func span(_ columns: [Int], _ first: Int, _ count: Int) -> Int {
        let end = min(columns.count, first + count)
        guard first < end else { return 0 }
        return columns[first..<end].reduce((end - first - 1) * across, +)
    }

    /// The grid's width: that of its columns, or of the widest full-width child.
    private func width(_ children: [LayoutItem], _ columns: [Int]) -> Int {
        rows.reduce(span(columns, 0, columns.count)) { width, row in
            guard case .full(let item) = row else { return width }
            return max(width, children[item].size(for: ProposedCells()).columns)
        }
    }

    // MARK: - Rows

    private func heights(_ children: [LayoutItem], _ room: Int?, _ columns: [Int], _ width: Int) -> [Int] {
        share(room, count: rows.count, spacing: down) { row, offer in
            switch rows[row] {
            case .full(let item):
                return children[item].size(for: ProposedCells(columns: width, rows: offer)).rows
            case .cells(let cells):
                var (column, height) = (0, 0)
                for cell in cells {
                    let offer = ProposedCells(columns: span(columns, column, cell.span), rows: offer)
                    height = max(height, children[cell.item].size(for: offer).rows)
                    column += cell.span
                }
                return height
            }
        }
    }

    /// Divides room among columns or rows, the least flexible ones first.
    private func share(
        _ room: Int?, count: Int, spacing: Int, _ length: (_ index: Int, _ offer: Int?) -> Int
    ) -> [Int] {
        guard let room else { return (0..<count).map { length($0, nil) } }
        let flexibility = (0..<count).map { length($0, Cells.maximumLength) - length($0, 0) }
        var left = max(0, room - max(0, count - 1) * spacing)
        var lengths = Array(repeating: 0, count: count)
        for (done, index) in (0..<count).sorted(by: { (flexibility[$0], $0) < (flexibility[$1], $1) }).enumerated() {
            lengths[index] = length(index, left / (count - done))
            left = max(0, left - lengths[index])
        }
        return lengths
    }
}
