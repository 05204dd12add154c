/// A log: a list of lines that follows its end. Without a proposed height it has the same one, however many lines it has.
struct LogKind: LayoutKind {
    let lines: ListRows
    let rows: Int

    var guideSource: GuideSource { .none }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        CellSize(columns: proposal.columns ?? 80, rows: proposal.rows ?? rows)
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content { .list(lines) }

    func wordColumns(_ children: [LayoutItem]) -> Int { 10 }
}
