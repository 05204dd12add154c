import FasciaDocument
import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaClient

@Suite struct ConnectionTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    @Test func aCallGivesItsResult() async throws {
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            peer.send(#"{"jsonrpc":"2.0","id":\#(request.id),"result":{"method":"\#(request.method)"}}"#)
        }
        let connection = try await Connection.open(path: daemon.path)
        #expect(try await connection.call("toggle.get") == ["method": "toggle.get"])
    }

    @Test func paramsArriveAsTheyAre() async throws {
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            var writer = JSONWriter()
            writer.write(request.params)
            peer.send(#"{"jsonrpc":"2.0","id":\#(request.id),"result":\#(writer.text)}"#)
        }
        let connection = try await Connection.open(path: daemon.path)
        let params: JSON.Object = ["id": "extras/chëese", "on": true, "n": 1.5]
        #expect(try await connection.call("x", params) == .object(params))
    }

    @Test func manyCallsAtOnceEachGetTheirOwnAnswer() async throws {
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            peer.send(#"{"id":\#(request.id),"result":{"n":\#(request.params["n"]?.intValue ?? -1)}}"#)
        }
        let connection = try await Connection.open(path: daemon.path)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<500 {
                group.addTask { try await connection.call("x", ["n": .int(number)]) == ["n": .int(number)] }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test func errorsCarryReasonAndData() async throws {
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            peer.send(
                #"{"id":\#(request.id),"error":{"code":-32002,"message":"no","data":{"reason":"conflict","is":"on"}}}"#)
        }
        let connection = try await Connection.open(path: daemon.path)
        await #expect(throws: RemoteError(code: -32002, message: "no", reason: "conflict", data: ["is": "on"])) {
            try await connection.call("x")
        }
    }

    @Test func notificationsComeInOrder() async throws {
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            for number in 0..<2_000 { peer.send(#"{"method":"event","params":{"n":\#(number)}}"#) }
            peer.send(#"{"id":\#(request.id),"result":{}}"#)
        }
        let connection = try await Connection.open(path: daemon.path)
        // More than the client queues: it keeps reading because a call is pending.
        _ = try await connection.call("x")
        var iterator = connection.notifications.makeAsyncIterator()
        for number in 0..<2_000 {
            #expect(try await iterator.next() == Notification(method: "event", params: ["n": .int(number)]))
        }
    }

    @Test func requestsAreDeclinedByDefault() async throws {
        let (answers, continuation) = AsyncStream.makeStream(of: String.self)
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in
            peer.send(#"{"id":"a7","method":"action","params":{}}"#)
        } answered: {
            continuation.yield($0)
        }
        let connection = try await Connection.open(path: daemon.path)
        connection.notify("go")
        var iterator = answers.makeAsyncIterator()
        let answer = try #require(await iterator.next())
        #expect(answer.contains(#""id":"a7""#))
        #expect(answer.contains("-32601"))
        connection.close()
    }

    @Test func requestsAreDeliveredAndAnswered() async throws {
        let (answers, continuation) = AsyncStream.makeStream(of: String.self)
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in
            peer.send(#"{"method":"event","params":{"n":1}}"#)
            peer.send(#"{"id":"a7","method":"action","params":{"n":2}}"#)
            peer.send(#"{"id":8,"method":"action","params":{"n":3}}"#)
        } answered: {
            continuation.yield($0)
        }
        let connection = try await Connection.open(path: daemon.path, acceptsRequests: true)
        connection.notify("go")
        var requests = connection.notifications.makeAsyncIterator()
        #expect(try await requests.next() == Notification(method: "event", params: ["n": 1]))
        let first = try #require(try await requests.next())
        #expect(first == Notification(method: "action", params: ["n": 2], request: RequestID(rawText: "\"a7\"")))
        let second = try #require(try await requests.next())
        connection.answer(try #require(first.request), .success(["left": 2]))
        connection.answer(
            try #require(second.request), .failure(RemoteError(code: -32004, message: "no", reason: "refused")))
        var iterator = answers.makeAsyncIterator()
        #expect(await iterator.next() == #"{"jsonrpc":"2.0","id":"a7","result":{"left":2}}"#)
        #expect(
            await iterator.next()
                == #"{"jsonrpc":"2.0","id":8,"error":{"code":-32004,"message":"no","data":{"reason":"refused"}}}"#)
    }

    @Test func changesAreCompletedOrFail() async throws {
        let (answers, continuation) = AsyncStream.makeStream(of: String.self)
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in
            peer.send(#"{"method":"event","params":{}}"#)
            for id in 1...2 {
                peer.send(
                    #"{"id":\#(id),"method":"carryOut","params":{"id":"s/a","from":null,"to":true,"cause":{"method":"toggle.set"}}}"#
                )
            }
        } answered: {
            continuation.yield($0)
        }
        let connection = try await Connection.open(path: daemon.path, acceptsRequests: true)
        connection.notify("go")
        var requests = connection.notifications.makeAsyncIterator()
        #expect(try await requests.next().flatMap(CarryOut.init) == nil)
        let first = try #require(try await requests.next().flatMap(CarryOut.init))
        #expect(first.id == "s/a" && first.from == .null && first.to == true && first.cause["method"] == "toggle.set")
        connection.complete(first)
        connection.fail(try #require(try await requests.next().flatMap(CarryOut.init)), "no such unit")
        var iterator = answers.makeAsyncIterator()
        #expect(await iterator.next() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
        #expect(await iterator.next()?.contains(#""message":"no such unit""#) == true)
    }

    @Test func changeIsGivenUpForAnotherOne() async throws {
        let (answers, continuation) = AsyncStream.makeStream(of: String.self)
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in
            for id in 1...2 {
                peer.send(#"{"id":\#(id),"method":"carryOut","params":{"id":"s/a","from":false,"to":true,"cause":{}}}"#)
            }
            peer.send(#"{"method":"carryOut.cancel","params":{"id":"s/a","request":2,"to":true,"next":false}}"#)
        } answered: {
            continuation.yield($0)
        }
        let connection = try await Connection.open(path: daemon.path, acceptsRequests: true)
        connection.notify("go")
        var requests = connection.notifications.makeAsyncIterator()
        let first = try #require(try await requests.next().flatMap(CarryOut.init))
        let second = try #require(try await requests.next().flatMap(CarryOut.init))
        let cancellation = try #require(try await requests.next().flatMap(CarryOutCancellation.init))
        #expect(cancellation.id == "s/a" && cancellation.to == true && cancellation.next == false)
        #expect(cancellation.concerns(second) && !cancellation.concerns(first))
        connection.cancel(second, "cancelled")
        var iterator = answers.makeAsyncIterator()
        #expect(
            await iterator.next()
                == #"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"cancelled","data":{"reason":"cancelled"}}}"#)
    }

    // MARK: - Errors and their advice

    private static let howToStart =
        "start one with \"fasciad\" or \"systemctl start fasciad.socket\", or name its socket with --socket or "
        + "FASCIA_SOCKET"

    private func failure(_ path: String, timeout: Duration = .seconds(10)) async -> ConnectionError? {
        do {
            _ = try await Connection.open(path: path, timeout: timeout)
            return nil
        } catch {
            return error
        }
    }

    @Test func noSocket() async {
        let path = directory["nothing"]
        #expect(
            await failure(path)
                == ConnectionError(.noSocket, path: path, "no daemon at \(path): \(Self.howToStart)"))
        #expect(await failure(directory["no/such/directory"])?.reason == .noSocket)
    }

    @Test func aStaleSocket() async throws {
        let path = directory["s"]
        FakeDaemon.leaveSocket(at: path)
        #expect(
            await failure(path)
                == ConnectionError(
                    .staleSocket, path: path,
                    "no daemon at \(path): the socket is stale, and no process listens on it; "
                        + Self.howToStart))
    }

    @Test func notASocket() async throws {
        let path = try directory.write("", to: "file")
        #expect(
            await failure(path)
                == ConnectionError(.notASocket, path: path, "\(path) is not a socket; \(Self.howToStart)"))
        #expect(await failure(directory.path)?.reason == .notASocket)
    }

    @Test func aPathThatIsTooLong() async {
        let path = directory[String(repeating: "x", count: 200)]
        #expect(
            await failure(path)
                == ConnectionError(
                    .pathTooLong, path: path,
                    "the socket path \(path) is \(path.utf8.count) bytes long, but a Unix socket allows only 107: "
                        + "choose a shorter one"))
    }

    /// Root may connect to every socket, so the test checks the message only.
    @Test func noPermission() {
        #expect(
            ConnectionError.denied("/s").message
                == "no permission for the socket /s: run this as the daemon's user or as root, or ask that user for access")
    }

    @Test func aDaemonThatAcceptsNoConnections() async throws {
        let path = directory["s"]
        let daemon = try FakeDaemon(at: path, backlog: 0, accepts: false)
        // The queue has room for one connection.
        let first = try await Connection.open(path: path)
        let error = await failure(path, timeout: .milliseconds(20))
        #expect(
            error
                == ConnectionError(
                    .busy, path: path,
                    "the daemon at \(path) has not accepted the connection within 0.02 s: it is stopped or very "
                        + "busy; check it, or increase the timeout"
                ))
        first.close()
        withExtendedLifetime(daemon) {}
    }

    @Test func aDaemonThatDoesNotAnswer() async throws {
        let daemon = try FakeDaemon(at: directory["s"])
        let connection = try await Connection.open(path: daemon.path)
        let expected = ConnectionError(
            .timeout, path: daemon.path,
            "the daemon at \(daemon.path) has not answered sync within 0.01 s: it is stopped or very busy; check it, "
                + "or increase the timeout")
        await #expect(throws: expected) { try await connection.call("sync", timeout: .milliseconds(10)) }
    }

    /// All attempts together take no longer than the user has given.
    @Test func anotherAttemptHasTheTimeThatIsLeft() async throws {
        var times: [Duration?] = []
        let answer = try await Connection.repeating(timeout: .seconds(1_000_000)) { left in
            times.append(left)
            if times.count < 3 { throw ConnectionError(.connectionLost, path: "s", "lost") }
            return times.count
        }
        #expect(answer == 3)
        let all = times.compactMap(\.self)
        #expect(all.first == .seconds(1_000_000))
        #expect(all.count == 3 && all[1] < all[0] && all[2] < all[1], "\(all)")
        #expect(try await Connection.repeating(timeout: nil) { $0 } == nil)
    }

    @Test func aDaemonThatHangsUpEndsCallsAndNotifications() async throws {
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in peer.hangUp() }
        let connection = try await Connection.open(path: daemon.path)
        let lost = ConnectionError(
            .connectionLost, path: daemon.path,
            "the daemon at \(daemon.path) has closed the connection; see its log, or \(Self.howToStart)")
        await #expect(throws: lost) { try await connection.call("x") }
        var iterator = connection.notifications.makeAsyncIterator()
        await #expect(throws: lost) { try await iterator.next() }
        // A call on a closed connection fails at once.
        await #expect(throws: lost) { try await connection.call("y") }
    }

    /// A refusal of a line that is too long has no id: the daemon could not read it.
    @Test func anErrorWithoutAnIDFailsTheOnlyPendingCall() async throws {
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in
            peer.send(#"{"id":null,"error":{"code":-32005,"message":"too long","data":{"reason":"limit"}}}"#)
        }
        let connection = try await Connection.open(path: daemon.path)
        await #expect(throws: RemoteError(code: -32005, message: "too long", reason: "limit")) {
            try await connection.call("x")
        }
    }

    /// An error that the daemon sends before it closes the connection is the error of all later calls.
    @Test func theClosingErrorFailsLaterCalls() async throws {
        let full = RemoteError(code: -32005, message: "full", reason: "limit")
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in
            peer.send(#"{"id":null,"error":{"code":-32005,"message":"full","data":{"reason":"limit"}}}"#)
            peer.hangUp()
        }
        let connection = try await Connection.open(path: daemon.path)
        connection.notify("x")
        var iterator = connection.notifications.makeAsyncIterator()
        await #expect(throws: full) { try await iterator.next() }
        await #expect(throws: full) { try await connection.call("y") }
    }

    @Test func aPeerThatIsNotFasciadIsReported() async throws {
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in peer.send("HTTP/1.1 400 Bad Request") }
        let connection = try await Connection.open(path: daemon.path)
        do {
            _ = try await connection.call("x")
            Issue.record("an answer that is not JSON was taken")
        } catch let error as ConnectionError {
            #expect(error.reason == .protocolError)
            #expect(error.message.hasPrefix("the process that listens on \(daemon.path) is not fasciad: "))
            #expect(error.message.hasSuffix("; name another socket with --socket or FASCIA_SOCKET"))
        }
    }

    @Test func closingEndsTheNotificationsWithoutAnError() async throws {
        let daemon = try FakeDaemon(at: directory["s"])
        let connection = try await Connection.open(path: daemon.path)
        connection.close()
        var iterator = connection.notifications.makeAsyncIterator()
        #expect(try await iterator.next() == nil)
    }

    @Test func aCancelledCallEnds() async throws {
        let daemon = try FakeDaemon(at: directory["s"])
        let connection = try await Connection.open(path: daemon.path, timeout: nil)
        let call = Task { try await connection.call("x") }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }
}
