import FasciaLoop
import FasciaModel
import FasciaStore
import FasciaWire

/// Publishes events to watches.
///
/// Events are stored once, in the history; a watch is a position in it. A client that reads gets events at once. A
/// client that does not read keeps its position at no cost. If the history has dropped events that it has not seen, it
/// gets a gap with a snapshot. A watch that continues from a cursor older than the history is first sent events from the
/// journal's database, one page after another, as fast as its client reads. Until it reaches the events in memory, the
/// client's requests wait, so that every reply follows the events before it.
final class Watches: Stage {
    private let live: LivePanel
    private let clients: Clients
    private let loop: EventLoop
    private let limits: ConnectionLimits
    private let reader: JournalReader?
    /// The clients with watches, so that a change need not search all clients.
    private var watchers: [Client] = []
    /// The latest event, encoded once for all watches without a topic filter that see the same.
    private var lastEncoded: (revision: Int, sight: Permit?, event: EncodedEvent)?
    /// The topics of the latest event, found once for all watches with a filter.
    private var lastTopics: (revision: Int, topics: EventTopics)?
    /// The last id given out. It is handed over, so that no id is reused by the next process.
    var lastID = 0

    private var history: History { live.history }

    /// - Parameter reader: `nil` if the state is kept in memory only.
    init(_ live: LivePanel, _ clients: Clients, loop: EventLoop, limits: ConnectionLimits, reader: JournalReader?) {
        self.live = live
        self.clients = clients
        self.loop = loop
        self.limits = limits
        self.reader = reader
    }

    func take(_ turn: Turn) { notifyAll() }

    var count: Int { watchers.reduce(0) { $0 + $1.watches.count } }

    func start(_ start: WatchStart, _ client: Client) throws(WireError) -> Reply {
        try refusing { () throws(Refusal) in
            try limits.require(.watches, used: client.watches.count, by: client)
            try clients.require(.watches, of: client.peer, client.permit)
            try requireRoom(for: start.topics, client)
        }
        lastID += 1
        let watch = Watch(id: lastID, topics: start.topics, coalesce: start.coalesce, revision: live.revision)
        var lost: Cursor?
        if let since = start.since {
            if since.epoch != live.epoch {
                lost = since
            } else if since.revision > live.revision {
                throw WireError(
                    .invalid,
                    "the cursor \(since) is ahead of the panel, which is at \(live.cursor): use one that the daemon sent",
                    details: ["cursor": .string(live.cursor.description)])
            } else {
                watch.revision = since.revision
                watch.canReplay = true
            }
        }
        if start.snapshot {
            watch.revision = live.revision
            watch.canReplay = false
            lost = nil
        }
        client.watches.append(watch)
        changed()
        // Missed events follow the reply, which contains the watch id. In a JSON-RPC batch the replies come last.
        clients.afterReply { [self] in
            if let lost { writeGap(from: lost, to: watch, of: client) }
            catchUp(client, mayPutOff: true)
        }
        let begin = Cursor(epoch: live.epoch, revision: watch.revision)
        let warnings = start.topics.warnings
        let panel = client.permit.panel(live)
        return .written { writer in
            writer.member("{\"watch\":", watch.id)
            writer.member(",\"cursor\":", begin.description)
            if start.snapshot {
                writer.raw(",\"snapshot\":")
                writer.writeSnapshot(of: panel)
            }
            if !warnings.isEmpty {
                writer.member(",\"warnings\":", .array(warnings.map { .string($0) }))
            }
            writer.raw("}")
        }
    }

    /// The bytes that the filters of one user's watches may have together. Each is compared with every change.
    static let filterBytesOfOneUser = 1 << 20

    /// - Throws: `limit` if the watches of a connection, or of its user, would have too many filters.
    private func requireRoom(for topics: TopicFilter, _ client: Client) throws(Refusal) {
        let more = topics.countedBytes
        guard more > 0 else { return }
        func bytes(_ client: Client) -> Int { client.watches.reduce(0) { $0 + $1.topics.countedBytes } }
        try limits.require(.filterBytes, used: bytes(client), adding: more, by: client)
        let own = watchers.reduce(0) { $0 + ($1.peer.uid == client.peer.uid ? bytes($1) : 0) }
        guard own + more > Self.filterBytesOfOneUser else { return }
        throw .limit(
            "filterBytesOfOneUser", Self.filterBytesOfOneUser,
            "the topics of uid \(client.peer.uid) would have more than \(Self.filterBytesOfOneUser) bytes over all connections: "
                + "stop a watch, or use fewer topics")
    }

