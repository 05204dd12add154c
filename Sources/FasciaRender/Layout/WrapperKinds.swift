import FasciaDocument

// Small layout kinds for modifiers around one child.

/// Padding, which may be negative.
struct PaddingKind: LayoutKind {
    var top = 0, leading = 0, bottom = 0, trailing = 0

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let inner = children.first?.size(for: offer(proposal)) ?? .zero
        return CellSize(columns: inner.columns + leading + trailing, rows: inner.rows + top + bottom)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        children.map { _ in Placement(origin: CellPoint(column: leading, row: top), proposal: offer(proposal)) }
    }

    /// With negative padding the child extends beyond the box.
    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        min(top, leading, bottom, trailing) < 0 ? .offset : .group
    }

    func wordColumns(_ children: [LayoutItem]) -> Int {
        max(0, (children.first?.wordColumns ?? 0) + leading + trailing)
    }

    private func offer(_ proposal: ProposedCells) -> ProposedCells {
        proposal.shrunk(columns: leading + trailing, rows: top + bottom)
    }
}

extension PaddingKind {
    init(_ insets: Insets, _ context: LayoutBuilder.Context) {
        func columns(_ length: Double) -> Int { Self.signed(length) { context.gapColumns($0, insets.unit) } }
        func rows(_ length: Double) -> Int { Self.signed(length) { context.gapRows($0, insets.unit) } }
        self.init(
            top: rows(insets.top), leading: columns(insets.leading), bottom: rows(insets.bottom),
            trailing: columns(insets.trailing))
    }

    private static func signed(_ length: Double, _ cells: (Double) -> Int) -> Int {
        length < 0 ? -cells(-length) : cells(length)
    }
}

/// A border, one cell wide on each side.
struct BorderKind: LayoutKind {
    let color: NamedColor

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let inner = children.first?.size(for: proposal.shrunk(columns: 2, rows: 2)) ?? .zero
        return CellSize(columns: inner.columns + 2, rows: inner.rows + 2)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let inner = proposal.shrunk(columns: 2, rows: 2)
        return children.map { _ in Placement(origin: CellPoint(column: 1, row: 1), proposal: inner) }
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        .border(color)
    }

    func wordColumns(_ children: [LayoutItem]) -> Int { (children.first?.wordColumns ?? 0) + 2 }
}

/// Has its child's size and position, and changes only how it is drawn.
struct DrawingKind: LayoutKind {
    let drawing: LayoutBox.Content

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content { drawing }
}

/// Uses the child's ideal size along some axes.
struct FixedSizeKind: LayoutKind {
    let fixed: FixedSize

    func wordColumns(_ children: [LayoutItem]) -> Int {
        guard let child = children.first else { return 0 }
        return fixed.horizontal ? child.size(for: ProposedCells()).columns : child.wordColumns
    }

    func contentProposal(_ children: [LayoutItem], _ proposal: ProposedCells) -> ProposedCells {
        ProposedCells(
            columns: fixed.horizontal ? nil : proposal.columns, rows: fixed.vertical ? nil : proposal.rows)
    }
}

/// Draws its child at an offset, without affecting the layout.
struct OffsetKind: LayoutKind {
    let by: CellPoint

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        children.map { _ in Placement(origin: by, proposal: proposal) }
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        .offset
    }

    var guideSource: GuideSource { .unmoved(0) }
}

/// Takes all the room and places its child's centre at a point.
struct PositionKind: LayoutKind {
    let middle: CellPoint

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let inner = children.first?.size(for: proposal) ?? .zero
        return CellSize(columns: proposal.columns ?? inner.columns, rows: proposal.rows ?? inner.rows)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        children.map { child in
            let inner = child.size(for: proposal)
            return Placement(
                origin: CellPoint(column: middle.column - inner.columns / 2, row: middle.row - inner.rows / 2),
                proposal: proposal)
        }
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        .offset
    }

    var guideSource: GuideSource { .none }
}

/// A background or overlay. It is proposed the content's size and does not affect the layout of the content.
struct AttachmentKind: LayoutKind {
    let alignment: Alignment
    let isBehind: Bool

    /// The children in drawing order.
    func children(_ content: LayoutItem, _ attached: LayoutItem) -> [LayoutItem] {
        isBehind ? [attached, content] : [content, attached]
    }

    var guideSource: GuideSource { .child(isBehind ? 1 : 0) }

    func wordColumns(_ children: [LayoutItem]) -> Int { children[isBehind ? 1 : 0].wordColumns }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        children[isBehind ? 1 : 0].size(for: proposal)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let (content, attached) = (children[isBehind ? 1 : 0], children[isBehind ? 0 : 1])
        let inner = Placement(origin: CellPoint(column: 0, row: 0), proposal: proposal)
        let offer = ProposedCells(size)
        let place = alignment.origin(of: attached, offer, in: size) { content.explicitGuide($0, proposal) }
        let outer = Placement(origin: place, proposal: offer)
        return isBehind ? [outer, inner] : [inner, outer]
    }
}
