import FasciaDocument
import TestSupport
import Testing

/// Idempotency keys with their answers, and undo steps, survive a restart of the daemon.
@Suite struct OnceRestartTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    private func daemon() throws -> DaemonProcess { try DaemonProcess(in: directory) }

    private func restart(_ daemon: DaemonProcess) throws -> (DaemonProcess, JSONClient) {
        try daemon.kill9()
        let next = try self.daemon()
        return (next, try next.client())
    }

    /// The whole reply line.
    private func line(_ client: JSONClient, _ method: String, _ params: JSON) throws -> String {
        try client.send(["id": 1, "method": .string(method), "params": params])
        return try client.receive().text
    }

    @Test func aKeyIsKnownAfterAKill() throws {
        var daemon = try daemon()
        var client = try daemon.client()
        try client.call("toggle.declare", Fixture.extras)
        let long = JSON.string(String(repeating: "\"\u{1}é", count: 10_000))
        let requests: [(String, JSON)] = [
            ("toggle.flip", ["id": "extras/ham", "once": "flip"]),
            ("nav.push", ["screen": "a", "args": long, "once": "push", "durable": true]),
            ("nav.popTo", ["index": 0, "once": "pop"]),
            // A request that changed nothing must not be carried out after the restart either.
            ("toggle.set", ["id": "extras/mushrooms", "on": false, "once": "same"]),
            (
                "batch",
                ["commands": [["method": "nav.push", "params": ["screen": "b"]], ["method": "nav.pop"]], "once": "nothing"]
            ),
            ("batch", ["commands": [["method": "nav.push", "params": ["screen": "b"]]], "once": "batch"]),
        ]
        let answers = try requests.map { try line(client, $0.0, $0.1) }
        try client.call("toggle.set", ["id": "extras/mushrooms", "on": true])
        let revision = try client.sync()
        for _ in 1...2 {
            (daemon, client) = try restart(daemon)
            for (request, answer) in zip(requests, answers) {
                #expect(try line(client, request.0, request.1) == answer)
            }
            #expect(try client.sync() == revision)
        }
        let error = try client.failure("toggle.set", ["id": "extras/ham", "on": true, "once": "flip"])
        #expect(error.reason == "conflict")
    }

    @Test func changesBeforeRestartCanBeUndone() throws {
        var daemon = try daemon()
        var client = try daemon.client()
        try client.call("toggle.declare", Fixture.extras)
        try client.call("toggle.set", ["id": "extras", "on": true])
        try client.call("nav.push", ["screen": "a"])
        (daemon, client) = try restart(daemon)
        let result = try client.call("history.undo", ["to": 1])
        #expect(result["revision"] == 4 && result["to"] == 1 && result[at: "undone/count"] == 2)
        // The undo itself survives a kill, too, and can be undone.
        (daemon, client) = try restart(daemon)
        #expect(try client.state(of: "extras") == "mixed")
        #expect(try client.screens() == ["home"])
        try client.call("history.undo")
        #expect(try client.state(of: "extras") == "on")
        #expect(try client.screens() == ["home", "a"])
    }
}
