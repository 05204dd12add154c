/// A label that opens a list of items on top of everything else.
public struct MenuContent: Hashable, Sendable {
    public var label: String
    /// Buttons, switches and pickers. Nested menus and sections list their items under a heading.
    public var children: [Node]

    public init(_ label: String, children: [Node]) {
        self.label = label
        self.children = children
    }
}

extension MenuContent: NodeContent {
    static let form = NodeForm("A label that opens a list of actions.", schema) { .menu($0) }
    package var kind: Node.Kind { .menu }
    package var displayLabel: String? { label }
    package var texts: [String?] { [label] }

    static let schema = Schema.record(
        MenuContent("", children: []),
        [
            .required("label", \.label, .string, "What it says."),
            .required("children", \.children, .array(of: Node.schema), "The actions, from top to bottom."),
        ])
}
