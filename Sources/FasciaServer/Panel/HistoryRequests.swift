import FasciaStore
import FasciaWire

/// Executes `history.get`: from the journal, or from memory if there is none.
struct HistoryRequests {
    let live: LivePanel
    let clients: Clients
    /// `nil` if the state is kept in memory only.
    let reader: JournalReader?
    let gate: JournalGate?

    func get(_ get: HistoryGet, _ request: Request) throws(WireError) -> Reply {
        guard let reader, let gate else {
            let history = live.history
            let permit = request.client.permit
            let found = history.events(get, sight: permit.hides ? permit : nil)
            return .written { $0.write(found, start: history.start) }
        }
        var collected = CollectedHistory(
            get: get, start: live.revision, sight: request.client.permit.hides ? request.client.permit.rights : nil)
        if request.inBatch {
            // Members of a batch are answered at once, so the result is limited to one page.
            gate.commit()
            _ = collected.add(reader.read(collected.query))
            return .written { [collected] in $0.write(collected.events, start: collected.start) }
        }
        collect(collected, reader, try clients.answerLater(request))
        return .later
    }

    private func collect(_ collected: CollectedHistory, _ reader: JournalReader, _ sendReply: @escaping (Reply) -> Void) {
        reader.request(collected.query) { page in
            var collected = collected
            guard collected.add(page) else { return collect(collected, reader, sendReply) }
            sendReply(.written { $0.write(collected.events, start: collected.start) })
        }
    }
}

/// The result of `history.get`, collected page by page from the newest event back.
private struct CollectedHistory {
    let get: HistoryGet
    private let sight: (any Sight & Sendable)?
    /// Newest first.
    private var found: [EncodedEvent] = []
    /// The revision before the oldest event examined.
    private(set) var start: Int

    init(get: HistoryGet, start: Int, sight: (any Sight & Sendable)?) {
        self.get = get
        self.sight = sight
        self.start = start
    }

    var events: [EncodedEvent] { found.reversed() }

    var query: EventQuery {
        EventQuery(
            // Clamped because a client may send any 64-bit revision.
            after: min(max(0, get.since ?? 0), start), through: start, order: .backward(limit: get.limit - found.count),
            topics: get.topics, objectID: get.id, uid: get.uid, sight: sight)
    }

    /// - Returns: Whether the result is complete.
    mutating func add(_ page: EventPage) -> Bool {
        found += page.events
        start = min(start, page.end - 1)
        return page.isLost || found.count >= get.limit || start <= get.since ?? 0
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ events: [Event], start: Int) {
        write(start: start) { $0.list(events) { $0.write($1) } }
    }

    fileprivate mutating func write(_ events: [EncodedEvent], start: Int) {
        write(start: start) { $0.list(events) { $0.write($1) } }
    }

    private mutating func write(start: Int, _ events: (inout JSONWriter) -> Void) {
        member("{\"start\":", start)
        raw(",\"events\":")
        events(&self)
        raw("}")
    }
}
