/// What is to be scrolled into sight on each terminal, once for each number.
public struct ScrollGoal: Hashable, Sendable {
    public var request: Int
    /// The id of a node.
    public var node: String?
    /// The id of a `rows` node, and one of its rows, counted from 0: that need not be known yet.
    public var rows: String?
    public var row: Int?
    /// Which part of it is to be where in what it scrolls in: 0 for its left edge at the left, 0.5 for the middles, 1 for
    /// the right edges. Without it nothing is scrolled farther than needed.
    public var x: Double?
    /// The same from top to bottom.
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
            .optional("node", \.node, .string, "The id of the node that is to be seen."),
            .optional("rows", \.rows, .string, "The id of the rows node that has the row."),
            .optional("row", \.row, .int(0 ... .max), "Which of its rows is to be seen, counted from 0."),
            .optional("x", \.x, .number(0...1), "Where in the window it is to be, from 0 (left) to 1."),
            .optional("y", \.y, .number(0...1), "Where in the window it is to be, from 0 (top) to 1."),
        ]
    ).map { goal throws(Mismatch) in
        guard goal.node != nil || goal.rows != nil && goal.row != nil else {
            throw Mismatch(expected: "a node, or rows and a row of them", found: "neither")
        }
        return goal
    } back: { $0 }
}
