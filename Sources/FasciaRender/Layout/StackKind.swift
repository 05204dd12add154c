import FasciaDocument

/// A horizontal or vertical stack. As in SwiftUI, children of a higher priority choose their size first, and among
/// equals the least flexible ones.
struct StackKind: LayoutKind {
    let axis: StackContent.Axis
    let alignment: Alignment
    let spacing: Int
    /// Whether the room is divided so that words of children are cut only if unavoidable.
    var keepsWords = false

    var guideSource: GuideSource { .all }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let offers = proposals(for: children, proposal)
        let along = zip(children, offers).reduce(between(children)) { $0 + $1.0.size(for: $1.1).along(axis) }
        let across = GuideAlignment(key, Array(zip(children, offers))).length
        return axis == .vertical ? CellSize(columns: across, rows: along) : CellSize(columns: along, rows: across)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let offers = proposals(for: children, proposal)
        let line = GuideAlignment(key, Array(zip(children, offers)))
        var at = 0
        return children.indices.map { index in
            let length = children[index].size(for: offers[index]).along(axis)
            defer { at += length + spacing }
            let (along, across) = (at, line.offsets[index])
            return Placement(
                origin: axis == .vertical
                    ? CellPoint(column: across, row: along) : CellPoint(column: along, row: across),
                proposal: offers[index])
        }
    }

    func wordColumns(_ children: [LayoutItem]) -> Int {
        if axis == .vertical { return children.map(\.wordColumns).max() ?? 0 }
        return children.reduce(between(children)) { $0 + $1.wordColumns }
    }

    /// Whether the child is a control whose ideal size is its largest: its words and their decoration.
    private func isControl(_ child: LayoutItem) -> Bool {
        let offers = [ProposedCells(), ProposedCells(columns: Cells.maximumLength)]
        return child.hasControls && child.size(for: offers[0]).columns == child.size(for: offers[1]).columns
    }

    private var key: GuideKey { axis == .vertical ? .horizontal(alignment.horizontal) : .vertical(alignment.vertical) }

    private func between(_ children: [LayoutItem]) -> Int { max(0, children.count - 1) * spacing }

    /// The proposal for each child, given the stack's proposal.
    private func proposals(for children: [LayoutItem], _ proposal: ProposedCells) -> [ProposedCells] {
        let across = axis == .vertical ? proposal.columns : proposal.rows
        let offer = { (along: Int?) in
            axis == .vertical
                ? ProposedCells(columns: across, rows: along) : ProposedCells(columns: along, rows: across)
        }
        guard let room = axis == .vertical ? proposal.rows : proposal.columns else {
            return children.map { _ in offer(nil) }
        }
        let minimum = children.map { child in
            let minimum = child.size(for: offer(0)).along(axis)
            return keepsWords ? max(minimum, child.wordColumns) : minimum
        }
        let flexibility = children.indices.map {
            children[$0].size(for: offer(Cells.maximumLength)).along(axis) - minimum[$0]
        }
        let order = children.indices.sorted {
            let (one, other) = (children[$0], children[$1])
            if one.priority != other.priority { return one.priority > other.priority }
            return (flexibility[$0], $0) < (flexibility[$1], $1)
        }
        let isCrowded = keepsWords && size(children, ProposedCells()).columns > room
        var left = max(0, room - between(children))
        var offers = children.map { _ in offer(0) }
        var start = 0
        // Reserve the minimum lengths of children with a lower priority.
        var reserved = minimum.reduce(0, +)
        while start < order.count {
            var end = start
            while end < order.count, children[order[end]].priority == children[order[start]].priority { end += 1 }
            for index in order[start..<end] { reserved -= minimum[index] }
            /// The share of the equal sibling before, whose height must be the same.
            var before: (flexibility: Int, share: Int)?
            for place in start..<end {
                let index = order[place]
                var share = max(0, left - reserved) / (end - place)
                if keepsWords {
                    let others = order[place + 1..<end].reduce(reserved) { $0 + minimum[$1] }
                    share = max(share, min(minimum[index], left - others))
                    share = min(share, max(left - others, left / (end - place)))
                    // In a row that is too narrow for all decoration, no control is decorated.
                    if isCrowded, isControl(children[index]) { share = min(share, minimum[index]) }
                }
                if children[index].keepsRatio {
                    if let before, before.flexibility == flexibility[index] { share = min(share, before.share) }
                    before = (flexibility[index], share)
                }
                offers[index] = offer(max(0, share))
                left = max(0, left - children[index].size(for: offers[index]).along(axis))
            }
            start = end
        }
        return offers
    }
}

/// Children on top of each other.
struct LayersKind: LayoutKind {
    let alignment: Alignment

    var guideSource: GuideSource { .all }

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        let (columns, rows) = lines(children, proposal)
        return CellSize(columns: columns.length, rows: rows.length)
    }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let (columns, rows) = lines(children, proposal)
        return children.indices.map {
            Placement(origin: CellPoint(column: columns.offsets[$0], row: rows.offsets[$0]), proposal: proposal)
        }
    }

    private func lines(_ children: [LayoutItem], _ proposal: ProposedCells) -> (GuideAlignment, GuideAlignment) {
        let items = children.map { (item: $0, proposal: proposal) }
        return (
            GuideAlignment(.horizontal(alignment.horizontal), items), GuideAlignment(.vertical(alignment.vertical), items)
        )
    }
}

/// Takes the remaining room along its axis, or along both for `nil`.
struct SpacerKind: LayoutKind {
    let axis: StackContent.Axis?
    let minimum: Int

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        CellSize(
            columns: axis == .vertical ? 0 : max(minimum, proposal.columns ?? minimum),
            rows: axis == .horizontal ? 0 : max(minimum, proposal.rows ?? minimum))
    }
}

/// A divider line across a stack.
struct RuleKind: LayoutKind {
    let isVertical: Bool

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        isVertical
            ? CellSize(columns: 1, rows: proposal.rows ?? 1) : CellSize(columns: proposal.columns ?? 1, rows: 1)
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        .rule(isVertical: isVertical)
    }
}
