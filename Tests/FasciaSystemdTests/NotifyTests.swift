import Foundation
import Testing
import TestSupport

@testable import FasciaSystemd

/// The messages that the manager's socket receives. Each test runs in a process of its own, because it changes
/// environment variables.
@Suite struct NotifyTests {
    @Test func readySendsTheStatus() async {
        await #expect(processExitsWith: .success) {
            let socket = try managerSocket()
            #expect(Notify().ready(status: "0 clients"))
            #expect(try socket.receive() == ["READY": "1", "STATUS": "0 clients"])
        }
    }

    @Test func reloadingCarriesTheMonotonicTime() async {
        await #expect(processExitsWith: .success) {
            let socket = try managerSocket()
            var before = timespec()
            clock_gettime(CLOCK_MONOTONIC, &before)
            #expect(Notify().reloading() == .delivered)
            let message = try socket.receive()
            #expect(message["RELOADING"] == "1")
            let microseconds = try #require(message["MONOTONIC_USEC"].flatMap { Int($0) })
            #expect(microseconds >= before.tv_sec * 1_000_000)
            #expect(Notify().reloaded(status: "1 client") == .delivered)
            #expect(try socket.receive() == ["READY": "1", "STATUS": "1 client"])
        }
    }

    @Test func statusStoppingAndWatchdogAreOneMessageEach() async {
        await #expect(processExitsWith: .success) {
            let socket = try managerSocket()
            #expect(Notify().status("3 clients"))
            #expect(Notify().stopping(status: "closing 3 connections"))
            #expect(Notify().watchdog())
            #expect(try socket.receive() == ["STATUS": "3 clients"])
            #expect(try socket.receive() == ["STOPPING": "1", "STATUS": "closing 3 connections"])
            #expect(try socket.receive() == ["WATCHDOG": "1"])
        }
    }

    @Test func aFullManagerQueueDoesNotBlock() async {
        await #expect(processExitsWith: .success) {
            let socket = try managerSocket()
            // More than any queue of datagrams holds: the first are there, and the call that finds no room returns.
            var delivered = 0
            while Notify().status("\(delivered)") { delivered += 1 }
            #expect(!Notify().watchdog())
            #expect(Notify().reloading() == .full)
            #expect(Notify().reloaded(status: "0 clients") == .full)
            #expect(!Notify().stopping(status: "sending the last replies"))
            #expect(delivered > 0)
            #expect(try socket.receive() == ["STATUS": "0"])
            #expect(Notify().watchdog())
        }
    }

    @Test func withoutAManagerNothingHappens() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            #expect(!Notify().ready(status: "ready"))
            #expect(!Notify().watchdog())
            #expect(Notify().reloading() == .impossible)
        }
    }

    @Test func aManagerThatHasGoneIsNotAFailure() async {
        await #expect(processExitsWith: .success) {
            setenv("NOTIFY_SOCKET", "/nonexistent/notify", 1)
            #expect(!Notify().ready(status: "ready"))
        }
    }

    @Test(arguments: [("one\nREADY=1", "one READY=1"), ("a\tb\u{1b}[2J", "a b [2J"), ("Größe 🍕", "Größe 🍕")])
    func aStatusIsOneLineWithoutControls(text: String, sent: String) {
        #expect(NotifyAssignment.status(text).text == "STATUS=" + sent)
    }
}

/// Opens a manager's socket and sets `NOTIFY_SOCKET` for this process.
private func managerSocket() throws -> NotifySocket {
    let socket = try NotifySocket(path: "/tmp/fascia-notify-\(getpid())")
    setenv("NOTIFY_SOCKET", socket.path, 1)
    // Removed at exit only, because this process itself sends to the path.
    atexit { unlink("/tmp/fascia-notify-\(getpid())") }
    return socket
}
