/// Rows of cells. A child that is not a row takes the full width.
public struct GridContent: Hashable, Sendable {
    /// Aligns cells that are smaller than their column or row.
    public var alignment: Alignment
    /// Between columns, in points; `nil` lets the renderer choose.
    public var horizontalSpacing: Double?
    /// Between rows, in points; `nil` lets the renderer choose.
    public var verticalSpacing: Double?
    public var children: [Node]

    public init(
        alignment: Alignment = .center, horizontalSpacing: Double? = nil, verticalSpacing: Double? = nil,
        children: [Node]
    ) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
        self.children = children
    }
}

extension GridContent: NodeContent {
    static let form = NodeForm("Rows of cells whose columns are as wide as the widest cell.", schema) { .grid($0) }
    package var kind: Node.Kind { .grid }
    package var texts: [String?] { [] }

    static let schema = Schema.record(
        GridContent(children: []),
        [
            .defaulted(
                "alignment", \.alignment, Alignment.schema(), default: .center, "The alignment of smaller cells."),
            .optional("horizontalSpacing", \.horizontalSpacing, .number, "Between its columns, in points."),
            .optional("verticalSpacing", \.verticalSpacing, .number, "Between its rows, in points."),
            .required("children", \.children, .array(of: Node.schema), "Its rows; another node takes the full width."),
        ])
}
