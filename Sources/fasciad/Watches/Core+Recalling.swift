import FasciaModel
import FasciaStore
import FasciaWire

/// What has happened: the journal is asked for it, a page at a time, by a thread of its own.
///
/// Who goes on from a cursor that far back is told page after page, as fast as it reads. Until it has come to what is in
/// memory its requests wait, so that it has seen everything up to a reply when it has that.
extension Core {
    /// Asks for what a watch is to be told next.
    ///
    /// - Returns: false where nobody can be asked.
    func recall(for watch: Watch, of client: Client) -> Bool {
        guard watch.goesOn, let journal else { return false }
        guard !watch.isRecalling else { return true }
        watch.isRecalling = true
        client.isRecalling = true
        journal.ask(EventQuery(id: watch.id, after: watch.revision, through: history.start, topics: watch.topics))
        return true
    }

    /// The journal has found something.
    func take(_ page: EventPage) {
        if let answer = recollections.removeValue(forKey: page.query.id) { return answer(page) }
        guard let client = watchers.first(where: { $0.watches.contains { $0.id == page.query.id } }),
            let watch = client.watches.first(where: { $0.id == page.query.id })
        else { return }
        watch.isRecalling = false
        for event in page.events { client.output.event(watch: watch.id, event) }
        let hasMoved = page.end > watch.revision
        watch.revision = max(watch.revision, page.end)
        // The rest of it is nowhere any more.
        if page.isLost || !hasMoved { watch.goesOn = false }
        hasOutput(client)
        catchUp(client)
        letGoOn(client)
    }

    /// Its requests need not wait any more, once none of its watches is told of the past.
    func letGoOn(_ client: Client) {
        guard client.isRecalling, !client.watches.contains(where: { $0.goesOn && $0.revision < history.start }) else { return }
        client.isRecalling = false
        loop.perform { client.transport?.resume() }
    }

    // MARK: - History

    /// Asks the journal; without one, answers from memory.
    func tellHistory(_ get: HistoryGet, _ request: Request) -> Reply {
        guard let journal else {
            let found = history.events(get)
            return .written { [history] in $0.write(found, start: history.start) }
        }
        var recollection = Recollection(get: get, start: panel.revision)
        if request.inBatch {
            // The members of a batch are answered at once, and so with a page at most.
            commitJournal()
            _ = recollection.add(journal.read(recollection.query(0)))
            return .written { [recollection] in $0.write(recollection.events, start: recollection.start) }
        }
        let answer = answerLater(request)
        ask(journal, &recollection, answer)
        return .later
    }

    private func ask(_ journal: Journal, _ recollection: inout Recollection, _ answer: @escaping (Reply) -> Void) {
        // No watch has such a number.
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

/// An answer to `history.get` that is being put together, from the newest event back.
struct Recollection {
    let get: HistoryGet
    /// From the newest to the oldest.
    private var found: [EncodedEvent] = []
    /// The revision before the first that was looked at.
    private(set) var start: Int

    init(get: HistoryGet, start: Int) {
        self.get = get
        self.start = start
    }

    var events: [EncodedEvent] { found.reversed() }

    func query(_ id: Int) -> EventQuery {
        EventQuery(
            // A client may name any revision that fits in 64 bits.
            id: id, after: min(max(0, get.since ?? 0), start), through: start, order: .backward(limit: get.limit - found.count),
            thing: get.id)
    }

    /// - Returns: whether that is all.
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
