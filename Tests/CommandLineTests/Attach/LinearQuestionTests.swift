import FasciaDocument
import Foundation
import TestSupport
import Testing

/// The questions of everybody at the panel in linear mode.
@Suite(.mustEnd) struct LinearQuestionTests {
    private let daemon: DaemonProcess
    private let asker: JSONClient

    init() throws {
        daemon = try DaemonProcess()
        asker = try daemon.client()
    }

    private func linear(_ lines: String..., options: [String] = []) throws -> String {
        let result = try daemon.fascia(
            ["attach", "--linear"] + options, input: lines.map { $0 + "\n" }.joined(), environment: ["LANG": "C.UTF-8"])
        #expect(result.status == .exited(0), "\(result.error)")
        return result.output
    }

    private func ask(_ more: JSON.Object = [:]) throws {
        var params: JSON.Object = ["kind": "input", "text": "Host name?", "id": "host"]
        for member in more.members { params[member.key] = member.value }
        try asker.call("ask.open", .object(params))
    }

    private func state() throws -> JSON? { try asker.call("ask.list", ["id": "host"])[at: "questions/0/state"] }

    @Test func questionIsAnsweredInLines() throws {
        try ask()
        let output = try linear("a", "attic", "q")
        #expect(output.contains("\(NSUserName()) asks: Host name? Type a to answer it, or a host."), "\(output)")
        #expect(output.contains("Answer: (<< puts it off.)"), "\(output)")
        #expect(try asker.notification("ask.ended")["answer"] == "attic")
    }

    @Test func questionWithAnIdIsAnswered() throws {
        try ask()
        try asker.call("ask.open", ["kind": "confirm", "text": "Sure?", "id": "sure"])
        _ = try linear("a sure", "yes", "q")
        #expect(try asker.notification("ask.ended") == ["id": "sure", "state": "answered", "answer": true, "by": try by("sure")])
        #expect(try linear("a nothing", "q").contains("Nobody asks nothing."))
    }

    private func by(_ id: String) throws -> JSON {
        try #require(try asker.call("ask.list", ["id": .string(id)])[at: "questions/0/by"])
    }

    @Test func wrongAnswerIsAskedAgain() throws {
        try ask(["fields": [["pattern": "[a-z]+"]]])
        #expect(try linear("a", "A", "attic", "q").contains("! the answer must match [a-z]+"))
        #expect(try asker.notification("ask.ended")["answer"] == "attic")
    }

    @Test func messageIsSaidAndClosed() throws {
        try asker.call("ask.open", ["kind": "message", "text": "The backup is done", "id": "backup"])
        #expect(try linear("a", "", "q").contains("says: The backup is done Type a to close it, or a backup."))
        #expect(try asker.notification("ask.ended")["state"] == "answered")
    }

    @Test func progressIsAnnouncedAndNotAnswered() throws {
        try asker.call("ask.open", ["kind": "spin", "title": "Updating", "id": "update"])
        let output = try linear("a", "a update", "q")
        #expect(output.contains("\(NSUserName()) runs: Updating\n"), "\(output)")
        #expect(output.contains("Nobody asks anything.") && output.contains("Nobody asks update."), "\(output)")
    }

    @Test func questionIsPutOff() throws {
        try ask()
        #expect(try linear("a", "<<", "q").contains("Put off. Type a to answer it."))
        #expect(try state() == "open")
        #expect(try linear("a", "half").contains("asks: Host name?"), "the end of the input is no answer, but a line is")
        #expect(try state() == "answered")
        #expect(try linear("a", "q").contains("Nobody asks anything."))
    }

    @Test func whoOnlyReadsIsNotAsked() throws {
        try ask()
        let output = try linear("a", "q", options: ["--read-only"])
        #expect(!output.contains("Host name?") && output.contains("view-only"), "\(output)")
    }

    @Test func answerOfOthersIsAnnounced() throws {
        let terminal = try RunningProcess(
            Products.executable("fascia"), ["attach", "--linear"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try ask()
        try terminal.output.wait(for: "asks: Host name?")
        try asker.call("ask.answer", ["id": "host", "answer": "attic"])
        try terminal.output.wait(for: "Over: Host name? It was answered by \(NSUserName()).")
        try ask(["text": "And now?"])
        try terminal.output.wait(for: "asks: And now?")
        try asker.call("ask.cancel", ["id": "host"])
        try terminal.output.wait(for: "Over: And now? It is not asked any more.")
    }

    @Test func secretIsNotShownWhileItIsTyped() throws {
        try ask(["secret": true, "text": "Word?"])
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach", "--linear"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try terminal.output.wait(for: "asks: Word?")
        try terminal.type("a\n")
        try terminal.output.wait(for: "Answer: ")
        #expect(!terminal.isInCookedMode)
        try terminal.type("opensesame\n")
        #expect(try asker.notification("ask.ended")["answer"] == "opensesame")
        try terminal.type("q\n")
        #expect(try terminal.process.waitForExit() == .exited(0))
        #expect(try !terminal.output.waitForEnd().contains("opensesame"))
        #expect(terminal.isInCookedMode)
    }
}
