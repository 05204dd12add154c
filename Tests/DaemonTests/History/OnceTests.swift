import FasciaDocument
import TestSupport
import Testing

/// A request with an idempotency key is carried out once, however often it is sent.
@Suite struct OnceTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    @Test func aKeyHasALength() throws {
        for key: JSON in ["", .string(String(repeating: "k", count: 129)), 7] {
            let error = try client.failure("value.set", ["key": "n", "value": 1, "once": key])
            #expect(error["code"] == -32602)
            #expect(error.message?.contains("a key of 1 to 128 bytes") == true)
            #expect(error[at: "data/pointer"] == "/once")
        }
        let member = try client.failure(
            "batch", ["commands": [["method": "nav.pop", "params": ["once": "k"]]]])
        #expect(member.message?.contains("once in the params of the batch") == true)
    }

    @Test func inABatchOfRequestsItCountsToo() throws {
        let message: JSON = ["id": 1, "method": "toggle.flip", "params": ["id": "extras/ham", "once": "k"]]
        try client.send([message, message])
        let replies = try client.receive()
        #expect(replies[0]?["result"] == ["revision": 2, "changed": true, "state": "on"])
        #expect(replies[0] == replies[1])
        #expect(try client.sync() == 2)
    }
}
