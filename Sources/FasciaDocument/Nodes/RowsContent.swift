/// Many rows, of which only some are known: those that a terminal shows. The publisher of the screen is asked for
/// others when they become visible.
///
/// Each row is laid out as a child of the enclosing container: a list, a section of one, a scroll view or a stack.
public struct RowsContent: Hashable, Sendable {
    /// The number of rows.
    public var total: Int
    /// The known rows, in ascending order, as ranges that neither touch nor overlap.
    public private(set) var known: [RowRange]
    /// One node for each known row, in order.
    public private(set) var children: [Node]

    /// The first rows are known.
    public init(total: Int, children: [Node] = []) {
        self.total = max(total, children.count)
        self.children = children
        known = children.isEmpty ? [] : [RowRange(0, children.count)]
    }

    /// - Parameter rows: the known rows by index; indices outside `total` are ignored.
    public init(total: Int, rows: [Int: Node]) {
        self.total = max(0, total)
        let places = rows.keys.filter { $0 >= 0 && $0 < total }.sorted()
        children = places.compactMap { rows[$0] }
        known = RowRange.runs(of: places)
    }

    /// The index in `children` of a row; `nil` if the row is not known.
    public func index(of row: Int) -> Int? { known.index(of: row) }

    /// The known rows by index.
    public var rows: [Int: Node] {
        Dictionary(uniqueKeysWithValues: zip(known.lazy.flatMap(\.range), children))
    }
}

/// A range of rows, counted from 0.
public struct RowRange: Hashable, Sendable {
    public var first: Int
    public var count: Int

    public init(_ first: Int, _ count: Int) {
        self.first = first
        self.count = max(0, count)
    }

    public init(_ range: Range<Int>) { self.init(range.lowerBound, range.count) }

    public var end: Int { first + count }
    public var range: Range<Int> { first..<end }

    /// The ranges formed by row indices in ascending order.
    public static func runs(of places: [Int]) -> [RowRange] {
        var runs: [RowRange] = []
        for place in places {
            if let last = runs.last, last.end == place {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(RowRange(place, 1))
            }
        }
        return runs
    }

    /// The union of these ranges, in ascending order; touching and overlapping ranges are merged.
    public static func union(_ ranges: [RowRange]) -> [RowRange] {
        var union: [RowRange] = []
        for range in ranges.sorted(by: { $0.first < $1.first }) where range.count > 0 {
            guard let last = union.last, last.end >= range.first else {
                union.append(range)
                continue
            }
            union[union.count - 1].count = max(last.end, range.end) - last.first
        }
        return union
    }
}

extension [RowRange] {
    /// The position of a row among the rows of all ranges; `nil` if no range contains it.
    public func index(of row: Int) -> Int? {
        var before = 0
        for range in self {
            if row < range.first { return nil }
            if row < range.end { return before + row - range.first }
            before += range.count
        }
        return nil
    }

    public func contains(_ row: Int) -> Bool { index(of: row) != nil }

    /// Whether one of the ranges contains all of `range`. Enough if none of them touch.
    public func contains(_ range: RowRange) -> Bool {
        range.count == 0 || contains { $0.first <= range.first && $0.end >= range.end }
    }

    /// The total number of rows.
    public var rowCount: Int { reduce(0) { $0 + $1.count } }
}

/// A change of the rows of one `rows` node.
public struct RowsUpdate: Hashable, Sendable {
    /// The node's id.
    public var node: String
    /// The new number of rows; `nil` keeps it.
    public var total: Int?
    /// The known rows that stay; `nil` keeps all.
    public var keep: [RowRange]?
    /// New and changed rows.
    public var runs: [Run]

    /// Adjacent rows.
    public struct Run: Hashable, Sendable {
        public var first: Int
        public var children: [Node]

        public init(first: Int, children: [Node]) {
            self.first = first
            self.children = children
        }
    }

    public init(node: String, total: Int? = nil, keep: [RowRange]? = nil, runs: [Run]) {
        self.node = node
        self.total = total
        self.keep = keep
        self.runs = runs
    }