    func stop(_ id: Int, _ client: Client) throws(WireError) -> Reply {
        guard let index = client.watches.firstIndex(where: { $0.id == id }) else {
            let own = client.watches.map { String($0.id) }.joined(separator: ", ")
            throw WireError(
                .notFound,
                "this connection has no watch \(id): "
                    + (own.isEmpty ? "start one with watch.start" : "its watches are \(own)"))
        }
        resumingAfterReplay(client) { _ = client.watches.remove(at: index) }
        changed()
        return .result(["watch": .int(id)])
    }

    /// Call when the watches of a client have changed, or the client is gone.
    func changed() { watchers = clients.all.filter { !$0.watches.isEmpty } }

    func notifyAll() {
        for client in watchers { catchUp(client) }
        // A change of many options has many topics.
        lastTopics = nil
    }

    /// What the next process needs to continue a client's watches.
    func records(of client: Client) -> [ClientSession.WatchRecord] {
        client.watches.map {
            ClientSession.WatchRecord(
                id: $0.id, topics: $0.topics.patterns, coalesce: $0.coalesce, revision: $0.revision)
        }
    }

    /// Takes over the watches of a client from the previous process.
    func restore(_ records: [ClientSession.WatchRecord], of client: Client) {
        client.watches = records.map {
            Watch(
                id: $0.id, topics: TopicFilter($0.topics), coalesce: $0.coalesce,
                revision: min($0.revision, live.revision), canReplay: true)
        }
        changed()
    }

    /// Sends a client's watches the events that they have not seen, as far as it reads.
    ///
    /// - Parameter mayPutOff: whether there may be many old ones, so that the rest can wait for a later turn of the loop.
    func catchUp(_ client: Client, mayPutOff: Bool = false) {
        // Checked once for all watches of the client: even if an event fills the output, every watch gets it before the
        // reply to the request that caused it.
        let hasRoom = client.acceptsOutput
        for watch in client.watches where !watch.isPutOff {
            // Large events are an exception: many watches would need much memory, so the others wait until the client reads.
            var isRead = hasRoom && client.output.bytes.count < 8 * Client.outputLimit
            if watch.revision < history.start {
                guard client.acceptsOutput, !requestReplay(for: watch, of: client) else { continue }
                writeGap(from: Cursor(epoch: live.epoch, revision: watch.revision), to: watch, of: client)
            }
            watch.canReplay = false
            if watch.coalesce, live.revision - watch.revision > 1 {
                guard client.acceptsOutput else { continue }
                sendCoalesced(watch, client)
            }
            while watch.revision < history.last, isRead {
                watch.revision += 1
                if let event = history[watch.revision] { send(event, to: watch, of: client) }
                isRead = client.acceptsOutput
                guard mayPutOff, isRead, watch.revision < history.last, loop.isTurnSpent else { continue }
                putOff(watch, client)
                break
            }
        }
    }

    /// Sends a watch the rest of many old events in later turns. Until it has them, the client's requests wait.
    private func putOff(_ watch: Watch, _ client: Client) {
        (watch.isPutOff, watch.isReplaying) = (true, true)
        loop.yield { [self] in
            guard client.watches.contains(where: { $0 === watch }) else { return }
            watch.isPutOff = false
            catchUp(client, mayPutOff: true)
            resumingAfterReplay(client) { watch.isReplaying = watch.isPutOff || watch.isAwaitingPage }
        }
    }

    private func send(_ event: Event, to watch: Watch, of client: Client) {
        let encoded: EncodedEvent?
        let sight = client.permit.hides ? client.permit : nil
        if watch.topics.isAll, let last = lastEncoded, last.revision == event.cursor.revision, last.sight == sight {
            encoded = last.event
        } else {
            encoded = EncodedEvent(
                event, filter: watch.topics, topics: watch.topics.isAll ? nil : topics(of: event), sight: sight)
            if watch.topics.isAll { lastEncoded = encoded.map { (event.cursor.revision, sight, $0) } }
        }
        guard let encoded else { return }
        client.output.event(watch: watch.id, encoded)
        clients.hasOutput(client)
    }

