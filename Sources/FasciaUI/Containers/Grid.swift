import FasciaDocument

/// A grid whose columns are as wide as their widest cell. A child that is not a `GridRow` spans all columns.
public struct Grid<Content: View>: View {
    let alignment: Alignment
    let horizontalSpacing, verticalSpacing: CGFloat?
    let content: Content

    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
        self.content = content()
    }
}

/// One row of a grid. Each view in it is a cell.
public struct GridRow<Content: View>: View {
    let alignment: VerticalAlignment?
    let content: Content

    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }
}

extension Grid: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.updateSubtree(content)
        let grid = GridContent(
            alignment: alignment.model, horizontalSpacing: horizontalSpacing.map(Double.init),
            verticalSpacing: verticalSpacing.map(Double.init), children: [])
        viewNode.setLowering { [unowned viewNode] in
            var grid = grid
            grid.children = viewNode.childNodes
            return [Node(.grid(grid), id: viewNode.address)]
        }
    }
}

extension GridRow: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.updateSubtree(content)
        viewNode.setLowering { [unowned viewNode, alignment = alignment?.model] in
            [Node(.gridRow(GridRowContent(alignment: alignment, children: viewNode.childNodes)), id: viewNode.address)]
        }
    }
}

extension View {
    /// The number of columns that a cell spans.
    public func gridCellColumns(_ count: Int) -> some View { node(.gridCellColumns(max(1, count))) }

    /// The alignment of all cells in this cell's column.
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { node(.gridColumnAlignment(guide.model)) }

    // Unsupported: the grid, its rows and its columns alone align a cell.
}
