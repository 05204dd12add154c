import FasciaModel

/// Rows of cells whose columns are as wide as the widest cell. A child that is no row takes the full width.
public struct Grid<Content: View>: View {
    public typealias Body = Never
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

/// The cells of one row.
public struct GridRow<Content: View>: View {
    public typealias Body = Never
    let alignment: VerticalAlignment?
    let content: Content

    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }
}

extension Grid: Primitive {
    func update(_ place: Place) {
        place.updateInside(content)
        let grid = GridContent(
            alignment: alignment.model, horizontalSpacing: horizontalSpacing.map(Double.init),
            verticalSpacing: verticalSpacing.map(Double.init), children: [])
        place.lower { [unowned place] in
            var grid = grid
            grid.children = place.childNodes
            return [Node(.grid(grid), id: place.address)]
        }
    }
}

extension GridRow: Primitive {
    func update(_ place: Place) {
        place.updateInside(content)
        place.lower { [unowned place, alignment = alignment?.model] in
            [Node(.gridRow(GridRowContent(alignment: alignment, children: place.childNodes)), id: place.address)]
        }
    }
}

extension View {
    /// How many columns of a grid it takes.
    public func gridCellColumns(_ count: Int) -> some View { node(.gridCellColumns(max(1, count))) }

    /// Where all cells of its column stand.
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View {
        node(.gridColumnAlignment(guide.model))
    }

    // A cell of a grid stands as its grid, row and column say.
    @available(*, deprecated, message: "has no effect in a terminal: columns and rows alone place the cells of a grid")
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: columns and rows alone place the cells of a grid")
    public func gridCellAnchor(_ anchor: UnitPoint) -> some View { self }
}
