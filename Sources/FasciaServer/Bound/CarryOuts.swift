import DequeModule
import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaScene
import FasciaWire

/// Requests to the clients that have claimed things to carry out their changes, and the timers of these changes.
///
/// The panel knows what is wanted, who wants it, and who was asked (`BoundState.Running`), and decides what a request, an answer
/// or a deadline does. This component asks for each change that nobody was asked for: one at a time for each thing and client,
/// and as many at once as the claim says.
final class CarryOuts: Stage {
    /// A request that its receiver has not answered.
    private struct Sent {
        var place: Place
        var claim: Int
        /// The revision that began the change.
        var begun: Int
    }

    private struct Place: Hashable {
        var thing: ThingID
        var client: Int
    }

    private let live: LivePanel
    private let clients: Clients
    private let requests: OutgoingRequests
    private let loop: EventLoop
    /// By the id of the request: an answer counts for the request that it answers.
    private var sent: [Int: Sent] = [:]
    /// What clients are carrying out, with the ids of the requests.
    private var occupied: [Place: Int] = [:]
    /// The number of requests that are under way for a claim.
    private var counts: [Int: Int] = [:]
    /// The things that wait for their turn, by claim.
    private var waiting: [Int: Deque<ThingID>] = [:]
    /// Changes whose claimer has gone, and that end unless it comes back in time.
    private var interrupted: [ThingID: Timer] = [:]
    private var confirmationTimer: Timer?
    private let apps: Apps

    init(_ live: LivePanel, _ clients: Clients, _ requests: OutgoingRequests, _ apps: Apps, loop: EventLoop) {
        self.apps = apps
        self.live = live
        self.clients = clients
        self.requests = requests
        self.loop = loop
    }

    /// Begins what an event requires.
    func take(_ turn: Turn) {
        let changes = turn.changes
        guard !live.panel.claims.isEmpty || !interrupted.isEmpty else { return }
        if changes.contains(where: { if case .claimed = $0 { true } else { false } }) {
            // Another claimer may have taken over what waits.
            waiting = [:]
            for thing in live.panel.busyThings {
                enqueue(thing)
                updateInterruption(of: thing)
            }
        }
        for case .bound(let change) in changes {
            switch change.kind {
            case .pending:
                enqueue(change.thing)
                tellOfNext(change.thing)
            case .unconfirmed: scheduleConfirmations()
            case .reverted(_, let reason): announce(reason, of: change.thing)
            case .confirmed, .failed, .reported, .unknown, .stale, .progress, .held, .released: break
            }
            updateInterruption(of: change.thing)
        }
    }

    // MARK: - Requests

    /// The change of a thing that nobody was asked for.
    private func unsent(_ thing: ThingID) -> BoundState.Running? {
        guard let running = live.panel.boundState(of: thing)?.running, running.phase == .unsent else { return nil }
        return running
    }

    private func enqueue(_ thing: ThingID) {
        guard unsent(thing) != nil, let claim = live.panel.claim(of: thing) else { return }
        waiting[claim.number, default: []].append(thing)
        sendNext(of: claim.number)
    }

    /// Sends requests as long as the claimer takes more.
    private func sendNext(of claim: Int) {
        while let thing = waiting[claim]?.first {
            guard let current = live.panel.claim(of: thing), current.number == claim, let running = unsent(thing),
                let client = clients[current.client], !client.isGone,
                // Once it has answered the earlier request of this thing, this one is its next.
                occupied[Place(thing: thing, client: client.id)] == nil
            else {
                waiting[claim]?.removeFirst()
                continue
            }
            guard counts[claim, default: 0] < current.atMost else { return }
            waiting[claim]?.removeFirst()
            send(running, thing, current, to: client)
        }
        waiting[claim] = nil
    }

    private func send(_ running: BoundState.Running, _ thing: ThingID, _ claim: Claim, to client: Client) {
        let cause = running.requester.map { Cause($0) } ?? .ofDaemon("carryOut")
        var origin = cause.json.objectValue ?? [:]
        origin["request"] = cause.request.flatMap { try? JSONParser.parse($0.rawText) }
        let timeout = Duration.milliseconds(claim.timeout)
        let deadline = Timestamp(milliseconds: live.clock.now.milliseconds + claim.timeout)
        var params: JSON.Object = [
            "id": .string(thing.text), "from": live.panel.boundState(of: thing)?.reported ?? .null, "to": running.to,
            "cause": .object(origin), "deadline": .string(deadline.text),
        ]
        if running.isFallback { params["revert"] = true }
        var id = 0
        id = requests.send("carryOut", params, to: client, timeout: timeout) { [self] answer in
            receive(answer, to: id, from: client, timeout: timeout)
        }
        live.ask(client.id, thing)
        begin(id, Sent(place: Place(thing: thing, client: client.id), claim: claim.number, begun: running.revision))
        tellOfNext(thing)
    }

