import FasciaDocument
import Foundation
import TestSupport
import Testing

/// Questions on the wire.
@Suite(.mustEnd) struct AskMethodTests {
    private let daemon: DaemonProcess
    private let asker: JSONClient

    init() throws { (daemon, asker) = try Fixture.daemon() }

    private func end(_ client: JSONClient) throws -> JSON { try client.notification("ask.ended") }

    private func states(_ client: JSONClient) throws -> [String] {
        (try client.call("ask.list")["questions"]?.arrayValue ?? []).map {
            "\($0["id"]?.stringValue ?? "?") \($0["state"]?.stringValue ?? "?")"
        }
    }

    @Test func askerIsToldTheAnswer() throws {
        let other = try daemon.client()
        try other.watch(["topics": ["question:*"]])
        let opened = try asker.call("ask.open", ["kind": "confirm", "text": "Delete it?"])
        #expect(opened["state"] == "open" && opened.changed == true)
        let id = try #require(opened["id"])
        try other.call("ask.answer", ["id": id, "answer": true])
        let ended = try end(asker)
        #expect(ended["id"] == id && ended["state"] == "answered" && ended["answer"] == true)
        #expect(ended[at: "by/uid"] == .int(Int(getuid())))
        #expect(try other.notification()[at: "changes/0/to"] == "asked")
        let event = try other.notification()
        #expect(event[at: "changes/0/to"] == "answered" && event[at: "changes/0/answer"] == true)
    }

    @Test(
        arguments: [
            (["kind": "choose", "choices": ["red", ["value": "g", "label": "green"]]], ["lines": ["green"]], ["g"]),
            (["kind": "choose", "choices": ["a", "b", "c"], "limit": 0], ["answer": ["c", "a"]], ["a", "c"]),
            (["kind": "filter", "choices": ["a"], "strict": false], ["answer": "x"], ["x"]),
            (["kind": "input"], ["answer": "text"], "text"),
            (["kind": "write"], ["lines": ["a", "b"]], "a\nb"),
            (
                ["kind": "form", "fields": [["name": "host"], ["name": "port", "kind": "int", "value": "22"]]],
                ["answer": ["host": "attic"]], ["host": "attic", "port": "22"]
            ),
            (["kind": "message", "text": "Done"], ["answer": true], true),
            (["kind": "pager", "text": "a\nb"], ["lines": []], true),
            (["kind": "confirm"], ["lines": ["no"]], false),
        ] as [(JSON, JSON.Object, JSON)])
    func answerHasTheFormOfItsKind(_ question: JSON, _ answer: JSON.Object, _ expected: JSON) throws {
        let client = asker
        var params = answer
        params["id"] = try client.call("ask.open", question)["id"]
        try client.call("ask.answer", .object(params))
        #expect(try end(client)["answer"] == expected)
    }

    @Test(
        arguments: [
            (["kind": "confirm"], ["answer": 3], "the answer must be yes or no, not \"3\""),
            (["kind": "confirm"], ["lines": ["perhaps"]], "the answer must be yes or no, not \"perhaps\""),
            (["kind": "choose", "choices": ["a"]], ["answer": ["b"]], "\"b\" is none of the options"),
            (["kind": "choose", "choices": ["a"]], ["answer": [1]], "an option is a text, not an integer"),
            (
                ["kind": "choose", "choices": ["a", "b", "c"], "limit": 2], ["answer": ["a", "b", "c"]],
                "at most 2 can be chosen, not 3"
            ),
            (
                ["kind": "input", "fields": [["pattern": "[a-z]+", "hint": "must be small"]]], ["answer": "A"],
                "the answer: must be small"
            ),
            (["kind": "input", "fields": [["required": true]]], ["answer": ""], "the answer must not be empty"),
            (
                ["kind": "form", "fields": [["name": "port", "kind": "int"]]], ["answer": ["port": "x"]],
                "port must be a whole number"
            ),
            (["kind": "form", "fields": [["name": "port"]]], ["answer": ["prt": "x"]], "the form has no field \"prt\""),
            (["kind": "form", "fields": [["name": "port"]]], ["answer": ["port": []]], "port is a text, not an array"),
            (["kind": "form", "fields": [["name": "port"]]], ["answer": "x"], "the answer to a form is an object, not a string"),
        ] as [(JSON, JSON.Object, String)])
    func wrongAnswerIsRefusedAndTheQuestionStaysOpen(_ question: JSON, _ answer: JSON.Object, _ message: String) throws {
        let client = asker
        var params = answer
        params["id"] = try client.call("ask.open", question)["id"]
        let failure = try client.failure("ask.answer", .object(params))
        #expect(failure.reason == "invalid" && failure.message == message)
        #expect(try client.call("ask.list")[at: "questions/0/state"] == "open")
    }

