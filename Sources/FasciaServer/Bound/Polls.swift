import FasciaDocument
import FasciaModel
import FasciaScene
import FasciaWire

/// Requests to the clients that have claimed things to read their states.
final class Polls {
    private let live: LivePanel
    private let clients: Clients
    private let requests: OutgoingRequests
    private let apps: Apps

    init(_ live: LivePanel, _ clients: Clients, _ requests: OutgoingRequests, _ apps: Apps) {
        self.live = live
        self.clients = clients
        self.requests = requests
        self.apps = apps
    }

    /// Asks the claimer of a thing to read and report its state.
    func poll(_ thing: ThingID, _ request: Request) throws(WireError) -> Reply {
        try request.requireAlone()
        let thing = live.panel.resolved(thing)
        guard let claim = live.panel.claim(of: thing) else {
            let reply = try clients.answerLater(request)
            // Of a screen its own program is asked first: others may not answer.
            let owner = apps.publisher(of: thing.text)
            pollNext(([owner].compactMap(\.self) + apps.connectedPublishers.filter { $0 !== owner })[...], thing, reply)
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

    /// The journal lacks volatile and secret values: after a restart, claimers that came along report
    /// them again.
    func readTransient() {
        for claim in live.panel.claims where claim.left == nil {
            guard let client = clients[claim.client] else { continue }
            for thing in live.panel.transientThings(of: claim) {
                requests.send("poll", ["id": .string(thing.text)], to: client, timeout: .milliseconds(claim.timeout)) { _ in }
            }
        }
    }
}
