import FasciaDocument

/// Takes all the room across the axis, and aligns its child there.
struct AcrossKind: LayoutKind {
    let axis: StackContent.Axis
    let alignment: Alignment

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let inner = children.first?.size(for: proposal) ?? .zero
        return axis == .vertical
            ? CellSize(columns: proposal.columns ?? inner.columns, rows: inner.rows)
            : CellSize(columns: inner.columns, rows: proposal.rows ?? inner.rows)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        children.map { Placement(origin: alignment.origin(of: $0, proposal, in: size), proposal: proposal) }
    }
}

/// The control that leads a row of several: its words are cut before what follows goes to the next line.
struct LeadKind: LayoutKind {
    private static let maximumWordColumns = 16

    func wordColumns(_ children: [LayoutItem]) -> Int {
        min(children.first?.wordColumns ?? 0, LeadKind.maximumWordColumns)
    }
}

/// A placeholder for a row that is not known yet.
struct PlaceholderKind: LayoutKind {
    let style: CellStyle
    let unicode: Bool
    /// A row of about the same size.
    let like: LayoutItem?

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let size = like?.size(for: proposal) ?? .zero
        return CellSize(columns: max(3, size.columns), rows: max(1, size.rows))
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        .text([PlacedLine(column: 1, spans: [TextSpan(unicode ? "…" : "...", style)])])
    }
}
