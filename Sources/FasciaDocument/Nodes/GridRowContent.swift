public struct GridRowContent: Hashable, Sendable {
    /// Aligns the cells of this row; `nil` uses the grid's alignment.
    public var alignment: Alignment.Vertical?
    public var children: [Node]

    public init(alignment: Alignment.Vertical? = nil, children: [Node]) {
        self.alignment = alignment
        self.children = children
    }
}

extension GridRowContent: NodeContent {
    static let form = NodeForm("The cells of one row of a grid.", schema) { .gridRow($0) }
    package var kind: Node.Kind { .gridRow }
    package var texts: [String?] { [] }

    static let schema = Schema.record(
        GridRowContent(children: []),
        [
            .optional("alignment", \.alignment, Alignment.Vertical.schema, "The alignment of its cells."),
            .required("children", \.children, .array(of: Node.schema), "Its cells."),
        ])
}
