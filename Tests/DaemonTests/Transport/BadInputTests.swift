import FasciaDocument
import TestSupport
import Testing

/// Bad input gets the right error, changes nothing and disconnects no client.
@Suite struct BadInputTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    /// Each kind of mistake, with the id and the code of its error. (An invalid response belongs to a request of the daemon,
    /// and the client may use the same number for another one.)
    private static let lines: [(line: String, id: JSON, code: Int)] = [
        ("nonsense", .null, -32700), ("{\"id\":1,\"method\":\"sync\"", .null, -32700),
        (#"{"id":"mine","method":"value.set","params":{"key":"k","value":1e999}}"#, "mine", -32700),
        (#"{"id":7,"method":5}"#, 7, -32600), (#"{"id":7,"error":"bad"}"#, .null, -32600),
        (#"{"id":8,"method":"toggle.sett"}"#, 8, -32601),
        (#"{"id":9,"method":"toggle.set","params":{"id":"extras","on":"yes"}}"#, 9, -32602),
    ]

    @Test func eachMistakeHasItsError_andAnotherClientNoticesNothing() throws {
        let other = try daemon.client()
        try other.watch()
        for (line, id, code) in Self.lines.map({ (Array($0.utf8), $1, $2) }) + [([0x22, 0xFF, 0x22], .null, -32700)] {
            try client.lines.sendBytes(line + [10])
            let reply = try client.receive()
            #expect(reply["jsonrpc"] == "2.0" && reply["id"] == id && reply["result"] == nil)
            #expect(reply[at: "error/code"] == .int(code))
            #expect(try client.sync() == 1, "nothing was changed")
        }
        #expect(try other.sync() == 1)
        #expect(other.takeNotifications().isEmpty)
        #expect(daemon.log.text.contains("rror") == false)
    }

    @Test func nestingMayBe128LevelsDeep() throws {
        let deep = String(repeating: "[", count: 126) + String(repeating: "]", count: 126)
        // The message and its params are two levels.
        try client.lines.send("{\"id\":1,\"method\":\"sync\",\"params\":{\"fill\":\(deep)}}")
        #expect(try client.receive()[at: "result/revision"] != nil)
        // Stored values have a lower limit, because events nest them deeper.
        try client.lines.send(
            "{\"id\":1,\"method\":\"value.set\",\"params\":{\"key\":\"k\",\"value\":\(deep)}}")
        #expect(try client.receive()["error"]?.reason == "invalid")
    }
}
