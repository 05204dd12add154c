import FasciaDocument
import TestSupport
import Testing

/// `fascia log` against a real daemon.
@Suite(.mustEnd) struct LogTests {
    @Test func linesAppearAsTheyArrive() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call("screen.put", ["screen": ["id": "web", "body": ["kind": "log", "bind": "web"]]])
        try client.call("nav.push", ["screen": "web"])
        let before = try client.call("daemon.status")["revision"]
        let input = "one\n\u{1B}[31mtwo\u{1B}[0m\r\n\u{1B}[2Jthree without an end"
        #expect(try daemon.fascia(["log", "web"], input: input).status == .exited(0))
        #expect(try daemon.fascia(["log", "web", "four", "words"]).status == .exited(0))
        let lines = try client.call("ui.tree")["nodes"]?.arrayValue?.compactMap { $0["label"]?.stringValue } ?? []
        #expect(lines == ["web", "one", "two", "three without an end", "four words"])
        // Not in the history, and so not in the journal.
        #expect(try client.call("daemon.status")["revision"] == before)
        #expect(try daemon.output("wait", "text", "four words") == "")
    }

    /// One read has more of them than one request may have.
    @Test func manyShortLinesAreSeveralRequests() throws {
        let daemon = try DaemonProcess()
        let log = try daemon.fascia(["log", "web"], input: String(repeating: "\n", count: 65_536) + "last\n")
        #expect(log.status == .exited(0), "\(log.error)")
        let client = try daemon.client()
        try client.call("screen.put", ["screen": ["id": "web", "body": ["kind": "log", "bind": "web"]]])
        try client.call("nav.push", ["screen": "web"])
        #expect(try daemon.output("wait", "text", "last") == "")
    }

    @Test func aSlowProgramIsShownLineByLine() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call("screen.put", ["screen": ["id": "web", "body": ["kind": "log", "bind": "web"]]])
        try client.call("nav.push", ["screen": "web"])
        let log = try RunningProcess(
            Products.executable("fascia"), ["log", "web"], environment: ["FASCIA_SOCKET": daemon.socketPath])
        try log.send("first\n")
        _ = try daemon.output("wait", "text", "first", "--timeout", "inf")
        try log.send("sec")
        try log.send("ond\n")
        _ = try daemon.output("wait", "text", "second", "--timeout", "inf")
    }

    @Test func itWaitsForADaemonThatIsRestarted() throws {
        let daemon = try DaemonProcess()
        let screen = #"{"id":"web","body":{"kind":"log","bind":"web"}}"#
        _ = try daemon.fascia(["screen", "put", "-"], input: screen).checked()
        _ = try daemon.output("push", "web")
        let log = try RunningProcess(
            Products.executable("fascia"), ["log", "web"], environment: ["FASCIA_SOCKET": daemon.socketPath])
        try log.send("first\n")
        _ = try daemon.output("wait", "text", "first", "--timeout", "inf")
        try daemon.kill9()
        try log.send("second\n")
        try log.error.wait(for: "waiting for the daemon\n")
        let next = try DaemonProcess(in: daemon.directory)
        _ = try next.output("wait", "text", "second", "--timeout", "inf")
        try log.error.wait(for: "fascia: reconnected\n")
        try log.send("third\n")
        _ = try next.output("wait", "text", "third", "--timeout", "inf")
    }
}
