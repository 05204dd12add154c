import FasciaModel

/// Something to lay out: an element's content, or a modifier around it.
///
/// A reference, so that what it chose for a proposal is computed once: stacks ask their children several times, and
/// without a memory nested stacks would ask exponentially often. It lives only as long as one layout.
final class LayoutItem {
    enum Kind {
        case text(String, CellStyle, limit: Int?)
        case control(Control, any ControlStyle, name: String, CellStyle)
        case fill(NamedColor)
        case rule(isVertical: Bool)
        /// `nil`: both ways.
        case spacer(StackContent.Axis?, least: Int)
        case stack(StackContent.Axis, Alignment, spacing: Int)
        /// Its only child is what scrolls.
        case scroll
        case padding(Insets)
        case frame(FrameCells)
        case background(NamedColor)
        case border(NamedColor)
        /// Something that is no control and yet can be operated.
        case tappable
    }

    struct Insets { var top, leading, bottom, trailing: Int }

    struct FrameCells {
        var columns, rows: Range
        var alignment: Alignment

        struct Range { var exact, least, most: Int? }
    }

    let element: String?
    let kind: Kind
    let children: [LayoutItem]
    private var chosen: [ProposedCells: CellSize] = [:]

    init(_ kind: Kind, element: String? = nil, _ children: [LayoutItem] = []) {
        self.kind = kind
        self.element = element
        self.children = children
    }

    /// The size it chooses when it is offered this much.
    func size(for proposal: ProposedCells) -> CellSize {
        let proposal = ProposedCells(
            columns: proposal.columns.map(Cells.clamp), rows: proposal.rows.map(Cells.clamp))
        if let size = chosen[proposal] { return size }
        let size = Cells.clamp(choose(proposal))
        chosen[proposal] = size
        return size
    }

    private func choose(_ proposal: ProposedCells) -> CellSize {
        switch kind {
        case .text(let text, _, let limit):
            let lines = lines(text, limit, proposal)
            let width = lines.map { TextWidth.of($0) }.max() ?? 0
            return CellSize(columns: min(width, proposal.columns ?? width), rows: lines.count)
        case .control(let control, let style, _, _):
            return style.measure(control, proposal: proposal)
        case .fill:
            return CellSize(columns: proposal.columns ?? 1, rows: proposal.rows ?? 1)
        case .rule(let isVertical):
            return isVertical
                ? CellSize(columns: 1, rows: proposal.rows ?? 1) : CellSize(columns: proposal.columns ?? 1, rows: 1)
        case .spacer(let axis, let least):
            return CellSize(
                columns: axis == .vertical ? 0 : max(least, proposal.columns ?? least),
                rows: axis == .horizontal ? 0 : max(least, proposal.rows ?? least))
        case .stack(.depth, _, _):
            return children.reduce(.zero) { size, child in
                let next = child.size(for: proposal)
                return CellSize(columns: max(size.columns, next.columns), rows: max(size.rows, next.rows))
            }
        case .stack(let axis, _, let spacing):
            let sizes = StackLayout(axis: axis, spacing: spacing).proposals(for: children, proposal)
            var (along, across) = (max(0, children.count - 1) * spacing, 0)
            for (child, proposal) in zip(children, sizes) {
                let size = child.size(for: proposal)
                along += size.along(axis)
                across = max(across, size.across(axis))
            }
            return axis == .vertical ? CellSize(columns: across, rows: along) : CellSize(columns: along, rows: across)
        case .scroll:
            let content = scrolled(proposal)
            guard let rows = proposal.rows else {
                return CellSize(columns: proposal.columns ?? content.columns, rows: content.rows)
            }
            // A few rows are the least in which scrolling is of use.
            return CellSize(columns: proposal.columns ?? content.columns, rows: max(rows, min(3, content.rows)))
        case .padding(let insets):
            let inner = child(proposal.shrunk(columns: insets.columns, rows: insets.rows))
            return CellSize(columns: inner.columns + insets.columns, rows: inner.rows + insets.rows)
        case .border:
            let inner = child(proposal.shrunk(columns: 2, rows: 2))
            return CellSize(columns: inner.columns + 2, rows: inner.rows + 2)
        case .frame(let frame):
            let inner = child(frame.offer(proposal))
            return CellSize(
                columns: frame.columns.choose(proposal.columns, inner.columns),
                rows: frame.rows.choose(proposal.rows, inner.rows))
        case .background, .tappable:
            return child(proposal)
        }
    }

    private func child(_ proposal: ProposedCells) -> CellSize { children.first?.size(for: proposal) ?? .zero }

    private func lines(_ text: String, _ limit: Int?, _ proposal: ProposedCells) -> [String] {
        let room = proposal.rows.map { max(1, $0) }
        let limit = [limit, room].compactMap { $0 }.min()
        return Wrapping.lines(text, columns: proposal.columns, limit: limit)
    }

    private func scrolled(_ proposal: ProposedCells) -> CellSize {
        child(ProposedCells(columns: proposal.columns, rows: nil))
    }

    // MARK: - Placing

