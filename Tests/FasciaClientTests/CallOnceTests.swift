import FasciaDocument
import FasciaWire
import Synchronization
import TestSupport
import Testing

@testable import FasciaClient

/// `Connection.callIdempotently`: a change whose connection is lost is sent again with the same idempotency key.
@Suite(.mustEnd) struct CallOnceTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    private func call(
        _ params: JSON.Object, timeout: Duration? = .seconds(30), lost: (ConnectionError) -> Void = { _ in }
    ) async throws -> JSON {
        try await Connection.callIdempotently(
            path: directory["s"], name: "test", "value.set", params, timeout: timeout, onConnectionLost: lost)
    }

    /// A daemon that closes the connection on the first `hangingUp` requests and answers the later ones.
    private func daemon(hangingUp: Int, _ requests: @escaping @Sendable (JSON) -> Void) throws -> FakeDaemon {
        let count = Mutex(0)
        return try FakeDaemon(at: directory["s"]) { request, peer in
            guard request.method == "value.set" else { return peer.send(#"{"id":\#(request.id),"result":{}}"#) }
            requests(request.params)
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number <= hangingUp { peer.hangUp() } else { peer.send(#"{"id":\#(request.id),"result":{"revision":7}}"#) }
        }
    }

    @Test func aLostCallIsRepeatedWithTheSameKey() async throws {
        let sent = Mutex<[JSON]>([])
        let daemon = try daemon(hangingUp: 2) { params in sent.withLock { $0.append(params) } }
        var losses = 0
        #expect(try await call(["key": "n", "value": 1], timeout: nil) { _ in losses += 1 } == ["revision": 7])
        let all = sent.withLock { $0 }
        #expect(all.count == 3)
        #expect(Set(all).count == 1)
        #expect(all[0]["once"]?.stringValue?.utf8.count == 16)
        #expect(losses == 1, "it is said once")
        _ = daemon
    }

    @Test func itLeavesNoSocketOpen() async throws {
        let daemon = try daemon(hangingUp: 2) { _ in }
        for _ in 0..<20 { _ = try await call(["key": "n", "value": 1]) }
        try await waitUntilClosed(daemon.path)
    }

    @Test func eachCallHasItsOwnKeyUnlessOneIsGiven() async throws {
        let sent = Mutex<[JSON]>([])
        let daemon = try daemon(hangingUp: 0) { params in sent.withLock { $0.append(params) } }
        for params: JSON.Object in [[:], [:], ["once": "mine"], ["dryRun": true]] { _ = try await call(params) }
        let keys = sent.withLock { $0.map { $0["once"] } }
        #expect(keys[0] != nil && keys[0] != keys[1])
        #expect(keys[2] == "mine")
        #expect(keys[3] == nil, "what is only tried is not carried out")
        _ = daemon
    }

    /// After a restart the daemon is there before the client that carries the thing out.
    @Test func aRepeatedCallWaitsForTheClaimer_andAFirstOneIsRefused() async throws {
        let count = Mutex(0)
        let refusal =
            #"{"code":-32010,"message":"it has gone: start it again","data":{"reason":"unavailable","left":"2026-11-28T20:00:00.000Z"}}"#
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            guard request.method == "value.set" else { return peer.send(#"{"id":\#(request.id),"result":{}}"#) }
            let number = count.withLock { count in
                count += 1
                return count
            }
            switch number {
            case 2: peer.hangUp()
            case 5: peer.send(#"{"id":\#(request.id),"result":{"revision":7}}"#)
            default: peer.send(#"{"id":\#(request.id),"error":\#(refusal)}"#)
            }
        }
        let first = await #expect(throws: RemoteError.self) { try await call(["key": "n", "value": 1]) }
        #expect(first?.reason == "unavailable")
        #expect(try await call(["key": "n", "value": 1], timeout: nil) == ["revision": 7])
        #expect(count.withLock { $0 } == 5)
        _ = daemon
    }

    @Test func aFailedFirstConnectionIsNotRetried() async throws {
        let error = await #expect(throws: ConnectionError.self) { try await call([:], timeout: nil) }
        #expect(error?.reason == .noSocket)
    }

    @Test func retriesEndAtTheTimeout() async throws {
        let daemon = try daemon(hangingUp: .max) { _ in }
        let error = await #expect(throws: ConnectionError.self) { try await call([:], timeout: .milliseconds(300)) }
        #expect(error?.reason == .connectionLost)
        _ = daemon
    }
}
