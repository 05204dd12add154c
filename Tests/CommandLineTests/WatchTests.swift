import FasciaDocument
import FasciaWire
import Glibc
import TestSupport
import Testing

@Suite struct WatchTests {
    private func watch(_ daemon: DaemonProcess, _ arguments: [String] = []) throws -> RunningProcess {
        try RunningProcess(
            Products.executable("fascia"), ["watch"] + arguments, environment: ["FASCIA_SOCKET": daemon.socketPath])
    }

    /// A cursor before the first event, so that the output does not depend on when the watch starts.
    private func beginning(_ daemon: DaemonProcess) throws -> String {
        let epoch = try JSONParser.parse(daemon.output("status", "--json"))["epoch"]?.stringValue
        return "\(try #require(epoch)):0"
    }

    @Test func aTopicThatNeverMatchesCausesAWarning() throws {
        let daemon = try DaemonProcess()
        let watch = try watch(daemon, ["optoin:extras/*", "nav:*"])
        try watch.error.wait(for: "fascia: warning: unknown kind of change \"optoin\": did you mean \"option\"?\n")
        #expect(!watch.error.text.contains("nav"))
    }

    /// Ctrl-\\ ends every command that goes on at once. The Swift runtime would take it for a crash: it would print a report,
    /// and ask what to do.
    @Test(arguments: [
        ["watch"], ["on", "value:x", "--", "true"], ["wait", "screen", "nowhere", "--even-if-missing", "--timeout", "inf"],
        ["attach", "--linear"],
    ])
    func controlBackslashEndsIt(_ arguments: [String]) throws {
        let daemon = try SamplePanel.start()
        let witness = try daemon.client()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), arguments,
            environment: ["FASCIA_SOCKET": daemon.socketPath, "SWIFT_BACKTRACE": "enable=yes,interactive=no"])
        while try witness.call("daemon.status")[at: "counts/clients"]?.intValue ?? 0 < 2 {}
        terminal.process.signal(SIGQUIT)
        #expect(try terminal.process.waitForExit() == .signalled(SIGQUIT))
        #expect(try !terminal.output.waitForEnd().contains("crash"))
    }

    /// With nohup a command outlives its terminal.
    @Test func anIgnoredSignalStaysIgnored() throws {
        let daemon = try SamplePanel.start()
        let script = "trap '' HUP; exec \"$0\" watch 'option:extras/*' --since \"$1\""
        let watch = try RunningProcess(
            "/bin/sh", ["-c", script, Products.executable("fascia"), try beginning(daemon)],
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        _ = try daemon.output("toggle", "set", "extras", "on")
        try watch.output.wait(for: "mushrooms")
        watch.process.signal(SIGHUP)
        _ = try daemon.output("toggle", "set", "extras/ham", "off")
        try watch.output.wait(for: "extras/ham on → off\n")
        watch.process.signal(SIGTERM)
        #expect(try watch.process.waitForExit() == .signalled(SIGTERM))
    }

    @Test func eachEventIsPrintedAtOnce() throws {
        let daemon = try SamplePanel.start()
        let watch = try watch(daemon, ["option:extras/*", "group:extras", "--since", beginning(daemon)])
        _ = try daemon.output("toggle", "set", "extras", "on")
        // Lines are written at once: a line in a buffer would never arrive in the pipe.
        let text = try watch.output.wait(for: "mushrooms")
        #expect(!text.contains("value"))
        _ = try daemon.output("toggle", "set", "extras/ham", "off")
        try watch.output.wait(for: "extras/ham on → off\n")
        let lines = watch.output.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains("toggle.set by fascia ("))
        #expect(lines[0].contains("extras/ham off → on (group), extras/mushrooms off → on (group)"))
    }

    @Test func withJSONEachLineIsAnEvent() throws {
        let daemon = try SamplePanel.start()
        _ = try daemon.output("push", "red")
        _ = try daemon.output("push", "orange")
        let watch = try watch(daemon, ["nav:main", "--json", "--count", "2", "--since", beginning(daemon)])
        #expect(try watch.process.waitForExit() == .exited(0))
        let lines = try watch.output.waitForEnd().split(separator: "\n")
        #expect(lines.count == 2)
        let event = try JSONParser.parse(String(lines[1]))
        #expect(event["changes"]?[0]?["kind"] == "nav")
        #expect(event["cause"]?["method"] == "nav.push")
    }

    @Test func aLostConnectionIsReportedAndResumed() throws {
        let daemon = try SamplePanel.start()
        let watch = try watch(daemon, ["value:**", "--since", beginning(daemon)])
        _ = try daemon.output("value", "set", "box/orders", "1")
        try watch.output.wait(for: "box/orders 0 → 1\n")
        try daemon.kill9()
        try watch.error.wait(for: "waiting for the daemon\n")
        let next = try DaemonProcess(in: daemon.directory)
        try watch.error.wait(for: "reconnected at cursor ")
        _ = try next.output("value", "set", "after", "2")
        try watch.output.wait(for: "after null → 2\n")
        #expect(!watch.process.hasEnded)
    }

    @Test func aSnapshotComesFirst() throws {
        let daemon = try SamplePanel.start()
        let watch = try watch(daemon, ["--snapshot"])
        try watch.output.wait(for: "stacks:\n")
    }

    @Test func aCursorOfTheFutureIsRefused() throws {
        let daemon = try SamplePanel.start()
        let epoch = try beginning(daemon).dropLast(2)
        let result = try daemon.fascia(["watch", "--since", "\(epoch):999"])
        #expect(result.status == .exited(1))
        #expect(result.error.hasPrefix("fascia: invalid: "))
    }
}
