import FasciaDocument
import TestSupport

/// Random requests of switches that an agent carries out on a pretended machine, while the daemon and the agent are killed.
///
/// At rest, the panel shows the state of the machine, and nothing was carried out twice for one request.
final class BoundTraffic {
    enum Interruption: CaseIterable { case none, agent, daemon, both }

    private static let ids = (0..<4).map { "machine/m\($0)" }

    private var daemon: DaemonProcess
    private let environment: [String: String]
    private let retries: Bool
    private var user: JSONClient
    private var agent: JSONClient?
    private var generator: SeededGenerator
    /// The actual states.
    private var machine: [String: Bool] = [:]
    /// The requests that were carried out: the run of the daemon, the request and the switch.
    private var carriedOut: Set<String> = []
    private var runs = 0
    private(set) var carriedOutCount = 0

    /// - Parameter retries: whether interrupted changes are requested again, and may be carried out twice.
    init(seed: UInt64, retries: Bool, environment: [String: String]) throws {
        generator = SeededGenerator(seed: seed)
        self.retries = retries
        self.environment = environment
        daemon = try DaemonProcess(environment: environment)
        user = try daemon.client()
        let options = Self.ids.map { JSON.object(["id": .string(String($0.dropFirst("machine/".count)))]) }
        try user.call("toggle.declare", ["group": ["id": "machine", "options": .array(options)]])
        for id in Self.ids { machine[id] = false }
        try claim()
    }

    private func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    /// The agent connects, claims everything and reports the actual states.
    private func claim() throws {
        let agent = try daemon.client()
        // The earlier connection may not have been noticed as closed.
        while true {
            let id = try agent.send(
                "bind.claim", ["ids": ["machine/*"], "atMost": .int(1 + below(4)), "timeout": 600, "retry": .bool(retries)])
            let reply = try agent.reply(to: id)
            if reply["result"] != nil { break }
            guard reply[at: "error/data/rule"] == "claim" else { throw TestFailure("no claim: \(reply.text)") }
        }
        for id in Self.ids {
            try agent.call("bind.report", ["id": .string(id), "value": .bool(machine[id] == true)])
        }
        self.agent = agent
    }

    func run(_ interruption: Interruption) throws {
        for _ in 0...below(4) { try request() }
        try carryOut(upTo: below(6))
        // The machine may change by itself.
        if below(4) == 0, let id = Self.ids.randomElement(using: &generator) {
            machine[id] = machine[id] != true
            if let agent { try Self.send(agent, "toggle.set", ["id": .string(id), "on": .bool(machine[id] == true)]) }
        }
        for _ in 0...below(3) { try request() }
        switch interruption {
        case .none: break
        case .agent:
            agent = nil
            try claim()
        case .daemon, .both:
            if interruption == .both { agent = nil }
            // Its replies are lost.
            try user.send("toggle.flip", ["id": "machine"])
            try daemon.kill9()
            agent = nil
            runs += 1
            daemon = try DaemonProcess(in: daemon.directory, environment: environment)
            user = try daemon.client()
            try claim()
        }
        try compare()
    }

    private func request() throws {
        let id = JSON.string(Self.ids[below(Self.ids.count)])
        switch below(4) {
        case 0: try Self.send(user, "toggle.flip", ["id": "machine"])
        case 1: try Self.send(user, "toggle.flip", ["id": id])
        default: try Self.send(user, "toggle.set", ["id": id, "on": .bool(below(2) == 0)])
        }
    }

    /// Sends a request, which may be refused.
    private static func send(_ client: JSONClient, _ method: String, _ params: JSON) throws {
        _ = try client.reply(to: client.send(method, params))
    }

    /// - Returns: whether there were requests.
    @discardableResult
    private func carryOut(upTo limit: Int = .max) throws -> Bool {
        guard let agent else { return false }
        _ = try user.sync()
        _ = try agent.sync()
        let requests = agent.takeNotifications().filter { $0["method"] != "carryOut.cancel" }
        for request in requests.prefix(limit) {
            guard let params = request["params"], let id = params["id"]?.stringValue, let to = params["to"]?.boolValue else {
                throw TestFailure("not carryOut: \(request.text)")
            }
            let cause = params["cause"] ?? .null
            let key = "\(runs) \(cause["client"]?.text ?? "") \(cause["request"]?.text ?? "") \(id) \(to)"
            guard retries || cause["method"] == "carryOut" || carriedOut.insert(key).inserted else {
                throw TestFailure("carried out twice: \(request.text)")
            }
            carriedOutCount += 1
            guard below(5) > 0 else {
                try agent.refuse(request["id"] ?? .null, code: 1, "no")
                continue
            }
            machine[id] = to
            // The agent may be killed before it answers.
            if below(6) == 0 { return true }
            if below(3) == 0 { try Self.send(agent, "bind.report", ["id": .string(id), "value": .bool(to)]) }
            try agent.answer(request["id"] ?? .null)
        }
        return !requests.isEmpty
    }

    private func compare() throws {
        // Unanswered requests are answered by a new agent's reports.
        agent = nil
        try claim()
        var shown: [String: Bool] = [:]
        while true {
            if try carryOutAll() { continue }
            let group = try user.call("toggle.get", ["id": "machine"])
            let options = group["options"]?.arrayValue ?? []
            guard options.allSatisfy({ $0[at: "condition/pending"] == nil }) else { continue }
            for option in options { shown[option["id"]?.stringValue ?? ""] = option["state"] == "on" }
            break
        }
        guard shown == machine else { throw TestFailure("the panel shows \(shown), and the machine is \(machine)") }
    }

    private func carryOutAll() throws -> Bool {
        guard let agent else { return false }
        _ = try agent.sync()
        let requests = agent.takeNotifications().filter { $0["method"] != "carryOut.cancel" }
        for request in requests {
            if let id = request[at: "params/id"]?.stringValue { machine[id] = request[at: "params/to"] == true }
            try agent.answer(request["id"] ?? .null)
        }
        return !requests.isEmpty
    }
}
