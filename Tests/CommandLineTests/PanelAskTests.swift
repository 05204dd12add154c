import FasciaDocument
import TestSupport
import Testing

/// `ask` of a button in a panel file.
@Suite(.mustEnd) struct PanelAskTests {
    private let bench: PanelBench
    private let client: JSONClient

    init() throws {
        bench = try PanelBench()
        client = try bench.daemon.client()
        try bench.write(
            """
            - button: Copy
              ask:
                - {name: host, title: Host, pattern: "[a-z-]+", hint: must be small letters}
                - {name: mode, choices: [fast, safe]}
                - {name: word, secret: true, required: false}
              run: [sh, -c, 'echo "$1 $2 $(cat)" >>out', sh, "{host}", "{mode}"]
            """)
    }

    /// Taps the button, and returns the id of its question.
    private func tap() throws -> JSON {
        _ = try bench.output("tap", "Copy")
        try bench.wait("question")
        return try #require(try client.call("ask.list")[at: "questions/0/id"])
    }

    private func lines() throws -> [Substring] { try bench.text("out").split(separator: "\n") }

    @Test func answersAreMembersOfTheCommand() throws {
        let agent = try bench.agent()
        let id = try tap()
        #expect(try client.call("ask.list")[at: "questions/0/secret"] == true)
        let wrong = try client.failure("ask.answer", ["id": id, "answer": ["host": "A"]])
        #expect(wrong["message"] == "host: must be small letters")
        try client.call("ask.answer", ["id": id, "answer": ["host": "attic", "mode": "safe", "word": "opensesame"]])
        while try lines() != ["attic safe opensesame"] {}
        #expect(try client.call("history.get").text.contains("opensesame") == false)
        // The next tap asks anew.
        _ = try bench.output("tap", "Close")
        let second = try tap()
        #expect(second != id)
        try client.call("ask.answer", ["id": second, "lines": ["host=cellar"]])
        while try lines() != ["attic safe opensesame", "cellar fast "] {}
        withExtendedLifetime(agent) {}
    }

    @Test func secondTapDoesNotAskAgain() throws {
        let agent = try bench.agent()
        let id = try tap()
        #expect(try tap() == id)
        #expect(try client.call("ask.list")["questions"]?.arrayValue?.count == 1)
        withExtendedLifetime(agent) {}
    }

    @Test func declinedQuestionRunsNothing() throws {
        let agent = try bench.agent()
        try client.call("ask.answer", ["id": try tap(), "decline": true])
        try bench.wait("question", "--ended")
        try client.call("ask.answer", ["id": try tap(), "lines": ["host=attic"]])
        while try lines() != ["attic fast "] {}
        withExtendedLifetime(agent) {}
    }

    @Test func answerThatWouldBeAnOptionIsSaid() throws {
        try bench.write("- button: Copy\n  ask: [{name: host}]\n  run: [touch, \"{host}\"]\n")
        let agent = try bench.agent()
        try client.call("ask.answer", ["id": try tap(), "answer": ["host": "--help"]])
        while try !bench.output("issues").contains("Copy was not run: \"--help\" would be an option of touch") {}
        withExtendedLifetime(agent) {}
    }

    @Test func questionGoesWithItsAgent() throws {
        let agent = try bench.agent()
        _ = try tap()
        agent.process.signal(9)
        _ = try agent.process.waitForExit()
        try bench.wait("question", "--ended")
        #expect(try client.call("ask.list")["questions"] == [])
    }

    /// As a button that is tapped: one that is not there does not run.
    @Test(arguments: [
        "- text: none", "- button: Copy\n  ask: [{name: host}]\n  run: [sh, -c, 'echo other >>out']",
    ])
    func theAnswerOfAButtonThatHasGoneRunsNothing(_ edited: String) throws {
        let agent = try bench.agent()
        let id = try tap()
        try bench.write(edited)
        try agent.output.wait(for: "the edit is in force")
        try client.call("ask.answer", ["id": id, "answer": ["host": "attic"]])
        let message = "Copy was not run: the button is gone, or another one, since it was asked"
        while try !bench.output("issues").contains(message) {}
        #expect(throws: (any Error).self) { try runProcess("/bin/cat", [bench.directory["out"]]).checked() }
    }

    /// What its screen would not allow now, an answer does not do either.
    @Test func theAnswerOfAButtonThatIsDisabledMeanwhileRunsNothing() throws {
        let button =
            "- button: Copy\n  enabled: value:may\n  ask: [{name: host}]\n  run: [sh, -c, 'echo \"$1\" >>out', sh, '{host}']"
        try bench.write("- value: may\n  kind: bool\n  initial: true\n" + button)
        let agent = try bench.agent()
        let id = try tap()
        try client.call("value.set", ["key": "may", "value": false])
        try client.call("ask.answer", ["id": id, "answer": ["host": "attic"]])
        let message = "Copy was not run: the button is not there now, or not enabled"
        while try !bench.output("issues").contains(message) {}
        try client.call("value.set", ["key": "may", "value": true])
        try client.call("ask.answer", ["id": try tap(), "answer": ["host": "cellar"]])
        while try lines() != ["cellar"] {}
        _ = agent
    }

    @Test func theAnswerOfAButtonThatAnEditDisablesRunsNothing() throws {
        func button(_ condition: String) -> String {
            "- value: may\n  kind: bool\n  initial: false\n"
                + "- button: Copy\n\(condition)  ask: [{name: host}]\n  run: [sh, -c, 'echo \"$1\" >>out', sh, '{host}']"
        }
        try bench.write(button(""))
        let agent = try bench.agent()
        let id = try tap()
        try bench.write(button("  enabled: value:may\n"))
        try agent.output.wait(for: "the edit is in force")
        try client.call("ask.answer", ["id": id, "answer": ["host": "attic"]])
        while try !bench.output("issues").contains("Copy was not run: the button is not there now, or not enabled") {}
        #expect(throws: (any Error).self) { try runProcess("/bin/cat", [bench.directory["out"]]).checked() }
    }

    @Test func theAnswerOfAButtonThatWasMovedRunsIt() throws {
        let agent = try bench.agent()
        let id = try tap()
        let old = try bench.text("box.yaml").split(separator: "\n").dropFirst(4).map { $0.dropFirst(4) }.joined(separator: "\n")
        try bench.write("- text: Above\n" + old)
        try agent.output.wait(for: "the edit is in force")
        // It is still the same question.
        _ = try tap()
        #expect(try client.call("ask.list")["questions"]?.arrayValue?.count == 1)
        try client.call("ask.answer", ["id": id, "answer": ["host": "attic"]])
        while try lines() != ["attic fast "] {}
    }
}
