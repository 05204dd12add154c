import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// What apps have been asked about rows that somebody looks at and nobody has said anything about yet.
struct RowsDesk {
    /// How many rows of one screen are asked for, whoever looks at it from wherever.
    static let most = 4_000
    /// Rows are asked for when so many pages around what is in sight are not known …
    static let nearPages = 1
    /// … and then so many.
    static let farPages = 3

    /// Which rows of a screen are looked at, by the ids of their nodes.
    struct Wanted: Equatable {
        var nodes: [String: [RowRange]] = [:]

        /// What is to be known of one screen for all who look at it; no nodes where enough is known.
        init(_ seen: [RowsSeen]) {
            var left = RowsDesk.most
            let seen = Dictionary(grouping: seen) { $0.node }
            for node in seen.keys.sorted() {
                guard let ranges = RowsDesk.wanted(seen[node] ?? [], most: left) else { continue }
                nodes[node] = ranges
                left -= ranges.rowCount
            }
        }

        /// As the request `rows` has them.
        var json: JSON {
            .array(
                nodes.keys.sorted().map { node in
                    let rows = (nodes[node] ?? []).map(RowRange.schema.write)
                    return .object(["id": .string(node), "rows": .array(rows)])
                })
        }
    }

    /// A question that an app has not answered yet.
    struct Question {
        let screen: String
        let client: Client
        let timer: Timer
        /// For who looks for one row; `nil` where it is about what terminals show.
        let found: ((Bool) -> Void)?
    }

    /// By the number of the request.
    var pending: [Int: Question] = [:]
    /// What was asked for last, by screen: nobody is asked twice for what they did not give.
    var asked: [String: Wanted] = [:]
    /// Whether terminals may look at other rows than they did.
    var isStale = false

    /// Whether an app is asked about a screen's rows right now.
    func isAsked(_ screen: String) -> Bool { pending.values.contains { $0.screen == screen && $0.found == nil } }

    /// The screen is another one now.
    mutating func forget(_ screen: String) {
        asked[screen] = nil
        isStale = true
    }

    /// What is to be known of one node's rows for all who look at them.
    ///
    /// - Returns: `nil` where enough is known.
    static func wanted(_ seen: [RowsSeen], most: Int) -> [RowRange]? {
        guard seen.contains(where: { !$0.isKnown(pages: nearPages) }) else { return nil }
        for pages in [farPages, nearPages, 0] {
            let ranges = RowRange.union(seen.map { $0.around(pages: pages) })
            if ranges.rowCount <= most { return ranges }
        }
        // Those that are looked at first get what there is.
        var left = most
        return RowRange.union(
            seen.map { seen in
                let range = RowRange(seen.rows.first, min(left, seen.rows.count))
                left -= range.count
                return range
            })
    }
}
