import FasciaDocument
import Glibc
import TestSupport
import Testing

/// `--panel-bytes`: the memory budget for the panel's content, and each user's share of it.
@Suite struct BudgetTests {
    private let directory: TemporaryDirectory
    private let daemon: DaemonProcess
    private let long = JSON.string(String(repeating: "x", count: 60_000))

    init() throws {
        directory = try TemporaryDirectory()
        daemon = try DaemonProcess(in: directory, arguments: ["--panel-bytes", "4M"])
    }

    @Test func helloTellsIt() throws {
        let limits = try #require(try daemon.client().call("daemon.hello")["limits"])
        #expect(limits["panelBytes"] == .int(4 << 20))
        #expect(limits["panelShareBytes"] == .int(1 << 20))
        #expect(limits["options"] == 100_000)
    }

    @Test func ownerBudgetHoldsAfterRestart() throws {
        var daemon = daemon
        var client = try daemon.client()
        for number in 0..<60 { try client.call("value.set", ["key": "v\(number)", "value": long]) }
        let more: JSON = [
            "commands": .array(
                (0..<12).map { number in
                    ["method": "value.set", "params": ["key": "w\(number)", "value": long]]
                })
        ]
        func expectFull() throws {
            let error = try client.failure("batch", more)
            #expect(error.reason == "limit")
            #expect(error[at: "data/limit"] == "panelBytes")
            #expect(error[at: "data/value"] == .int(4 << 20))
            #expect(try #require(error[at: "data/used"]?.intValue) > 60 * 60_000)
        }
        try expectFull()
        try daemon.terminate()
        daemon = try DaemonProcess(in: directory, arguments: ["--panel-bytes", "4M"])
        client = try daemon.client()
        try expectFull()
        for number in 0..<10 { try client.call("value.remove", ["key": "v\(number)"]) }
        #expect(try client.call("batch", more)["changed"] == true)
    }

    /// The replies to user 65534, who sets twenty long values.
    private func repliesToAnOperator(of daemon: DaemonProcess, _ name: String) throws -> [JSON] {
        try daemon.replies(
            toOperator: (0..<20).map { number in
                [
                    "id": .int(number), "method": "value.set",
                    "params": ["key": .string("\(name)\(number)"), "value": long],
                ]
            })
    }

    @Test(.enabled(if: isRoot, "only root can become somebody else")) func anOperatorHasAQuarter() throws {
        let client = try daemon.client()
        let replies = try repliesToAnOperator(of: daemon, "v")
        #expect(replies.filter { $0["result"] != nil }.count == 17)
        let refused = try #require(replies.last?["error"])
        #expect(refused.reason == "limit")
        #expect(refused[at: "data/limit"] == "panelShareBytes")
        #expect(refused.message?.contains("of which uid 65534 may take 1048576") == true)
        // Other users still have room.
        #expect(try client.call("value.set", ["key": "mine", "value": long])["changed"] == true)
    }

    /// An operator does not get another share after a restart: neither after a crash, when the journal is replayed, nor
    /// after an orderly end, when a snapshot is read.
    @Test(.enabled(if: isRoot, "only root can become somebody else"), arguments: [true, false])
    func aShareIsStillTakenAfterARestart(crashes: Bool) throws {
        _ = try repliesToAnOperator(of: daemon, "v")
        if crashes { try daemon.kill9() } else { try daemon.terminate() }
        let daemon = try DaemonProcess(in: directory, arguments: ["--panel-bytes", "4M"])
        let replies = try repliesToAnOperator(of: daemon, "w")
        #expect(replies.count == 20)
        #expect(replies.allSatisfy { $0["error"]?[at: "data/limit"] == "panelShareBytes" })
        #expect(try daemon.client().call("value.set", ["key": "mine", "value": long])["changed"] == true)
    }

    @Test func aMillionOptionsAreRefused() throws {
        let daemon = try DaemonProcess(arguments: ["--max-line", "67108864"])
        let client = try daemon.client()
        let options = (0..<1_000_000).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        try client.lines.send(#"{"id":1,"method":"toggle.declare","params":{"group":{"id":"g","options":[\#(options)]}}}"#)
        let error = try #require(try client.receive()["error"])
        #expect(error.reason == "limit")
        #expect(error[at: "data/limit"] == "items")
        #expect(error[at: "data/value"] == 32_768)
    }
}
