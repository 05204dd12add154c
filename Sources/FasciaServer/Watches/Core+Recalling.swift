import FasciaModel
import FasciaStore
import FasciaWire

/// Replay of past events from the journal, one page at a time, on a thread of the journal.
///
/// A watch that continues from a cursor older than the history is sent one page after another, as fast as its client
/// reads. Until it reaches the events in memory, the client's requests wait, so that every reply follows the events
/// before it.
extension Core {
    /// Requests the next page of events for a watch.
    ///
    /// - Returns: False if there is no journal, or the watch does not continue from a cursor.
    func recall(for watch: Watch, of client: Client) -> Bool {
        guard watch.goesOn, let journal else { return false }
        guard !watch.isRecalling else { return true }
        watch.isRecalling = true
        client.isRecalling = true
        journal.ask(EventQuery(id: watch.id, after: watch.revision, through: history.start, topics: watch.topics))
        return true
    }

    /// Handles a page of events from the journal.
    func take(_ page: EventPage) {
        if let answer = recollections.removeValue(forKey: page.query.id) { return answer(page) }
        guard let client = watchers.first(where: { $0.watches.contains { $0.id == page.query.id } }),
            let watch = client.watches.first(where: { $0.id == page.query.id })
        else { return }
        watch.isRecalling = false
        for event in page.events { client.output.event(watch: watch.id, event) }
        let hasMoved = page.end > watch.revision
        watch.revision = max(watch.revision, page.end)
        // The remaining events are lost; a gap is reported instead.
        if page.isLost || !hasMoved { watch.goesOn = false }
        hasOutput(client)
        catchUp(client)
        letGoOn(client)
    }

    /// Continues with the client's requests once none of its watches replays past events.
    func letGoOn(_ client: Client) {
        guard client.isRecalling, !client.watches.contains(where: { $0.goesOn && $0.revision < history.start }) else { return }
        client.isRecalling = false
        loop.perform { client.transport?.resume() }
    }

    // MARK: - History

    /// Executes `history.get`: from the journal, or from memory if there is none.
    func tellHistory(_ get: HistoryGet, _ request: Request) -> Reply {
        guard let journal else {
            let found = history.events(get)
            return .written { [history] in $0.write(found, start: history.start) }
        }
        var recollection = Recollection(get: get, start: panel.revision)
        if request.inBatch {
            // Members of a batch are answered at once, so the result is limited to one page.
            commitJournal()
            _ = recollection.add(journal.read(recollection.query(0)))
            return .written { [recollection] in $0.write(recollection.events, start: recollection.start) }
        }
        let answer = answerLater(request)
        ask(journal, &recollection, answer)
        return .later
    }

    private func ask(_ journal: Journal, _ recollection: inout Recollection, _ answer: @escaping (Reply) -> Void) {
        // Negative, because watch ids are positive.
        let query = recollection.query(-(recollections.keys.map(abs).max() ?? 0) - 1)
        recollections[query.id] = { [self, recollection] page in
            var recollection = recollection
            guard recollection.add(page) else { return ask(journal, &recollection, answer) }
            answer(.written { $0.write(recollection.events, start: recollection.start) })
            flush()
        }
        journal.ask(query)
    }
}

/// The result of `history.get`, collected page by page from the newest event back.
struct Recollection {
    let get: HistoryGet
    /// Newest first.
    private var found: [EncodedEvent] = []
    /// The revision before the oldest event examined.
    private(set) var start: Int

    init(get: HistoryGet, start: Int) {
        self.get = get
        self.start = start
    }

    var events: [EncodedEvent] { found.reversed() }

    func query(_ id: Int) -> EventQuery {
        EventQuery(
            // Clamped because a client may send any 64-bit revision.
            id: id, after: min(max(0, get.since ?? 0), start), through: start, order: .backward(limit: get.limit - found.count),
            thing: get.id)
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
        raw("{\"start\":")
        writeInt(start)
        raw(",\"events\":")
        events(&self)
        raw("}")
    }
}
