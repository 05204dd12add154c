import FasciaDocument
import Glibc
import TestSupport
import Testing

/// A client that sends much does not delay one that sends little. The daemon is stopped while both send, so that it
/// finds the lines of both at once, those of the busy client first.
@Suite(.mustEnd) struct FairnessTests {
    private let daemon: DaemonProcess
    private let (busy, other): (JSONClient, JSONClient)

    init() throws {
        daemon = try DaemonProcess()
        (busy, other) = (try daemon.client(), try daemon.client())
        try busy.call("sync")
        try other.call("sync")
    }

    private static func set(_ number: Int) -> JSON {
        ["id": .int(number), "method": "value.set", "params": ["key": "n", "value": .int(number)]]
    }

    /// - Returns: The number of the busy client's changes executed before the other client's request.
    private func changesBeforeTheOther(_ send: () throws -> Void) throws -> Int {
        try daemon.stop()
        try send()
        let question = try other.send("sync")
        daemon.process.signal(SIGCONT)
        return try #require(try other.reply(to: question)[at: "result/revision"]?.intValue)
    }

    @Test func aBatchIsCarriedOutInSlices() throws {
        // The batch fits into one read.
        let count = 800
        let before = try changesBeforeTheOther { try busy.send(.array((1...count).map(Self.set))) }
        #expect(before <= 64)
        let replies = try #require(try busy.receive().arrayValue)
        #expect(replies.map { $0["id"] } == (1...count).map { .int($0) })
        #expect(replies.allSatisfy { $0["result"] != nil })
        #expect(try other.sync() == count)
    }

    @Test func manyLinesAreCarriedOutInSlices() throws {
        let count = 500
        let lines = (1...count).map { Self.set($0).text + "\n" }.joined()
        let before = try changesBeforeTheOther { try busy.lines.sendBytes(Array(lines.utf8)) }
        #expect(before <= 64)
        #expect(try (1...count).map { _ in try busy.receive()["id"] } == (1...count).map { .int($0) })
    }

    /// Requests sent before a client closed its connection are executed, however many event loop turns they take.
    @Test func requestsBeforeEndOfInputAreExecuted() throws {
        let lines = (1...500).map { Self.set($0).text + "\n" }.joined()
        do {
            let client = try daemon.client()
            try client.call("sync")
            try daemon.stop()
            try client.lines.sendBytes(Array(lines.utf8))
        }
        daemon.process.signal(SIGCONT)
        try other.call("ui.wait", ["for": ["value": "n", "equals": 500], "timeout": 600])
    }

    /// A tap resolves the whole screen, which takes longer than an event loop turn. Each turn executes one tap of one
    /// connection.
    @Test func longWorkOfManyConnectionsIsDoneOneByOne() throws {
        try other.call("toggle.declare", ["group": ["id": "g", "options": [["id": "a"]]]])
        let text: JSON = ["kind": "text", "text": "words"]
        let rows = [["kind": "toggle", "id": "t", "bind": "g/a"]] + Array(repeating: text, count: 9_000)
        try other.call("screen.put", Fixture.screen("many", ["kind": "vstack", "children": .array(rows)]))
        try other.call("nav.set", ["path": [["screen": "many"]]])
        let before = try other.sync()
        let clients = try (0..<20).map { _ in try daemon.client() }
        for client in clients { try client.call("sync") }
        var taps: [Int] = []
        let after = try changesBeforeTheOther { for client in clients { taps.append(try client.send("ui.tap", ["node": "t"])) } }
        #expect(after - before <= 2)
        for (client, tap) in zip(clients, taps) { #expect(try client.reply(to: tap)["result"] != nil) }
        #expect(try other.sync() == before + 20)
    }

    /// The last line may lack its line feed, even if it is a batch that takes several turns.
    @Test func aBatchWithoutALineFeedAtTheEndIsAnswered() throws {
        let client = try daemon.client()
        let batch = JSON.array((1...300).map(Self.set)).text
        try client.lines.sendBytes(Array(batch.utf8))
        client.lines.closeSending()
        #expect(try client.receive().arrayValue?.count == 300)
        #expect(try client.lines.receiveLineOrEnd() == nil)
    }

    /// Waits for text on different pictures are all answered.
    @Test func allWhoWaitForATextAreAnswered() throws {
        try other.call("value.set", ["key": "t", "value": "nothing"])
        try other.call("screen.put", Fixture.screen("a", ["kind": "textField", "label": "T", "bind": "t"]))
        try other.call("nav.set", ["path": [["screen": "a"]]])
        let waiting = try (0..<20).map { index in
            let client = try daemon.client()
            let condition: JSON = ["text": "found", "columns": .int(200 + index), "rows": 100]
            return (client, try client.send("ui.wait", ["for": condition, "timeout": 600]))
        }
        for (client, _) in waiting { try client.lines.send("") }
        try other.call("sync")
        try other.call("value.set", ["key": "t", "value": "found"])
        for (client, id) in waiting { #expect(try client.reply(to: id)["result"] != nil) }
    }
}
