import Testing
import TestSupport

/// The messages of the real daemon to its service manager.
@Suite struct DaemonNotificationTests {
    @Test func readyComesWithAStatusWhenItListens() throws {
        let daemon = try DaemonProcess()
        #expect(daemon.readiness["STATUS"]?.contains("revision 0") == true)
        // There is no wait here: the daemon was ready before.
        let client = try daemon.connect()
        try client.send(#"{"id":1,"method":"sync"}"#)
        #expect(try client.receiveLine().contains(#""id":1,"result":"#))
    }

    @Test func theStatusFollowsWhatChanges() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.send(#"{"id":1,"method":"value.set","params":{"key":"a","value":1}}"#)
        _ = try client.receiveLine()
        while try daemon.notification()["STATUS"]?.contains("revision 1") != true {}
    }

    @Test func hangupReloadsAndReportsCompletion() throws {
        let daemon = try DaemonProcess()
        daemon.process.signal(1)
        let reloading = try daemon.notification(with: "RELOADING")
        #expect(reloading["MONOTONIC_USEC"].flatMap { Int($0) } != nil)
        #expect(try daemon.notification(with: "READY")["STATUS"]?.isEmpty == false)
        #expect(!daemon.process.hasEnded)
    }

    /// It would wait for the end of the reload for ever.
    @Test func aReloadIsReportedToAManagerThatReadsLater() throws {
        let daemon = try DaemonProcess()
        try daemon.fillNotifications()
        daemon.process.signal(1)
        try daemon.log.wait(for: "info: reloaded")
        let client = try daemon.connect()
        try client.send(#"{"id":1,"method":"sync"}"#)
        _ = try client.receiveLine()
        try daemon.notification(with: "RELOADING")
        try daemon.notification(with: "READY")
    }

    @Test(arguments: [15, 2] as [Int32]) func anEndIsAnnounced(signal: Int32) throws {
        let daemon = try DaemonProcess()
        daemon.process.signal(signal)
        #expect(try daemon.notification(with: "STOPPING")["STATUS"]?.isEmpty == false)
        #expect(try daemon.process.waitForExit() == .exited(0))
    }

    @Test func theWatchdogIsFedWhereItIsAskedFor() throws {
        let daemon = try DaemonProcess(environment: ["WATCHDOG_USEC": "200000"])
        for _ in 1...3 { try daemon.notification(with: "WATCHDOG") }
    }

    @Test func plainLinesGoToStandardErrorWithoutTheJournal() throws {
        let daemon = try DaemonProcess()
        try daemon.log.wait(for: "info: ready socket=\(daemon.socketPath) state=\(daemon.statePath)\n")
    }
}
