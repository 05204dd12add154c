import FasciaLoop
import FasciaModel
import FasciaWire

/// Asks the clients that have claimed things whether they are still there. The things of one that does not answer are stale until
/// it answers again.
final class ClaimerPings: Stage {
    private let live: LivePanel
    private let clients: Clients
    private let requests: OutgoingRequests
    private let loop: EventLoop
    /// The time between an answer and the next question, and for an answer.
    private let interval: Duration
    private var timers: [Int: Timer] = [:]
    /// The clients that have not answered yet.
    private var asked: Set<Int> = []

    init(_ live: LivePanel, _ clients: Clients, _ requests: OutgoingRequests, loop: EventLoop, interval: Duration) {
        self.live = live
        self.clients = clients
        self.requests = requests
        self.loop = loop
        self.interval = interval
    }

    func take(_ turn: Turn) {
        if turn.hasClaims { update() }
    }

    /// Begins to ask new claimers.
    func update() {
        for claim in live.panel.claims where claim.left == nil { wait(claim.client) }
    }

    /// A client has disconnected.
    func remove(_ client: Client) {
        timers.removeValue(forKey: client.id)?.cancel()
        asked.remove(client.id)
    }

    private func wait(_ id: Int) {
        guard timers[id] == nil, !asked.contains(id) else { return }
        timers[id] = loop.schedule(in: interval) { [self] in
            timers[id] = nil
            ask(id)
        }
    }

    private func ask(_ id: Int) {
        guard let client = clients[id], !client.isGone, live.panel.claims.contains(where: { $0.client == id && $0.left == nil })
        else { return }
        asked.insert(id)
        requests.send("ping", [:], to: client, timeout: interval) { [self] answer in
            guard asked.remove(id) != nil else { return }
            switch answer {
            // An error is an answer, too: the client need not know what a ping is.
            case .result, .error, .malformed:
                note(client, nil)
                wait(id)
            case .timedOut:
                note(client, "does not answer")
                ask(id)
            case .disconnected: break
            }
        }
    }

    private func note(_ client: Client, _ silence: String?) {
        let isSilent = live.panel.claims.contains { $0.client == client.id && $0.silent != nil }
        guard isSilent != (silence != nil) else { return }
        live.record(.silence(client: client.id, reason: silence), Cause(method: "ping", origin: client.origin))
    }
}
