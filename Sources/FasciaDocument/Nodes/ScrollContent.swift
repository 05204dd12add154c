/// A viewport on content that may be larger. The children are arranged vertically, or horizontally if it scrolls only
/// horizontally.
public struct ScrollContent: Hashable, Sendable {
    public enum Axes: String, CaseIterable, Hashable, Sendable {
        case vertical, horizontal, both
    }

    public var axes: Axes
    /// Whether scroll indicators show that there is more.
    public var showsIndicators: Bool
    public var children: [Node]

    public init(_ axes: Axes = .vertical, showsIndicators: Bool = true, children: [Node]) {
        self.axes = axes
        self.showsIndicators = showsIndicators
        self.children = children
    }
}

extension ScrollContent: NodeContent {
    static let form = NodeForm("Content that may be larger than the available space, seen through a window.", schema) {
        .scroll($0)
    }
    package var kind: Node.Kind { .scroll }
    package var texts: [String?] { [] }

    static let schema = Schema.record(
        ScrollContent(children: []),
        [
            .defaulted("axes", \.axes, .oneOf, default: .vertical, "The directions in which it scrolls."),
            .defaulted(
                "showsIndicators", \.showsIndicators, .bool, default: true, "Whether it shows scroll indicators."),
            .required("children", \.children, .array(of: Node.schema), "The content of the window."),
        ])
}
