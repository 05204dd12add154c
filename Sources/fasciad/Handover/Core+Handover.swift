import FasciaLoop
import FasciaModel
import FasciaSystemd
import FasciaWire
import Glibc
import Logging

/// Continuing connections over a restart of the daemon.
extension Core {
    // MARK: - The end of a process

    /// Answers every request that was started and not answered, so that none of them is passed on to the next process:
    /// what has killed one process is not carried out by another.
    func answerInterrupted() {
        for client in clients.values {
            for terminal in client.terminals { sendHeld(terminal) }
            if let (id, method) = client.unanswered {
                client.output.write(.refused(Core.interruption(of: method)), id: id)
                client.unanswered = nil
            }
            interruptBatch(of: client)
            hasOutput(client)
        }
    }

    /// The members that were carried out have their answers; the others are refused.
    private func interruptBatch(of client: Client) {
        while let message = client.batch?.rest.popFirst() {
            switch message {
            case .call(let id?, let method, _):
                client.batch?.add(
                    .refused(
                        Refusal(.unavailable, "the daemon restarts and has not carried out this \(method): send it again")),
                    id: id)
            case .invalid(let id, let error): client.batch?.add(.error(error), id: id)
            case .invalidResponse(_, let error): client.batch?.add(.error(error), id: .null)
            case .call, .response, .batch: break
            }
        }
        if let batch = client.batch.take() { client.output.write(batch.replies) }
    }

    private static func interruption(of method: String) -> Refusal {
        switch method {
        case "ui.wait", "history.get":
            Refusal(.unavailable, "the daemon restarted before it could answer \(method): send it again")
        default:
            // An app may have carried it out.
            Refusal(
                .timeout,
                "the daemon restarted while \(method) waited for an app's answer: check whether it was done, and send it "
                    + "again if not")
        }
    }

    /// Leaves the connections to the next process. Nothing is read or sent after this.
    func handOver() {
        flush()
        var connections: [Int: Int32] = [:]
        var sessions: [ClientSession] = []
        for client in clients.values {
            // A reply that waits for a disk that has failed must not be sent: its client asks again.
            guard !client.isHeld, let (descriptor, session) = client.transport?.handOver() else { continue }
            connections[client.id] = descriptor
            sessions.append(session)
        }
        guard !connections.isEmpty else { return }
        do throws(HandoverError) {
            try HandoverStore().put(HandoverDocument(counters: counters, sessions: sessions), connections)
            logger.info("connections handed over", metadata: ["connections": "\(connections.count)"])
        } catch {
            logger.error("the connections cannot be handed over and are closed", metadata: ["error": "\(error)"])
        }
    }

    // MARK: - The beginning of a process

    /// Takes over the connections of the previous process, before anything else is read.
    func inherit(_ stored: [StoredDescriptor], buffer: ReadBuffer) {
        let document: HandoverDocument
        var connections: [Int: Int32]
        do throws(HandoverError) {
            guard let taken = try HandoverStore().take(stored) else { return }
            (document, connections) = taken
        } catch {
            return logger.error(
                "the connections of the previous process cannot be taken over and are closed",
                metadata: ["error": "\(error)"])
        }
        counters = document.counters
        for session in document.sessions.sorted(by: { $0.client < $1.client }) {
            guard let descriptor = connections.removeValue(forKey: session.client),
                let client = serve(descriptor, buffer: buffer, session: session)
            else { continue }
            client.output.call(
                id: nil, method: "resumed", params: ["epoch": .string(epoch), "revision": .int(panel.revision)])
            restore(session, of: client)
            hasOutput(client)
            // When all of them are there: the first line may concern any of them.
            loop.perform { client.transport?.resume() }
        }
        for descriptor in connections.values { HandoverStore.end(descriptor) }
        watchesChanged()
        terminalsChanged()
        logger.info("connections taken over", metadata: ["connections": "\(clients.count)"])
        loop.perform { [self] in flush() }
    }

    private func restore(_ session: ClientSession, of client: Client) {
        if let name = session.name { client.call(itself: name) }
        for line in session.deferred { client.putAside(line) }
        client.watches = session.watches.map {
            Watch(
                id: $0.id, topics: TopicFilter($0.topics), coalesce: $0.coalesce,
                revision: min($0.revision, panel.revision), goesOn: true)
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
    }
}