    private static let senseless: [(question: JSON, message: String)] = [
        (["kind": "input", "fields": [["pattern": "("]]], "the pattern \"(\" "),
        (["kind": "input", "fields": [["required": true]], "defaultAfter": 3], "defaultAfter needs a default"),
        (["kind": "confirm", "to": ["user:nobody-here"]], "there is no user \"nobody-here\""),
        (["kind": "confirm", "to": ["group:nobody-here"]], "there is no group \"nobody-here\""),
        (["kind": "confirm", "to": ["terminal:x"]], "\"x\" is no number of a terminal"),
        (["kind": "confirm", "to": ["ada"]], "\"ada\" is not user:NAME, group:NAME or terminal:NUMBER"),
        (["kind": "gauge", "keep": true], "a gauge goes with its asker: it has no keep and no defaultAfter"),
        (["kind": "spin", "defaultAfter": 1], "a spin goes with its asker: it has no keep and no defaultAfter"),
    ]

    @Test func questionThatMakesNoSenseIsRefused() throws {
        for (question, message) in Self.senseless {
            let failure = try asker.failure("ask.open", question)
            #expect(failure.reason == "invalid" && failure.message?.hasPrefix(message) == true, "\(failure.text)")
            #expect(try states(asker).isEmpty, "\(message)")
        }
    }

    @Test func onlyWhoShowsAGaugeSaysHowFarItIs() throws {
        try asker.call("ask.open", ["kind": "gauge", "id": "g", "text": "Copying"])
        try asker.call("ask.open", ["kind": "confirm", "id": "q"])
        try asker.call("ask.progress", ["id": "g", "percent": 40, "text": "Copying more"])
        try asker.call("ask.progress", ["id": "g", "percent": 50])
        let gauge = try asker.call("ask.list")[at: "questions/0"]
        #expect(gauge?["percent"] == 50 && gauge?["now"] == "Copying more")
        for (client, id) in [(try daemon.client(), "g"), (asker, "q")] {
            let failure = try client.failure("ask.progress", ["id": .string(id), "percent": 60])
            #expect(failure.reason == "conflict", "\(failure.text)")
            #expect(failure.message == "\"\(id)\" is no gauge or spinner that this connection shows")
        }
        #expect(try asker.failure("ask.progress", ["id": "x"]).reason == "notFound")
        for reply: JSON.Object in [["answer": true], ["decline": true]] {
            var params = reply
            params["id"] = "g"
            let failure = try asker.failure("ask.answer", .object(params))
            #expect(failure.message == "nobody answers a gauge: it goes with its asker", "\(failure.text)")
        }
    }

    @Test func onlyTheFirstOfTwoAnswersCounts() throws {
        let id = try #require(try asker.call("ask.open", ["kind": "confirm"])["id"])
        let others = try (0..<2).map { _ in try daemon.client() }
        let sent = try others.map { try $0.send("ask.answer", ["id": id, "answer": .bool($0 === others[0])]) }
        let replies = try zip(others, sent).map { try $0.reply(to: $1) }
        #expect(replies.count { $0["result"] != nil } == 1)
        let error = try #require(replies.compactMap { $0["error"] }.first)
        #expect(error.reason == "conflict")
        #expect(error[at: "data/by/uid"] == .int(Int(getuid())))
        #expect(try end(asker)["answer"] == .bool(replies[0]["result"] != nil))
    }

