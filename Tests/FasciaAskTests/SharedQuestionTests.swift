import FasciaDocument
import Foundation
import TestSupport
import Testing

/// `fascia ask` where there is a daemon: everybody at the panel is asked.
@Suite(.mustEnd) struct SharedQuestionTests {
    private let daemon: DaemonProcess
    private let user: JSONClient

    init() throws {
        daemon = try DaemonProcess()
        user = try daemon.client()
        try user.call("watch.start", ["topics": ["question:*"]])
    }

    /// Starts `fascia ask` without a terminal.
    private func start(_ arguments: [String], at daemon: DaemonProcess? = nil) throws -> RunningProcess {
        try RunningProcess(
            "/usr/bin/setsid", ["-w", try Products.executable("fascia"), "ask"] + arguments,
            environment: ["FASCIA_SOCKET": (daemon ?? self.daemon).socketPath])
    }

    /// Waits until a question is asked, and returns its id.
    private func asked() throws -> JSON {
        while true {
            let change = try #require(try user.notification()[at: "changes/0"])
            if change["to"] == "asked" { return try #require(change["id"]) }
        }
    }

    @Test func questionWithoutATerminalIsAnsweredElsewhere() throws {
        let script = try start(["input", "Host name?", "--pattern", "[a-z]+"])
        let id = try #require(try asked().stringValue)
        try script.error.wait(for: "can answer this in \"fascia attach\", or with: fascia ask answer \(id) ANSWER")
        let wrong = try daemon.fascia(["ask", "answer", id, "A"])
        #expect(wrong.status == .exited(1) && wrong.error.contains("must match [a-z]+"))
        let list = try daemon.fascia(["ask", "list"]).output
        #expect(list.hasPrefix("\(id)  input  open  Host name?  asked by "), "\(list)")
        #expect(try daemon.fascia(["ask", "answer", id, "attic"]).status == .exited(0))
        #expect(try script.process.waitForExit() == .exited(0))
        #expect(try script.output.waitForEnd() == "attic\n")
        #expect(try daemon.fascia(["ask", "list"]).output == "nothing is asked\n", "it goes with its asker")
    }

    @Test(arguments: [("yes", 0), ("no", 1), ("--decline", 1)] as [(String, Int32)])
    func answerIsTheExitStatus(_ answer: String, _ status: Int32) throws {
        let script = try start(["confirm", "Go?", "--id", "go", "--who"])
        _ = try asked()
        #expect(try daemon.fascia(["ask", "answer", "go", answer]).status == .exited(0))
        #expect(try script.process.waitForExit() == .exited(status))
        #expect(try script.output.waitForEnd() == (answer == "--decline" ? "" : NSUserName() + "\n"))
    }

    @Test func cancelledQuestionIsNotAnswered() throws {
        let script = try start(["input", "--id", "q"])
        _ = try asked()
        #expect(try daemon.fascia(["ask", "cancel", "q"]).status == .exited(0))
        #expect(try script.process.waitForExit() == .exited(1))
        #expect(try script.error.waitForEnd().contains("the question was cancelled"))
    }

    @Test func timeEndsIt() throws {
        let script = try start(["input", "--timeout", "0.05"])
        #expect(try script.process.waitForExit() == .exited(124))
        let other = try start(["input", "--value", "ham", "--default-after", "0.05"])
        #expect(try other.process.waitForExit() == .exited(0))
        #expect(try other.output.waitForEnd() == "ham\n")
    }

    /// Asked, the script killed, the daemon killed, answered, asked again: the answer is there.
    @Test func keptQuestionOutlivesScriptAndDaemon() throws {
        let arguments = ["choose", "red", "green", "--id", "colour", "--keep"]
        let script = try start(arguments)
        _ = try asked()
        script.process.signal(SIGKILL)
        _ = try script.process.waitForExit()
        try daemon.kill9()
        let again = try DaemonProcess(in: daemon.directory)
        #expect(try again.fascia(["ask", "answer", "colour", "green"]).status == .exited(0))
        let second = try start(arguments, at: again)
        #expect(try second.process.waitForExit() == .exited(0))
        #expect(try second.output.waitForEnd() == "green\n" && second.error.waitForEnd() == "", "nobody is asked again")
    }

    /// Answered in its own terminal while the daemon is gone, it is answered for those who ask again, too.
    @Test func answerToAKeptQuestionReachesTheDaemonThatComesBack() throws {
        let arguments = ["ask", "input", "Host name?", "--id", "host", "--keep"]
        let script = try PseudoTerminal(
            Products.executable("fascia"), arguments, columns: 60, rows: 16,
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LC_ALL": "C.UTF-8"])
        _ = try asked()
        try script.output.wait(for: "Host name?")
        try daemon.kill9()
        // Typed while the daemon is gone, the answer waits for the next one.
        try script.type("attic\r")
        let again = try DaemonProcess(in: daemon.directory)
        #expect(try script.process.waitForExit() == .exited(0))
        let list = try again.client().call("ask.list", ["id": "host"])
        #expect(list[at: "questions/0/answer"] == "attic", "\(list.text)")
    }

    /// The answer to a question whose asker went with an earlier daemon is nobody else's.
    @Test func anotherScriptIsAskedAnewAfterARestart() throws {
        try user.call("ask.open", ["kind": "confirm", "text": "Go?", "ok": "Yes", "cancel": "No", "id": "go"])
        try user.call("ask.answer", ["id": "go", "answer": true])
        try daemon.kill9()
        let again = try DaemonProcess(in: daemon.directory)
        #expect(try again.fascia(["ask", "list"]).output.contains("answered"), "its asker may come back")
        let script = try start(["confirm", "Go?", "--id", "go", "--timeout", "0.05"], at: again)
        #expect(try script.process.waitForExit() == .exited(124))
    }

    @Test func timeThatIsOverIsOverForEverybody() throws {
        let script = try start(["input", "--timeout", "0.05"])
        _ = try asked()
        #expect(try user.notification()[at: "changes/0/to"] == "expired", "nobody is told that it was withdrawn")
        #expect(try script.process.waitForExit() == .exited(124))
    }

    /// A question that does not fit into the socket at once is sent when the daemon reads.
    @Test func longQuestionReachesADaemonThatIsBusy() throws {
        let directory = try TemporaryDirectory()
        let text = (0..<20_000).map { "line \($0) of it" }.joined(separator: "\n")
        try text.write(toFile: directory["text"], atomically: true, encoding: .utf8)
        try daemon.stop()
        let script = try PseudoTerminal(
            Products.executable("fascia"), ["ask", "pager", directory["text"]], columns: 60, rows: 16,
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LC_ALL": "C.UTF-8"])
        try script.output.wait(for: "line 0 of it")
        daemon.process.signal(SIGCONT)
        try user.call("ask.answer", ["id": try asked(), "answer": true])
        #expect(try script.process.waitForExit() == .exited(0))
    }

    @Test func questionIsAskedAgainWhenTheDaemonComesBack() throws {
        let script = try start(["input", "--id", "host"])
        _ = try asked()
        try daemon.kill9()
        let again = try DaemonProcess(in: daemon.directory)
        let other = try again.client()
        while try other.call("ask.list")[at: "questions/0/id"] != "host" {}
        try other.call("ask.answer", ["id": "host", "answer": "attic"])
        #expect(try script.process.waitForExit() == .exited(0))
        #expect(try script.output.waitForEnd() == "attic\n")
    }

    @Test func firstAnswerWinsHereOrElsewhere() throws {
        func ask() throws -> PseudoTerminal {
            try PseudoTerminal(
                Products.executable("fascia"), ["ask", "confirm", "Really?", "--id", "q"], columns: 60, rows: 16,
                environment: ["FASCIA_SOCKET": daemon.socketPath, "LC_ALL": "C.UTF-8"])
        }
        // Elsewhere.
        let first = try ask()
        _ = try asked()
        try first.output.wait(for: "Really?")
        try user.call("ask.answer", ["id": "q", "answer": false])
        #expect(try first.process.waitForExit() == .exited(1))
        #expect(first.isInCookedMode)
        // Here.
        let second = try ask()
        _ = try asked()
        try second.output.wait(for: "Really?")
        try second.type("y")
        #expect(try second.process.waitForExit() == .exited(0))
        #expect(try user.notification()[at: "changes/0/answer"] == true)
    }

    @Test func onlyHereWithHere() throws {
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["ask", "confirm", "Really?", "--here"], columns: 60, rows: 16,
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LC_ALL": "C.UTF-8"])
        try terminal.output.wait(for: "Really?")
        #expect(try daemon.fascia(["ask", "list"]).output == "nothing is asked\n")
        try terminal.type("y")
        #expect(try terminal.process.waitForExit() == .exited(0))
    }

    @Test(arguments: [["--to", "user:root"], ["--keep"], ["--socket", "/nonexistent/s"]])
    func withoutADaemonNobodyElseIsAsked(_ options: [String]) throws {
        let result = try runProcess(
            "/usr/bin/setsid", ["-w", try Products.executable("fascia"), "ask", "confirm"] + options,
            environment: ["FASCIA_SOCKET": "/nonexistent/s"])
        #expect(result.status == .exited(3), "\(result.error)")
    }

    @Test func messageWaitsUntilSomebodyHasSeenIt() throws {
        #expect(try daemon.fascia(["notify", "The backup is done", "--severity", "warning"]).status == .exited(0))
        let id = try asked()
        let whole = try user.call("ask.list", ["id": id])
        #expect(
            whole[at: "questions/0/question/title"] == "Warning" && whole[at: "questions/0/question/text"] == "The backup is done"
        )
        try user.call("ask.answer", ["id": id, "answer": true])
        #expect(try daemon.fascia(["notify", "Gone", "--expires", "0.01"]).status == .exited(0))
        _ = try user.notification()
        #expect(try user.notification()[at: "changes/0/to"] == "asked")
        #expect(try user.notification()[at: "changes/0/to"] == "expired")
    }

    // MARK: - Progress

    @Test func gaugeIsShownToEverybodyAsLongAsItRuns() throws {
        let script = try start(["gauge", "Copying", "--title", "Backup", "--id", "copy", "--percent", "10"])
        _ = try asked()
        func now() throws -> JSON { try #require(try user.call("ask.list", ["id": "copy"])[at: "questions/0"]) }
        while try now()["percent"] != 10 {}
        let revision = try user.call("sync")["revision"]
        try script.send("40\nXXX\n60\nAlmost there\nXXX\n")
        while try now()["percent"] != 60 {}
        #expect(try now()["now"] == "Almost there" && now()[at: "question/title"] == "Backup")
        #expect(try user.call("sync")["revision"] == revision, "steps are no changes of the panel")
        #expect(try daemon.fascia(["ask", "list"]).output.hasPrefix("copy  gauge  open  Backup  60 %  asked by "))
        script.process.signal(SIGKILL)
        #expect(try user.notification()[at: "changes/0/to"] == "withdrawn")
    }

    @Test func progressOutlivesTheDaemon() throws {
        let script = try start(["gauge", "--id", "copy"])
        _ = try asked()
        try script.send("40\n")
        while try user.call("ask.list")[at: "questions/0/percent"] != 40 {}
        try daemon.kill9()
        let second = try DaemonProcess(in: daemon.directory)
        let again = try second.client()
        while try again.call("ask.list")[at: "questions/0/percent"] != 40 {}
        script.process.signal(SIGKILL)
        while try again.call("ask.list")[at: "questions/0"] != nil {}
    }

    @Test func spinnerIsStoppedAtThePanel() throws {
        let script = try start(["spin", "--id", "s", "--", "sleep", "1000"])
        _ = try asked()
        #expect(try daemon.fascia(["ask", "answer", "s", "yes"]).error.contains("nobody answers a spinner: decline it"))
        #expect(try daemon.fascia(["ask", "answer", "s", "--decline"]).status == .exited(0))
        #expect(try script.process.waitForExit() == .exited(130))
        #expect(try script.error.waitForEnd().contains("fascia: stopped by \(NSUserName())"))
    }

    @Test func spinnerEndsWithItsCommand() throws {
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["ask", "spin", "--", "/bin/sh", "-c", "exit 3"], columns: 60, rows: 16,
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LC_ALL": "C.UTF-8"])
        _ = try asked()
        #expect(try user.notification()[at: "changes/0/to"] == "withdrawn")
        #expect(try terminal.process.waitForExit() == .exited(3))
    }

    @Test func refusedQuestionSaysWhy() throws {
        let script = try start(["confirm", "--to", "user:nobody-here"])
        #expect(try script.process.waitForExit() == .exited(1))
        #expect(try script.error.waitForEnd().contains("there is no user \"nobody-here\""))
    }

    private static let contradictions = [
        (["confirm", "--here", "--keep"], "--here asks nobody else: leave out --to and --keep"),
        (["gauge", "--keep"], "--keep is for answers: this is shown as long as the command runs"),
        (["spin", "--keep", "--", "true"], "--keep is for answers"),
        (["answer", "q", "yes", "--decline"], "--decline has no answer"),
    ]

    @Test func optionsThatContradictAreRefused() throws {
        for (arguments, message) in Self.contradictions {
            let result = try daemon.fascia(["ask"] + arguments)
            #expect(result.status == .exited(2) && result.error.contains(message), "\(result.error)")
        }
    }
}