    /// The rows after this update.
    public func applied(to old: RowsContent) -> RowsContent {
        var rows = old.rows
        if let keep {
            let keep = RowRange.union(keep)
            rows = rows.filter { keep.contains($0.key) }
        }
        for run in runs {
            for (offset, node) in run.children.enumerated() { rows[run.first + offset] = node }
        }
        return RowsContent(total: total ?? old.total, rows: rows)
    }
}

extension Node {
    /// Applies an update without checking; `nil` if there is no such `rows` node.
    package func replaying(_ update: RowsUpdate) -> Node? {
        if id == update.node, case .rows(let old) = content {
            var node = self
            node.content = .rows(update.applied(to: old))
            return node
        }
        for (index, child) in children.enumerated() {
            guard let new = child.replaying(update) else { continue }
            var node = self
            node.content.children[index] = new
            return node
        }
        return nil
    }
}

// MARK: - JSON

extension RowRange {
    public static let schema = Schema.record(
        RowRange(0, 0),
        [
            .required("first", \.first, .int(0...RowsContent.maximumRows), "The index of the first one, counted from 0."),
            .required("count", \.count, .int(0...RowsContent.maximumRows), "Their number."),
        ])
}

extension RowsContent: NodeContent {
    static let form = NodeForm("Many rows of the list or the scroll view that contains it, of which some are known.", schema) {
        .rows($0)
    }
    package var kind: Node.Kind { .rows }
    package var texts: [String?] { [] }

    /// Small enough that row arithmetic cannot overflow.
    public static let maximumRows = 1_000_000_000

    static let schema = Schema.record(
        Parts(),
        [
            .required("total", \.total, .int(0...maximumRows), "The total number of rows."),
            .defaulted(
                "known", \.known, .array(of: RowRange.schema), default: [],
                "The known rows, in ascending order; the first ones by default."),
            .defaulted("children", \.children, .array(of: Node.schema), default: [], "The known rows, a node for each."),
        ]
    ).map { parts throws(Mismatch) in
        try parts.content()
    } back: {
        Parts($0)
    }

    private struct Parts: Hashable, Sendable {
        var total = 0
        var known: [RowRange] = []
        var children: [Node] = []

        init() {}

        init(_ rows: RowsContent) {
            (total, children) = (rows.total, rows.children)
            known = rows.known == [RowRange(0, rows.children.count)] ? [] : rows.known
        }

        func content() throws(Mismatch) -> RowsContent {
            let known = known.isEmpty && !children.isEmpty ? [RowRange(0, children.count)] : known
            guard known.rowCount == children.count else {
                throw Mismatch(
                    pointer: "/children", expected: "one node for each known row: \(known.rowCount)",
                    found: "\(children.count)")
            }
            var end = 0
            for (index, range) in known.enumerated() {
                guard range.first >= end else {
                    throw Mismatch(
                        pointer: "/known/\(index)/first", expected: "rows after those before it: \(end) or more",
                        found: "\(range.first)")
                }
                end = range.end
            }
            guard end <= total else {
                throw Mismatch(
                    pointer: "/total", expected: "as many rows as are known: \(end) or more", found: "\(total)")
            }
            let places = known.flatMap { Array($0.range) }
            return RowsContent(total: total, rows: Dictionary(uniqueKeysWithValues: zip(places, children)))
        }
    }
}

extension RowsUpdate {
    public static let schema = Schema.record(
        RowsUpdate(node: "", runs: []),
        [
            .required("node", \.node, .name, "The id of a node of the kind rows."),
            .optional(
                "total", \.total, .int(0...RowsContent.maximumRows), "The total number of rows; unchanged if left out."),
            .optional(
                "keep", \.keep, .array(of: RowRange.schema),
                "The known rows that stay as they are; all by default."),
            .defaulted("runs", \.runs, .array(of: Run.schema), default: [], "New and changed rows."),
        ])
}

extension RowsUpdate.Run {
    static let schema = Schema.record(
        RowsUpdate.Run(first: 0, children: []),
        [
            .required("first", \.first, .int(0...RowsContent.maximumRows), "The index of the first one, counted from 0."),
            .required("children", \.children, .array(of: Node.schema), "A node for each row."),
        ])
}
