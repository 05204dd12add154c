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

/// Rows and sections of rows. Takes all the space it is offered.
public struct ListContent: Hashable, Sendable {
    public var children: [Node]
    public init(children: [Node]) { self.children = children }
}

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

public struct GridRowContent: Hashable, Sendable {
    /// Aligns the cells of this row; `nil` uses the grid's alignment.
    public var alignment: Alignment.Vertical?
    public var children: [Node]

    public init(alignment: Alignment.Vertical? = nil, children: [Node]) {
        self.alignment = alignment
        self.children = children
    }
}

// MARK: - JSON

extension ScrollContent {
    static let schema = Schema.record(
        ScrollContent(children: []),
        [
            .defaulted("axes", \.axes, .oneOf, default: .vertical, "Which ways it scrolls."),
            .defaulted(
                "showsIndicators", \.showsIndicators, .bool, default: true, "Whether it shows that there is more."),
            .required("children", \.children, .array(of: Node.schema), "What is seen through it."),
        ])
}

extension ListContent {
    static let schema = Schema.record(
        ListContent(children: []),
        [.required("children", \.children, .array(of: Node.schema), "Its rows, and sections of rows.")])
}

extension GridContent {
    static let schema = Schema.record(
        GridContent(children: []),
        [
            .defaulted(
                "alignment", \.alignment, Alignment.schema(), default: .center, "Where its smaller cells stand."),
            .optional("horizontalSpacing", \.horizontalSpacing, .number, "Between its columns, in points."),
            .optional("verticalSpacing", \.verticalSpacing, .number, "Between its rows, in points."),
            .required("children", \.children, .array(of: Node.schema), "Its rows; another node takes the full width."),
        ])
}

extension GridRowContent {
    static let schema = Schema.record(
        GridRowContent(children: []),
        [
            .optional("alignment", \.alignment, Alignment.Vertical.schema, "Where its cells stand."),
            .required("children", \.children, .array(of: Node.schema), "Its cells."),
        ])
}