    @Test func bothAskersOfAQuestionAreTold() throws {
        let first = asker
        let second = try daemon.client()
        for asker in [first, second] { try asker.call("ask.open", ["kind": "confirm", "id": "q"]) }
        let failure = try second.failure("ask.open", ["kind": "confirm", "id": "q", "text": "Another?"])
        #expect(failure.reason == "conflict", "the first one is still asked")
        try second.call("ask.answer", ["id": "q", "decline": true])
        for asker in [first, second] { #expect(try end(asker)["state"] == "declined") }
    }

    /// The options of the second one would be ignored, and those of the first one would hold for it.
    @Test func whoAsksTheSameInAnotherWayIsRefused() throws {
        let second = try daemon.client()
        try asker.call("ask.open", ["kind": "confirm", "id": "q"])
        for (member, value) in [("keep", true), ("timeout", 5), ("defaultAfter", 5), ("to", ["user:root"])] as [(String, JSON)] {
            let failure = try second.failure("ask.open", ["kind": "confirm", "id": "q", member: value])
            #expect(failure.reason == "conflict")
            #expect(
                failure.message?.hasSuffix(
                    "asks \"q\" with another \(member): ask with the same, or with another id, or cancel that one") == true,
                "\(failure.text)")
        }
        // Alone, it may change its mind.
        try asker.call("ask.open", ["kind": "confirm", "id": "q", "timeout": 1_000])
        #expect(try asker.call("ask.list")[at: "questions/0/remaining"]?.doubleValue.map { $0 > 500 } == true)
    }

    /// Whoever keeps it may be away.
    @Test func aKeptQuestionStaysKept() throws {
        let user = asker
        try user.watch(["topics": ["question:*"]])
        do { try daemon.client().call("ask.open", ["kind": "confirm", "id": "q", "keep": true, "timeout": 1_000]) }
        try user.wait(forClients: 1)
        do { try daemon.client().call("ask.open", ["kind": "confirm", "id": "q"]) }
        try user.wait(forClients: 1)
        #expect(try states(user) == ["q open"])
    }

    /// A program that has got its answer may stay connected for long.
    @Test func whoGotAnAnswerIsNotToldThatOfTheNextQuestion() throws {
        let (script, program) = (try daemon.client(), asker)
        try program.call("ask.open", ["kind": "confirm", "id": "q"])
        try program.call("ask.answer", ["id": "q", "answer": true])
        #expect(try end(program)["answer"] == true)
        try script.call("ask.open", ["kind": "input", "id": "q", "fields": [["secret": true]]])
        try program.call("ask.answer", ["id": "q", "answer": "a secret"])
        #expect(try end(script)["answer"] == "a secret")
        _ = try program.sync()
        #expect(!program.takeNotifications().contains { $0["method"] == "ask.ended" })
    }

    /// The question goes with its asker, which ends as soon as it has the answer.
    @Test func whoAnswersAfterTheAskerHasGoneIsToldWhoWasFirst() throws {
        let user = asker
        try user.watch(["topics": ["question:*"]])
        do {
            let script = try daemon.client()
            try script.call("ask.open", ["kind": "confirm", "id": "q"])
            try user.call("ask.answer", ["id": "q", "answer": true])
            _ = try end(script)
        }
        while try user.notification()[at: "changes/0/to"] != "withdrawn" {}
        let failure = try user.failure("ask.answer", ["id": "q", "answer": false])
        #expect(failure.reason == "conflict")
        #expect(failure.message?.hasPrefix("the question \"q\" cannot be answered: it was answered by ") == true)
        #expect(try user.failure("ask.answer", ["id": "other", "answer": false]).reason == "notFound")
    }

