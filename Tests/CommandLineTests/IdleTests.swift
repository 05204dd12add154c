import FasciaModel
import Foundation
import TestSupport
import Testing

/// A program that waits costs nothing: the kernel counts how often it was woken.
@Suite(.mustEnd) struct IdleTests {
    /// How often all threads of a process have waited for something that then came.
    private func wakeUps(of process: Int32) throws -> Int {
        let tasks = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
            let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
        }
    }

    /// An event that comes after three seconds, whatever else there is.
    private func waitForAnotherEvent(_ daemon: DaemonProcess) throws {
        let result = try daemon.fascia(["wait", "screen", "nowhere", "--timeout", "3"])
        #expect(result.status == .exited(1), "\(result.error)")
    }

    @Test func aTerminalThatNobodyUses() throws {
        let daemon = try Box.start()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try terminal.output.wait(for: "The box")
        // Whatever it has still to do for its beginning is done when a key has had its answer.
        try terminal.type("\r")
        try terminal.output.wait(for: "Mushrooms")
        try waitForAnotherEvent(daemon)
        let before = try wakeUps(of: terminal.process.id)
        try waitForAnotherEvent(daemon)
        #expect(try wakeUps(of: terminal.process.id) == before)
    }

    /// What turns does so in sight alone: out of it the daemon makes no picture for it, and is not woken.
    @Test func whatTurnsOutOfSight() throws {
        let daemon = try Box.start()
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
                seen.formUnion(data.filter { "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".contains($0) })
            }
        }
        func standsStill() throws {
            let before = (try pictures(), try wakeUps(of: daemon.process.id))
            try waitForAnotherEvent(daemon)
            #expect(try pictures() == before.0)
            // The one that waits: its connection, its request, its time and its end; the questions. A spinner would add
            // twelve in three seconds.
            let wakeUps = try wakeUps(of: daemon.process.id) - before.1
            #expect(wakeUps < 16)
        }
        let plain = try attach("none")
        // What there was to be written down is on the disk by then.
        try waitForAnotherEvent(daemon)
        try standsStill()
        let terminal = try attach("16")
        try turns()
        try press("end", terminal)
        try standsStill()
        try press("home", terminal)
        try turns()
        try client.call("terminal.detach", ["terminal": terminal])
        try standsStill()
        _ = plain
    }

    @Test func aWatchWithoutEvents() throws {
        let daemon = try Box.start()
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
        // The timer of a call that has been answered long ago may run out once.
        #expect(try wakeUps(of: watch.process.id) <= before + 1)
    }
}
