import FasciaDocument
import TestSupport

/// A client that carries out the changes of bound things.
final class Agent {
    let client: JSONClient
    private var received: [JSON] = []
    /// What it was told of requests that wait for the end of what it carries out.
    private var told: [JSON] = []

    /// - Parameter claim: the members of `bind.claim` beside the ids.
    init(_ daemon: DaemonProcess, _ ids: [String], _ claim: JSON.Object = [:]) throws {
        client = try daemon.client()
        try client.call("daemon.hello", ["protocol": ["min": 1, "max": 1], "name": "agent"])
        var params = claim
        params["ids"] = .array(ids.map { .string($0) })
        // Long enough for a busy machine.
        if params["timeout"] == nil { params["timeout"] = 600 }
        try client.call("bind.claim", .object(params))
    }

    /// The next request to carry something out.
    func carryOut() throws -> (id: JSON, params: JSON) {
        take()
        while received.isEmpty { take(try client.receive()) }
        let message = received.removeFirst()
        guard message["method"] == "carryOut", let id = message["id"], let params = message["params"] else {
            throw TestFailure("expected the request carryOut, got \(message.text)")
        }
        return (id, params)
    }

    private func take() { for message in client.takeNotifications() { take(message) } }

    private func take(_ message: JSON) {
        if message["method"] == "carryOut.cancel" { told.append(message) } else { received.append(message) }
    }

    /// The next notification of a request that waits.
    func cancellation() throws -> JSON {
        take()
        while told.isEmpty { take(try client.receive()) }
        return told.removeFirst()["params"] ?? .null
    }

    /// Carries out the next request, and returns its parameters.
    @discardableResult
    func carryOutNext(failing reason: String? = nil) throws -> JSON {
        let (id, params) = try carryOut()
        if let reason { try client.refuse(id, code: 1, reason) } else { try client.answer(id) }
        return params
    }

    /// The requests that have arrived, after all that the daemon has sent so far.
    func requests() throws -> [JSON] {
        try client.call("sync")
        take()
        return received
    }

    func report(_ id: String, _ value: JSON) throws { try client.call("bind.report", ["id": .string(id), "value": value]) }
}

extension JSONClient {
    /// The changes of the next event in words: `kind id`, with the reason.
    func words() throws -> [String] {
        (try notification()["changes"]?.arrayValue ?? []).map { change in
            let id = change["id"] ?? change["key"]
            return "\(change["kind"]?.stringValue ?? "") \(id?.stringValue ?? "")"
                + (change["reason"]?.stringValue.map { ": \($0)" } ?? "")
        }
    }

    /// The words for the condition of an option, and its state: `on pending`.
    func condition(_ option: String) throws -> String {
        let toggle = try call("toggle.get", ["id": .string(option)])
        let words = (toggle["condition"]?.objectValue?.members.map(\.key) ?? ["unbound"]).filter { $0 != "claimer" }
        return ([toggle["state"]?.stringValue ?? "?"] + words).joined(separator: " ")
    }
}

/// A daemon with the group `services` of `nginx`, `backup` and `cron`, all off.
enum Services {
    static let declaration: JSON = ["group": ["id": "services", "options": [["id": "nginx"], ["id": "backup"], ["id": "cron"]]]]

    static func daemon(environment: [String: String] = [:]) throws -> (DaemonProcess, JSONClient) {
        let daemon = try DaemonProcess(environment: environment)
        let user = try daemon.client()
        try user.call("toggle.declare", declaration)
        return (daemon, user)
    }
}