    /// Tells the client that carries a change out that another one waits for its end, so that it may give the first one up.
    private func tellOfNext(_ thing: ThingID) {
        guard let state = live.panel.boundState(of: thing), let running = state.running, let next = state.queued,
            !running.isFallback, case .sent(let number) = running.phase, let client = clients[number], !client.isGone,
            let id = occupied[Place(thing: thing, client: number)], sent[id]?.begun == running.revision,
            // It need not know, and may not be reading.
            (try? requests.requireRoom(for: client, clients.limits)) != nil
        else { return }
        let params: JSON.Object = ["id": .string(thing.text), "request": .int(id), "to": running.to, "next": next.to]
        clients.notify(client, "carryOut.cancel", params)
    }

    private func begin(_ id: Int, _ request: Sent) {
        sent[id] = request
        occupied[request.place] = id
        counts[request.claim, default: 0] += 1
    }

    @discardableResult
    private func end(_ id: Int) -> Sent? {
        guard let request = sent.removeValue(forKey: id) else { return nil }
        if occupied[request.place] == id { occupied[request.place] = nil }
        counts[request.claim] = counts[request.claim].flatMap { $0 > 1 ? $0 - 1 : nil }
        return request
    }

    private func receive(_ answer: OutgoingRequests.Answer, to id: Int, from client: Client, timeout: Duration) {
        guard let request = end(id) else { return }
        let name = "\(client.origin.name ?? "a program") (pid \(client.peer.pid))"
        let cause = Cause(method: "carryOut", origin: client.origin)
        switch answer {
        case .result: settle(request, nil, cause)
        case .error(let error):
            let isCancelled = error.reason == Description.cancelled
            settle(
                request, error.message, isOfValue: error.reason == Refusal.Reason.invalid.rawValue, isCancelled: isCancelled,
                cause)
        case .malformed(let error): settle(request, "\(name) sent an invalid answer: \(error.message)", cause)
        case .timedOut: settle(request, "\(name) did not do it within \(timeout.inSeconds)", .ofDaemon("carryOut"))
        // The next report decides.
        case .disconnected: return
        }
        // It may have been requested again while this request was unanswered.
        enqueue(request.place.thing)
        sendNext(of: request.claim)
    }

    private func settle(
        _ request: Sent, _ failure: String?, isOfValue: Bool = false, isCancelled: Bool = false, _ cause: Cause
    ) {
        live.record(
            .settle(
                request.place.thing, begun: request.begun, failure: failure, isOfValue: isOfValue, isCancelled: isCancelled),
            cause)
    }

    // MARK: - Reading

