import Testing
import TestSupport

/// Tests the harness itself, because a harness that misses failures makes all other tests worthless.
@Suite struct ProcessTests {
    @Test func aFinishedProcessGivesItsStatusAndBothItsStreams() throws {
        let result = try runProcess(
            "/bin/sh", ["-c", "cat; echo \"$WORD\" >&2; exit 3"], input: "hello\n", environment: ["WORD": "there"])
        #expect(result.status == .exited(3))
        #expect(result.output == "hello\n")
        #expect(result.error == "there\n")
        #expect(throws: TestFailure.self) { try result.checked() }
    }

    @Test func whatAProcessHasWrittenIsThereWhenItHasEnded() throws {
        for _ in 0..<200 {
            let process = try RunningProcess("/bin/echo", ["word"])
            #expect(try process.process.waitForExit() == .exited(0))
            #expect(process.output.text == "word\n")
        }
    }

    @Test func aProcessEndedByASignalSaysWhich() throws {
        #expect(try runProcess("/bin/sh", ["-c", "kill -TERM $$"]).status == .signalled(15))
    }

    @Test func aProgramThatIsNotThereIsAnError() {
        #expect(throws: TestFailure.self) { try runProcess("/nonexistent") }
    }

    @Test func aProcessThatDoesNotEndFailsAtTheDeadlineAndIsKilled() throws {
        #expect(throws: TestFailure.self) {
            try runProcess("/usr/bin/tail", ["-f", "/dev/null"], before: Deadline(after: .zero))
        }
        let process = try RunningProcess("/bin/cat")
        #expect(throws: TestFailure.self) { try process.process.waitForExit(before: Deadline(after: .zero)) }
        #expect(try process.process.waitForExit() == .signalled(9))
    }

    @Test func aRunningProcessAnswersWhatItIsSent() throws {
        let process = try RunningProcess("/bin/cat")
        try process.send("one\n")
        try process.output.wait(for: "one\n")
        try process.send("two\n")
        #expect(try process.output.wait(for: "two\n") == "one\ntwo\n")
    }

    /// It must not end the test's own process, with all other tests.
    @Test func whatAProgramThatHasEndedIsSentFails() throws {
        let process = try RunningProcess("/bin/true")
        #expect(try process.process.waitForExit() == .exited(0))
        #expect(throws: TestFailure.self) { try process.send("nobody reads this") }
    }

    @Test func waitingForOutputThatDoesNotComeFails() throws {
        let process = try RunningProcess("/bin/sh", ["-c", "echo something"])
        #expect(throws: TestFailure.self) { try process.output.wait(for: "else") }
    }

    @Test func commandInheritsOnlyItsStreams() throws {
        let listing = try runProcess("/bin/ls", ["/proc/self/fd"]).output.split(separator: "\n")
        #expect(listing == ["0", "1", "2", "3"], "3 is the listing itself")
    }

    @Test func theManagersVariablesAreNotInherited() throws {
        let environment = ChildProcess.environment(["FASCIA_SOCKET": "given"])
        #expect(environment["FASCIA_SOCKET"] == "given")
        #expect(environment["NOTIFY_SOCKET"] == nil)
        #expect(environment["PATH"] != nil)
    }

    @Test func aDirectoryGoesWithItsOwner() throws {
        var directory: TemporaryDirectory? = try TemporaryDirectory()
        let path = try #require(directory).path
        try #require(directory).write("text", to: "file")
        #expect(try runProcess("/bin/cat", [path + "/file"]).output == "text")
        directory = nil
        #expect(try runProcess("/bin/ls", [path]).status != .exited(0))
    }
}
