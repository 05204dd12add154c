public struct StackContent: Hashable, Sendable {
    public enum Axis: String, CaseIterable, Hashable, Sendable {
        case vertical, horizontal, depth
    }

    public var axis: Axis
    /// Aligns children that are smaller than the stack, across its axis.
    public var alignment: Alignment
    /// Between neighbours, in points; `nil` lets the renderer choose.
    public var spacing: Double?
    public var children: [Node]

    public init(_ axis: Axis, alignment: Alignment = .center, spacing: Double? = nil, children: [Node]) {
        self.axis = axis
        self.alignment = alignment
        self.spacing = spacing
        self.children = children
    }
}

extension StackContent: NodeContent {
    static func form(_ axis: Axis, _ summary: String, _ alignments: [Alignment.Named]) -> NodeForm {
        NodeForm(summary, schema(axis, alignments)) { .stack($0) }
    }

    static let vertical = form(.vertical, "Its children below each other.", Alignment.columns)
    static let horizontal = form(.horizontal, "Its children side by side.", Alignment.rows)
    static let depth = form(.depth, "Its children on top of each other, the last one in front.", Alignment.named)

    package var kind: Node.Kind {
        switch axis {
        case .vertical: .vstack
        case .horizontal: .hstack
        case .depth: .zstack
        }
    }
    package var texts: [String?] { [] }

    static func schema(_ axis: Axis, _ alignments: [Alignment.Named]) -> Schema<StackContent> {
        .record(
            StackContent(axis, children: []),
            [
                .defaulted(
                    "alignment", \.alignment, Alignment.schema(alignments), default: .center,
                    "The alignment of smaller children."),
                .optional("spacing", \.spacing, .number, "Between its children, in points."),
                .required("children", \.children, .array(of: Node.schema), "Its children, in order."),
            ])
    }
}
