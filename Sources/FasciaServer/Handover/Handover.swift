import FasciaLoop
import FasciaModel
import FasciaSystemd
import FasciaWire
import Glibc
import Logging

/// Hands connections over to the next process when the daemon restarts.
struct Handover {
    let live: LivePanel
    let clients: Clients
    let requests: OutgoingRequests
    let connections: Connections
    let watches: Watches
    let terminals: Terminals
    let input: TerminalInput
    let apps: Apps
    let carryOuts: CarryOuts
    let questions: QuestionDesk
    /// Ends what a client does without the right to it, and tells whether the client stays.
    let endsWhatIsDenied: (Client) -> Bool
    let logger: Logger

    // MARK: - Handing over

    /// Answers every started request, so that the next process repeats none of them: a request that crashes one process
    /// must not crash the next.
    func refuseStartedRequests() {
        for client in clients.all {
            input.sendHeldEdits(of: client)
            if let (id, method) = client.unanswered {
                client.output.write(.refused(Self.interruption(of: method)), id: id)
                client.unanswered = nil
            }
            interruptBatch(of: client)
            clients.hasOutput(client)
        }
    }

    /// Replies to the batch: executed members keep their replies, the others are refused.
    private func interruptBatch(of client: Client) {
        while let message = client.batch?.rest.popFirst() {
            switch message {
            case .call(let id, let method, let params):
                // A connection whose greeting was refused may stay refused.
                let remedy = method == "daemon.hello" ? "connect again" : "send it again"
                let refusal = Refusal(
                    .unavailable, "the daemon is restarting and has not executed this \(method): \(remedy)")
                client.noteRefusal(of: method, params, WireError(refusal))
                if let id { client.batch?.add(.refused(refusal), id: id) }
            case .invalid(let id, let error): client.batch?.add(.error(error), id: id)
            case .invalidResponse(_, let error): client.batch?.add(.error(error), id: .null)
            case .response, .batch: break
            }
        }
        if let batch = client.batch.take() { client.output.write(batch.replies) }
    }

    private static func interruption(of method: String) -> Refusal {
        switch method {
        case "ui.wait", "history.get":
            Refusal(.unavailable, "the daemon restarted before it could answer \(method): send it again")
        default:
            // The app may have executed it.
            Refusal(
                .timeout,
                "the daemon restarted while \(method) waited for an app's answer: check whether it was done, and send it "
                    + "again if not")
        }
    }

    /// Hands the connections to the next process. This process reads and sends nothing afterwards.
    func handOver() {
        var descriptors: [Int: Int32] = [:]
        var sessions: [ClientSession] = []
        for client in clients.all {
            guard let connection = client.transport?.handOver() else { continue }
            descriptors[client.id] = connection.descriptor
            var session = ClientSession(connection, of: client)
            session.watches = watches.records(of: client)
            session.terminals = terminals.records(of: client, in: live)
            apps.save(client, to: &session)
            carryOuts.save(client, to: &session)
            questions.save(client, to: &session)
            sessions.append(session)
        }
        guard !descriptors.isEmpty else { return }
        do throws(HandoverError) {
            try HandoverStore().put(HandoverDocument(counters: counters, sessions: sessions), descriptors)
            logger.info("connections handed over", metadata: ["connections": "\(descriptors.count)"])
        } catch {
            logger.error("the connections cannot be handed over and are closed", metadata: ["error": "\(error)"])
        }
    }

    // MARK: - Taking over

    /// Takes over the connections of the previous process, before any connection is read.
    func inherit(_ stored: [StoredDescriptor]) {
        let document: HandoverDocument
        var descriptors: [Int: Int32]
        do throws(HandoverError) {
            guard let taken = try HandoverStore().take(stored) else { return }
            (document, descriptors) = taken
        } catch {
            return logger.error(
                "the connections of the previous process cannot be taken over and are closed",
                metadata: ["error": "\(error)"])
        }
        restore(document.counters)
        for session in document.sessions.sorted(by: { $0.client < $1.client }) {
            guard let descriptor = descriptors.removeValue(forKey: session.client),
                let client = connections.serve(descriptor, session: session)
            else { continue }
            clients.notify(client, "resumed", ["epoch": .string(live.epoch), "revision": .int(live.revision)])
            restore(session, of: client)
            // Resumes reading when all sessions are restored: a line of one client may concern another client. A replay that
            // continues defers the lines, because every reply follows the events before it.
            connections.loop.perform { [watches, endsWhatIsDenied] in
                // The previous process may have had other rules, or none.
                guard endsWhatIsDenied(client) else { return }
                if !session.has(client.permit) { watches.restart(client) }
                watches.catchUp(client, mayPutOff: true)
                client.transport?.resume()
            }
        }
        for descriptor in descriptors.values { SocketCloser.shared.end(descriptor) }
        logger.info("connections taken over", metadata: ["connections": "\(clients.count)"])
        connections.loop.perform { connections.host?.endTurn() }
    }

    private func restore(_ session: ClientSession, of client: Client) {
        if let name = session.name { client.introduce(as: name) }
        (client.reason, client.hasBegun, client.refusal) = (session.reason, session.hasBegun, session.refusal)
        for line in session.deferred { client.deferLine(line) }
        watches.restore(session.watches, of: client)
        terminals.restore(session.terminals, of: client, in: live)
        apps.restore(client, from: session)
        carryOuts.restore(client, from: session)
        questions.restore(client, from: session)
    }

    /// The last ids given out. They are handed over, so that no id is reused by the next process.
    private var counters: HandoverCounters {
        HandoverCounters(
            client: clients.lastID, watch: watches.lastID, terminal: terminals.lastID, request: requests.lastID)
    }

    private func restore(_ counters: HandoverCounters) {
        (clients.lastID, watches.lastID) = (counters.client, counters.watch)
        (terminals.lastID, requests.lastID) = (counters.terminal, counters.request)
    }
}
