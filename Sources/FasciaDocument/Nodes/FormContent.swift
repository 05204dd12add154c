public struct FormContent: Hashable, Sendable {
    public var children: [Node]
    public init(children: [Node]) { self.children = children }
}

extension FormContent: NodeContent {
    static let form = NodeForm("Rows below each other; scrolls if they do not fit.", schema) { .form($0) }
    package var kind: Node.Kind { .form }
    package var texts: [String?] { [] }

    static let schema = Schema.record(
        FormContent(children: []), [.required("children", \.children, .array(of: Node.schema), "Its rows.")])
}
