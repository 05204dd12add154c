import FasciaWire
import Foundation
import TestSupport
import Testing

@testable import FasciaCommandLine

/// The daemon disappears and comes back while a terminal is attached; clients disappear while the daemon runs.
@Suite(.mustEnd) struct RestartTests {
    private func attach(
        _ daemon: DaemonProcess, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        let own = ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"]
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach", "--no-status"] + arguments,
            environment: own.merging(environment) { _, new in new })
        try terminal.output.wait(for: "The box")
        return terminal
    }

    private func fill(_ daemon: DaemonProcess) throws {
        _ = try daemon.fascia(["batch", SamplePanel.directory + "/panel.jsonl"]).checked()
    }

    /// Another daemon at the same place without the earlier state, which is the worst case.
    private func successor(of daemon: DaemonProcess) throws -> DaemonProcess {
        try FileManager.default.removeItem(atPath: daemon.statePath)
        return try DaemonProcess(in: daemon.directory)
    }

    /// The output after the last message that the daemon is gone.
    private func afterWaiting(_ output: String) -> String {
        output.ranges(of: "Connection lost").last.map { String(output[$0.upperBound...]) } ?? ""
    }

    @Test func aKilledDaemonIsRetriedAndTheViewStateRestored() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon)
        // Opens the pizza and moves the focus to the cheese.
        try terminal.type(SamplePanel.openPizza)
        try terminal.output.wait(for: "Mushrooms")
        try terminal.type("\u{1B}[B")
        while try focused(daemon) != "Cheese" {}
        let untouched = try daemon.output("toggle", "list", "extras")
        try daemon.kill9()
        try terminal.output.wait(for: "Connection lost: waiting for a daemon at \(daemon.socketPath); q quits")
        #expect(!terminal.isInCookedMode)
        // Keys are discarded meanwhile: the next daemon gets neither this focus nor this change.
        try terminal.type("\u{1B}[B \u{1B}[B ")
        terminal.waitUntilRead()
        let next = try successor(of: daemon)
        try fill(next)
        _ = try next.output("path", "home", "pizza")
        try terminal.output.wait("the pizza again") { afterWaiting($0).contains("Mushrooms") }
        // The focus is still on the second control.
        #expect(try focused(next) == "Cheese")
        #expect(try next.output("toggle", "list", "extras") == untouched)
        try terminal.type(" ")
        _ = try next.output("wait", "toggle", "extras/cheese", "off")
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
        #expect(terminal.isInCookedMode)
    }

    @Test func aRestartedDaemonShowsTheSameScreen() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon)
        try terminal.type(SamplePanel.openPizza)
        try terminal.output.wait(for: "Mushrooms")
        try terminal.type("\u{1B}[B")
        while try focused(daemon) != "Cheese" {}
        #expect(try daemon.terminate() == .exited(0))
        try terminal.output.wait(for: "Connection lost")
        let next = try DaemonProcess(in: daemon.directory)
        try terminal.output.wait("the pizza again") { afterWaiting($0).contains("Mushrooms") }
        #expect(try focused(next) == "Cheese")
    }

    /// The label of the focused node on the only terminal.
    private func focused(_ daemon: DaemonProcess) throws -> String? {
        let client = try daemon.client()
        let terminal = try client.call("daemon.status")[at: "terminals/0/terminal"] ?? .null
        let nodes = try client.call("ui.tree", ["terminal": terminal])["nodes"]?.arrayValue ?? []
        return nodes.first { $0["focused"] == true }?["label"]?.stringValue
    }

    @Test func quittingWhileWaiting() throws {
        for key in ["q", "\u{03}"] {
            let daemon = try SamplePanel.start()
            let terminal = try attach(daemon)
            try daemon.terminate()
            try terminal.output.wait(for: "Connection lost")
            try terminal.type(key)
            #expect(try terminal.process.waitForExit() == .exited(0))
            #expect(terminal.isInCookedMode)
        }
    }

    /// Ctrl-C works although a stopped daemon reads nothing.
    @Test func quittingWhileTheDaemonHangs() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon)
        try daemon.stop()
        try terminal.type("x\u{03}")
        #expect(try terminal.process.waitForExit() == .exited(0))
        #expect(terminal.isInCookedMode)
        daemon.process.signal(SIGCONT)
    }

    @Test func keysTypedDuringAHangAreDelivered() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon)
        try daemon.stop()
        try terminal.type(SamplePanel.openPizza)
        daemon.process.signal(SIGCONT)
        try terminal.output.wait(for: "Mushrooms")
    }

    /// The stack is missing at the new daemon until a client creates it. A terminal that may operate would create it.
    @Test func aMissingStackIsRetried() throws {
        let daemon = try SamplePanel.start()
        _ = try daemon.client().call("nav.set", ["stack": "side", "path": [["screen": "pizza"]]])
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach", "--stack", "side", "--read-only"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try terminal.output.wait(for: "Mushrooms")
        try daemon.kill9()
        let next = try successor(of: daemon)
        try terminal.output.wait(for: "no stack \"side\"")
        try fill(next)
        _ = try next.client().call("nav.set", ["stack": "side", "path": [["screen": "pizza"]]])
        try terminal.output.wait("the pizza again") { text in
            text.ranges(of: "no stack").last.map { text[$0.upperBound...].contains("Mushrooms") } ?? false
        }
    }

    @Test func aKilledClientLeavesNoTerminal() throws {
        let daemon = try SamplePanel.start()
        let witness = try daemon.client()
        let before = try witness.call("daemon.status")["counts"]
        let killed = try attach(daemon)
        let terminated = try attach(daemon)
        #expect(try witness.call("daemon.status")[at: "counts/terminals"] == 2)
        killed.process.signal(SIGKILL)
        _ = try killed.process.waitForExit()
        terminated.process.signal(SIGTERM)
        _ = try terminated.process.waitForExit()
        // After replies to later connections, the daemon has handled the earlier disconnections.
        try daemon.waitUntilAlone()
        let after = try witness.call("daemon.status")
        #expect(after["counts"] == before)
        #expect(after["terminals"] == [])
    }
}

extension DaemonProcess {
    /// Waits until the daemon has handled all earlier disconnections. It handles all ready descriptors in each event loop
    /// turn, so the second reply follows them.
    fileprivate func waitUntilAlone() throws {
        for _ in 0..<2 { _ = try client().call("sync") }
    }
}