    /// Asks the claimer of a thing to read and report its state.
    func poll(_ thing: ThingID, _ request: Request) throws(WireError) -> Reply {
        try request.requireAlone()
        let thing = live.panel.resolved(thing)
        guard let claim = live.panel.claim(of: thing) else {
            let reply = try clients.answerLater(request)
            pollNext(apps.connectedPublishers[...], thing, reply)
            return .later
        }
        guard claim.left == nil, let client = clients[claim.client], !client.isGone else {
            throw WireError(.unavailable, "\"\(thing.text)\" cannot be read: \(claim.name) has gone: start it again")
        }
        try refusing { () throws(Refusal) in try requests.requireRoom(for: client, clients.limits) }
        let reply = try clients.answerLater(request)
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

    /// Asks the next client whether it reads something that nobody has claimed.
    private func pollNext(_ clients: ArraySlice<Client>, _ thing: ThingID, _ reply: @escaping (Reply) -> Void) {
        let limits = self.clients.limits
        let isReady = { (client: Client) in !client.isGone && (try? self.requests.requireRoom(for: client, limits)) != nil }
        guard let client = clients.first(where: isReady) else {
            let message = "no program carries out \"\(thing.text)\", so that there is nothing to read"
            return reply(.error(WireError(.notFound, message)))
        }
        let rest = clients.drop { $0 !== client }.dropFirst()
        requests.send("poll", ["id": .string(thing.text)], to: client, timeout: .seconds(60)) { [self] answer in
            switch answer {
            case .result: reply(.result(["revision": .int(live.revision)]))
            case .error(let error) where error.reason == "failed" && !error.message.hasPrefix("the panel has no "):
                reply(.error(WireError(.refused, "\"\(thing.text)\" cannot be read: \(error.message)")))
            case .error, .malformed, .timedOut, .disconnected: pollNext(rest, thing, reply)
            }
        }
    }

    // MARK: - Claimers that are gone

    /// A client has disconnected.
    func remove(_ client: Client) {
        for (id, request) in sent where request.place.client == client.id { end(id) }
        leave([client.id], "it disconnected", Cause(method: "disconnected", origin: client.origin))
    }

    private func leave(_ clients: [Int], _ reason: String, _ cause: Cause) {
        guard clients.contains(where: live.panel.isInvolved) else { return }
        live.record(.leave(clients: clients, reason: reason), cause)
    }

    /// An interrupted change ends if its claimer does not come back, or does not report, within the time for a change. One that
    /// goes back waits for its claimer, and is then requested even without a report.
    private func updateInterruption(of thing: ThingID) {
        guard let running = live.panel.boundState(of: thing)?.running, running.phase == .interrupted,
            let claim = live.panel.claim(of: thing), claim.left == nil || !running.isFallback
        else {
            interrupted.removeValue(forKey: thing)?.cancel()
            return
        }
        guard interrupted[thing] == nil else { return }
        let timeout = Duration.milliseconds(claim.timeout)
        interrupted[thing] = loop.schedule(in: timeout) { [self] in
            interrupted[thing] = nil
            guard let running = live.panel.boundState(of: thing)?.running, running.phase == .interrupted else { return }
            guard !running.isFallback else { return live.record(.revertUnconfirmed(thing), .ofDaemon("bind.revert")) }
            let asked = running.asked ?? claim.name
            let failure = "\(asked) ended before it was done, and has not reported it within \(timeout.inSeconds)"
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

    /// Tells everybody of a change that went back because nobody has confirmed it.
    private func announce(_ reason: String, of thing: ThingID) {
        guard reason.hasPrefix(BoundState.unconfirmed) else { return }
        let within = reason.dropFirst(BoundState.unconfirmed.count)
        let message = "\(live.panel.title(of: thing)) went back: nobody confirmed it within \(within)"
        live.record(
            .reportIssue(Issue(.error, .reported, message, breadcrumbs: ["id": .string(thing.text)])), .ofDaemon("bind.revert"))
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
        let claimers = Set(live.panel.claims.lazy.filter { $0.left == nil }.map(\.client))
        let gone = claimers.filter { clients[$0] == nil }.sorted()
        if !gone.isEmpty || !live.panel.abandonedThings.isEmpty {
            live.record(.leave(clients: gone, reason: "the daemon was restarted"), .ofDaemon("restarted"))
        }
        for thing in live.panel.busyThings {
            enqueue(thing)
            updateInterruption(of: thing)
        }
        revertUnconfirmed()
        scheduleConfirmations()
        readTransient()
    }

    /// The journal lacks volatile and secret values: claimers that came along report them again.
    private func readTransient() {
        for claim in live.panel.claims where claim.left == nil {
            guard let client = clients[claim.client] else { continue }
            for thing in live.panel.transientThings(of: claim) {
                requests.send("poll", ["id": .string(thing.text)], to: client, timeout: .milliseconds(claim.timeout)) { _ in }
            }
        }
    }

    /// Adds the requests that a client has not answered.
    func save(_ client: Client, to session: inout ClientSession) {
        for (id, request) in sent.sorted(by: { $0.key < $1.key }) where request.place.client == client.id {
            session.carryOuts.append(.init(request: id, thing: request.place.thing.text, begun: request.begun))
        }
    }

    func restore(_ client: Client, from session: ClientSession) {
        for record in session.carryOuts {
            let thing = ThingID(record.thing)
            guard let claim = live.panel.claim(of: thing) else { continue }
            let timeout = Duration.milliseconds(claim.timeout)
            requests.adopt(record.request, from: client, timeout: timeout) { [self] answer in
                receive(answer, to: record.request, from: client, timeout: timeout)
            }
            begin(
                record.request, Sent(place: Place(thing: thing, client: client.id), claim: claim.number, begun: record.begun))
            if live.panel.boundState(of: thing)?.running?.revision == record.begun { live.ask(client.id, thing) }
        }
    }
}

extension Cause {
    /// The request that a change comes from.
    fileprivate init(_ requester: Requester) {
        self.init(
            method: requester.method,
            origin: Origin(client: requester.client, name: requester.name, uid: requester.uid, pid: requester.pid),
            request: requester.request.map { RequestID(rawText: $0) })
    }
}

extension Requester {
    convenience init(_ cause: Cause) {
        self.init(
            method: cause.method, client: cause.origin.client, name: cause.origin.name, uid: cause.origin.uid,
            pid: cause.origin.pid, request: cause.request?.rawText)
    }
}
