public struct SectionContent: Hashable, Sendable {
    public var title: String?
    public var footer: String?
    public var children: [Node]

    public init(title: String? = nil, footer: String? = nil, children: [Node]) {
        self.title = title
        self.footer = footer
        self.children = children
    }
}

extension SectionContent: NodeContent {
    static let form = NodeForm("Rows that belong together, under a title.", schema) { .section($0) }
    package var kind: Node.Kind { .section }
    package var texts: [String?] { [title, footer] }

    static let schema = Schema.record(
        SectionContent(children: []),
        [
            .optional("title", \.title, .string, "The title above its rows."),
            .optional("footer", \.footer, .string, "The text below its rows."),
            .required("children", \.children, .array(of: Node.schema), "Its rows."),
        ])
}
