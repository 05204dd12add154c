import FasciaDocument
import TestSupport
import Testing

/// A watcher that does not read delays no one, and gets consistent events when it reads again.
@Suite(.serialized) struct SlowWatcherTests {
    private static let changes = 50_000
    /// Maximum growth in MiB for 50,000 events.
    private static let allowance = 64

    /// Counts the value `n` up to `last` in 500 lines per write, while the watcher does not read.
    private func change(_ daemon: DaemonProcess, upTo last: Int = changes) throws {
        let client = try daemon.client()
        for start in stride(from: 1, through: last, by: 500) {
            let lines = (start..<start + 500).map {
                "{\"method\":\"value.set\",\"params\":{\"key\":\"n\",\"value\":\($0)}}\n"
            }
            try client.lines.sendBytes(Array(lines.joined().utf8))
        }
        #expect(try client.sync() == last)
    }

    @Test func itGetsEventsThenOneGapWithASnapshot() throws {
        let daemon = try DaemonProcess()
        let watcher = try daemon.client()
        let watch = try watcher.watch()
        let before = try daemon.peakMemory
        try change(daemon)
        #expect(try daemon.peakMemory - before < Self.allowance)
        // The watcher gets the events that were already sent, one gap, and the events still in the history.
        try watcher.send("sync")
        var revision = 0
        var gaps = 0
        while true {
            let message = try watcher.receive()
            guard let method = message["method"]?.stringValue, let params = message["params"] else { break }
            if method == "event.gap" {
                gaps += 1
                #expect(params["watch"] == .int(watch))
                let from = try #require(params["from"]?.stringValue?.split(separator: ":").last.flatMap { Int($0) })
                #expect(from == revision, "nothing is missed before the gap")
                revision = try #require(params["to"]?.stringValue?.split(separator: ":").last.flatMap { Int($0) })
                #expect(params[at: "snapshot/values/n"] == .int(revision))
            } else {
                revision += 1
                guard params["revision"] == .int(revision) else { throw TestFailure("not \(revision): \(message.text)") }
            }
        }
        #expect(gaps == 1)
        #expect(revision == Self.changes)
    }

    @Test func othersAreToldMeanwhile() throws {
        let daemon = try DaemonProcess()
        let (slow, reader) = (try daemon.client(), try daemon.client())
        try slow.watch()
        try change(daemon, upTo: 5_000)
        try reader.watch(["topics": ["nav:*"]])
        try daemon.client().call("nav.push", ["screen": "a"])
        #expect(try reader.notification()[at: "changes/0/kind"] == "nav")
    }

    /// Frames do not accumulate for a terminal that does not read.
    @Test func aTerminalThatDoesNotReadGetsTheLatestPicture() throws {
        let daemon = try DaemonProcess()
        let slow = try daemon.client()
        let before = try daemon.peakMemory
        try slow.call("terminal.attach", ["columns": 200, "rows": 60, "colors": "true"])
        try change(daemon, upTo: 5_000)
        #expect(try daemon.peakMemory - before < Self.allowance)
        // Ctrl+L requests a full frame.
        let terminal = try #require(try slow.notification("terminal.frame")["terminal"])
        try slow.call("terminal.key", ["terminal": terminal, "key": "ctrl+l"])
        let frames = slow.takeNotifications()
        let last = try #require(frames.last?["params"])
        #expect(last["full"] == true)
        #expect(last["data"]?.stringValue?.contains("5000") == true)
        #expect(last["sequence"] == .int(frames.count + 1), "none is lost that was counted")
        #expect(frames.count < 2_000)
    }
}
