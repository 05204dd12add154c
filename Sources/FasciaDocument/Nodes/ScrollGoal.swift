/// The scroll target of each terminal. Each new request number scrolls once.
public struct ScrollGoal: Hashable, Sendable {
    public var request: Int
    /// The id of a node.
    public var node: String?
    /// The id of a `rows` node and the index of one of its rows, which may be unknown.
    public var rows: String?
    public var row: Int?
    /// The horizontal anchor in the viewport: 0 aligns the left edges, 0.5 the centres, 1 the right edges. `nil`
    /// scrolls no further than needed.
    public var x: Double?
    /// The vertical anchor, from 0 (top) to 1 (bottom).
    public var y: Double?

    public init(
        request: Int, node: String? = nil, rows: String? = nil, row: Int? = nil, x: Double? = nil, y: Double? = nil
    ) {
        self.request = request
        self.node = node
        self.rows = rows
        self.row = row
        self.x = x
        self.y = y
    }
}

extension ScrollGoal {
    static let schema = Schema.record(
        ScrollGoal(request: 0),
        [
            .required("request", \.request, .int(), "Each terminal scrolls once for each number."),
            .optional("node", \.node, .string, "The id of the node to show."),
            .optional("rows", \.rows, .string, "The id of the rows node that has the row."),
            .optional("row", \.row, .int(0 ... .max), "The row to show, counted from 0."),
            .optional("x", \.x, .number(0...1), "The position in the window, from 0 (left) to 1."),
            .optional("y", \.y, .number(0...1), "The position in the window, from 0 (top) to 1."),
        ]
    ).checked { goal throws(Mismatch) in
        guard goal.node != nil || goal.rows != nil && goal.row != nil else {
            throw Mismatch(expected: "a node, or rows and a row of them", found: "neither")
        }
    }
}
