import FasciaDocument
import FasciaModel
import FasciaWire
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FasciaClient

/// `LineConnection`, the connection for single-threaded programs.
@Suite(.mustEnd) struct LineConnectionTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    /// Waits for the next messages.
    private func next(_ connection: LineConnection) throws -> [Message] {
        while true {
            var entry = pollfd(
                fd: connection.descriptor, events: Int16(POLLIN | (connection.hasUnsent ? POLLOUT : 0)), revents: 0)
            poll(&entry, 1, -1)
            connection.sendMore()
            var messages: [Message] = []
            do { try connection.receive { messages.append($0) } } catch { if messages.isEmpty { throw error } }
            if !messages.isEmpty { return messages }
        }
    }

    private func methods(_ messages: [Message]) -> [String] {
        messages.map { if case .call(_, let method, _) = $0 { method } else { "?" } }
    }

    @Test func requestsAreAnswered() throws {
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            peer.send(#"{"jsonrpc":"2.0","id":\#(request.id),"result":"\#(request.method)"}"#)
        }
        let connection = try LineConnection(connectingTo: daemon.path)
        try connection.receive { Issue.record("nothing has come, and \($0) is there") }
        connection.send("a", id: 5)
        guard case .response(RequestID(5), .success("a"))? = try next(connection).first else {
            Issue.record("no answer")
            return
        }
    }

    @Test func partialLinesAreJoined() throws {
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in
            peer.sendPart(#"{"method":"a"}"# + "\n" + #"{"meth"#)
            peer.sendPart(#"od":"b"}"# + "\n" + #"{"method":"c"}"# + "\n")
        }
        let connection = try LineConnection(connectingTo: daemon.path)
        connection.send("go")
        var all: [String] = []
        while all.count < 3 { all += methods(try next(connection)) }
        #expect(all == ["a", "b", "c"])
    }

    /// Data that the socket does not accept at once is sent when there is room.
    @Test func sendingResumesWhenThereIsRoom() throws {
        let daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            if request.method == "last" { peer.send(#"{"method":"done"}"#) }
        }
        let connection = try LineConnection(connectingTo: daemon.path)
        let text = JSON.string(String(repeating: "x", count: 100_000))
        for _ in 0..<50 { connection.send("much", ["text": text]) }
        connection.send("last")
        #expect(methods(try next(connection)) == ["done"])
        #expect(!connection.hasUnsent)
    }

    @Test func messagesBeforeTheEndAreDelivered() throws {
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in
            peer.send(#"{"method":"bye"}"#)
            peer.hangUp()
        }
        let connection = try LineConnection(connectingTo: daemon.path)
        connection.send("x")
        #expect(methods(try next(connection)) == ["bye"])
        #expect(throws: ConnectionError.connectionLost(daemon.path)) { try next(connection) }
    }

    /// A failed attempt closes its descriptor once: a second close would hit a descriptor of another thread.
    @Test func aFailedAttemptClosesItsDescriptorOnce() throws {
        let (path, done) = (directory["none"], DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            for _ in 0..<5_000 { _ = try? LineConnection(connectingTo: path) }
            done.signal()
        }
        for _ in 0..<5_000 {
            let descriptor = dup(0)
            #expect(close(descriptor) == 0)
        }
        done.wait()
    }

    @Test func connectionErrors() throws {
        #expect(throws: ConnectionError.noSocket(directory["none"])) { try LineConnection(connectingTo: directory["none"]) }
        FakeDaemon.leaveSocket(at: directory["left"])
        #expect(throws: ConnectionError.staleSocket(directory["left"])) {
            try LineConnection(connectingTo: directory["left"])
        }
        try directory.write("", to: "file")
        #expect(throws: ConnectionError.notASocket(directory["file"])) {
            try LineConnection(connectingTo: directory["file"])
        }
        let long = directory[String(repeating: "x", count: 200)]
        #expect(throws: ConnectionError.pathTooLong(long)) { try LineConnection(connectingTo: long) }
        let daemon = try FakeDaemon(at: directory["s"]) { _, peer in peer.send("HTTP/1.1 400 Bad Request") }
        let connection = try LineConnection(connectingTo: daemon.path)
        connection.send("x")
        do {
            _ = try next(connection)
            Issue.record("it is taken for a daemon")
        } catch let error as ConnectionError { #expect(error.reason == .protocolError) }
    }

    @Test func aFullConnectionQueueIsReported() throws {
        let daemon = try FakeDaemon(at: directory["s"], backlog: 0, accepts: false)
        var open: [LineConnection] = []
        #expect(throws: ConnectionError.full(daemon.path)) {
            for _ in 0..<10 { open.append(try LineConnection(connectingTo: daemon.path)) }
        }
    }
}
