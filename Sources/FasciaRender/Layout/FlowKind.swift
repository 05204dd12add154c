/// A row with controls in it. It wraps where the words of its children do not fit beside each other: SwiftUI would cut
/// them, and a terminal has no smaller font.
struct FlowKind: LayoutKind {
    private let row: StackKind

    var guideSource: GuideSource { .all }

    init(_ row: StackKind) {
        var row = row
        row.keepsWords = true
        self.row = row
    }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        lines(children, proposal).reduce(.zero) { size, line in
            CellSize(columns: max(size.columns, line.size.columns), rows: size.rows + line.size.rows)
        }
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        var top = 0
        return lines(children, proposal).flatMap { line in
            defer { top += line.size.rows }
            return row.arrange(Array(children[line.children]), in: line.size, line.proposal).map { placement in
                var placement = placement
                placement.origin.row += top
                return placement
            }
        }
    }

    /// Children wrap before their words are cut.
    func wordColumns(_ children: [LayoutItem]) -> Int { children.map(\.wordColumns).max() ?? 0 }

    private struct Line {
        var children: Range<Int>
        var proposal: ProposedCells
        var size: CellSize
    }

    private func lines(_ children: [LayoutItem], _ proposal: ProposedCells) -> [Line] {
        let ranges = breaks(children, proposal.columns)
        // A single line gets all proposed rows; several lines get their ideal heights.
        let offer = ranges.count == 1 ? proposal : ProposedCells(columns: proposal.columns)
        return ranges.map { range in
            Line(children: range, proposal: offer, size: row.size(Array(children[range]), offer))
        }
    }

    /// Breaks before a child whose words do not fit. A child without words stays on the line of the previous one.
    private func breaks(_ children: [LayoutItem], _ room: Int?) -> [Range<Int>] {
        guard let room, row.size(children, ProposedCells()).columns > room else { return [0..<children.count] }
        var ranges: [Range<Int>] = []
        var (start, used) = (0, 0)
        for (index, child) in children.enumerated() {
            let words = child.wordColumns
            if index > start, words > 0, used + row.spacing + words > room {
                ranges.append(start..<index)
                (start, used) = (index, 0)
            }
            used += words + (index > start ? row.spacing : 0)
        }
        return ranges + [start..<children.count]
    }
}