    private func topics(of event: Event) -> EventTopics {
        if let last = lastTopics, last.revision == event.cursor.revision { return last.topics }
        let topics = EventTopics(event.changes)
        lastTopics = (event.cursor.revision, topics)
        return topics
    }

    /// Sends all events that a slow watcher has missed as one event, coalesced.
    private func sendCoalesced(_ watch: Watch, _ client: Client) {
        guard var coalesced = history[history.last] else { return }
        let missed = (watch.revision + 1...history.last).compactMap { history[$0] }
        let sight = client.permit.hides ? EventSight(client.permit, of: missed.lazy.flatMap(\.changes)) : nil
        let told = missed.map { $0.changes.filter { watch.topics.matches($0) && sight?.sees($0) ?? true } }
        coalesced.changes = Change.coalesced(told.lazy.flatMap(\.self))
        // The latest of those that are told: why others were made is not for everybody.
        if let last = told.lastIndex(where: { !$0.isEmpty }) {
            (coalesced.time, coalesced.cause) = (missed[last].time, missed[last].cause)
        }
        watch.revision = history.last
        guard let encoded = EncodedEvent(coalesced) else { return }
        client.output.event(watch: watch.id, encoded)
        clients.hasOutput(client)
    }

    /// A client sees other things than before: its watches begin anew.
    func restart(_ client: Client) {
        lastEncoded = nil
        for watch in client.watches { writeGap(from: Cursor(epoch: live.epoch, revision: watch.revision), to: watch, of: client) }
    }

    /// Reports that events are lost, with a snapshot of the current state.
    private func writeGap(from: Cursor, to watch: Watch, of client: Client) {
        watch.revision = live.revision
        client.output.notify("event.gap") { writer in
            writer.member("{\"watch\":", watch.id)
            writer.member(",\"from\":", from.description)
            writer.member(",\"to\":", live.cursor.description)
            writer.raw(",\"snapshot\":")
            writer.writeSnapshot(of: client.permit.panel(live))
            writer.raw("}")
        }
        clients.hasOutput(client)
    }

    // MARK: - Replay

    /// Requests the next page of past events for a watch.
    ///
    /// - Returns: False if there is no journal, or the watch does not continue from a cursor.
    private func requestReplay(for watch: Watch, of client: Client) -> Bool {
        guard watch.canReplay, let reader else { return false }
        guard !watch.isAwaitingPage else { return true }
        watch.isAwaitingPage = true
        watch.isReplaying = true
        let query = EventQuery(
            after: watch.revision, through: history.start, topics: watch.topics,
            sight: client.permit.hides ? client.permit.rights : nil)
        reader.request(query) { [self] page in
            if client.watches.contains(where: { $0 === watch }) { receive(page, for: watch, of: client) }
        }
        return true
    }

    private func receive(_ page: EventPage, for watch: Watch, of client: Client) {
        watch.isAwaitingPage = false
        // A watch that has begun anew meanwhile has other rights than those with which the page was read.
        if page.query.after == watch.revision {
            for event in page.events { client.output.event(watch: watch.id, event) }
        }
        let hasMoved = page.end > watch.revision
        watch.revision = max(watch.revision, page.end)
        // The remaining events are lost; a gap is reported instead.
        if page.lacksTheRest || !hasMoved { watch.canReplay = false }
        clients.hasOutput(client)
        catchUp(client, mayPutOff: true)
        resumingAfterReplay(client) { watch.isReplaying = watch.isPutOff || watch.canReplay && watch.revision < history.start }
    }

    /// Continues with the client's requests if a change ends the last replay of its watches.
    private func resumingAfterReplay(_ client: Client, _ change: () -> Void) {
        let wasReplaying = client.isReplaying
        change()
        if wasReplaying, !client.isReplaying { loop.perform { client.transport?.resume() } }
    }
}
