import FasciaModel
import FasciaWire

/// Telling those who watch.
///
/// Events are kept once, in the history; a watch is only a place in it. Who reads quickly is told at once. Who does
/// not read stays where they are, and costs nobody anything; if the history has moved on past them, they are told
/// that there is a gap, with a snapshot to go on from. Who goes on from a cursor that is older than the history is told
/// from the journal's database first.
extension Core {
    func startWatch(_ start: WatchStart, _ client: Client) throws(WireError) -> Reply {
        try refusing { () throws(Refusal) in try require(.watches, for: client) }
        let watch = Watch(
            id: nextWatch(), topics: start.topics, coalesce: start.coalesce, revision: panel.revision)
        var lost: Cursor?
        if let since = start.since {
            if since.epoch != epoch {
                lost = since
            } else if since.revision > panel.revision {
                throw WireError(
                    Refusal(
                        .invalid,
                        "the cursor \(since) is ahead of the panel, which is at \(cursor): use one that was given out",
                        details: ["cursor": .string(cursor.description)]))
            } else {
                watch.revision = since.revision
                watch.goesOn = true
            }
        }
        if start.snapshot {
            watch.revision = panel.revision
            watch.goesOn = false
            lost = nil
        }
        client.watches.append(watch)
        watchesChanged()
        // What it has missed comes after the reply that names the watch.
        afterReply { [self] in
            if let lost { writeGap(from: lost, to: watch, of: client) }
            catchUp(client)
        }
        let begin = Cursor(epoch: epoch, revision: watch.revision)
        let warnings = start.topics.warnings
        return .written { [panel] writer in
            writer.raw("{\"watch\":")
            writer.writeInt(watch.id)
            writer.raw(",\"cursor\":")
            writer.writeString(begin.description)
            if start.snapshot {
                writer.raw(",\"snapshot\":")
                writer.writeSnapshot(of: panel)
            }
            if !warnings.isEmpty {
                writer.raw(",\"warnings\":")
                writer.write(.array(warnings.map { .string($0) }))
            }
            writer.raw("}")
        }
    }

    func stopWatch(_ id: Int, _ client: Client) throws(WireError) -> Reply {
        guard let index = client.watches.firstIndex(where: { $0.id == id }) else {
            let own = client.watches.map { String($0.id) }.joined(separator: ", ")
            throw WireError(
                Refusal(
                    .notFound,
                    "this connection has no watch \(id): "
                        + (own.isEmpty ? "it has none; watch.start makes one" : "it has \(own)")))
        }
        client.watches.remove(at: index)
        watchesChanged()
        return .result(["watch": .int(id)])
    }

    func notifyWatchers() {
        for client in watchers { catchUp(client) }
    }

    /// Tells a client's watches what they have not heard, as far as it reads.
    func catchUp(_ client: Client) {
        // A client that has room is told the same by all its watches, so that none of them lags behind the reply to
        // what has caused it, however long the event is.
        let hasRoom = client.acceptsOutput
        for watch in client.watches {
            var isRead = hasRoom
            if watch.revision < history.start {
                guard client.acceptsOutput, !recall(for: watch, of: client) else { continue }
                writeGap(from: Cursor(epoch: epoch, revision: watch.revision), to: watch, of: client)
            }
            watch.goesOn = false
            if watch.coalesce, panel.revision - watch.revision > 1 {
                guard client.acceptsOutput else { continue }
                sendCoalesced(watch, client)
            }
            while watch.revision < history.last, isRead {
                watch.revision += 1
                if let event = history[watch.revision] { tell(event, to: watch, of: client) }
                isRead = client.acceptsOutput
            }
        }
    }

    private func tell(_ event: Event, to watch: Watch, of client: Client) {
        let encoded: EncodedEvent?
        if watch.topics.isAll, let last = lastEncoded, last.revision == event.cursor.revision {
            encoded = last.event
        } else {
            encoded = EncodedEvent(event, filter: watch.topics)
            if watch.topics.isAll { lastEncoded = encoded.map { (event.cursor.revision, $0) } }
        }
        guard let encoded else { return }
        client.output.event(watch: watch.id, encoded)
        hasOutput(client)
    }

    /// All that a slow watcher has missed as one event: of each thing only the latest.
    private func sendCoalesced(_ watch: Watch, _ client: Client) {
        guard var coalesced = history[history.last] else { return }
        let missed = (watch.revision + 1...history.last).compactMap { history[$0]?.changes }.joined()
        coalesced.changes = Change.coalesced(missed.filter(watch.topics.matches))
        watch.revision = history.last
        guard let encoded = EncodedEvent(coalesced) else { return }
        client.output.event(watch: watch.id, encoded)
        hasOutput(client)
    }

    /// Says that the events up to now cannot be told any more, and what the state is instead.
    private func writeGap(from: Cursor, to watch: Watch, of client: Client) {
        watch.revision = panel.revision
        client.output.notify("event.gap") { writer in
            writer.raw("{\"watch\":")
            writer.writeInt(watch.id)
            writer.raw(",\"from\":")
            writer.writeString(from.description)
            writer.raw(",\"to\":")
            writer.writeString(cursor.description)
            writer.raw(",\"snapshot\":")
            writer.writeSnapshot(of: panel)
            writer.raw("}")
        }
        hasOutput(client)
    }
}
