import FasciaDocument
import TestSupport
import Testing

/// Lines that arrive in pieces of any size, with all line endings.
@Suite struct LineTests {
    private let daemon: DaemonProcess
    private let client: LineClient

    init() throws {
        daemon = try DaemonProcess()
        client = try daemon.connect()
    }

    private func sync(_ id: Int) -> String { "{\"id\":\(id),\"method\":\"sync\"}" }

    private func expectReply(_ id: Int) throws {
        let reply = try JSON(parsing: client.receiveLine())
        #expect(reply == ["jsonrpc": "2.0", "id": .int(id), "result": ["revision": 0]])
    }

    /// A request with a length in bytes.
    private func request(_ id: Int, bytes: Int) -> String {
        let (start, end) = ("{\"id\":\(id),\"method\":\"sync\",\"params\":{\"fill\":\"", "\"}}")
        return start + String(repeating: "x", count: bytes - start.utf8.count - end.utf8.count) + end
    }

    private func expectTooLong(limit: Int) throws {
        let reply = try JSON(parsing: client.receiveLine())
        #expect(reply["id"] == .null)
        #expect(reply[at: "error/code"] == -32009)
        #expect(reply["error"]?.reason == "lineTooLong")
        #expect(reply[at: "error/data/limit"] == "lineBytes")
        #expect(reply[at: "error/data/value"] == .int(limit))
        #expect(reply[at: "error/message"]?.stringValue?.contains("longer than \(limit) bytes") == true)
    }

    @Test func aLineMayArriveInPieces() throws {
        let other = try daemon.client()
        for piece in ["{\"id\"", ":1,\"meth", "od\":\"sy", "nc\"}"] {
            try client.sendBytes(Array(piece.utf8))
            // The reply ensures that the daemon has read the piece.
            _ = try other.sync()
        }
        try client.sendBytes([10])
        try expectReply(1)
    }

    /// The carriage return before its end is not of the line.
    @Test(arguments: ["", "\r"]) func aLineMayHaveOneMebibyteAndNoMore(_ end: String) throws {
        try client.send(request(1, bytes: 1_048_576) + end)
        try expectReply(1)
        try client.send(request(2, bytes: 1_048_577) + end)
        try expectTooLong(limit: 1_048_576)
        try client.send(sync(3) + end)
        try expectReply(3)
    }

    /// A client may disconnect without reading replies: its requests are still executed.
    @Test func requestsSentBeforeDisconnectAreExecuted() throws {
        let watcher = try daemon.client()
        try watcher.watch(["topics": ["value:last"]])
        for round in 1...20 {
            var hasty: LineClient? = try daemon.connect()
            let counts = (1...200).map {
                "{\"id\":\($0),\"method\":\"value.set\",\"params\":{\"key\":\"n\",\"value\":\($0)}}\n"
            }
            let last = "{\"id\":0,\"method\":\"value.set\",\"params\":{\"key\":\"last\",\"value\":\(round)}}\n"
            try hasty?.sendBytes(Array((counts.joined() + last).utf8))
            hasty = nil
            #expect(try watcher.receive()[at: "params/changes/0/to"] == .int(round))
        }
    }

    @Test func aLongLineIsSkippedToItsEndAndTheConnectionLivesOn() throws {
        try client.send(request(1, bytes: 5_000_000) + "\n" + sync(2))
        try expectTooLong(limit: 1_048_576)
        try expectReply(2)
    }

    @Test func theLimitIsASetting() throws {
        let daemon = try DaemonProcess(arguments: ["--max-line", "2048"])
        let client = try daemon.client()
        #expect(try client.call("daemon.hello")[at: "limits/lineBytes"] == 2048)
        try client.lines.send(request(1, bytes: 2_049))
        let reply = try client.receive()
        #expect(reply["error"]?.reason == "lineTooLong")
        #expect(reply[at: "error/data/value"] == 2048)
        try client.lines.send(request(7, bytes: 2_048))
        #expect(try client.receive()["id"] == 7)
    }

    // MARK: - The end of what a peer sends

    @Test func aPeerThatHasFinishedSendingGetsItsAnswersAndThenTheEnd() throws {
        try client.sendBytes(Array((1...500).map { sync($0) + "\n" }.joined().utf8))
        client.closeSending()
        for id in 1...500 { try expectReply(id) }
        #expect(try client.receiveLineOrEnd() == nil)
    }

    @Test func aLastLineWithoutItsEndIsAnswered() throws {
        try client.sendBytes(Array((sync(1) + "\n" + sync(2)).utf8))
        client.closeSending()
        try expectReply(1)
        try expectReply(2)
        #expect(try client.receiveLineOrEnd() == nil)
    }

    @Test func aLastLineThatIsTooLongIsAnswered() throws {
        try client.sendBytes(Array(request(1, bytes: 2_000_000).utf8))
        client.closeSending()
        try expectTooLong(limit: 1_048_576)
        #expect(try client.receiveLineOrEnd() == nil)
    }

    @Test func aWatcherThatHasFinishedSendingStillGetsEvents() throws {
        let watcher = try daemon.client()
        try watcher.watch()
        watcher.lines.closeSending()
        let other = try daemon.client()
        for number in 1...3 {
            try other.call("value.set", ["key": "n", "value": .int(number)])
            #expect(try watcher.notification()["revision"] == .int(number))
        }
    }
}
