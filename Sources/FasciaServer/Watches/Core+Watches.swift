import FasciaModel
import FasciaWire

/// Publishes events to watches.
///
/// Events are stored once, in the history; a watch is a position in it. A client that reads gets events at once. A
/// client that does not read keeps its position at no cost. If the history has dropped events that it has not seen, it
/// gets a gap with a snapshot. A watch that continues from a cursor older than the history is first sent events from the
/// journal's database.
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
        // Missed events follow the reply, which contains the watch id.
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

    /// Sends a client's watches the events that they have not seen, as far as it reads.
    func catchUp(_ client: Client) {
        // Checked once for all watches of the client: even if an event fills the output, every watch gets it before the
        // reply to the request that caused it.
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

    /// Sends all events that a slow watcher has missed as one event, coalesced.
    private func sendCoalesced(_ watch: Watch, _ client: Client) {
        guard var coalesced = history[history.last] else { return }
        let missed = (watch.revision + 1...history.last).compactMap { history[$0]?.changes }.joined()
        coalesced.changes = Change.coalesced(missed.filter(watch.topics.matches))
        watch.revision = history.last
        guard let encoded = EncodedEvent(coalesced) else { return }
        client.output.event(watch: watch.id, encoded)
        hasOutput(client)
    }

    /// Reports that events are lost, with a snapshot of the current state.
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
