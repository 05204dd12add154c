import FasciaDocument
import FasciaModel
import FasciaWire
import Synchronization
import TestSupport
import Testing

@testable import FasciaClient

@Suite(.mustEnd) struct ReconnectingWatchTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    private func watch(
        topics: [String]? = nil, since: String? = nil, snapshot: Bool = false
    ) -> ReconnectingWatch {
        ReconnectingWatch(
            path: directory["s"], topics: topics, since: since, snapshot: snapshot, name: "test",
            backOff: BackOff(initial: .milliseconds(1), maximum: .milliseconds(5)))
    }

    /// A daemon whose watches begin at `cursor`; `then` is called after the answer to `watch.start`.
    private func daemon(
        cursor: String = "E:1", then: @escaping @Sendable (FakeDaemon.Request, FakeDaemon.Peer) -> Void
    ) throws -> FakeDaemon {
        try FakeDaemon(at: directory["s"]) { request, peer in
            guard request.method == "watch.start" else {
                return peer.send(#"{"id":\#(request.id),"result":{}}"#)
            }
            peer.send(#"{"id":\#(request.id),"result":{"watch":3,"cursor":"\#(cursor)"}}"#)
            then(request, peer)
        }
    }

    private static func event(_ revision: Int, watch: Int = 3) -> String {
        #"{"method":"event","params":{"watch":\#(watch),"cursor":"E:\#(revision)","revision":\#(revision)}}"#
    }

    private static func item(_ revision: Int) -> ReconnectingWatch.Item {
        .event(["watch": 3, "cursor": .string("E:\(revision)"), "revision": .int(revision)])
    }

    @Test func itLeavesNoSocketOpen() async throws {
        let daemon = try daemon { _, peer in
            peer.send(Self.event(2))
            peer.hangUp()
        }
        do {
            var iterator = watch().makeAsyncIterator()
            for _ in 0..<20 { _ = try await iterator.next() }
        }
        let lasting = try FakeDaemon(at: directory["t"]) { request, peer in
            peer.send(#"{"id":\#(request.id),"result":{"watch":3,"cursor":"E:1"}}"#)
        }
        do {
            var iterator = ReconnectingWatch(path: lasting.path, name: "test").makeAsyncIterator()
            #expect(try await iterator.next() == .started(cursor: "E:1", snapshot: nil))
        }
        try await waitUntilClosed(daemon.path)
        try await waitUntilClosed(lasting.path)
    }

    @Test func aContinuedWatchWaitsForItsFirstConnection_andAnotherOneFails() async throws {
        var new = watch().makeAsyncIterator()
        await #expect(throws: ConnectionError.self) { try await new.next() }
        var continued = watch()
        continued.isContinued = true
        var iterator = continued.makeAsyncIterator()
        guard case .lost(let error) = try await iterator.next() else { throw TestFailure("it has a connection") }
        #expect(error.reason == .noSocket)
        let daemon = try daemon { _, _ in }
        #expect(try await iterator.next() == .started(cursor: "E:1", snapshot: nil))
        _ = daemon
    }

    @Test func aConnectionThatIsLostBeforeTheFirstStartIsALostOne() async throws {
        let greetings = Mutex(0)
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            let isFirst = greetings.withLock { greetings in
                greetings += 1
                return greetings == 1
            }
            if isFirst { peer.hangUp() } else { peer.send(#"{"id":\#(request.id),"result":{"watch":3,"cursor":"E:1"}}"#) }
        }
        var iterator = watch().makeAsyncIterator()
        guard case .lost(let error) = try await iterator.next() else { throw TestFailure("it has a connection") }
        #expect(error.reason == .connectionLost)
        #expect(try await iterator.next() == .started(cursor: "E:1", snapshot: nil))
        _ = daemon
    }

    @Test func resumesAfterTheLastEvent() async throws {
        let sinces = Mutex<[String]>([])
        let daemon = try daemon { request, peer in
            sinces.withLock { $0.append(request.params["since"]?.stringValue ?? "none") }
            let isFirst = sinces.withLock { $0.count == 1 }
            peer.send(Self.event(isFirst ? 2 : 4))
            if isFirst {
                peer.send(Self.event(3))
                peer.hangUp()
            }
        }
        var iterator = watch().makeAsyncIterator()
        #expect(try await iterator.next() == .started(cursor: "E:1", snapshot: nil))
        #expect(try await iterator.next() == Self.item(2))
        #expect(try await iterator.next() == Self.item(3))
        guard case .lost(let error) = try await iterator.next() else {
            Issue.record("the lost connection was not said")
            return
        }
        #expect(error.reason == .connectionLost)
        #expect(try await iterator.next() == .started(cursor: "E:1", snapshot: nil))
        #expect(try await iterator.next() == Self.item(4))
        #expect(sinces.withLock { $0 } == ["none", "E:3"])
        withExtendedLifetime(daemon) {}
    }

    @Test func resumesAtTheStartCursorWithoutEvents() async throws {
        let sinces = Mutex<[String]>([])
        let daemon = try daemon(cursor: "E:7") { request, peer in
            sinces.withLock { $0.append(request.params["since"]?.stringValue ?? "none") }
            if sinces.withLock({ $0.count == 1 }) { peer.hangUp() } else { peer.send(Self.event(8)) }
        }
        var iterator = watch().makeAsyncIterator()
        for _ in 0..<3 { _ = try await iterator.next() }
        #expect(try await iterator.next() == Self.item(8))
        #expect(sinces.withLock { $0 } == ["none", "E:7"])
        withExtendedLifetime(daemon) {}
    }

    @Test func aGapIsReportedAndResumedAfter() async throws {
        let sinces = Mutex<[String]>([])
        let daemon = try daemon { request, peer in
            sinces.withLock { $0.append(request.params["since"]?.stringValue ?? "none") }
            peer.send(#"{"method":"event.gap","params":{"watch":3,"from":"E:1","to":"F:9"}}"#)
            if sinces.withLock({ $0.count == 1 }) { peer.hangUp() }
        }
        var iterator = watch().makeAsyncIterator()
        _ = try await iterator.next()
        #expect(try await iterator.next() == .gap(["watch": 3, "from": "E:1", "to": "F:9"]))
        for _ in 0..<3 { _ = try await iterator.next() }
        #expect(sinces.withLock { $0 } == ["none", "F:9"])
        withExtendedLifetime(daemon) {}
    }

    @Test func eventsOfOtherWatchesAreNotItsOwn() async throws {
        let daemon = try daemon { _, peer in
            peer.send(Self.event(2, watch: 99))
            peer.send(Self.event(3))
        }
        var iterator = watch().makeAsyncIterator()
        _ = try await iterator.next()
        #expect(try await iterator.next() == Self.item(3))
        withExtendedLifetime(daemon) {}
    }

    @Test func watchParametersAreSent() async throws {
        let asked = Mutex<JSON>(.null)
        let daemon = try daemon { request, peer in
            asked.withLock { $0 = request.params }
            peer.send(Self.event(5))
        }
        var iterator = watch(topics: ["nav:*"], since: "E:4", snapshot: true).makeAsyncIterator()
        while let item = try await iterator.next(), item != Self.item(5) {}
        #expect(asked.withLock { $0 } == ["topics": ["nav:*"], "since": "E:4", "snapshot": true])
        withExtendedLifetime(daemon) {}
    }

    @Test func aFailedFirstConnectionThrows() async {
        var iterator = watch().makeAsyncIterator()
        do {
            _ = try await iterator.next()
            Issue.record("it did not throw")
        } catch {
            #expect((error as? ConnectionError)?.reason == .noSocket)
        }
    }

    /// Reconnecting would not help: the daemon would send the same line again.
    @Test func aLineThatCannotBeReadEndsIt() async throws {
        let starts = Mutex(0)
        let daemon = try daemon { _, peer in
            starts.withLock { $0 += 1 }
            peer.send(#"{"method":"event","params":"#)
        }
        var iterator = watch().makeAsyncIterator()
        _ = try await iterator.next()
        do {
            _ = try await iterator.next()
            Issue.record("it went on")
        } catch let error as ConnectionError {
            #expect(error.reason == .protocolError)
            #expect(error.message.hasPrefix("the daemon at \(daemon.path) has sent a malformed line: "))
            #expect(error.message.hasSuffix("; compare \"fascia --version\" with \"fasciad --version\""))
        }
        #expect(try await iterator.next() == nil)
        #expect(starts.withLock { $0 } == 1)
    }

    /// A daemon that accepts the watch and closes the connection does not reset the back-off.
    @Test func onlyAnItemResetsTheBackOff() async throws {
        let starts = Mutex(0)
        let daemon = try daemon { _, peer in
            if starts.withLock({
                $0 += 1; return $0
            }) == 4 {
                peer.send(Self.event(2))
            }
            peer.hangUp()
        }
        var iterator = watch().makeAsyncIterator()
        var ceilings: [BackOff] = []
        for _ in 0..<3 {
            guard case .started = try await iterator.next() else { Issue.record("not started"); return }
            ceilings.append(iterator.backOff)
            guard case .lost = try await iterator.next() else { Issue.record("not lost"); return }
        }
        var expected = BackOff(initial: .milliseconds(1), maximum: .milliseconds(5))
        for backOff in ceilings {
            #expect(backOff == expected)
            _ = expected.next()
        }
        guard case .started = try await iterator.next() else { Issue.record("not started"); return }
        #expect(try await iterator.next() == Self.item(2))
        #expect(iterator.backOff == BackOff(initial: .milliseconds(1), maximum: .milliseconds(5)))
        withExtendedLifetime(daemon) {}
    }

    @Test func aDaemonThatIsFullWhenItComesBackIsAskedAgain() async throws {
        let connections = Mutex(0)
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            if request.method == "watch.start" {
                peer.send(#"{"id":\#(request.id),"result":{"watch":3,"cursor":"E:1"}}"#)
                if connections.withLock({ $0 == 1 }) { peer.hangUp() }
                return
            }
            if connections.withLock({
                $0 += 1; return $0
            }) == 2 {
                peer.send(#"{"id":null,"error":{"code":-32005,"message":"full","data":{"reason":"limit"}}}"#)
                return peer.hangUp()
            }
            peer.send(#"{"id":\#(request.id),"result":{}}"#)
        }
        var iterator = watch().makeAsyncIterator()
        for _ in 0..<2 { _ = try await iterator.next() }
        #expect(try await iterator.next() == .started(cursor: "E:1", snapshot: nil))
        #expect(connections.withLock { $0 } == 3)
        withExtendedLifetime(daemon) {}
    }

    @Test func aRefusalIsThrown() async throws {
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            peer.send(#"{"id":\#(request.id),"error":{"code":-32003,"message":"no","data":{"reason":"denied"}}}"#)
        }
        var iterator = watch().makeAsyncIterator()
        await #expect(throws: RemoteError(code: -32003, message: "no", reason: "denied")) { try await iterator.next() }
        withExtendedLifetime(daemon) {}
    }
}