    @Test func questionGoesWithItsLastAsker() throws {
        let user = asker
        try user.watch(["topics": ["question:*"]])
        do {
            let first = try daemon.client()
            try first.call("ask.open", ["kind": "confirm", "id": "q"])
            do {
                let second = try daemon.client()
                try second.call("ask.open", ["kind": "confirm", "id": "q"])
                try second.call("ask.open", ["kind": "confirm", "id": "kept", "keep": true])
            }
            #expect(try user.notification()[at: "changes/0/to"] == "asked")
            #expect(try user.notification()[at: "changes/0/to"] == "asked")
            #expect(try states(user) == ["q open", "kept open"])
        }
        #expect(
            try user.notification()[at: "changes/0"] == ["kind": "question", "id": "q", "to": "withdrawn", "name": "confirm"])
        #expect(try states(user) == ["kept open"])
    }

    @Test func keptQuestionAndItsAnswerOutliveAskerAndDaemon() throws {
        let user = asker
        let question: JSON = ["kind": "confirm", "id": "q", "text": "Go on?", "keep": true]
        do { try daemon.client().call("ask.open", question) }
        try daemon.kill9()
        let second = try DaemonProcess(in: daemon.directory)
        let person = try second.client()
        #expect(try states(person) == ["q open"])
        try person.call("ask.answer", ["id": "q", "answer": false])
        try second.kill9()
        let third = try DaemonProcess(in: daemon.directory)
        let asker = try third.client()
        #expect(try asker.call("ask.open", question)["state"] == "answered")
        #expect(try end(asker)["answer"] == false)
        withExtendedLifetime(user) {}
    }

    @Test func askerThatComesBackGetsTheAnswerThatItMissed() throws {
        try asker.call("ask.open", ["kind": "confirm", "id": "q"])
        try asker.call("ask.open", ["kind": "confirm", "id": "open"])
        try daemon.client().call("ask.answer", ["id": "q", "answer": true])
        try daemon.kill9()
        let again = try DaemonProcess(in: daemon.directory)
        let back = try again.client()
        #expect(try states(back) == ["q answered"], "the open one goes with its asker")
        try back.call("ask.open", ["kind": "confirm", "id": "q"])
        #expect(try end(back)["answer"] == true)
    }

    /// The answer is for the script that has gone: another one is asked anew.
    @Test func anotherAskerGetsNoAnswerOfBefore_andATrialChangesNothing() throws {
        try asker.call("ask.open", ["kind": "confirm", "id": "q"])
        try daemon.client().call("ask.answer", ["id": "q", "answer": true])
        try daemon.kill9()
        let again = try DaemonProcess(in: daemon.directory)
        let other = try again.client()
        try other.call("daemon.hello", ["name": "another script"])
        let before = try other.sync()
        try other.call("ask.open", ["kind": "confirm", "id": "q", "dryRun": true])
        _ = try other.failure("batch", ["commands": [["method": "ask.open", "params": ["kind": "confirm", "id": "q"]], [:]]])
        #expect(try (other.sync(), states(other)) == (before, ["q answered"]))
        try other.call("ask.open", ["kind": "confirm", "id": "q"])
        #expect(try states(other) == ["q open"])
    }

    @Test func questionIsHandedOver() throws {
        let manager = try ServiceManager()
        let (asker, user) = (try manager.client(), try manager.client())
        try asker.call("ask.open", ["kind": "confirm", "id": "q"])
        try manager.restart()
        for client in [asker, user] { _ = try client.notification("resumed") }
        try user.call("ask.answer", ["id": "q", "answer": true])
        #expect(try end(asker)["answer"] == true)
    }

    /// A request whose reply was lost is sent again on another connection.
    @Test func aRepeatedRequestIsToldTheEnd() throws {
        let kept: JSON = ["kind": "confirm", "id": "q", "keep": true, "once": "K"]
        let lost: JSON = ["kind": "confirm", "once": "L"]
        do {
            let first = try daemon.client()
            for question in [kept, lost] { try first.call("ask.open", question) }
        }
        try asker.wait(forClients: 1)
        let second = try daemon.client()
        #expect(try second.call("ask.open", kept)["id"] == "q")
        try asker.call("ask.answer", ["id": "q", "answer": true])
        #expect(try end(second)["answer"] == true)
        // It was withdrawn with its only asker.
        let id = try second.call("ask.open", lost)["id"]
        let ended = try end(second)
        #expect(ended["id"] == id && ended["state"] == "withdrawn")
    }

    /// By then somebody else may ask something else by that name.
    @Test func aRepeatedRequestIsNotToldTheEndOfAnotherQuestion() throws {
        let question: JSON = ["kind": "confirm", "id": "q", "once": "K"]
        do {
            let first = try daemon.client()
            try first.call("ask.open", question)
        }
        try asker.wait(forClients: 1)
        try asker.call("ask.open", ["kind": "input", "id": "q"])
        let second = try daemon.client()
        try second.call("ask.open", question)
        #expect(try end(second)["state"] == "withdrawn")
        try second.call("ask.answer", ["id": "q", "answer": "text"])
        #expect(try end(asker)["answer"] == "text")
        #expect(!second.takeNotifications().contains { $0["method"] == "ask.ended" })
    }

    @Test func cancelledQuestionIsOver() throws {
        try asker.call("ask.open", ["kind": "confirm", "id": "q"])
        try daemon.client().call("ask.cancel", ["id": "q"])
        #expect(try end(asker)["state"] == "withdrawn")
        #expect(try asker.failure("ask.answer", ["id": "q", "answer": true]).reason == "notFound")
    }

    @Test func timeEndsAQuestion() throws {
        try asker.call("ask.open", ["kind": "confirm", "id": "q", "timeout": 0.01])
        #expect(try end(asker) == ["id": "q", "state": "expired"])
        try asker.call("ask.open", ["kind": "confirm", "id": "r", "default": false, "defaultAfter": 0.01])
        #expect(try end(asker) == ["id": "r", "state": "answered", "answer": false])
    }

    /// Numbers of terminals begin anew with the daemon.
    @Test func aQuestionForATerminalIsNotForThatOfAnotherDaemon() throws {
        let terminal = try #require(try asker.attach().intValue)
        try asker.call("ask.open", ["kind": "confirm", "id": "q", "keep": true, "to": [.string("terminal:\(terminal)")]])
        try asker.call("ask.open", ["kind": "confirm", "id": "r", "keep": true, "to": [.string("terminal:\(Int.max)")]])
        try daemon.kill9()
        let again = try DaemonProcess(in: daemon.directory)
        #expect(try again.client().attach() == .int(terminal + 1))
    }

    @Test func deadlineIsKeptOverARestart() throws {
        try asker.call("ask.open", ["kind": "confirm", "id": "q", "keep": true, "timeout": 3_600])
        try daemon.kill9()
        let again = try DaemonProcess(in: daemon.directory)
        let remaining = try again.client().call("ask.list")[at: "questions/0/remaining"]?.doubleValue
        #expect(try #require(remaining) > 0 && remaining ?? 0 <= 3_600)
    }

    // MARK: - Who may

    @Test(.enabled(if: isRoot)) func questionForAUserIsAnsweredByThatUserAndTheOwner() throws {
        for (id, to) in [("root", "user:root"), ("theirs", "user:65534"), ("group", "group:65534")] as [(String, JSON)] {
            try asker.call("ask.open", ["kind": "confirm", "id": .string(id), "to": [to]])
        }
        let answers = ["root", "theirs", "group"].map { id -> JSON in
            ["id": 1, "method": "ask.answer", "params": ["id": .string(id), "answer": true]]
        }
        let replies = try daemon.replies(
            toOperator: answers + [
                ["id": 2, "method": "ask.list"], ["id": 3, "method": "ask.cancel", "params": ["id": "group"]],
            ])
        #expect(
            replies[0][at: "error/message"]
                == "the question \"root\" is for user:root: only they and the owner of the panel may answer it")
        #expect(replies[0][at: "error/data/reason"] == "denied")
        #expect(replies[1]["result"] != nil && replies[2]["result"] != nil)
        #expect(replies[3][at: "result/questions"]?.arrayValue?.map { $0["id"]?.stringValue } == ["theirs", "group"])
        #expect(replies[4][at: "error/data/reason"] == "denied")
        try asker.call("ask.answer", ["id": "root", "answer": true])
    }

    @Test func questionForATerminalIsAnsweredByItsClient() throws {
        let client = asker
        let terminal = try client.attach()
        let id = try #require(
            try client.call("ask.open", ["kind": "confirm", "to": [.string("terminal:\(terminal.intValue ?? 0)")]])["id"])
        try client.call("ask.answer", ["id": id, "answer": true])
    }

    // MARK: - Secrets and limits

    @Test(
        arguments: [
            ["kind": "input", "id": "q", "keep": true, "fields": [["kind": "secret"]]],
            ["kind": "input", "id": "q", "keep": true, "secret": true],
            ["kind": "write", "id": "q", "keep": true, "secret": true, "fields": [["lines": 3]]],
        ] as [JSON])
    func secretAnswerIsTheAskersAlone(_ question: JSON) throws {
        let other = try daemon.client()
        try other.watch(["topics": ["question:*"]])
        try asker.call("ask.open", question)
        try other.call("ask.answer", ["id": "q", "answer": "opensesame", "once": "key-1"])
        #expect(try end(asker)["answer"] == "opensesame")
        _ = try other.notification()
        #expect(
            try other.notification()["changes"]?.text.contains("opensesame") == false)
        #expect(try other.call("ask.list", ["id": "q"]).text.contains("opensesame") == false)
        #expect(try other.call("history.get").text.contains("opensesame") == false)
        try daemon.terminate()
        let found = try runProcess("/bin/grep", ["-r", "opensesame", daemon.statePath])
        #expect(found.status == .exited(1), "\(found.output)")
        #expect(!daemon.log.text.contains("opensesame"))
        let again = try DaemonProcess(in: daemon.directory)
        let back = try again.client()
        #expect(
            try back.call("ask.open", question)["state"] == "open", "an answer that is kept nowhere is lost with the daemon")
    }

    @Test func secretNeedsSomethingToType() throws {
        #expect(
            try asker.failure("ask.open", ["kind": "confirm", "secret": true])["message"]
                == "a question of the kind confirm has no text that could be secret")
        #expect(
            try asker.failure("ask.open", ["kind": "input", "secret": true, "fields": [["value": "x"]]])["message"]
                == "a secret has no text at first, because it is kept nowhere")
    }

    @Test func tenThousandQuestionsHurtNobody() throws {
        let user = try daemon.client()
        try user.call("value.set", ["key": "a", "value": 1])
        var refused = 0
        // What is sent in one go must fit into the buffers of those who do not read meanwhile.
        for part in 0..<100 {
            let sent = try (0..<100).map { number in
                try asker.send("ask.open", ["kind": "confirm", "id": .string("q\(part * 100 + number)"), "text": "Delete it?"])
            }
            for id in sent {
                guard let error = try asker.reply(to: id)["error"] else { continue }
                #expect(error[at: "data/limit"] == "questionsOfOneUser")
                refused += 1
            }
        }
        #expect(refused == 9_750)
        #expect(try user.value("a") == 1)
        #expect(try states(user).count == 250)
        #expect(try daemon.peakMemory < 300)
    }

    @Test func hostileTitleIsShownAsText() throws {
        let client = asker
        _ = try client.attach()
        let title = String(repeating: "\u{1B}[31m\u{202E}a", count: 8_000)
        try client.call("ask.open", ["kind": "confirm", "title": .string(title)])
        _ = try client.sync()
        for notification in client.takeNotifications() {
            #expect(notification.text.contains("\u{202E}") == false)
        }
        #expect(try client.call("ask.list").text.count < 4_000)
    }

    @Test func batchNamesItsQuestionsApart() throws {
        let client = asker
        let open: JSON = ["method": "ask.open", "params": ["kind": "confirm"]]
        let results = try client.call("batch", ["commands": [open, open]])["results"]?.arrayValue ?? []
        #expect(Set(results.map { $0["id"] }).count == 2)
        #expect(try states(client).count == 2)
    }

    @Test func snapshotListsQuestions() throws {
        let client = asker
        try client.call("ask.open", ["kind": "confirm", "id": "q", "title": "Sure?"])
        let snapshot = try client.call("watch.start", ["snapshot": true])["snapshot"]
        #expect(snapshot?["questions"] == [["id": "q", "name": "Sure?", "state": "open"]])
    }
}