    /// Where it and all in it are, when its top left corner is at `origin`.
    func place(at origin: CellPoint, _ proposal: ProposedCells) -> LayoutBox {
        let size = size(for: proposal)
        let rect = CellRect(column: origin.column, row: origin.row, columns: size.columns, rows: size.rows)
        switch kind {
        case .text(let text, let style, let limit):
            let lines = lines(text, limit, ProposedCells(columns: proposal.columns, rows: proposal.rows))
            return LayoutBox(element: element, rect: rect, content: .text(lines, style))
        case .control(let control, let drawn, let name, let style):
            var box = LayoutBox(element: element, rect: rect, content: .control(control, style: name, style))
            box.parts = drawn.parts(control, size: size)
            return box
        case .fill(let color):
            return LayoutBox(element: element, rect: rect, content: .fill(color))
        case .rule(let isVertical):
            return LayoutBox(element: element, rect: rect, content: .rule(isVertical: isVertical))
        case .spacer:
            return LayoutBox(element: element, rect: rect)
        case .stack(.depth, let alignment, _):
            let boxes = children.map { $0.place(in: rect, proposal, alignment) }
            return LayoutBox(element: element, rect: rect, children: boxes)
        case .stack(let axis, let alignment, let spacing):
            let layout = StackLayout(axis: axis, spacing: spacing)
            let boxes = layout.place(children, in: rect, proposal, alignment)
            return LayoutBox(element: element, rect: rect, children: boxes)
        case .scroll:
            let content = ProposedCells(columns: proposal.columns, rows: nil)
            let boxes = children.map { $0.place(at: origin, content) }
            return LayoutBox(
                element: element, rect: rect, content: .scroll(rows: scrolled(proposal).rows), children: boxes)
        case .padding(let insets):
            let corner = CellPoint(column: origin.column + insets.leading, row: origin.row + insets.top)
            let inner = proposal.shrunk(columns: insets.columns, rows: insets.rows)
            return LayoutBox(element: element, rect: rect, children: children.map { $0.place(at: corner, inner) })
        case .border(let color):
            let corner = CellPoint(column: origin.column + 1, row: origin.row + 1)
            let inner = proposal.shrunk(columns: 2, rows: 2)
            return LayoutBox(
                element: element, rect: rect, content: .border(color),
                children: children.map { $0.place(at: corner, inner) })
        case .frame(let frame):
            let inner = frame.offer(proposal)
            return LayoutBox(
                element: element, rect: rect, children: children.map { $0.place(in: rect, inner, frame.alignment) })
        case .tappable:
            return LayoutBox(
                element: element, rect: rect, content: .tappable, children: children.map { $0.place(at: origin, proposal) })
        case .background(let color):
            return LayoutBox(
                element: element, rect: rect, content: .fill(color),
                children: children.map { $0.place(at: origin, proposal) })
        }
    }

    /// Places it in something larger.
    func place(in rect: CellRect, _ proposal: ProposedCells, _ alignment: Alignment) -> LayoutBox {
        let size = size(for: proposal)
        let origin = CellPoint(
            column: rect.minColumn + alignment.horizontal.side.offset(size.columns, in: rect.size.columns),
            row: rect.minRow + alignment.vertical.side.offset(size.rows, in: rect.size.rows))
        return place(at: origin, proposal)
    }
}

// MARK: - Arithmetic of lengths

/// One axis alone: the start is leading or top, the end trailing or bottom.
enum Side { case start, center, end }

extension Alignment.Horizontal {
    var side: Side {
        switch self {
        case .leading, .custom: .start
        case .center: .center
        case .trailing: .end
        }
    }
}

extension Alignment.Vertical {
    var side: Side {
        switch self {
        case .top, .custom, .firstTextBaseline: .start
        case .center: .center
        case .bottom, .lastTextBaseline: .end
        }
    }
}

extension Side {
    /// What is larger than its room begins at the start, so that its beginning can be seen.
    func offset(_ length: Int, in room: Int) -> Int {
        switch self {
        case .start: 0
        case .center: max(0, room - length) / 2
        case .end: max(0, room - length)
        }
    }
}

extension CellSize {
    func along(_ axis: StackContent.Axis) -> Int { axis == .vertical ? rows : columns }
    func across(_ axis: StackContent.Axis) -> Int { axis == .vertical ? columns : rows }
}

extension ProposedCells {
    func shrunk(columns less: Int, rows fewer: Int) -> ProposedCells {
        ProposedCells(columns: columns.map { max(0, $0 - less) }, rows: rows.map { max(0, $0 - fewer) })
    }
}

extension LayoutItem.Insets {
    var columns: Int { leading + trailing }
    var rows: Int { top + bottom }
}

extension LayoutItem.FrameCells {
    func offer(_ proposal: ProposedCells) -> ProposedCells {
        ProposedCells(columns: columns.offer(proposal.columns), rows: rows.offer(proposal.rows))
    }
}

extension LayoutItem.FrameCells.Range {
    /// What the content is offered.
    func offer(_ proposal: Int?) -> Int? {
        if let exact { return exact }
        guard let proposal else { return nil }
        return max(least ?? 0, min(most ?? proposal, proposal))
    }

    /// What the frame takes: the proposal between its limits, and where it has none, the content's size as the limit.
    func choose(_ proposal: Int?, _ content: Int) -> Int {
        if let exact { return exact }
        let low = least ?? min(content, most ?? content)
        let high = max(low, most ?? max(content, low))
        return max(low, min(high, proposal ?? content))
    }
}
