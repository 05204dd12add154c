import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaPlugins
import Glibc
import Logging
import TestSupport
import Testing

@testable import FasciaServer

/// A daemon in this process with the groups `a` (x, y) and `b` (x). It can be restarted with its state, and its time passes
/// only when a test says so.
final class ClaimBench {
    private(set) var server: InProcessServer
    private(set) var peers: [ClaimPeer] = []
    private(set) lazy var user = connect(uid: 65_534)

    init() throws {
        server = try ClaimBench.server(nil)
        for (group, options) in [("a", ["x", "y"]), ("b", ["x"])] { try declare(group, options) }
    }

    private static func server(_ panel: Panel?) throws -> InProcessServer {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try InProcessServer(plugins: PluginSet(paths: [], logger: logger), logger: logger) { state in
            if let panel { state.panel = panel }
        }
    }

    func connect(uid: UInt32 = geteuid()) -> ClaimPeer {
        let peer = ClaimPeer(server.connect(uid: uid), self)
        peers.append(peer)
        return peer
    }

    func declare(_ group: String, _ options: [String]) throws {
        let options = options.map { option -> JSON in ["id": .string(option)] }
        _ = try user.call("toggle.declare", ["group": ["id": .string(group), "options": .array(options)]])
    }

    /// Ends the daemon without a word, and starts it again with what its journal would hold.
    func restart() throws {
        let panel = try server.core.live.panel.archive.withUnsafeBytes { try Panel(archive: $0, limits: .init()) }
        server = try ClaimBench.server(panel)
        peers = []
        try server.core.start(takingOver: [], apps: [], reporting: [])
        user = connect(uid: 65_534)
    }

    /// Lets the time for every change pass.
    func passDeadlines() throws {
        server.fireTimers(dueAt: .now.advanced(by: .seconds(100_000)))
        try receive()
    }

    /// Lets some time pass.
    func pass(_ time: Duration) throws {
        server.fireTimers(dueAt: .now.advanced(by: time))
        try receive()
    }

    /// Takes what the daemon has sent to all peers.
    func receive() throws { for peer in peers { try peer.receive() } }

    /// The state of an option and the words for its condition in alphabetical order: `on pending stale`.
    func state(_ id: String) throws -> String {
        let reply = try user.reply("toggle.get", ["id": .string(id)])
        guard let toggle = reply["result"] else { return "gone" }
        let words = (toggle["condition"]?.objectValue?.members.map(\.key) ?? ["unbound"]).filter { $0 != "claimer" }
        return ([toggle["state"]?.stringValue ?? "?"] + words.sorted()).joined(separator: " ")
    }
}

/// A connection to the daemon of a bench.
final class ClaimPeer {
    struct Asked: Hashable {
        var request: Int
        var thing: String
        var to: Bool
        var uid: Int
    }

    private let client: InProcessClient
    private unowned let bench: ClaimBench
    private var lastID = 0
    private var replies: [Int: JSON] = [:]
    /// Whether it answers no pings, as a program that is stopped.
    var isStopped = false
    private var pings: [Int] = []
    /// The requests to carry something out that it has not answered, oldest first.
    private(set) var asked: [Asked] = []
    /// What it was told of requests that wait for the end of these: the thing, and the value.
    private var told: [String] = []
    private(set) var isGone = false
    /// The things whose state it was asked to read.
    private(set) var polled: [String] = []

    init(_ client: InProcessClient, _ bench: ClaimBench) {
        self.client = client
        self.bench = bench
    }

    var id: Int { client.id }

    func reply(_ method: String, _ params: JSON.Object) throws -> JSON {
        lastID += 1
        send(["id": .int(lastID), "method": .string(method), "params": .object(params)])
        try bench.receive()
        guard let reply = replies.removeValue(forKey: lastID) else { throw TestFailure("no reply to \(method)") }
        return reply
    }

    @discardableResult
    func call(_ method: String, _ params: JSON.Object) throws -> JSON {
        let reply = try reply(method, params)
        guard let result = reply["result"] else { throw TestFailure("\(method): \(reply.text)") }
        return result
    }

    /// - Returns: whether it was not refused.
    func attempt(_ method: String, _ params: JSON.Object) throws -> Bool { try reply(method, params)["result"] != nil }

    /// Answers a request of the daemon.
    func answer(_ asked: Asked, failing reason: String? = nil, isCancelled: Bool = false) throws {
        self.asked.removeAll { $0.request == asked.request }
        var answer: JSON.Object = ["jsonrpc": "2.0", "id": .int(asked.request)]
        if let reason {
            let data: JSON = isCancelled ? ["reason": "cancelled"] : [:]
            answer["error"] = ["code": 1, "message": .string(reason), "data": data]
        } else {
            answer["result"] = [:]
        }
        send(.object(answer))
        try bench.receive()
    }

    func takeTold() -> [String] {
        defer { told = [] }
        return told
    }

    func close() throws {
        isGone = true
        client.close()
        asked = []
        try bench.receive()
    }

    /// The daemon no longer waits for these answers.
    func forgetAsked() { asked = [] }

    private func send(_ message: JSON) { client.receive(Array(message.text.utf8)) }

    fileprivate func receive() throws {
        guard !isGone else { return }
        for line in String(decoding: client.takeOutput(), as: UTF8.self).split(separator: "\n") {
            let message = try JSON(parsing: String(line))
            guard let method = message["method"]?.stringValue else {
                replies[message["id"]?.intValue ?? -1] = message
                continue
            }
            guard let params = message["params"] else { continue }
            if method == "carryOut.cancel" {
                told.append("\(params["id"]?.stringValue ?? "") \(params["next"] == true)")
                #expect(asked.contains { .int($0.request) == params["request"] }, "it is about an unanswered request")
            }
            guard let request = message["id"]?.intValue else { continue }
            guard method == "carryOut" else {
                if method == "poll" { polled.append(params["id"]?.stringValue ?? "") }
                pings.append(request)
                continue
            }
            asked.append(
                Asked(
                    request: request, thing: params["id"]?.stringValue ?? "", to: params["to"] == true,
                    uid: params[at: "cause/uid"]?.intValue ?? -1))
        }
        guard !isStopped else { return }
        let answered = pings
        pings = []
        for request in answered { send(["jsonrpc": "2.0", "id": .int(request), "result": [:]]) }
    }
}
