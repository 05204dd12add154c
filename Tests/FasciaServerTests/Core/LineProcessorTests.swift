import FasciaDocument
import FasciaModel
import FasciaStore
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct LineProcessorTests {
    private let parts: Parts
    private let client: Client
    private let executed: Executed
    private let lines: LineProcessor

    /// The methods that were executed.
    private final class Executed: CallHandler {
        var methods: [String] = []
        /// The reply to every call.
        var reply = Reply.result(true)

        private let access: AccessCheck

        init(_ live: LivePanel) { access = AccessCheck(live: live) }

        func check(_ call: Call, _ request: Request) throws(WireError) { try access.require(call, request) }

        func execute(_ call: Call, _ request: Request) -> Reply {
            methods.append(request.method + (request.inBatch ? " in a batch" : ""))
            return reply
        }
    }

    init() throws { try self.init(Parts()) }

    private init(_ parts: Parts) {
        self.parts = parts
        client = parts.client()
        executed = Executed(parts.live)
        lines = LineProcessor(parts.clients, parts.requests, gate: parts.gate, loop: parts.loop, lineLimit: 1_000)
        lines.handler = executed
    }

    /// - Returns: whether the line was processed.
    @discardableResult
    private func receive(_ line: String, from other: Client? = nil) -> Bool {
        Array(line.utf8).withUnsafeBytes { lines.receive($0, from: other ?? client) }
    }

    private func replies(_ client: Client? = nil) throws -> [String] { try (client ?? self.client).received().map(\.text) }

    private static let sync = #"{"id":1,"method":"sync"}"#
    private static let done = #"{"jsonrpc":"2.0","id":1,"result":true}"#

    // MARK: - Lines

    @Test(arguments: [
        sync, sync + "\r", " \t" + sync, #"{"jsonrpc":"2.0","id":1,"method":"sync","params":{}}"#,
    ])
    func aRequestIsExecutedAndAnswered(_ line: String) throws {
        #expect(receive(line))
        #expect(executed.methods == ["sync"])
        #expect(try replies() == [Self.done])
        #expect(parts.clients.takeUnflushed() === client)
    }

    @Test(arguments: ["", " ", "\r", "\t \r"]) func aBlankLineIsIgnored(_ line: String) throws {
        #expect(receive(line))
        #expect(try replies() == [])
    }

    @Test(arguments: [
        "1", "1.0", "-0", "1e2", "9223372036854775807", "\"a\\u0041\"", "\"\"", "\"\\/\"", "null", "\"\u{1F355}\"",
    ])
    func anIDIsEchoedExactly(_ id: String) {
        receive("{\"method\":\"sync\",\"id\": \(id) }")
        #expect(client.output.text == "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":true}\n")
    }

    @Test func aNotificationIsExecutedWithoutAReply_andAQueryThenNotAtAll() throws {
        receive(#"{"method":"nav.pop"}"#)
        receive(#"{"method":"nav.push"}"#)
        receive(#"{"method":"no.such"}"#)
        receive(#"{"method":"sync"}"#)
        #expect(executed.methods == ["nav.pop"])
        #expect(try replies() == [])
    }

    @Test func aMalformedLineIsAnsweredWithAnError() throws {
        for (line, code) in [("x", -32700), ("5", -32600), ("[]", -32600), (#"{"id":3,"method":"no.such"}"#, -32601)] {
            receive(line)
            #expect(try client.message()[at: "error/code"] == .int(code), "\(line)")
        }
        lines.refuseLongLine(of: client)
        let error = try #require(try client.message()["error"])
        #expect(error[at: "data/reason"] == "lineTooLong" && error[at: "data/value"] == 1_000)
    }

    @Test func aCallNeedsItsRole() throws {
        let viewer = parts.client(.viewer, uid: 12_345)
        receive(Self.sync, from: viewer)
        receive(#"{"id":2,"method":"nav.pop"}"#, from: viewer)
        receive(#"{"id":3,"method":"screen.remove","params":{"id":"s"}}"#, from: parts.client(.operator))
        #expect(executed.methods == ["sync"])
        let error = try #require(try viewer.received().last?["error"])
        #expect(error[at: "data/role"] == "viewer" && error[at: "data/needed"] == "operator")
    }

    @Test func eventsAndReplyActionsFollowTheReply() throws {
        parts.clients.afterReply { [client] in client.output.write(.result(true), id: RequestID(99)) }
        receive(Self.sync)
        #expect(try client.received().map { $0["id"] } == [1, 99])
    }

    // MARK: - Deferring

    @Test func linesBehindAnUnansweredRequestAreDeferred() throws {
        let answer = try parts.clients.answerLater(Request("ui.wait", client, id: 7))
        receive(Self.sync)
        lines.refuseLongLine(of: client)
        #expect(executed.methods == [] && client.deferredLines.count == 2)
        answer(.result(true))
        while client.hasDeferred { #expect(lines.receiveDeferred(from: client)) }
        #expect(try client.received().map { $0["id"] } == [7, 1, .null])
    }

    /// Another client may wait for the response. An error about it keeps its place among the replies.
    @Test func responsesAreProcessedAtOnce() throws {
        var answers: [String] = []
        for _ in 1...3 {
            parts.requests.send("rows", [:], to: client) { answer in
                if case .result = answer { answers.append("result") }
                if case .malformed = answer { answers.append("malformed") }
            }
        }
        _ = try client.received()
        client.isBackpressured = true
        receive(#"{"id":1,"result":{}}"#)
        receive(#"{"id":2,"error":"no"}"#)
        #expect(answers == ["result", "malformed"])
        #expect(try replies() == [] && client.deferredLines.count == 1)
        client.isBackpressured = false
        #expect(lines.receiveDeferred(from: client))
        receive(#"{"id":3,"result":{}}"#)
        #expect(answers == ["result", "malformed", "result"])
        let error = try client.message()
        #expect(error["id"] == .null && error[at: "error/code"] == -32600)
    }

    /// Outside a turn of the loop there is no time for long work.
    @Test(arguments: [#"{"id":1,"method":"nav.get"}"#, #"{"id":1,"method":"sync"}"# + String(repeating: " ", count: 5_000)])
    func longWorkIsDoneInATurnOfItsOwn(_ line: String) throws {
        #expect(!receive(line))
        #expect(executed.methods == [])
        #expect(try replies() == [])
        client.deferLine(Array(line.utf8))
        #expect(!lines.receiveDeferred(from: client) && client.deferredLines.count == 1)
        #expect(try parts.turn { lines.receiveDeferred(from: client) } && client.deferredLines.isEmpty)
        #expect(try parts.turn { receive(line) })
        #expect(try replies() == [Self.done, Self.done])
    }

    /// The disk is locked, and the backlog is full.
    private static func behindASlowDisk(_ disk: FaultyDisk, _ directory: TemporaryDirectory) throws -> (Self, JournalGate) {
        var store = StoreSettings(directory: directory.path)
        store.backlogBytes = 1
        let test = LineProcessorTests(try Parts(store: store, disk: disk.disk) { $0.journalPatience = .seconds(3_600) })
        let gate = try #require(test.parts.gate)
        disk.slow.lock()
        try gate.start()
        try test.parts.set("n", 1)
        gate.commit {}
        return (test, gate)
    }

    @Test func aMutationWaitsForASlowDisk() throws {
        let (disk, directory) = (FaultyDisk(), try TemporaryDirectory())
        let (test, gate) = try Self.behindASlowDisk(disk, directory)
        test.receive(#"{"id":1,"method":"nav.pop"}"#)
        test.receive(Self.sync)
        #expect(test.executed.methods == [] && test.client.deferredLines.count == 2)
        disk.slow.unlock()
        try test.parts.run { !test.client.isBackpressured }
        gate.close()
    }

    @Test func aMutationInABatchWaitsForASlowDisk() throws {
        let (disk, directory) = (FaultyDisk(), try TemporaryDirectory())
        let (test, gate) = try Self.behindASlowDisk(disk, directory)
        test.receive("[\(Self.sync),{\"id\":2,\"method\":\"nav.pop\"}]")
        for _ in 1...2 { #expect(try test.parts.turn { test.lines.continueBatch(of: test.client) }) }
        #expect(test.executed.methods == ["sync in a batch"])
        #expect(test.client.isBackpressured && !test.client.canContinueBatch && test.client.batch?.rest.count == 1)
        disk.slow.unlock()
        try test.parts.run { !test.client.isBackpressured }
        gate.close()
    }

    // MARK: - Batches

    /// Executes a batch, one member in each turn.
    private func batch(_ line: String) throws {
        #expect(receive(line))
        #expect(!lines.continueBatch(of: client), "it needs a turn of its own")
        while client.batch != nil { #expect(try parts.turn { lines.continueBatch(of: client) }) }
    }

    @Test func aBatchIsAnsweredInOneLine_inOrder() throws {
        try batch(
            #"[{"id":1,"method":"nav.pop"},{"method":"nav.pop"},{"id":"two","method":"no.such"},5,{"id":3,"method":"sync"}]"#)
        #expect(executed.methods == ["nav.pop in a batch", "nav.pop in a batch", "sync in a batch"])
        let replies = try #require(try client.message().arrayValue)
        #expect(replies.map { $0["id"] } == [1, "two", .null, 3])
        #expect(replies.map { $0[at: "error/code"] } == [nil, -32601, -32600, nil])
    }

    @Test func aBatchOfNotificationsIsNotAnswered() throws {
        try batch(#"[{"method":"nav.pop"},{"method":"nav.pop"}]"#)
        #expect(executed.methods.count == 2)
        #expect(try replies() == [])
    }

    @Test func aBatchRefusesQueriesWhenItsReplyIsLong() throws {
        executed.reply = .result(.string(String(repeating: "x", count: 400_000)))
        try batch("[" + (1...4).map { _ in Self.sync }.joined(separator: ",") + #",{"id":2,"method":"nav.pop"}]"#)
        let replies = try #require(try client.message().arrayValue)
        #expect(replies.map { $0[at: "error/data/limit"] } == [nil, nil, nil, "batchReplyBytes", nil])
    }

    @Test func aResponseInABatchIsProcessed() throws {
        var rejected = 0
        parts.requests.send("rows", [:], to: client) { if case .malformed = $0 { rejected += 1 } }
        _ = try client.received()
        try batch(#"[{"id":1,"error":"no"},{"id":"s","method":"sync"}]"#)
        #expect(rejected == 1)
        #expect(try client.message().arrayValue?.map { $0["id"] } == [.null, "s"])
    }
}
