import FasciaDocument
import TestSupport
import Testing

/// Clients that flood the daemon: memory stays bounded, other clients are served, and no request is lost.
@Suite(.serialized) struct FloodTests {
    /// Maximum growth in MiB for one client that floods the daemon. The buffers themselves are far smaller.
    private static let allowance = 48

    @Test func twoHundredMegabytesWithoutALineFeedAreSkipped() throws {
        let daemon = try DaemonProcess()
        let (flood, other) = (try daemon.connect(), try daemon.client())
        let before = try daemon.peakMemory
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000)
        for _ in 1...20 {
            try flood.sendBytes(chunk)
            #expect(try other.sync() == 0, "others are answered meanwhile")
        }
        #expect(try daemon.peakMemory - before < Self.allowance)
        try flood.send("\n{\"id\":1,\"method\":\"sync\"}")
        #expect(try JSON(parsing: flood.receiveLine())[at: "error/data/reason"] == "lineTooLong")
        #expect(try JSON(parsing: flood.receiveLine())["id"] == 1)
    }

    /// Sends requests without reading the replies until backpressure stops the daemon from reading, which bounds its
    /// memory. Then reads, and expects every reply in order.
    private func flood(_ daemon: DaemonProcess, requests: Int, request: (Int) -> String, expect: (Int) -> String) throws {
        let (flood, other) = (try daemon.connect(), try daemon.client())
        let before = try daemon.peakMemory
        let bytes = Array((0..<requests).map { request($0) + "\n" }.joined().utf8)
        var sent = 0
        // The daemon has really stopped reading if it accepts nothing for 20 requests of another client.
        var rounds = 0
        while rounds < 20, sent < bytes.count {
            let count = try flood.sendAvailable(bytes[sent..<min(sent + 65_536, bytes.count)])
            sent += count
            rounds = count > 0 ? 0 : rounds + 1
            if count == 0 { _ = try other.sync() }
        }
        #expect(sent < bytes.count, "the daemon stops reading")
        #expect(try daemon.peakMemory - before < Self.allowance)
        for number in 0..<requests {
            let line = try flood.receiveLine()
            guard line == expect(number) else { throw TestFailure("instead of reply \(number): \(line.prefix(200))") }
            if sent < bytes.count { sent += try flood.sendAvailable(bytes[sent..<min(sent + 65_536, bytes.count)]) }
        }
        #expect(sent == bytes.count)
        #expect(try daemon.peakMemory - before < Self.allowance)
    }

    /// The history in memory is bounded in bytes, not only in events.
    @Test func longValuesAreNotKeptForEver() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let before = try daemon.peakMemory
        let text = String(repeating: "v", count: 60_000)
        for number in 1...500 {
            let long = JSON.string("\(number)\(text)")
            try client.call("value.set", ["key": "k", "value": long])
            try client.call("nav.push", ["screen": "a", "args": long])
            try client.call("nav.pop")
        }
        #expect(try daemon.peakMemory - before < 2 * Self.allowance)
        let history = try client.call("history.get", ["limit": 1])
        #expect(history["events"]?[0]?["revision"] == 1_500)
        #expect(try #require(history["start"]?.intValue) > 500)
    }

    @Test func twoHundredThousandRequestsWithoutReadingAReply() throws {
        try flood(DaemonProcess(), requests: 200_000) {
            "{\"id\":\($0),\"method\":\"sync\"}"
        } expect: {
            "{\"jsonrpc\":\"2.0\",\"id\":\($0),\"result\":{\"revision\":0}}"
        }
    }

    /// A client that reads all the time, so that the daemon often sends all output at once.
    @Test func longRepliesToOneThatReads() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call("value.set", ["key": "k", "value": .string(String(repeating: "z", count: 60_000))])
        let line = "{\"id\":7,\"method\":\"value.get\",\"params\":{\"key\":\"k\"}}\n"
        for _ in 1...5 {
            try client.lines.sendBytes(Array(String(repeating: line, count: 300).utf8))
            for _ in 1...300 { #expect(try client.lines.receiveLine().utf8.count > 60_000) }
        }
    }

    /// A thousand long requests with long replies, more than the socket buffers hold.
    @Test func unreadLongReplies() throws {
        let daemon = try DaemonProcess()
        let text = String(repeating: "y", count: 60_000)
        let padding = String(repeating: "x", count: 2_000)
        try daemon.client().call("value.set", ["key": "k", "value": .string(text)])
        try flood(daemon, requests: 1_000) {
            "{\"id\":\($0),\"method\":\"value.get\",\"params\":{\"key\":\"k\"},\"padding\":\"\(padding)\"}"
        } expect: {
            "{\"jsonrpc\":\"2.0\",\"id\":\($0),\"result\":{\"values\":{\"k\":\"\(text)\"}}}"
        }
    }
}
