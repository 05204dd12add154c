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
            pollPublishers(thing, reply)
            return .later
        }
        guard claim.left == nil, let client = clients[claim.client], !client.isGone else {
            var details: JSON.Object = [:]
            details["left"] = claim.left.map { .string(Timestamp(milliseconds: $0.time).text) }
            throw WireError(
                .unavailable, "\"\(thing.text)\" cannot be read: \(claim.name) has gone: start it again", details: details)
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

    /// Asks all programs that publish something whether they read what nobody has claimed. The first one that does, counts: others
    /// may not answer.
    private func pollPublishers(_ thing: ThingID, _ reply: @escaping (Reply) -> Void) {
        let asked = apps.connectedPublishers.filter { client in
            !client.isGone && (try? requests.requireRoom(for: client, clients.limits)) != nil
        }
        var (isDecided, open, silent) = (false, asked.count, [String]())
        func decide(_ answer: Reply) {
            isDecided = true
            reply(answer)
        }
        func decideIfNobodyReadsIt() {
            guard !isDecided, open == 0 else { return }
            let message = "no program carries out \"\(thing.text)\", so that there is nothing to read"
            let missing = silent.isEmpty ? "" : "; not answered: \(silent.sorted().joined(separator: ", "))"
            decide(.error(WireError(.notFound, message + missing)))
        }
        for client in asked {
            requests.send("poll", ["id": .string(thing.text)], to: client, timeout: .seconds(60)) { [live] answer in
                guard !isDecided else { return }
                open -= 1
                switch answer {
                case .result: decide(.result(["revision": .int(live.revision)]))
                case .error(let error) where error.reason == "failed" && !error.message.hasPrefix("the panel has no "):
                    decide(.error(WireError(.refused, "\"\(thing.text)\" cannot be read: \(error.message)")))
                case .timedOut: silent.append("\(client.origin.name ?? "a program") (pid \(client.peer.pid))")
                case .error, .malformed, .disconnected: break
                }
                decideIfNobodyReadsIt()
            }
        }
        decideIfNobodyReadsIt()
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
