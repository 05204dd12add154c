import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// Pending requests for rows, and what was last requested for each screen.
struct RowRequests {
    /// Maximum number of rows that are requested for one screen, over all terminals.
    static let most = 4_000
    /// Rows are requested if fewer pages than this are known around the visible ones …
    static let nearPages = 1
    /// … and then for this many pages around them.
    static let farPages = 3

    /// The rows of a screen to request, by the ids of their nodes.
    struct WantedRows: Equatable {
        var nodes: [String: [RowRange]] = [:]

        /// The rows to request of one screen for all its viewers; no nodes if enough is known.
        init(_ seen: [VisibleRows]) {
            var left = RowRequests.most
            let seen = Dictionary(grouping: seen) { $0.node }
            for node in seen.keys.sorted() {
                guard let ranges = RowRequests.wanted(seen[node] ?? [], most: left) else { continue }
                nodes[node] = ranges
                left -= ranges.rowCount
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
    }

    /// A request for rows that the app has not answered yet.
    struct Question {
        let screen: String
        let client: Client
        let timer: Timer
        /// Called with whether the node was found, in a search for one node; `nil` in a request for the rows that
        /// terminals show.
        let found: ((Bool) -> Void)?
    }

    /// Keyed by the id of the request.
    var pending: [Int: Question] = [:]
    /// The last request for each screen: the same rows are not requested twice if the app did not provide them.
    var asked: [String: WantedRows] = [:]
    /// Whether terminals may show other rows than at the last check.
    var isStale = false

    /// Whether a request for this screen's rows is pending.
    func isAsked(_ screen: String) -> Bool { pending.values.contains { $0.screen == screen && $0.found == nil } }

    /// Forgets the last request: the screen was replaced, or its app changed.
    mutating func forget(_ screen: String) {
        asked[screen] = nil
        isStale = true
    }

    /// The rows to request of one node for all its viewers.
    ///
    /// - Returns: `nil` if enough is known.
    static func wanted(_ seen: [VisibleRows], most: Int) -> [RowRange]? {
        guard seen.contains(where: { !$0.isMirrorComplete(pages: nearPages) }) else { return nil }
        for pages in [farPages, nearPages, 0] {
            let ranges = RowRange.union(seen.map { $0.around(pages: pages) })
            if ranges.rowCount <= most { return ranges }
        }
        // Even the visible rows are too many: viewers are served in order until the maximum is reached.
        var left = most
        return RowRange.union(
            seen.map { seen in
                let range = RowRange(seen.rows.first, min(left, seen.rows.count))
                left -= range.count
                return range
            })
    }
}
