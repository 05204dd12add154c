import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaWire

/// Requests rows from apps that publish only the rows that are visible on some terminal: when a terminal scrolls, the
/// missing ones are requested. There is at most one pending request for each screen.
final class RowLoader: ScreenCache {
    private let live: LivePanel
    private let requests: OutgoingRequests
    private let apps: Apps
    private let limits: ConnectionLimits
    /// The screens with a pending request.
    private var pending: Set<String> = []
    /// The last request for each screen: the same rows are not requested twice if the app did not provide them.
    private var requested: [String: WantedRows] = [:]
    /// Whether terminals may show other rows than at the last check.
    private var isStale = false

    init(_ live: LivePanel, _ requests: OutgoingRequests, _ apps: Apps, limits: ConnectionLimits) {
        self.live = live
        self.requests = requests
        self.apps = apps
        self.limits = limits
    }

    /// Call when a terminal shows other rows than before.
    func visibleRowsChanged() { isStale = true }

    /// Forgets the last request. Call when the screen was replaced or its app changed.
    func forget(_ screen: String) {
        requested[screen] = nil
        isStale = true
    }

    /// Requests the rows that are visible and missing.
    func requestMissing(of terminals: [Terminal]) {
        guard isStale else { return }
        isStale = false
        // A screen may be shown by several entries; all of them share its known rows.
        var seen: [String: (stack: String, entry: EntryID, rows: [VisibleRows])] = [:]
        for rows in terminals.flatMap(\.visibleRows) {
            guard let found = live.panel.find(rows.entry) else { continue }
            seen[live.panel.screenID(of: found.entry), default: (found.stack, rows.entry, [])].rows.append(rows)
        }
        for (screen, seen) in seen.sorted(by: { $0.key < $1.key }) {
            // Changes during a pending request are handled after its answer.
            guard !pending.contains(screen), let client = apps.publisher(of: screen) else { continue }
            let wanted = WantedRows(seen.rows)
            guard !wanted.nodes.isEmpty, requested[screen] != wanted else { continue }
            requested[screen] = wanted
            pending.insert(screen)
            request(client, seen.entry, screen, seen.stack, ["nodes": wanted.json]) { [self] _ in pending.remove(screen) }
        }
    }

    /// Asks the app of an entry to publish the row that contains a node.
    ///
    /// - Parameter receive: called with whether the app has found it.
    /// - Returns: false if no connected app has published the entry's screen.
    /// - Throws: `limit` if the app has too many unanswered requests or queued bytes.
    func find(
        _ node: String, in entry: Entry, of stack: String, receive: @escaping (Bool) -> Void
    ) throws(Refusal) -> Bool {
        let screen = live.panel.screenID(of: entry)
        guard let client = apps.publisher(of: screen) else { return false }
        try requests.requireRoom(for: client, limits)
        request(client, entry.id, screen, stack, ["find": .string(node)], receive: receive)
        return true
    }

    private func request(
        _ client: Client, _ entry: EntryID, _ screen: String, _ stack: String, _ params: JSON.Object,
        receive: @escaping (Bool) -> Void
    ) {
        var params = params
        params["entry"] = .string(entry.rawValue)
        params["stack"] = .string(stack)
        params["screen"] = .string(screen)
        requests.send("rows", params, to: client) { [self] answer in
            isStale = true
            // An answer without `found` counts as found. A client that does not know the request has no more rows.
            if case .result(let result) = answer { receive(result["found"]?.boolValue ?? true) } else { receive(false) }
        }
    }
}
