import FasciaScene

/// The lines of a chart: numbers at the left, the curve as an area, and times below.
struct ChartDrawing {
    struct Line {
        var axis: String
        var curve = ""
        var times = ""
    }

    let plot: Plot
    let columns: Int
    /// The rows of the curve.
    let rows: Int
    let unicode: Bool

    /// The rows below the curve: the axis, and the times.
    static let axisRows = 2

    var lines: [Line] {
        let labels = labels
        let width = labels.map(TextWidth.of).max() ?? 0
        let room = max(0, columns - width - 1)
        let values = plot.columns(room)
        let bounds = plot.bounds
        let heights = values.map { $0.map { Bars.eighths(of: $0, in: bounds, rows: rows) } ?? 0 }
        let curve = (0..<rows).map { row in
            let label = labels[row]
            let tick = label.isEmpty ? (unicode ? "│" : "|") : unicode ? "┤" : "+"
            let below = (rows - 1 - row) * Bars.steps
            return Line(
                axis: Cells.blanks(width - TextWidth.of(label)) + label + tick,
                curve: heights.map { $0 > below ? bar($0 - below) : " " }.joined())
        }
        let axis = (unicode ? "└" : "+") + String(repeating: unicode ? "─" : "-", count: room)
        let indent = Cells.blanks(width)
        return curve + [Line(axis: indent + axis), Line(axis: indent + " ", times: times(room))]
    }

    /// A full cell is not the highest bar in ASCII.
    private func bar(_ eighths: Int) -> String {
        unicode || eighths < Bars.steps ? Bars.bar(eighths, unicode: unicode) : "#"
    }

    /// The number at the left of each row: at the top and at the bottom, and with enough rows in the middle.
    private var labels: [String] {
        var labels = [String](repeating: "", count: rows)
        guard columns >= 20, rows > 1 else { return labels }
        let bounds = plot.bounds
        labels[0] = plot.text(bounds.upperBound)
        labels[rows - 1] = plot.text(bounds.lowerBound)
        if rows >= 5, rows % 2 == 1 { labels[rows / 2] = plot.text(bounds.lowerBound / 2 + bounds.upperBound / 2) }
        return labels
    }

    private func times(_ room: Int) -> String {
        guard let (first, last) = plot.times else { return "" }
        let gap = room - first.count - last.count
        if gap > 0 { return first + Cells.blanks(gap) + last }
        return room >= last.count ? Cells.blanks(room - last.count) + last : ""
    }
}
