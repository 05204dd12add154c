import DequeModule
import FasciaDocument
import FasciaModel
import FasciaScene
import FasciaWire

/// Requests to the clients that have claimed things to carry out their changes.
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
    /// By the id of the request: an answer counts for the request that it answers.
    private var sent: [Int: Sent] = [:]
    /// What clients are carrying out, with the ids of the requests.
    private var occupied: [Place: Int] = [:]
    /// The number of requests that are under way for a claim.
    private var counts: [Int: Int] = [:]
    /// The things that wait for their turn, by claim.
    private var waiting: [Int: Deque<ThingID>] = [:]

    init(_ live: LivePanel, _ clients: Clients, _ requests: OutgoingRequests) {
        self.live = live
        self.clients = clients
        self.requests = requests
    }

    /// Asks for what an event requires.
    func take(_ turn: Turn) {
        guard !live.panel.claims.isEmpty else { return }
        if turn.hasClaims {
            // Another claimer may have taken over what waits.
            waiting = [:]
            for thing in live.panel.busyThings { enqueue(thing) }
        }
        for case .bound(let change) in turn.changes {
            guard case .pending = change.kind else { continue }
            enqueue(change.thing)
            tellOfNext(change.thing)
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
        case .result:
            settle(request, nil, cause)
            readAgain(request.place.thing, after: client)
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

    /// Who has claimed a thing since may have read it before the change that this client has made.
    private func readAgain(_ thing: ThingID, after client: Client) {
        guard let claim = live.panel.claim(of: thing), claim.left == nil, claim.client != client.id,
            live.panel.condition(of: thing)?.stale != nil, let claimer = clients[claim.client], !claimer.isGone,
            (try? requests.requireRoom(for: claimer, clients.limits)) != nil
        else { return }
        requests.send("poll", ["id": .string(thing.text)], to: claimer, timeout: .milliseconds(claim.timeout)) { _ in }
    }

    private func settle(
        _ request: Sent, _ failure: String?, isOfValue: Bool = false, isCancelled: Bool = false, _ cause: Cause
    ) {
        live.record(
            .settle(
                request.place.thing, begun: request.begun, failure: failure, isOfValue: isOfValue, isCancelled: isCancelled),
            cause)
    }

    // MARK: - Claimers that are gone

    /// A client has disconnected.
    func remove(_ client: Client) {
        for (id, request) in sent where request.place.client == client.id { end(id) }
        guard live.panel.isInvolved(client.id) else { return }
        live.record(
            .leave(clients: [client.id], reason: "it disconnected"), Cause(method: "disconnected", origin: client.origin))
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
        for thing in live.panel.busyThings { enqueue(thing) }
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
            origin: Origin(
                client: requester.client, name: requester.name, uid: requester.uid, pid: requester.pid, relay: requester.relay),
            request: requester.request.map { RequestID(rawText: $0) })
    }
}

extension Requester {
    convenience init(_ cause: Cause) {
        self.init(
            method: cause.method, client: cause.origin.client, name: cause.origin.name, uid: cause.origin.uid,
            pid: cause.origin.pid, relay: cause.origin.relay, request: cause.request?.rawText)
    }
}
