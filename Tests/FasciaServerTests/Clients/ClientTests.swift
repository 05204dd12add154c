import FasciaDocument
import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

/// A client's deferred lines and output, and the order of replies.
@Suite(.mustEnd) struct ClientTests {
    private let parts: Parts
    private let client: Client

    init() throws {
        parts = try Parts()
        client = parts.client()
    }

    private func line(_ text: String) -> [UInt8] { Array(text.utf8) }

    // MARK: - Deferred lines

    @Test func deferredLinesKeepTheirOrder_andALinePutBackComesFirst() {
        client.deferLine(line("b"))
        client.deferLine(line("c"))
        client.putBack(line("a"))
        #expect(client.deferredLines == ["a", "b", "c"].map(line))
        #expect(["a", "b", "c"].map(line) == (1...3).compactMap { _ in client.takeDeferred() })
        #expect(client.takeDeferred() == nil)
    }

    @Test func aLineIsDeferredWhileARequestWaits_andUntilEarlierOnesAreTaken() {
        #expect(!client.mustDefer && !client.hasDeferred)
        let watch = Watch(id: 1, topics: TopicFilter([]), coalesce: false, revision: 0)
        client.watches = [watch]
        let client = client
        for wait in [{ client.isBackpressured = $0 }, { watch.isReplaying = $0 }] {
            wait(true)
            #expect(client.mustDefer)
            client.deferLine(line("x"))
            #expect(!client.hasDeferred, "it has to wait")
            wait(false)
            #expect(client.mustDefer && client.hasDeferred, "the deferred line comes first")
            _ = client.takeDeferred()
            #expect(!client.mustDefer)
        }
    }

    @Test func theSocketIsNotReadWhileManyBytesAreDeferred() {
        client.deferLine([UInt8](repeating: 32, count: Client.outputLimit))
        #expect(client.acceptsLines, "nothing waits, so the lines are about to be executed")
        client.isBackpressured = true
        #expect(!client.acceptsLines)
        _ = client.takeDeferred()
        #expect(client.acceptsLines)
    }

    // MARK: - Output

    private func write(_ number: Int) { client.output.write(.result(.int(number)), id: RequestID(number)) }
    private func sent() throws -> [Int?] { try client.received().map { $0["result"]?.intValue } }

    @Test func outputBehindAHeldReplyIsHeldToo() throws {
        write(1)
        client.hold(nil, until: 5)
        write(2)
        client.hold(nil, until: 7)
        client.hold(nil, until: 6)
        write(3)
        #expect(try sent() == [1])
        #expect(!client.release(upTo: 4))
        #expect(try sent() == [])
        #expect(client.release(upTo: 6))
        #expect(try sent() == [2])
        write(4)
        #expect(client.release(upTo: 7))
        #expect(!client.awaitsDurability)
        #expect(try sent() == [3, 4])
    }

    @Test func outputIsDroppedWithItsHolds() throws {
        client.hold(nil, until: 5)
        write(1)
        client.dropOutput()
        #expect(!client.awaitsDurability)
        #expect(try sent() == [])
    }

    @Test func acceptsOutputUpToALimit_andWhileThePeerReads() {
        #expect(client.acceptsOutput)
        client.memory.isWritable = false
        #expect(!client.acceptsOutput && client.hasRoom)
        client.output.bytes = [UInt8](repeating: 0, count: Client.outputLimit)
        #expect(!client.hasRoom)
        client.transport = nil
        #expect(client.isGone && !client.acceptsOutput)
    }

    @Test func aClientIsQueuedOnceForTheNextFlush() {
        let other = parts.client()
        parts.clients.hasOutput(client)
        parts.clients.hasOutput(client)
        parts.clients.notify(other, "geometry", [:])
        #expect(Set([parts.clients.takeUnflushed()?.id, parts.clients.takeUnflushed()?.id]) == [client.id, other.id])
        #expect(parts.clients.takeUnflushed() == nil)
        parts.clients.hasOutput(client)
        #expect(parts.clients.takeUnflushed() === client, "it may be queued again")
    }

    // MARK: - Replies

    @Test func laterRequestsWaitForADeferredReply() throws {
        let answer = try parts.clients.answerLater(Request("ui.wait", client, id: 7))
        #expect(client.mustDefer && client.unanswered?.method == "ui.wait")
        answer(.result(true))
        #expect(try client.message() == ["jsonrpc": "2.0", "id": 7, "result": true])
        #expect(!client.mustDefer)
        #expect(client.memory.resumes == 0, "other lines may be executing")
        try parts.turn()
        #expect(client.memory.resumes == 1)
    }

    @Test func aNotificationDefersNothing_andHasNoReply() throws {
        let answer = try parts.clients.answerLater(Request("action.send", client, id: nil))
        #expect(!client.mustDefer)
        answer(.result(true))
        #expect(try client.received().isEmpty)
    }

    @Test func actionsAfterAReplyRunOnceAndInOrder_alsoThoseThatTheyAdd() {
        var ran: [Int] = []
        parts.clients.afterReply { [clients = parts.clients] in
            ran.append(1)
            clients.afterReply { ran.append(3) }
        }
        parts.clients.afterReply { ran.append(2) }
        #expect(ran.isEmpty)
        parts.clients.replied()
        parts.clients.replied()
        #expect(ran == [1, 2, 3])
    }
}
