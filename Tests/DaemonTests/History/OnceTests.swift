import FasciaDocument
import TestSupport
import Testing

/// A request with an idempotency key is carried out once, however often it is sent.
@Suite struct OnceTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    /// The reply line, always with the same id.
    private func line(_ client: JSONClient, _ method: String, _ params: JSON) throws -> String {
        try client.send(["id": "x", "method": .string(method), "params": params])
        return try client.receive().text
    }

    @Test(
        arguments: [
            ("toggle.flip", ["id": "extras/ham", "once": "k"]), ("nav.push", ["screen": "a", "once": "k"]),
            ("value.set", ["key": "n", "value": 1, "once": "k", "durable": true]),
            ("toggle.set", ["id": "extras/ham", "on": false, "once": "k"]),
            ("batch", ["commands": [["method": "nav.push", "params": ["screen": "a"]], ["method": "nav.pop"]], "once": "k"]),
            ("batch", ["commands": [["method": "nav.push", "params": ["screen": "a"]]], "once": "k"]),
        ] as [(String, JSON)]) func repetitionsGetTheSameAnswer(_ method: String, _ params: JSON) throws
    {
        let first = try line(client, method, params)
        #expect(first.contains("\"result\""))
        let revision = try client.sync()
        // Another change in between, and a repetition from another connection.
        let other = try daemon.client()
        try other.call("value.set", ["key": "other", "value": 1])
        #expect(try line(client, method, params) == first)
        #expect(try line(other, method, params) == first)
        #expect(try client.sync() == revision + 1)
    }

    @Test func theTextIsTheSameAsWithoutAKey() throws {
        let with = try line(client, "nav.push", ["screen": "a", "args": ["x": 1.5], "once": "k"])
        try client.call("nav.pop")
        let without = try line(client, "nav.push", ["screen": "a", "args": ["x": 1.5]])
        #expect(with.replacing("\"revision\":2", with: "\"revision\":4").replacing("e2", with: "e3") == without)
    }

    @Test func refusalsAreNotCached() throws {
        let params: JSON = ["id": "extras/olives", "on": true, "once": "k"]
        #expect(try client.failure("toggle.set", params).reason == "notFound")
        try client.call(
            "toggle.declare", ["group": ["id": "extras", "options": [["id": "cheese"], ["id": "olives"]]]])
        #expect(try client.call("toggle.set", params).changed == true)
        // A repeated request is answered although its `ifRevision` no longer matches.
        let conditional: JSON = ["key": "n", "value": 1, "ifRevision": 3, "once": "c"]
        #expect(try client.call("value.set", conditional)["revision"] == 4)
        #expect(try client.call("value.set", conditional)["revision"] == 4)
    }

    @Test func aKeyIsForOneRequest() throws {
        try client.call("value.set", ["key": "n", "value": 1, "once": "k"])
        let error = try client.failure("value.set", ["key": "n", "value": 2, "once": "k"])
        #expect(error["code"] == -32002)
        #expect(error.reason == "conflict")
        #expect(
            error.message == "the key \"k\" was used for value.set with other parameters, at revision 2: take a new "
                + "key for each request, and the old one only to send the same again")
        #expect(error[at: "data/method"] == "value.set")
        #expect(try client.failure("nav.push", ["screen": "a", "once": "k"]).reason == "conflict")
        #expect(try client.sync() == 2)
    }

    @Test func aDryRunUsesNoKey() throws {
        let params: JSON = ["key": "n", "value": 1, "once": "k", "dryRun": true]
        #expect(try client.call("value.set", params).changed == true)
        #expect(try client.call("value.set", ["key": "n", "value": 1, "once": "k"]) == ["revision": 2, "changed": true])
        #expect(try client.call("value.set", params).changed == false)
    }

    @Test func aKeyHasALength() throws {
        for key: JSON in ["", .string(String(repeating: "k", count: 129)), 7] {
            let error = try client.failure("value.set", ["key": "n", "value": 1, "once": key])
            #expect(error["code"] == -32602)
            #expect(error.message?.contains("a key of 1 to 128 bytes") == true)
            #expect(error[at: "data/pointer"] == "/once")
        }
        let member = try client.failure(
            "batch", ["commands": [["method": "nav.pop", "params": ["once": "k"]]]])
        #expect(member.message?.contains("once at the batch itself") == true)
    }

    @Test func inABatchOfRequestsItCountsToo() throws {
        let message: JSON = ["id": 1, "method": "toggle.flip", "params": ["id": "extras/ham", "once": "k"]]
        try client.send([message, message])
        let replies = try client.receive()
        #expect(replies[0]?["result"] == ["revision": 2, "changed": true, "state": "on"])
        #expect(replies[0] == replies[1])
        #expect(try client.sync() == 2)
    }

    @Test func theLimitsSayHowManyAreKept() throws {
        let limits = try client.call("daemon.hello")["limits"]
        #expect(limits?["onceKeys"] == 10_000)
        #expect(limits?["onceBytes"] == 16_777_216)
        #expect(limits?["undoSteps"] == 10_000)
        #expect(limits?["undoBytes"] == 16_777_216)
    }
}
