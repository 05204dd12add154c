import DequeModule
import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire

/// Requests to the clients that have claimed things to carry out their changes, and the timers of these changes.
///
/// The panel decides what a request, an answer or a deadline does (`BoundThings`). This component sends the requests, one at
/// a time for each thing and as many at once as the claim says, and reports to the panel what becomes of them.
final class CarryOuts {
    /// A request that its claimer has not answered.
    private struct Sent {
        var id: Int
        var client: Int
        var claim: Int
        /// The revision that began the change.
        var begun: Int
    }

    private let live: LivePanel
    private let clients: Clients
    private let requests: OutgoingRequests
    private let loop: EventLoop
    private var sent: [ThingID: Sent] = [:]
    /// The things that wait for their turn, by claim.
    private var waiting: [Int: Deque<ThingID>] = [:]
    /// The requests that the running changes come from.
    private var causes: [ThingID: Cause] = [:]
    /// Changes whose claimer has gone, and that end unless it comes back in time.
    private var interrupted: [ThingID: Timer] = [:]
    private var confirmationTimer: Timer?

    init(_ live: LivePanel, _ clients: Clients, _ requests: OutgoingRequests, loop: EventLoop) {
        self.live = live
        self.clients = clients
        self.requests = requests
        self.loop = loop
    }

    /// Begins what an event requires.
    func appended(_ changes: [Change], _ cause: Cause) {
        guard !live.panel.claims.isEmpty else { return }
        if changes.contains(where: { if case .claimed = $0 { true } else { false } }) {
            // A later claim may have taken over what waits.
            for thing in live.panel.busyThings { enqueue(thing) }
        }
        for case .bound(let change) in changes {
            let thing = change.thing
            switch change.kind {
            case .pending:
                causes[thing] = cause
                enqueue(thing)
            case .unconfirmed: scheduleConfirmations()
            case .confirmed, .reverted, .released: causes[thing] = nil
            case .failed, .reported, .unknown, .stale, .progress: break
            }
            updateInterruption(of: thing)
        }
    }

    // MARK: - Requests

    private func enqueue(_ thing: ThingID) {
        guard let running = live.panel.boundState(of: thing)?.running, running.phase == .requested,
            sent[thing] == nil, let claim = live.panel.claim(of: thing)
        else { return }
        waiting[claim.number, default: []].append(thing)
        sendNext(of: claim.number)
    }

    /// Sends requests as long as the claimer takes more.
    private func sendNext(of claim: Int) {
        var count = sent.values.count { $0.claim == claim }
        while let thing = waiting[claim]?.first {
            guard let current = live.panel.claim(of: thing), current.number == claim, current.left == nil,
                let running = live.panel.boundState(of: thing)?.running, running.phase == .requested, sent[thing] == nil
            else {
                waiting[claim]?.removeFirst()
                continue
            }
            guard count < current.atMost, let client = clients[current.client], !client.isGone else { return }
            waiting[claim]?.removeFirst()
            send(running, thing, current, to: client)
            count += 1
        }
        waiting[claim] = nil
    }

    private func send(_ running: BoundState.Running, _ thing: ThingID, _ claim: Claim, to client: Client) {
        let cause = causes[thing] ?? .ofDaemon("carryOut")
        var origin = cause.json.objectValue ?? [:]
        origin["request"] = cause.request.flatMap { try? JSONParser.parse($0.rawText) }
        let timeout = Duration.milliseconds(claim.timeout)
        let deadline = Timestamp(milliseconds: live.clock.now.milliseconds + claim.timeout)
        var params: JSON.Object = [
            "id": .string(thing.text), "from": live.panel.boundState(of: thing)?.reported ?? .null, "to": running.to,
            "cause": .object(origin), "deadline": .string(deadline.text),
        ]
        if running.isFallback { params["revert"] = true }
        let id = requests.send("carryOut", params, to: client, timeout: timeout) { [self] answer in
            receive(answer, thing, from: client, timeout: timeout)
        }
        sent[thing] = Sent(id: id, client: client.id, claim: claim.number, begun: running.revision)
    }

    private func receive(_ answer: OutgoingRequests.Answer, _ thing: ThingID, from client: Client, timeout: Duration) {
        guard let request = sent.removeValue(forKey: thing) else { return }
        let name = "\(client.origin.name ?? "a program") (pid \(client.peer.pid))"
        let cause = Cause(method: "carryOut", origin: client.origin)
        switch answer {
        case .result: settle(thing, request, nil, cause)
        case .error(let error): settle(thing, request, error.message, cause)
        case .malformed(let error): settle(thing, request, "\(name) sent an invalid answer: \(error.message)", cause)
        case .timedOut:
            settle(thing, request, "\(name) did not do it within \(timeout.inSeconds)", .ofDaemon("carryOut"))
        // The next report decides.
        case .disconnected: return
        }
        // It may have been requested again while this request was unanswered.
        enqueue(thing)
        sendNext(of: request.claim)
    }

    private func settle(_ thing: ThingID, _ request: Sent, _ failure: String?, _ cause: Cause) {
        live.record(.settle(thing, begun: request.begun, failure: failure), cause)
    }

    // MARK: - Reading

