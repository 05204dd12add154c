import FasciaDocument
import TestSupport
import Testing

/// JSON-RPC 2.0: ids, notifications, batches, and the order of replies and events.
@Suite struct RequestTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    @Test func unknownMembersAreIgnored() throws {
        try client.send([
            "id": 1, "method": "toggle.set", "trace": ["a": [1, 2]],
            "params": ["id": "extras/ham", "on": true, "colour": "red"],
        ])
        #expect(try client.receive()["result"] == ["revision": 2, "changed": true])
    }

    /// Ignoring these options would execute what they are meant to prevent.
    @Test(arguments: ["once", "ifRevision", "dryRun", "durable"]) func anOptionBesideParamsIsRefused(_ name: String) throws {
        let value: JSON =
            switch name {
            case "once": "key"
            case "ifRevision": 9
            default: true
            }
        let params: JSON = ["id": "extras/ham", "on": true]
        try client.send(["id": 1, "method": "toggle.set", "params": params, name: value])
        var error = try #require(try client.receive()["error"])
        #expect(error["code"] == -32600)
        #expect(error.message == "not a request: \"\(name)\" is beside \"params\": put it into \"params\"")
        let command: JSON = ["method": "toggle.set", "params": params, name: value]
        error = try client.failure("batch", ["commands": [command]])
        #expect(error["code"] == -32602)
        #expect(error[at: "data/pointer"] == .string("/commands/0/\(name)"))
        #expect(error[at: "data/expected"] == "this option in the params of the batch")
        #expect(try client.sync() == 1)
    }

    @Test func repliesComeInTheOrderOfTheRequests() throws {
        let methods: [(String, JSON)] = [
            ("sync", [:]), ("nav.push", ["screen": "a"]), ("no.such", [:]), ("toggle.get", [:]), ("nav.pop", [:]),
            ("toggle.set", ["id": "extras/none", "on": true]), ("daemon.status", [:]), ("value.get", [:]),
        ]
        var ids: [JSON] = []
        for round in 0..<50 { ids.append(.int(try client.send(methods[round % 8].0, methods[round % 8].1))) }
        #expect(try ids.map { _ in try client.receive()["id"] } == ids)
    }

    @Test func theEventsOfARequestComeBeforeItsReply() throws {
        try client.watch()
        let other = try daemon.client()
        try other.watch()
        let id = try client.send("toggle.set", ["id": "extras/ham", "on": true])
        #expect(try client.receive()[at: "params/revision"] == 2)
        #expect(try client.receive() == ["jsonrpc": "2.0", "id": .int(id), "result": ["revision": 2, "changed": true]])
        // The other watcher also gets the event before the reply to any later request.
        #expect(try other.sync() == 2)
        #expect(try other.notification()["revision"] == 2)
    }

    // MARK: - Batches

    @Test func allEventsOfALongBatchComeBeforeItsReply() throws {
        try client.watch()
        let request = "{\"id\":1,\"method\":\"toggle.flip\",\"params\":{\"id\":\"extras/ham\"}}"
        try client.lines.send("[" + Array(repeating: request, count: 4_096).joined(separator: ",") + "]")
        for revision in 2...4_097 { #expect(try client.receive()[at: "params/revision"] == .int(revision)) }
        let replies = try #require(try client.receive().arrayValue)
        #expect(replies.count == 4_096)
        #expect(replies.last?[at: "result/revision"] == 4_097)
    }

    @Test func anIdempotencyKeyCountsInABatchToo() throws {
        let message: JSON = ["id": 1, "method": "toggle.flip", "params": ["id": "extras/ham", "once": "k"]]
        try client.send([message, message])
        let replies = try client.receive()
        #expect(replies[0]?["result"] == ["revision": 2, "changed": true, "state": "on"])
        #expect(replies[0] == replies[1])
        #expect(try client.sync() == 2)
    }
}
