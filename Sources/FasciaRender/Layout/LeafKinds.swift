import FasciaDocument
import FasciaScene

/// Text in one or several styles, wrapped as a whole.
struct TextKind: LayoutKind {
    let spans: [TextSpan]
    let limit: Int?
    let alignment: LineAlignment
    let truncation: Truncation
    let budget: LayoutBudget

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let lines = lines(proposal)
        let width = lines.map(\.width).max() ?? 0
        return CellSize(columns: min(width, proposal.columns ?? width), rows: lines.count)
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        .text(
            lines(proposal).map { line in
                let room = max(0, size.columns - line.width)
                let column =
                    switch alignment {
                    case .leading: 0
                    case .center: room / 2
                    case .trailing: room
                    }
                return PlacedLine(column: column, spans: line.spans)
            })
    }

    var ownGuides: GuideSet { .baselines }

    func ownGuide(_ key: GuideKey, _ size: CellSize, _ proposal: ProposedCells) -> Double? {
        switch key {
        case .vertical(.firstTextBaseline): size.rows > 0 ? 1 : nil
        case .vertical(.lastTextBaseline): size.rows > 0 ? Double(size.rows) : nil
        default: nil
        }
    }

    /// The width of the longest word: the text can wrap at all others.
    func wordColumns(_ children: [LayoutItem]) -> Int {
        TextWidth.ofWidestWord(spans.count == 1 ? spans[0].text : spans.map(\.text).joined())
    }

    private func lines(_ proposal: ProposedCells) -> [SpanLine] {
        let room = proposal.rows.map { max(1, $0) }
        let limit = [limit, room].compactMap { $0 }.min()
        guard budget.admitWrapping(spans.reduce(0) { $0 + $1.text.utf8.count }) else {
            let words = spans.map { TextSpan(String($0.text.prefix(LayoutBudget.keptCharacters)), $0.style) }
            return Wrapping.lines(
                words, columns: proposal.columns, limit: min(limit ?? 1, 1), truncation: truncation)
        }
        return Wrapping.lines(spans, columns: proposal.columns, limit: limit, truncation: truncation)
    }
}

extension Element {
    /// The text of an element that shows only text in one style.
    var words: String? {
        switch content {
        case .text(let words): words
        case .labeledValue(let label, let value): label.isEmpty ? value : "\(label): \(value)"
        default: nil
        }
    }
}

/// A control, measured and drawn by its style.
struct ControlLayoutKind: LayoutKind {
    let control: Control
    let style: any ControlStyle
    let name: String
    let inherited: CellStyle
    let budget: LayoutBudget

    /// A field of several lines wraps no more of its text than it may show: four bytes for each cell of these lines, and two cells
    /// more in each. That much counts in the budget.
    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        guard let lines = control.field?.lines else { return style.measure(control, proposal: proposal) }
        let most = 4 * lines.upperBound * ((proposal.columns ?? 80) + 2)
        if budget.admitWrapping(min(control.value.utf8.count, most)) { return style.measure(control, proposal: proposal) }
        var cut = control
        cut.value = String(control.value.prefix(LayoutBudget.keptCharacters))
        return style.measure(cut, proposal: proposal)
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        .control(control, style: name, inherited)
    }

    func wordColumns(_ children: [LayoutItem]) -> Int { style.minimumColumns(control) }

    func parts(_ size: CellSize) -> [ControlPart] { style.parts(control, size: size) }
}

/// An area that takes all the proposed room: a colour or a shape.
struct AreaKind: LayoutKind {
    let drawing: LayoutBox.Content

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        CellSize(columns: proposal.columns ?? 1, rows: proposal.rows ?? 1)
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content { drawing }
}
