import FasciaDocument

/// SwiftUI's `frame` modifiers, fixed and flexible.
struct FrameKind: LayoutKind {
    let columns, rows: Range
    let alignment: Alignment

    /// Lengths in cells.
    struct Range { var exact, minimum, ideal, maximum: Int? }

    init(_ frame: Frame, _ metrics: CellMetrics) {
        func columns(_ length: Double) -> Int { metrics.columns(length, frame.unit) }
        func rows(_ length: Double) -> Int { metrics.rows(length, frame.unit) }
        self.columns = Range(
            exact: frame.width.map(columns), minimum: frame.minWidth.map(columns), ideal: frame.idealWidth.map(columns),
            maximum: frame.maxWidth.map(columns))
        self.rows = Range(
            exact: frame.height.map(rows), minimum: frame.minHeight.map(rows), ideal: frame.idealHeight.map(rows),
            maximum: frame.maxHeight.map(rows))
        alignment = frame.alignment
    }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let inner = children.first?.size(for: offer(proposal)) ?? .zero
        return CellSize(
            columns: columns.resolvedLength(proposal.columns, inner.columns), rows: rows.resolvedLength(proposal.rows, inner.rows)
        )
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let inner = offer(proposal)
        return children.map { Placement(origin: alignment.origin(of: $0, inner, in: size), proposal: inner) }
    }

    func wordColumns(_ children: [LayoutItem]) -> Int { columns.resolvedLength(0, children.first?.wordColumns ?? 0) }

    private func offer(_ proposal: ProposedCells) -> ProposedCells {
        ProposedCells(columns: columns.contentProposal(proposal.columns), rows: rows.contentProposal(proposal.rows))
    }
}

extension FrameKind.Range {
    /// The length proposed to the content.
    func contentProposal(_ proposal: Int?) -> Int? {
        if let exact { return exact }
        guard let proposal = proposal ?? ideal else { return nil }
        return max(minimum ?? 0, min(maximum ?? proposal, proposal))
    }

    /// The frame's length: the proposal, limited to the minimum and maximum. A missing limit is the content's length.
    func resolvedLength(_ proposal: Int?, _ content: Int) -> Int {
        if let exact { return exact }
        let low = minimum ?? min(content, maximum ?? content)
        let high = max(low, maximum ?? max(content, low))
        return max(low, min(high, proposal ?? ideal ?? content))
    }
}

/// Keeps an aspect ratio.
struct AspectRatioKind: LayoutKind {
    /// Columns per row; `nil` for the ratio of the ideal size.
    let ratio: Double?
    let mode: AspectRatio.ContentMode

    init(_ aspect: AspectRatio, _ metrics: CellMetrics) {
        ratio = aspect.ratio.map { $0 * metrics.height / metrics.width }
        mode = aspect.contentMode
    }

    func contentProposal(_ children: [LayoutItem], _ proposal: ProposedCells) -> ProposedCells {
        let ideal = children.first?.size(for: ProposedCells()) ?? .zero
        let ratio = ratio ?? Double(ideal.columns) / Double(max(1, ideal.rows))
        guard ratio > 0, ratio.isFinite else { return proposal }
        func columns(_ rows: Int) -> Int { rows == 0 ? 0 : Cells.length(Double(rows) * ratio) }
        func rows(_ columns: Int) -> Int { columns == 0 ? 0 : Cells.length(Double(columns) / ratio) }
        switch (proposal.columns, proposal.rows) {
        case (nil, nil): return proposal
        case (let width?, nil): return ProposedCells(columns: width, rows: rows(width))
        case (nil, let height?): return ProposedCells(columns: columns(height), rows: height)
        case (let width?, let height?):
            let isByWidth = (Double(width) / ratio <= Double(height)) == (mode == .fit)
            return isByWidth
                ? ProposedCells(columns: width, rows: rows(width))
                : ProposedCells(columns: columns(height), rows: height)
        }
    }
}
