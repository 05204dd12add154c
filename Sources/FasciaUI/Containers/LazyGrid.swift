import FasciaDocument

/// A column of a `LazyVGrid`, or a row of a `LazyHGrid`.
public struct GridItem: Hashable, Sendable {
    public enum Size: Hashable, Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        /// As many columns or rows as fit.
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    public var size: Size
    public var spacing: CGFloat?
    public var alignment: Alignment?

    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        (self.size, self.spacing, self.alignment) = (size, spacing, alignment)
    }

    /// The columns or rows of this item: as many as fit into `length` for an adaptive item, else one.
    ///
    /// - Parameter defaultGap: the spacing between two of them if the item has none.
    fileprivate func lines(in length: CGFloat, gap defaultGap: CGFloat) -> [GridItem] {
        guard case .adaptive(let minimum, let maximum) = size else { return [self] }
        let gap = spacing.flatMap { $0 >= 0 ? $0 : nil } ?? defaultGap
        let count = (length + gap) / ((minimum >= 1 ? minimum : 1) + gap)
        let line = GridItem(.flexible(minimum: minimum, maximum: maximum), spacing: spacing, alignment: alignment)
        return Array(repeating: line, count: count > 1 ? Int(min(count, 1_000)) : 1)
    }

    fileprivate func frame(horizontally: Bool, _ check: inout NumberValidator) -> Frame {
        var frame = Frame(alignment: (alignment ?? .center).model)
        let dimension = horizontally ? "Width" : "Height"
        switch size {
        case .fixed(let length):
            let length = check.length(length, dimension.lowercased())
            if horizontally { frame.width = length } else { frame.height = length }
        case .flexible(let minimum, let maximum), .adaptive(let minimum, let maximum):
            let range = check.range(minimum, nil, maximum, dimension)
            if horizontally {
                (frame.minWidth, frame.maxWidth) = (range.minimum, range.maximum)
            } else {
                (frame.minHeight, frame.maxHeight) = (range.minimum, range.maximum)
            }
        }
        return frame
    }
}

/// A grid with a fixed set of columns, filled row by row.
public struct LazyVGrid<Content: View>: View {
    let columns: [GridItem]
    let alignment: HorizontalAlignment
    let spacing: CGFloat?
    let content: Content

    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
    ) { (self.columns, self.alignment, self.spacing, self.content) = (columns, alignment, spacing, content()) }
}

/// A grid with a fixed set of rows, filled column by column.
public struct LazyHGrid<Content: View>: View {
    let rows: [GridItem]
    let alignment: VerticalAlignment
    let spacing: CGFloat?
    let content: Content

    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
    ) { (self.rows, self.alignment, self.spacing, self.content) = (rows, alignment, spacing, content()) }
}

extension LazyVGrid: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.updateSubtree(content, environment: viewNode.environment.lazily)
        let (room, isAdaptive) = viewNode.room(for: columns)
        let width = room.replacingUnspecifiedDimensions().width
        let columns = columns.flatMap { $0.lines(in: width, gap: viewNode.environment.cellSize.width) }
        let frames = viewNode.frames(of: columns, horizontally: true)
        let (alignment, spacing) = (Alignment(horizontal: alignment, vertical: .center).model, spacing)
        viewNode.setLowering { [unowned viewNode] in
            let grid = GridContent(
                alignment: alignment, horizontalSpacing: columns.first?.spacing.map(Double.init),
                verticalSpacing: spacing.map(Double.init), children: viewNode.childNodes.rows(frames))
            let node = Node(.grid(grid), id: viewNode.address)
            return [isAdaptive ? node.evaluated(for: room, by: viewNode) : node]
        }
    }
}

extension [Node] {
    /// Rows of as many cells as there are columns. The title and the footer of a section have rows of their own.
    fileprivate func rows(_ columns: [Frame]) -> [Node] {
        var rows: [Node] = []
        var cells = self[...]
        while !cells.isEmpty {
            if case .section(let section)? = cells.first?.content {
                let (title, footer) = (section.title.map { TextContent($0) }, section.footer.map { TextContent($0) })
                rows += title.map { [Node(.text($0), modifiers: [.bold(true)])] } ?? []
                rows += section.children.rows(columns) + (footer.map { [Node(.text($0))] } ?? [])
                cells = cells.dropFirst()
                continue
            }
            let row = cells.prefix { if case .section = $0.content { false } else { true } }.prefix(Swift.max(1, columns.count))
            let framed = zip(row, columns).map { cell, column in cell.with([.frame(column)]) }
            rows.append(Node(.gridRow(GridRowContent(children: framed))))
            cells = cells.dropFirst(row.count)
        }
        return rows
    }
}

extension LazyHGrid: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.updateSubtree(content, environment: viewNode.environment.lazily)
        let (room, isAdaptive) = viewNode.room(for: rows)
        let lines = rows.flatMap { $0.lines(in: room.replacingUnspecifiedDimensions().height, gap: 0) }
        let frames = viewNode.frames(of: lines, horizontally: false)
        let (alignment, spacing) = (Alignment(horizontal: .center, vertical: alignment).model, spacing)
        viewNode.setLowering { [unowned viewNode] in
            let cells = viewNode.childNodes
            let rows = lines.indices.map { line in
                let row = stride(from: line, to: cells.count, by: lines.count).map { index in
                    cells[index].with([.frame(frames[line])])
                }
                return Node(.gridRow(GridRowContent(children: row)))
            }
            let grid = GridContent(
                alignment: alignment, horizontalSpacing: spacing.map(Double.init),
                verticalSpacing: lines.first?.spacing.map(Double.init), children: rows)
            let node = Node(.grid(grid), id: viewNode.address)
            return [isAdaptive ? node.evaluated(for: room, by: viewNode) : node]
        }
    }
}

extension ViewNode {
    fileprivate func frames(of items: [GridItem], horizontally: Bool) -> [Frame] {
        var check = NumberValidator()
        let frames = items.map { $0.frame(horizontally: horizontally, &check) }
        for problem in check.problems { report(problem) }
        return frames
    }

    /// The room if it is known, else `screenSize`. Only adaptive items depend on it, so only they subscribe to changes.
    fileprivate func room(for items: [GridItem]) -> (ProposedViewSize, isAdaptive: Bool) {
        let isAdaptive = items.contains { if case .adaptive = $0.size { true } else { false } }
        guard isAdaptive else { return (ProposedViewSize(environment.screenSize), false) }
        let room = stored(StoredLocation<ProposedViewSize?>(nil))
        eventHandler = .availableSize { room.value = $0 }
        return (tracking { room.value } ?? ProposedViewSize(environment.screenSize), true)
    }
}

extension EnvironmentValues {
    fileprivate var lazily: EnvironmentValues {
        var environment = self
        environment.laziness = .paged
        return environment
    }
}
