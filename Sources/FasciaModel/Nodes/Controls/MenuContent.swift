/// A label behind which there is a list of things to do. Whoever opens it sees them over everything else.
public struct MenuContent: Hashable, Sendable {
    public var label: String
    /// Buttons, switches, pickers; menus in it, and sections, put their items under a heading.
    public var children: [Node]

    public init(_ label: String, children: [Node]) {
        self.label = label
        self.children = children
    }
}

extension MenuContent {
    static let schema = Schema.record(
        MenuContent("", children: []),
        [
            .required("label", \.label, .string, "What it says."),
            .required("children", \.children, .array(of: Node.schema), "What can be done, from top to bottom."),
        ])
}
