import FasciaDocument
import Foundation
import TestSupport
import Testing

/// Where else questions are than in their sheets: `ui.tree`, Find, terminals that follow another one, an exported state.
@Suite(.mustEnd) struct QuestionPlacesTests {
    private let daemon: DaemonProcess
    private let asker: JSONClient

    init() throws { (daemon, asker) = try SharedPanel.start(pause: 0) }

    private func ask(_ id: String = "q", _ text: String = "Delete the backup?", _ more: JSON.Object = [:]) throws {
        var params: JSON.Object = ["kind": "confirm", "text": .string(text), "id": .string(id)]
        for member in more.members { params[member.key] = member.value }
        try asker.call("ask.open", .object(params))
    }

    private func questions(_ params: JSON = [:]) throws -> [JSON] {
        (try asker.call("ui.tree", params)["nodes"]?.arrayValue ?? []).filter { $0["role"] == "question" }
    }

    // MARK: - ui.tree

    @Test func openQuestionIsANodeOfTheTree() throws {
        try ask()
        let node: JSON = [
            "id": "question/q", "entry": "", "role": "question", "label": "Delete the backup?", "value": "confirm",
            "enabled": true,
        ]
        #expect(try questions() == [node])
        #expect(try daemon.fascia(["tree"]).output.contains("question/q"))
        try asker.call("ask.answer", ["id": "q", "answer": true])
        #expect(try questions() == [])
    }

    @Test func treeOfATerminalSaysWhichQuestionTakesItsKeys() throws {
        let (ada, bob) = (try Person(daemon), try Person(daemon))
        try ask("a", "First?")
        try ask("b", "Second?", ["to": [.string("terminal:\(ada.terminal.intValue ?? 0)")]])
        func ids(_ person: Person) throws -> [String] {
            try questions(["terminal": person.terminal]).map {
                "\($0["id"]?.stringValue ?? "") \($0["focused"] == true)"
            }
        }
        #expect(try ids(ada) == ["question/a true", "question/b false"])
        #expect(try ids(bob) == ["question/a true"])
        #expect(try ada.focused == "question/a", "nothing else has the focus")
    }

    // MARK: - Finding

    @Test func openQuestionIsFound() throws {
        try ask("q", "Delete the backup?", ["title": "Backup"])
        let found = try asker.call("ui.find", ["query": "backup"])["found"]?.arrayValue
        #expect(
            found == [
                [
                    "address": "question/q", "kind": "question", "title": "Backup", "state": "open",
                    "path": ["Delete the backup?"],
                ]
            ])
        #expect(try asker.call("ui.find", ["query": "delete"])["count"] == 1, "its text, too")
        #expect(try daemon.fascia(["find", "backup"]).output.contains("question/q"))
        let refusal = try asker.failure("ui.open", ["address": "question/q"])
        #expect(refusal["message"] == "the question \"q\" is on no screen: answer it with ask.answer")
        try asker.call("ask.answer", ["id": "q", "answer": true])
        #expect(try asker.call("ui.find", ["query": "backup"])["count"] == 0)
    }

    @Test func questionThatWasPutOffIsFoundAndAnswered() throws {
        let ada = try Person(daemon)
        try ask("a", "First?")
        try ask("b", "Second?")
        for _ in 1...2 { try ada.press("escape") }
        try ada.press("ctrl+k")
        try ada.type("second")
        #expect(try ada.picture.contains("Second?"))
        try ada.press("enter")
        #expect(try ada.focused == "question/b")
        try ada.press("y")
        #expect(try asker.notification("ask.ended")["id"] == "b")
    }

    @Test func questionForOthersIsNotInThePalette() throws {
        let (ada, bob) = (try Person(daemon), try Person(daemon))
        try ask("q", "Delete the backup?", ["to": [.string("terminal:\(ada.terminal.intValue ?? 0)")]])
        try bob.press("ctrl+k")
        try bob.type("delete")
        #expect(try bob.picture.contains("no match"))
    }

    // MARK: - Terminals

    @Test func terminalThatFollowsAnotherOneIsAskedToo() throws {
        let leader = try Person(daemon)
        let client = try daemon.client()
        let follower = try client.attach(72, 20, ["follow": leader.terminal])
        try ask()
        let picture = try client.call("ui.render", ["terminal": follower])["data"]?.stringValue
        #expect(picture?.contains("Delete the backup?") == true, "\(picture ?? "")")
        try client.call("terminal.key", ["terminal": follower, "key": "y"])
        #expect(try asker.notification("ask.ended")["answer"] == true)
        #expect(try !leader.picture.contains("Delete the backup?  "))
    }

    @Test func messageIsSaidAndNotAsked() throws {
        let (busy, asker) = try SharedPanel.start(pause: 3_600_000)
        let ada = try Person(busy)
        try ada.press("down")
        try asker.call("ask.open", ["kind": "message", "text": "The backup is done"])
        #expect(try ada.picture.contains("says: The backup is done – Ctrl-G to close"))
        try ada.press("ctrl+g")
        #expect(try !ada.picture.contains("asks"))
    }

    // MARK: - State

    /// Exported and imported, a kept question has its answer.
    @Test func questionIsPartOfAnExportedState() throws {
        try asker.call("ask.open", ["kind": "input", "id": "host", "text": "Host?", "keep": true])
        try asker.call("ask.answer", ["id": "host", "answer": "attic"])
        try asker.call("ask.open", ["kind": "input", "id": "word", "secret": true, "keep": true])
        try asker.call("ask.answer", ["id": "word", "answer": "opensesame"])
        try daemon.terminate()
        let fascia = try Products.executable("fascia")
        func state(_ arguments: String...) throws -> ProcessResult { try runProcess(fascia, ["state"] + arguments).checked() }
        let directory = try TemporaryDirectory()
        let export = try state("export", "--state", daemon.statePath).output
        #expect(export.contains("attic") && !export.contains("opensesame"), "\(export)")
        try export.write(toFile: directory["export"], atomically: true, encoding: .utf8)
        _ = try state("import", directory["export"], "--state", directory["state"])
        #expect(try state("export", "--state", directory["state"]).output == export)
    }
}
