import FasciaDocument
import FasciaRender
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
        var collected = collected(get, request.client.permit)
        if request.inBatch {
            // Members of a batch are answered at once, so the result is limited to one page.
            gate.commit()
            _ = collected.add(reader.read(collected.query))
            return .written { [collected] in $0.write(collected.events, start: collected.start) }
        }
        let sendReply = try clients.answerLater(request)
        collect(get, collected, reader, for: request.client) { collected in
            sendReply(.written { $0.write(collected.events, start: collected.start) })
        }
        return .later
    }

    /// Tells a client why a thing is as it is, as far as it may see that.
    func story(of thing: String, for client: Client, _ receive: @escaping ([KeyHelp]) -> Void) {
        let gets = WhyText.ids(of: thing).map { id in
            var get = HistoryGet()
            (get.id, get.limit) = (id, WhyText.mostEvents)
            return get
        }
        read(gets[...], for: client, []) { events in
            guard let story = WhyText.story(of: thing, in: events) else {
                return receive([KeyHelp("", WhyText.unchanged(thing))])
            }
            let why = WhyText(story, of: thing, UserNames().name)
            receive([KeyHelp("what", why.change)] + why.rows.map { KeyHelp($0[0], $0[1]) })
        }
    }

    private func read(_ gets: ArraySlice<HistoryGet>, for client: Client, _ found: [JSON], _ receive: @escaping ([JSON]) -> Void)
    {
        guard let get = gets.first else { return receive(found) }
        let permit = client.permit
        guard let reader else {
            let events = live.history.events(get, sight: permit.hides ? permit : nil).compactMap { EncodedEvent($0)?.json }
            return read(gets.dropFirst(), for: client, found + events, receive)
        }
        collect(get, collected(get, permit), reader, for: client) {
            read(gets.dropFirst(), for: client, found + $0.events.compactMap(\.json), receive)
        }
    }

    private func collected(_ get: HistoryGet, _ permit: Permit) -> CollectedHistory {
        CollectedHistory(get: get, start: live.revision, sight: permit.hides ? permit.rights : nil)
    }

    /// Reads page after page, as long as the client is there. If its rights change meanwhile, it begins anew.
    private func collect(
        _ get: HistoryGet, _ collected: CollectedHistory, _ reader: JournalReader, for client: Client,
        _ receive: @escaping (CollectedHistory) -> Void
    ) {
        let permit = client.permit
        reader.request(collected.query) { page in
            guard !client.isGone else { return }
            guard client.permit === permit else {
                return collect(get, self.collected(get, client.permit), reader, for: client, receive)
            }
            var collected = collected
            collected.add(page) ? receive(collected) : collect(get, collected, reader, for: client, receive)
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
        return page.lacksTheRest || found.count >= get.limit || start <= get.since ?? 0
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
