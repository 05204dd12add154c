/// Rows with aligned cells below a header that stays.
public struct TableContent: Hashable, Sendable {
    public struct Column: Hashable, Sendable {
        public var title: String
        public var alignment: LineAlignment
        /// Its part of the width, compared with those of the other columns.
        public var weight: Double
        /// Whether a tap on its header sorts by it, if the table is sorted.
        public var isSortable: Bool
        private var name: String?

        public init(
            _ title: String, id: String? = nil, alignment: LineAlignment = .leading, weight: Double = 1, isSortable: Bool = true
        ) {
            self.title = title
            self.alignment = alignment
            self.weight = weight
            self.isSortable = isSortable
            name = id
        }

        public var id: String {
            get { name ?? title }
            set { name = newValue }
        }
    }

    /// What the rows are sorted by. In JSON it is the id of a column, with `-` before it for a descending order.
    public struct Order: Hashable, Sendable {
        public var column: String
        public var isDescending: Bool

        public init(_ column: String, isDescending: Bool = false) {
            self.column = column
            self.isDescending = isDescending
        }

        public init(_ text: String) {
            let isDescending = text.hasPrefix("-")
            self.init(isDescending ? String(text.dropFirst()) : text, isDescending: isDescending)
        }

        public var text: String { (isDescending ? "-" : "") + column }
    }

    public enum Sorting: Hashable, Sendable {
        /// The rows stay as they are.
        case none
        /// The daemon sorts them as the value with this key says, and a tap on the header sets it.
        case bind(String)
        /// The author sorts them. The action gets the order that a tap on the header asks for.
        case literal(Order?, action: Action?)
    }

    public var columns: [Column]
    public var sorting: Sorting
    /// Rows, sections of rows, and other nodes across all columns. The cells of a row are the children of a `gridRow`.
    public var children: [Node]

    public init(_ columns: [Column], sorting: Sorting = .none, children: [Node]) {
        self.columns = columns
        self.sorting = sorting
        self.children = children
    }

    public static let maximumColumns = 32
}

// MARK: - JSON

extension TableContent: NodeContent {
    static let form = NodeForm("Rows with aligned cells below a header; each gridRow in it is a row.", schema) { .table($0) }
    package var kind: Node.Kind { .table }
    package var texts: [String?] {
        let key: String? = if case .bind(let key) = sorting { key } else { nil }
        return columns.flatMap { [$0.title, $0.id] } + [key]
    }

    static let schema = Schema.record(
        Parts(),
        [
            .required(
                "columns", \.columns, .array(of: Column.schema, atMost: Mismatch.Limit("columns", maximumColumns)),
                "Its columns."),
            .optional(
                "bind", \.bind, .string,
                "The key of a value with the id of the column to sort by, with - before it for a descending order; a tap on "
                    + "the header sets it."),
            .optional("order", \.order, .string, "The same for rows that their author sorts."),
            .required("children", \.children, .array(of: Node.schema), "Its rows, and sections of rows."),
        ] + Field.ofEdit
    ).map { parts throws(Mismatch) in
        try parts.content()
    } back: {
        Parts($0)
    }

    private struct Parts: EditRecord, Hashable, Sendable {
        var columns: [Column] = []
        var bind: String?
        var order: String?
        var children: [Node] = []
        var members = ActionMembers(nil)

        init() {}

        init(_ table: TableContent) {
            (columns, children) = (table.columns, table.children)
            switch table.sorting {
            case .none: break
            case .bind(let key): bind = key
            case .literal(let order, let action): (self.order, members) = (order?.text, ActionMembers(action))
            }
        }

        func content() throws(Mismatch) -> TableContent {
            var seen: Set<String> = []
            for (index, column) in columns.enumerated() where !seen.insert(column.id).inserted {
                throw Mismatch(
                    pointer: "/columns/\(index)/id", expected: "an id that no other column has", found: "\"\(column.id)\" again")
            }
            guard bind != nil || order != nil || members != ActionMembers(nil) else {
                return TableContent(columns, children: children)
            }
            // Without an order, the rows are not sorted yet.
            let sorting = try source(literal: bind == nil ? order ?? "" : order, named: "order") {
                Sorting.bind($0)
            } literal: {
                .literal($0.isEmpty ? nil : Order($0), action: $1)
            }
            return TableContent(columns, sorting: sorting, children: children)
        }
    }
}

extension TableContent.Column {
    private struct Parts: Hashable, Sendable {
        var id: String?
        var title = ""
        var alignment = LineAlignment.leading
        var weight = 1.0
        var isSortable = true
    }

    static let schema = Schema.record(
        Parts(),
        [
            .required("title", \.title, .string, "What the header says."),
            .optional("id", \.id, .string, "The name of the column to sort by; the title by default."),
            .defaulted("alignment", \.alignment, .oneOf, default: .leading, "The alignment of its cells."),
            .defaulted("weight", \.weight, .positive, default: 1, "Its part of the width, compared with other columns."),
            .defaulted("sortable", \.isSortable, .bool, default: true, "Whether a tap on its header sorts by it."),
        ]
    ).map { parts throws(Mismatch) in
        TableContent.Column(
            parts.title, id: parts.id, alignment: parts.alignment, weight: parts.weight, isSortable: parts.isSortable)
    } back: {
        Parts(
            id: $0.id == $0.title ? nil : $0.id, title: $0.title, alignment: $0.alignment, weight: $0.weight,
            isSortable: $0.isSortable)
    }
}
