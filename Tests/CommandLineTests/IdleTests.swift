import Foundation
import TestSupport
import Testing

/// An idle program is not woken: the kernel's counters show it.
@Suite(.mustEnd) struct IdleTests {
    /// Number of voluntary context switches of all threads of a process.
    private func wakeUps(of process: Int32) throws -> Int {
        let tasks = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
            let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
        }
    }

    /// Waits three seconds, for an event on another connection.
    private func waitForAnotherEvent(_ daemon: DaemonProcess) throws {
        let result = try daemon.fascia(["wait", "screen", "nowhere", "--even-if-missing", "--timeout", "3"])
        #expect(result.status == .exited(124), "\(result.error)")
    }

    /// On a busy machine the start of a program goes on for a while, and the timer of an answered call may still fire. One that
    /// never rests never ends this.
    private func waitUntilItRests(_ process: Int32, _ daemon: DaemonProcess) throws {
        var (before, now) = (-1, try wakeUps(of: process))
        while now != before {
            try waitForAnotherEvent(daemon)
            (before, now) = (now, try wakeUps(of: process))
        }
    }

    @Test func anIdleTerminalDoesNotWakeUp() throws {
        let daemon = try SamplePanel.start()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try terminal.output.wait(for: "The box")
        // The answer to a key shows that all startup work is done.
        try terminal.type(SamplePanel.openPizza)
        try terminal.output.wait(for: "Mushrooms")
        try waitUntilItRests(terminal.process.id, daemon)
    }

    /// Nobody edits its file.
    @Test func anAgentWithoutChangesDoesNotWakeUp() throws {
        let daemon = try DaemonProcess()
        let file = try daemon.directory.write("panel: box\nscreens: {home: [{text: Hello}]}\n", to: "box.yaml")
        let agent = try RunningProcess(
            Products.executable("fascia"), ["panel", "run", file], environment: ["FASCIA_SOCKET": daemon.socketPath])
        try agent.output.wait(for: "running")
        try waitUntilItRests(agent.process.id, daemon)
    }

    @Test func aWatchWithoutEvents() throws {
        let daemon = try SamplePanel.start()
        let watch = try RunningProcess(
            Products.executable("fascia"), ["watch", "option:extras/**"],
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        let witness = try daemon.client()
        while try witness.call("daemon.status")[at: "counts/watches"] != 1 {}
        _ = try daemon.output("toggle", "set", "extras/ham", "on")
        try watch.output.wait(for: "extras/ham")
        try waitUntilItRests(watch.process.id, daemon)
    }
}
