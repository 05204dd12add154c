/// Rows and sections of rows. Takes all the space it is offered.
public struct ListContent: Hashable, Sendable {
    public var children: [Node]
    public init(children: [Node]) { self.children = children }
}

extension ListContent: NodeContent {
    static let form = NodeForm("Any number of rows; only visible ones are laid out.", schema) { .list($0) }
    package var kind: Node.Kind { .list }
    package var texts: [String?] { [] }

    static let schema = Schema.record(
        ListContent(children: []),
        [.required("children", \.children, .array(of: Node.schema), "Its rows, and sections of rows.")])
}
