import FasciaDocument
import FasciaRender
import FasciaWire

/// The rows of a screen to request, by the ids of their nodes.
struct WantedRows: Equatable {
    /// Maximum number of rows that are requested for one screen, over all terminals.
    private static let maximumRows = 4_000
    /// Rows are requested if fewer pages than this are known around the visible ones …
    private static let nearPages = 1
    /// … and then for this many pages around them.
    private static let farPages = 3

    var nodes: [String: [RowRange]] = [:]

    /// The rows to request of one screen for all its viewers; no nodes if enough is known.
    init(_ seen: [VisibleRows]) {
        var remaining = Self.maximumRows
        let seen = Dictionary(grouping: seen) { $0.node }
        for node in seen.keys.sorted() {
            guard let ranges = Self.wanted(seen[node] ?? [], maximum: remaining) else { continue }
            nodes[node] = ranges
            remaining -= ranges.rowCount
        }
    }

    /// The `nodes` parameter of the request `rows`.
    var json: JSON {
        .array(
            nodes.keys.sorted().map { node in
                let rows = (nodes[node] ?? []).map(RowRange.schema.write)
                return .object(["id": .string(node), "rows": .array(rows)])
            })
    }

    /// The rows to request of one node for all its viewers.
    ///
    /// - Returns: `nil` if enough is known.
    private static func wanted(_ seen: [VisibleRows], maximum: Int) -> [RowRange]? {
        guard seen.contains(where: { !$0.areKnown(pages: nearPages) }) else { return nil }
        for pages in [farPages, nearPages, 0] {
            let ranges = RowRange.union(seen.map { $0.around(pages: pages) })
            if ranges.rowCount <= maximum { return ranges }
        }
        // Even the visible rows are too many: viewers are served in order until the maximum is reached.
        var remaining = maximum
        return RowRange.union(
            seen.map { seen in
                let range = RowRange(seen.rows.first, min(remaining, seen.rows.count))
                remaining -= range.count
                return range
            })
    }
}