    /// Asks the claimer of a thing to read and report its state.
    func poll(_ thing: ThingID, _ request: Request) throws(WireError) -> Reply {
        try request.requireAlone()
        let thing = live.panel.resolved(thing)
        guard let claim = live.panel.claim(of: thing) else {
            throw WireError(.notFound, "no program carries out \"\(thing.text)\", so that there is nothing to read")
        }
        guard claim.left == nil, let client = clients[claim.client], !client.isGone else {
            throw WireError(.unavailable, "\"\(thing.text)\" cannot be read: \(claim.name) has gone: start it again")
        }
        let reply = clients.answerLater(request)
        let params: JSON.Object = ["id": .string(thing.text)]
        requests.send("poll", params, to: client, timeout: .milliseconds(claim.timeout)) { [live] answer in
            switch answer {
            case .result: reply(.result(["revision": .int(live.revision)]))
            case .error(let error), .malformed(let error):
                reply(.error(WireError(.refused, "\"\(thing.text)\" cannot be read: \(error.message)")))
            case .timedOut:
                let message =
                    "\"\(thing.text)\" was not read by \(claim.name) within \(Duration.milliseconds(claim.timeout).inSeconds)"
                reply(.error(WireError(.timeout, message)))
            case .disconnected:
                reply(.error(WireError(.unavailable, "\"\(thing.text)\" was not read: \(claim.name) has disconnected")))
            }
        }
        return .later
    }

    // MARK: - Claimers that are gone

    /// A client has disconnected.
    func remove(_ client: Client) {
        for (thing, request) in sent where request.client == client.id { sent[thing] = nil }
        for claim in live.panel.claims where claim.client == client.id { waiting[claim.number] = nil }
        leave([client.id], "it disconnected", Cause(method: "disconnected", origin: client.origin))
    }

    private func leave(_ clients: [Int], _ reason: String, _ cause: Cause) {
        guard live.panel.claims.contains(where: { $0.left == nil && clients.contains($0.client) }) else { return }
        live.record(.leave(clients: clients, reason: reason), cause)
    }

    /// An interrupted change ends if its claimer does not come back, or does not report, within the time for a change.
    private func updateInterruption(of thing: ThingID) {
        guard let running = live.panel.boundState(of: thing)?.running, running.phase == .interrupted, !running.isFallback,
            let claim = live.panel.claim(of: thing)
        else {
            interrupted.removeValue(forKey: thing)?.cancel()
            return
        }
        guard interrupted[thing] == nil else { return }
        let timeout = Duration.milliseconds(claim.timeout)
        interrupted[thing] = loop.schedule(in: timeout) { [self] in
            interrupted[thing] = nil
            guard let running = live.panel.boundState(of: thing)?.running, running.phase == .interrupted else { return }
            let failure = "\(claim.name) ended before it was done, and has not reported it within \(timeout.inSeconds)"
            live.record(.settle(thing, begun: running.revision, failure: failure), .ofDaemon("carryOut"))
        }
    }

    // MARK: - Confirmations

    /// The machine may be suspended, during which timers do not advance: due times are checked every second. So is one that is
    /// over, as long as another change is running or the journal cannot be written.
    private func scheduleConfirmations() {
        guard confirmationTimer == nil else { return }
        let waits = live.panel.busyThings.compactMap { thing in
            live.panel.boundState(of: thing)?.fallback?.deadline?.remaining(at: live.clock.bootTime)
        }
        guard let least = waits.min() else { return }
        confirmationTimer = loop.schedule(in: .milliseconds(least > 0 ? min(least, 1_000) : 1_000)) { [self] in
            confirmationTimer = nil
            revertUnconfirmed()
            scheduleConfirmations()
        }
    }

    private func revertUnconfirmed() {
        for thing in live.panel.busyThings {
            guard let state = live.panel.boundState(of: thing), state.running == nil, let deadline = state.fallback?.deadline,
                deadline.remaining(at: live.clock.bootTime) == 0
            else { continue }
            _ = try? live.execute(.revertUnconfirmed(thing), .ofDaemon("bind.revert"))
        }
    }

    // MARK: - Restarts

    /// Continues after a restart, when the connections that came along have been taken over.
    func start() {
        // A client that connects now is not the claimer that had its number, even if its end cannot be recorded.
        clients.lastID = live.panel.claims.reduce(clients.lastID) { max($0, $1.client) }
        let gone = Set(live.panel.claims.lazy.filter { $0.left == nil }.map(\.client)).filter { clients[$0] == nil }
        leave(gone.sorted(), "the daemon was restarted", .ofDaemon("restarted"))
        for thing in live.panel.busyThings {
            enqueue(thing)
            updateInterruption(of: thing)
        }
        revertUnconfirmed()
        scheduleConfirmations()
    }

    /// Adds the requests that a client has not answered.
    func save(_ client: Client, to session: inout ClientSession) {
        for (thing, request) in sent where request.client == client.id {
            session.carryOuts.append(.init(request: request.id, thing: thing.text, begun: request.begun))
        }
    }

    func restore(_ client: Client, from session: ClientSession) {
        for record in session.carryOuts {
            let thing = ThingID(record.thing)
            guard let claim = live.panel.claim(of: thing) else { continue }
            let timeout = Duration.milliseconds(claim.timeout)
            requests.adopt(record.request, from: client, timeout: timeout) { [self] answer in
                receive(answer, thing, from: client, timeout: timeout)
            }
            sent[thing] = Sent(id: record.request, client: client.id, claim: claim.number, begun: record.begun)
        }
    }
}
