import Glibc
import TestSupport
import Testing

/// Signals and the end of the daemon.
@Suite struct StopTests {
    @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsItCleanly(_ signal: Int32) throws {
        let daemon = try DaemonProcess()
        daemon.process.signal(signal)
        try daemon.notification(with: "STOPPING")
        #expect(try daemon.process.waitForExit() == .exited(0))
        #expect(access(daemon.socketPath, F_OK) != 0, "the socket is gone")
        #expect(try daemon.log.waitForEnd().contains("stopped"))
    }

    /// The signal handlers are installed before readiness is reported.
    @Test func aSignalRightAfterReadinessIsNotLost() throws {
        for _ in 1...10 {
            let daemon = try DaemonProcess()
            #expect(try daemon.terminate() == .exited(0))
        }
    }

    @Test func connectedClientsAreSentWhatIsLeftAndSeeTheEnd() throws {
        let (daemon, client) = try Fixture.panel()
        let watcher = try daemon.client()
        try watcher.watch()
        let half = try daemon.connect()
        try half.sendBytes(Array("{\"id\":1,\"meth".utf8))
        let waiting = try daemon.client()
        try waiting.send("ui.wait", ["for": ["screen": "never"], "timeout": 3_600])
        try client.call("toggle.set", ["id": "extras", "on": true])
        #expect(try daemon.terminate() == .exited(0))
        #expect(try watcher.notification()["revision"] == 2)
        for lines in [watcher.lines, client.lines, half, waiting.lines] { #expect(try lines.receiveLineOrEnd() == nil) }
    }

    /// A client that does not read does not delay the end.
    @Test func aClientThatDoesNotReadDoesNotHoldItUp() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call("value.set", ["key": "k", "value": .string(String(repeating: "x", count: 60_000))])
        let slow = try daemon.client()
        // Sent in one piece, because the kernel may not buffer a hundred small pieces for a daemon that has stopped
        // reading.
        let line = "{\"id\":1,\"method\":\"value.get\",\"params\":{\"key\":\"k\"}}\n"
        try slow.lines.sendBytes(Array(String(repeating: line, count: 100).utf8))
        _ = try client.sync()
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test func sighupReloadsAndKeepsEverything() throws {
        let (daemon, client) = try Fixture.panel()
        try client.watch()
        for _ in 1...3 {
            daemon.process.signal(SIGHUP)
            let reloading = try daemon.notification(with: "RELOADING")
            #expect(Int(reloading["MONOTONIC_USEC"] ?? "") != nil)
            try daemon.notification(with: "READY")
        }
        #expect(try client.call("toggle.set", ["id": "extras", "on": true]).revision == 2)
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test func aStoppedDaemonLeavesRoomForTheNext() throws {
        let first = try DaemonProcess()
        #expect(try first.terminate() == .exited(0))
        let second = try DaemonProcess(in: first.directory)
        #expect(try second.client().sync() == 0)
    }

    @Test func theStatusLineSaysHowItIs() throws {
        let daemon = try DaemonProcess()
        #expect(daemon.readiness["STATUS"]?.contains("0 clients") == true)
        let client = try daemon.client()
        try client.call("toggle.declare", Fixture.extras)
        while true {
            let status = try daemon.notification()["STATUS"] ?? ""
            if status.contains("1 client"), status.contains("1 group with 3 options"), status.contains("revision 1") { break }
        }
    }
}
