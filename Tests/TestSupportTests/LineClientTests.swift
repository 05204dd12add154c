import Testing
import TestSupport

@Suite struct LineClientTests {
    @Test func linesGoOutAndComeBack() throws {
        let directory = try TemporaryDirectory()
        let echo = try RunningProcess("/usr/bin/socat", ["-d", "-d", "UNIX-LISTEN:\(directory["s"])", "EXEC:cat"])
        try echo.error.wait(for: "listening on")
        let client = try LineClient(connectingTo: directory["s"])
        try client.send("first")
        #expect(try client.receiveLine() == "first")
        try client.sendBytes(Array("two\nthree\nhalf".utf8))
        #expect(try client.receiveLine() == "two")
        #expect(try client.receiveLine() == "three")
        #expect(throws: TestFailure.self) { try client.receiveLine(before: Deadline(after: .zero)) }
        client.closeSending()
        #expect(try client.receiveLineOrEnd() == nil)
    }

    @Test func noListenerIsAnError() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: TestFailure.self) { try LineClient(connectingTo: directory["s"]) }
    }

    @Test func aPathThatIsTooLongIsAnError() {
        let path = "/tmp/" + String(repeating: "x", count: 110)
        #expect(throws: TestFailure.self) { try LineClient(connectingTo: path) }
    }
}
