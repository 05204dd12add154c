import FasciaDocument
import TestSupport
import Testing

/// JSON-RPC 2.0: ids, notifications, batches, and the order of replies and events.
@Suite struct RequestTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    @Test(arguments: [
        "1", "1.0", "-0", "1e2", "0.10", "9223372036854775807", "\"a\\u0041\"", "\"\"", "\"1\"", "\"\\/\"", "null",
        "\"\u{1F355}\"", "\"null\"",
    ])
    func idsAreEchoedExactlyAsTheyCame(_ id: String) throws {
        try client.lines.send("{\"method\":\"sync\",\"id\": \(id) }")
        #expect(try client.lines.receiveLine() == "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":{\"revision\":1}}")
        try client.lines.send("{\"method\":\"no.such\",\"id\":\(id)}")
        #expect(try client.lines.receiveLine().hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"error\":{"))
    }

    @Test func theVersionMayBeLeftOut() throws {
        try client.lines.send("{\"id\":1,\"method\":\"sync\"}")
        #expect(try client.receive()["result"] == ["revision": 1])
        try client.lines.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"sync\"}")
        #expect(try client.receive()["result"] == ["revision": 1])
    }

    @Test func aNotificationIsDoneAndNotAnswered() throws {
        try client.send(["method": "toggle.set", "params": ["id": "extras/ham", "on": true]])
        #expect(try client.sync() == 2)
        #expect(try client.state(of: "extras/ham") == "on")
    }

    @Test func aNotificationThatFailsIsNotAnsweredEither() throws {
        try client.send(["method": "toggle.set", "params": ["id": "extras/nothing", "on": true]])
        try client.send(["method": "toggle.set", "params": ["id": 5]])
        try client.send(["method": "no.such"])
        #expect(try client.sync() == 1)
    }

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
        #expect(error.message == "not a request: \"\(name)\" stands beside \"params\": it belongs in them")
        let command: JSON = ["method": "toggle.set", "params": params, name: value]
        error = try client.failure("batch", ["commands": [command]])
        #expect(error["code"] == -32602)
        #expect(error[at: "data/pointer"] == .string("/commands/0/\(name)"))
        #expect(error[at: "data/expected"] == "it in the params of the batch itself")
        #expect(try client.sync() == 1)
    }

    @Test func anAnswerToNothingIsIgnored() throws {
        try client.lines.send("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}")
        try client.lines.send("{\"jsonrpc\":\"2.0\",\"id\":9,\"error\":{\"code\":1,\"message\":\"no\"}}")
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

    @Test func aBatchIsAnsweredAsOneLineInOrder() throws {
        try client.send([
            ["id": 1, "method": "toggle.set", "params": ["id": "extras/ham", "on": true]],
            ["method": "toggle.set", "params": ["id": "extras/mushrooms", "on": true]],
            ["id": "two", "method": "no.such"],
            5,
            ["id": 3, "method": "sync"],
        ])
        let replies = try #require(try client.receive().arrayValue)
        #expect(replies.map { $0["id"] } == [1, "two", .null, 3])
        #expect(replies[0]["result"] == ["revision": 2, "changed": true])
        #expect(replies[1][at: "error/code"] == -32601)
        #expect(replies[2][at: "error/code"] == -32600)
        #expect(replies[3]["result"] == ["revision": 3])
    }

    @Test func aBatchOfNotificationsIsNotAnswered() throws {
        try client.send([
            ["method": "toggle.set", "params": ["id": "extras/ham", "on": true]],
            ["method": "toggle.set", "params": ["id": "extras/ham", "on": false]],
        ])
        #expect(try client.sync() == 3)
    }

    @Test func anEmptyBatchIsAnsweredWithOneError() throws {
        try client.lines.send("[]")
        let reply = try client.receive()
        #expect(reply["id"] == .null)
        #expect(reply[at: "error/code"] == -32600)
    }

    @Test func aBatchThatIsNotJSONIsAnsweredWithOneError() throws {
        try client.lines.send("[{\"id\":1,\"method\":\"toggle.set\",\"params\":{\"id\":\"extras\",\"on\":true}},{\"id\"]")
        let reply = try client.receive()
        #expect(reply["id"] == .null)
        #expect(reply[at: "error/code"] == -32700)
        #expect(try client.sync() == 1, "nothing of it was done")
    }

    @Test func aBatchHasALimit() throws {
        let request = "{\"method\":\"toggle.flip\",\"params\":{\"id\":\"extras/ham\"}}"
        try client.lines.send("[" + Array(repeating: request, count: 4_097).joined(separator: ",") + "]")
        let reply = try client.receive()
        #expect(reply["error"]?.reason == "limit")
        #expect(try client.sync() == 1, "nothing of it was done")
    }

    /// Otherwise one line could make the daemon use any amount of memory.
    @Test func theAnswersToABatchHaveALimitAndWhatWasChangedIsSaid() throws {
        let text = String(repeating: "x", count: 60_000)
        try client.call("value.set", ["key": "k", "value": .string(text)])
        let get: JSON = ["id": 1, "method": "value.get", "params": ["key": "k"]]
        let set: JSON = ["id": 2, "method": "value.set", "params": ["key": "last", "value": 1]]
        try client.send(.array(Array(repeating: get, count: 400) + [set]))
        let replies = try #require(try client.receive().arrayValue)
        #expect(replies.count == 401)
        #expect(replies[0][at: "result/values/k"] == .string(text))
        let given = replies.count { $0[at: "result/values/k"] != nil }
        #expect((17...19).contains(given), "as many as fit in 1 MiB: \(given)")
        #expect(replies[399]["error"]?.reason == "limit")
        #expect(replies[399][at: "error/data/limit"] == "batchReplyBytes")
        #expect(replies[400]["result"] == ["revision": 3, "changed": true])
    }

    @Test func allEventsOfALongBatchComeBeforeItsReply() throws {
        try client.watch()
        let request = "{\"id\":1,\"method\":\"toggle.flip\",\"params\":{\"id\":\"extras/ham\"}}"
        try client.lines.send("[" + Array(repeating: request, count: 4_096).joined(separator: ",") + "]")
        for revision in 2...4_097 { #expect(try client.receive()[at: "params/revision"] == .int(revision)) }
        let replies = try #require(try client.receive().arrayValue)
        #expect(replies.count == 4_096)
        #expect(replies.last?[at: "result/revision"] == 4_097)
    }
}
