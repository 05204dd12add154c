import FasciaHandover
import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire
import Glibc
import Logging

/// Going on with the connections of the process before.
extension Core {
    /// Makes everything count that has been done, this client's part with it.
    func commitHandover(_ client: Client) {
        handover?.touch(client)
        commitHandover()
    }

    /// What counts as done has to be in the journal: the next process does not hear of it again.
    func commitHandover() {
        guard let handover else { return }
        journal?.seal()
        handover.commit(self)
    }

    /// Takes over the connections that the service manager has kept, before anything else is heard.
    func inherit(_ heirs: [Handover.Heir], buffer: ReadBuffer) {
        for heir in heirs {
            guard let peer = Peer(of: heir.descriptor), heir.slot.owner != 0 else {
                handover?.end(heir.slot, heir.descriptor)
                handover?.release(heir.slot)
                close(heir.descriptor)
                continue
            }
            shared.lastClient = max(shared.lastClient, heir.slot.owner)
            let client = inherited(peer, as: heir.slot.owner)
            do throws(LoopError) {
                _ = try Connection(descriptor: heir.descriptor, client: client, core: self, buffer: buffer, heir: heir.slot)
            } catch {
                logger.error("cannot serve a connection", metadata: ["client": "\(client.id)", "error": "\(error)"])
                close(heir.descriptor)
                continue
            }
            client.output.call(
                id: nil, method: "resumed", params: ["epoch": .string(epoch), "revision": .int(panel.revision)])
            if let (session, leftOut) = ClientSession.read(heir.slot.session) {
                for what in leftOut {
                    logger.warning(
                        "a part of what a connection watched and showed cannot be read",
                        metadata: ["client": "\(client.id)", "part": "\(what)"])
                }
                restore(session, of: client, told: heir.slot.place.marks)
            } else if !heir.slot.session.isEmpty {
                logger.error("what a connection watched and showed cannot be read", metadata: ["client": "\(client.id)"])
            }
            hasOutput(client)
            // When all are there: the first line may be for any of them.
            loop.perform { client.transport?.resume() }
        }
        watchesChanged()
        terminalsChanged()
        if !heirs.isEmpty { logger.info("connections taken over", metadata: ["connections": "\(clients.count)"]) }
        loop.perform { [self] in flush() }
    }

    private func restore(_ session: ClientSession, of client: Client, told: [Int]) {
        if let name = session.name { client.call(itself: name) }
        client.watches = session.watches.enumerated().map { index, kept in
            let mark = kept.mark ?? index
            return Watch(
                id: kept.id, topics: TopicFilter(kept.topics), coalesce: kept.coalesce,
                revision: mark < told.count ? min(told[mark], panel.revision) : panel.revision,
                goesOn: true)
        }
        client.terminals = session.terminals.map {
            Terminal(id: $0.id, client: client, $0.attach, sizing: nextSizing())
        }
        for binding in session.bindings {
            if let screen = binding.screen { actions.bindings.bind(.screen(screen), names: binding.names, to: client.id) }
            if let entry = binding.entry, panel.find(entry) != nil {
                actions.bindings.bind(.entry(entry), names: binding.names, to: client.id)
            }
        }
        for child in session.children where panel.find(child) != nil {
            actions.bindings.push(child, by: client.id)
        }
        for screen in session.screens where panel.screen(screen) != nil { actions.publishers[screen] = client.id }
        for subject in session.declared { actions.declarers[subject] = client.id }
        if let batch = session.batch, case .batch(let messages) = LineParser.parse(batch.line) {
            client.batch = Batch(
                rest: messages[min(batch.done, messages.count)...], line: batch.line,
                lineBytes: batch.line.count, replies: BatchReplies(batch.replies))
        }
        if let waiting = session.waiting { goOn(waiting: waiting, client) }
        for line in session.deferred { client.putAside(line) }
    }

    /// A request that had no answer yet. To wait for something can begin again; what was asked of an app cannot: it may
    /// have been done.
    private func goOn(waiting line: [UInt8], _ client: Client) {
        guard case .call(let id, let method, _) = LineParser.parse(line) else { return }
        guard method != "ui.wait", method != "history.get" else { return client.putAside(line) }
        guard let id else { return }
        client.output.reply(
            id: id,
            error: WireError(
                Refusal(
                    .timeout,
                    "the daemon began anew while \(method) waited for an app's answer: look whether it was done, and "
                        + "send it again if not")))
    }
}
