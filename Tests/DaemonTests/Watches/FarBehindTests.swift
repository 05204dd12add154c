import Glibc
import TestSupport
import Testing

/// With default limits, a cursor older than the 10,000 events in memory is served from the journal, without a gap.
@Suite(.mustEnd) struct FarBehindTests {
    private func change(_ daemon: DaemonProcess, _ numbers: ClosedRange<Int>) throws {
        let client = try daemon.client()
        for start in stride(from: numbers.lowerBound, through: numbers.upperBound, by: 500) {
            let lines = (start...min(start + 499, numbers.upperBound)).map {
                "{\"method\":\"value.set\",\"params\":{\"key\":\"n\",\"value\":\($0)}}\n"
            }
            try client.lines.sendBytes(Array(lines.joined().utf8))
        }
        #expect(try client.sync() == numbers.upperBound)
    }

    /// Expects every event after the cursor, once and in order.
    private func expectAll(_ daemon: DaemonProcess, since cursor: (epoch: String, revision: Int), to last: Int) throws {
        let client = try daemon.client()
        try client.watch(["since": .string("\(cursor.epoch):\(cursor.revision)")])
        #expect(try client.sync() == last)
        let told = client.takeNotifications()
        #expect(told.first { $0["method"] != "event" } == nil)
        #expect(told.map { $0[at: "params/revision"]?.intValue } == Array(cursor.revision + 1...last))
        #expect(told.last?[at: "params/changes/0/to"] == .int(last))
    }

    @Test func itGetsEveryEventAndNoGap_alsoAfterAKill() throws {
        let daemon = try DaemonProcess()
        let epoch = try #require(try daemon.client().call("daemon.hello")["epoch"]?.stringValue)
        try change(daemon, 1...10_010)
        try expectAll(daemon, since: (epoch, 0), to: 10_010)
        try daemon.kill9()
        let next = try DaemonProcess(in: daemon.directory)
        try expectAll(next, since: (epoch, 0), to: 10_010)
        try change(next, 10_011...20_100)
        try expectAll(next, since: (epoch, 0), to: 20_100)
        try expectAll(next, since: (epoch, 10_050), to: 20_100)
        try expectAll(next, since: (epoch, 10_099), to: 20_100)
        try expectAll(next, since: (epoch, 10_100), to: 20_100)
    }
}
