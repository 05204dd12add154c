import FasciaDocument
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

    @Test func anIdleTerminalDoesNotWakeUp() throws {
        let daemon = try SamplePanel.start()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try terminal.output.wait(for: "The box")
        // The answer to a key shows that all startup work is done.
        try terminal.type(SamplePanel.openPizza)
        try terminal.output.wait(for: "Mushrooms")
        try waitForAnotherEvent(daemon)
        let before = try wakeUps(of: terminal.process.id)
        try waitForAnotherEvent(daemon)
        #expect(try wakeUps(of: terminal.process.id) == before)
    }

    /// An animation runs only while it is visible: out of sight the daemon renders no frames and is not woken.
    @Test func invisibleAnimationsDoNotRender() throws {
        let daemon = try SamplePanel.start()
        let (witness, client) = (try daemon.client(), try daemon.client())
        let rows: [JSON] = (0..<20).map { ["kind": "button", "label": .string("Row \($0)"), "emit": "onRow"] }
        let spinner: JSON = ["kind": "progress", "label": "Copy"]
        let body: JSON = ["kind": "form", "children": .array([spinner] + rows)]
        try client.call("screen.put", ["screen": ["id": "copy", "title": "Copy", "body": body]])
        try client.call("nav.push", ["screen": "copy"])
        func attach(_ colors: String) throws -> JSON {
            let params: JSON = ["columns": 40, "rows": 10, "colors": .string(colors)]
            return try #require(try client.call("terminal.attach", params)["terminal"])
        }
        func press(_ key: String, _ terminal: JSON) throws {
            try client.call("terminal.key", ["terminal": terminal, "key": .string(key)])
        }
        func pictures() throws -> JSON? { try witness.call("daemon.status")[at: "work/pictures"] }
        func turns() throws {
            var seen: Set<Character> = []
            while seen.count < 3 {
                let data = try client.notification("terminal.frame")["data"]?.stringValue ?? ""
                seen.formUnion(data.filter { "▖▘▝▗".contains($0) })
            }
        }
        func expectNoFrames() throws {
            let before = (try pictures(), try wakeUps(of: daemon.process.id))
            try waitForAnotherEvent(daemon)
            #expect(try pictures() == before.0)
            // The waiting client itself causes some wake-ups: its connection, its request, its timeout and its end, and
            // the status requests. A spinner would add twelve in three seconds.
            let wakeUps = try wakeUps(of: daemon.process.id) - before.1
            #expect(wakeUps < 16)
        }
        let plain = try attach("none")
        // Pending rows are durable by then.
        try waitForAnotherEvent(daemon)
        try expectNoFrames()
        let terminal = try attach("16")
        try turns()
        try press("end", terminal)
        try expectNoFrames()
        try press("home", terminal)
        try turns()
        try client.call("terminal.detach", ["terminal": terminal])
        try expectNoFrames()
        _ = plain
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
        try waitForAnotherEvent(daemon)
        let before = try wakeUps(of: watch.process.id)
        try waitForAnotherEvent(daemon)
        // The timer of an answered call may still fire once.
        #expect(try wakeUps(of: watch.process.id) <= before + 1)
    }
}
