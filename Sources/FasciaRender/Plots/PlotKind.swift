import FasciaDocument
import FasciaScene

/// A sparkline or a chart. It takes the proposed columns.
struct PlotKind: LayoutKind {
    let plot: Plot
    let style: CellStyle
    let curve: CellStyle
    let unicode: Bool
    /// Whether it is a row of a form, in which bars and curves end in one column.
    var isRow = false
    /// The words for the condition of its value; empty if that is known.
    var condition = ""

    /// The columns of the curve of a sparkline.
    private static let sparklineColumns = 3...40
    /// The columns from which on it ends below the bars of other rows.
    private static let alignedColumns = 30
    /// The ideal width of a chart.
    private static let chartColumns = 60
    /// The columns of the widest terminal: a chart that is wider ends there.
    private static let mostColumns = 1_024

    private var label: String { TextWidth.clean(plot.label) }
    /// The words for its condition, after the label.
    private var suffix: String { condition.isEmpty ? "" : (label.isEmpty ? "" : " ") + "(\(condition))" }
    private var title: String { label + suffix }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        switch rows(proposal) {
        case 0:
            return CellSize(columns: proposal.columns ?? columns(curve: Self.sparklineColumns.upperBound), rows: 1)
        case let rows:
            return CellSize(
                columns: proposal.columns ?? Self.chartColumns, rows: (title.isEmpty ? 0 : 1) + rows + ChartDrawing.axisRows)
        }
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        let rows = rows(proposal)
        if rows == 0 { return .text([sparkline(size.columns)]) }
        let columns = min(size.columns, Self.mostColumns)
        let lines = ChartDrawing(plot: plot, columns: columns, rows: rows, unicode: unicode).lines.map { line in
            PlacedLine(
                column: 0,
                spans: [
                    TextSpan(line.axis, style.adding(.dim)), TextSpan(line.curve, curve, role: .accent),
                    TextSpan(line.times, style.adding(.dim)),
                ])
        }
        return .text(title.isEmpty ? lines : [titleLine(size.columns)] + lines)
    }

    func wordColumns(_ children: [LayoutItem]) -> Int { columns(curve: Self.sparklineColumns.lowerBound) }

    /// The rows of a chart's curve; 0 for a sparkline, and for a chart that there is no room for.
    private func rows(_ proposal: ProposedCells) -> Int {
        guard case .chart(let rows) = plot.form else { return 0 }
        let room = (proposal.rows ?? .max) - (title.isEmpty ? 0 : 1) - ChartDrawing.axisRows
        return room < 2 || (proposal.columns ?? .max) < 12 ? 0 : min(rows, room)
    }

    // MARK: - One row

    /// `Label   ▁▂▅ 7`. The number has room for the widest one, so that the curve does not move.
    private func sparkline(_ columns: Int) -> PlacedLine {
        let least = Self.sparklineColumns.lowerBound
        guard columns >= self.columns(curve: least) else {
            let words = LabelAndValue(label: title, value: plot.latest).text(columns: columns)
            return PlacedLine(column: 0, spans: [TextSpan(words, style)])
        }
        let head = title.isEmpty ? 0 : TextWidth.of(title) + 1
        func room(beside number: String) -> Int { columns - head - 1 - TextWidth.of(number) }
        let aligned = number.rightAligned(in: TrackLayout.rowValue)
        let number = isRow && columns >= Self.alignedColumns && room(beside: aligned) >= least ? aligned : number
        let room = room(beside: number)
        // In a row it is not longer than a bar.
        let length = isRow ? min(room, max(least, room + head - max(head, columns * 2 / 5))) : room
        let bounds = plot.bounds
        let bars = plot.samples.suffix(Cells.clamp(min(length, Self.sparklineColumns.upperBound))).map { sample in
            sample.isGap ? " " : Bars.bar(Bars.eighths(of: sample.value, in: bounds), unicode: unicode)
        }
        return PlacedLine(
            column: 0,
            spans: [
                TextSpan(label, style), TextSpan(suffix, style, role: .warning), TextSpan(title.isEmpty ? "" : " ", style),
                TextSpan(Cells.blanks(room - bars.count) + bars.joined(), curve, role: .accent), TextSpan(" " + number, style),
            ])
    }

    private func columns(curve: Int) -> Int {
        (title.isEmpty ? 0 : TextWidth.of(title) + 1) + curve + 1 + TextWidth.of(number)
    }

    private var number: String {
        let bounds = plot.bounds
        let widest = [bounds.lowerBound, bounds.upperBound].map { TextWidth.of(plot.text($0)) }.max() ?? 0
        return Cells.blanks(widest - TextWidth.of(plot.latest)) + plot.latest
    }

    // MARK: - The title of a chart

    /// The label, and the latest number at the right.
    private func titleLine(_ columns: Int) -> PlacedLine {
        let words = LabelAndValue(label: title, value: plot.latest)
        guard words.columns <= columns else {
            return PlacedLine(column: 0, spans: [TextSpan(words.text(columns: columns), style)])
        }
        let gap = Cells.blanks(columns - TextWidth.of(title) - TextWidth.of(plot.latest))
        return PlacedLine(
            column: 0,
            spans: [TextSpan(label, style), TextSpan(suffix, style, role: .warning), TextSpan(gap + plot.latest, style)])
    }
}

extension String {
    fileprivate func rightAligned(in columns: Int) -> String {
        Cells.blanks(columns - TextWidth.of(self)) + self
    }
}
