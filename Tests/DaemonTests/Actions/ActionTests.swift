import FasciaDocument
import TestSupport
import Testing

/// Actions: which app handles what a screen emits, the outcomes, and the errors without a handler.
@Suite struct ActionTests {
    private func kinds(_ event: JSON) -> [String] {
        (event["changes"]?.arrayValue ?? []).compactMap { $0["kind"]?.stringValue }
    }

    // MARK: - What is said when it is declared and pushed

    @Test func parents1_anOrderIsAnIssueWhenItIsDeclared() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.watch()
        try client.call("screen.put", ["screen": ["id": "a", "body": ["kind": "empty"], "emits": ["deleteStandup"]]])
        let event = try client.notification()
        #expect(kinds(event) == ["declared", "issue"])
        #expect(event[at: "changes/1/severity"] == "warning")
        #expect(event[at: "changes/1/reason"] == "order")
        try daemon.log.wait(for: "screen \"a\" emits \"deleteStandup\": an order to its parent")
        #expect(try client.call("daemon.status")[at: "counts/issues"] == 1)
        #expect(try client.call("daemon.status")[at: "counts/unimplemented"] == 0)
    }

    @Test func parents2_whatIsNotHandledIsAWarningInTheEventOfThePush() throws {
        let daemon = try Standups.daemon()
        let client = try daemon.client()
        try client.watch()
        try client.call("nav.push", ["screen": "edit"])
        let event = try client.notification()
        #expect(kinds(event) == ["nav", "issue"])
        #expect(event[at: "changes/1/reason"] == "unhandled")
        #expect(event[at: "changes/1/breadcrumbs/emits"] == ["onDeleteButtonTapped"])
        try client.call("nav.modal", ["screen": "edit", "handles": ["onDeleteButtonTapped"]])
        #expect(kinds(try client.notification()) == ["nav"])
    }

    // MARK: - The answer

    @Test func parents3_theParentIsAskedAndItsAnswerIsTheSenders() throws {
        let daemon = try Standups.daemon()
        let (parent, child) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        try child.watch(["topics": ["action:*", "issue:*"]])
        let id = try child.send("action.send", Standups.delete(entry))
        let asked = try parent.handle(["left": 2])
        #expect(
            asked == [
                "entry": entry, "stack": "main", "screen": "edit", "name": "onDeleteButtonTapped",
                "payload": ["standup": 7],
            ])
        // The action's event precedes its reply.
        let event = try child.notification()
        #expect(
            event["changes"] == [
                [
                    "kind": "action", "entry": entry, "name": "onDeleteButtonTapped", "payload": ["standup": 7],
                    "outcome": "handled",
                ]
            ])
        let reply = try child.reply(to: id)
        let revision = try #require(event["revision"])
        #expect(reply["result"] == ["outcome": "handled", "result": ["left": 2], "revision": revision])
    }

    @Test func parents3_aRejectionCarriesItsReason() throws {
        let daemon = try Standups.daemon()
        let (parent, child) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        var id = try child.send("action.send", Standups.delete(entry))
        try parent.handle(["outcome": "rejected", "reason": "it is running"])
        #expect(try child.reply(to: id)[at: "result/outcome"] == "rejected")
        id = try child.send("action.send", Standups.delete(entry))
        try parent.refuse(parent.action().id, code: -32004, "it is running still")
        let result = try #require(try child.reply(to: id)["result"])
        #expect(result["outcome"] == "rejected" && result["reason"] == "it is running still")
        #expect(try child.call("daemon.status")[at: "counts/issues"] == 0)
    }

    @Test func parents3_whoDoesNotAnswerInTimeIsNamed() throws {
        let daemon = try Standups.daemon(arguments: ["--action-timeout", "0.05"])
        let (parent, child) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        try parent.call("daemon.hello", ["name": "a parent"])
        try child.watch(["topics": ["action:*", "issue:*"]])
        let error = try child.failure("action.send", Standups.delete(entry))
        #expect(error.reason == "timeout")
        #expect(error[at: "data/outcome"] == "unanswered")
        #expect(error.message?.hasPrefix("a parent (pid ") == true)
        let event = try child.notification()
        #expect(kinds(event) == ["action", "issue"])
        #expect(event[at: "changes/0/outcome"] == "unanswered")
        // A late answer is ignored.
        try parent.answer(parent.action().id)
        #expect(try parent.sync() > 0)
    }

    /// An invalid response rejects the action at once instead of waiting for the timeout.
    @Test(
        arguments: [
            (["error": "no"], #""error" must be an object with an integer "code" and a string "message""#),
            (
                ["error": ["message": "there is no such file"]],
                #""error" must be an object with an integer "code" and a string "message""#
            ),
            (
                ["result": [:], "error": ["code": 1, "message": "no"]],
                #"it has both "result" and "error""#
            ),
            (["jsonrpc": "1.0", "result": [:]], #""jsonrpc" must be "2.0", not "1.0""#),
        ] as [(JSON.Object, String)])
    func parents3_anAnswerThatIsNoneIsARejectionAtOnceAndAWarning(_ answer: JSON.Object, _ wrong: String) throws {
        let daemon = try Standups.daemon(arguments: ["--action-timeout", "600"])
        let (parent, child) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        try parent.call("daemon.hello", ["name": "a parent"])
        try child.watch(["topics": ["action:*", "issue:*"]])
        let id = try child.send("action.send", Standups.delete(entry))
        let number = try parent.action().id
        var answer = answer
        answer["id"] = number
        try parent.send(.object(answer))

        let event = try child.notification()
        #expect(kinds(event) == ["action", "issue"])
        #expect(event[at: "changes/0/outcome"] == "rejected")
        #expect(event[at: "changes/1/reason"] == "unanswered")
        #expect(event[at: "changes/1/severity"] == "warning")
        #expect(event[at: "changes/1/breadcrumbs/action"] == "onDeleteButtonTapped")
        let result = try #require(try child.reply(to: id)["result"])
        #expect(result["outcome"] == "rejected")
        let reason = try #require(result["reason"]?.stringValue)
        #expect(reason.hasPrefix("a parent (pid "))
        #expect(
            reason.hasSuffix(
                ") sent an invalid answer to onDeleteButtonTapped: not an answer to \(number.text): \(wrong)"))
        #expect(event[at: "changes/1/message"] == .string(reason))

        // The app receives the error with a null id, because the app may use the same id for a request of its own.
        let told = try parent.receive()
        #expect(told["id"] == .null)
        #expect(told[at: "error/message"] == .string("not an answer to \(number.text): \(wrong)"))
        #expect(try parent.sync() > 0)
    }

    /// An invalid response is processed even while its sender waits for a reply. The sender receives the error after
    /// that reply.
    @Test func parents3_anAnswerThatIsNoneIsHeardFromAnAppThatWaitsItself() throws {
        let daemon = try Standups.daemon(arguments: ["--action-timeout", "600"])
        let (parent, child) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        let outer = try child.send("action.send", Standups.delete(entry))
        let first = try parent.action().id
        let inner = try parent.send("action.send", Standups.delete(entry))
        let second = try parent.action().id
        try parent.send(["id": first, "error": "no"])
        #expect(try child.reply(to: outer)[at: "result/outcome"] == "rejected")
        try parent.answer(second)
        #expect(try parent.reply(to: inner)[at: "result/outcome"] == "handled")
        let told = try parent.receive()
        #expect(told[at: "error/code"] == -32600)
        #expect(told["id"] == .null)
    }

    /// An invalid response in a batch rejects the action too; the batch's reply contains the error.
    @Test func parents3_anAnswerThatIsNoneInABatchIsARejectionToo() throws {
        let daemon = try Standups.daemon(arguments: ["--action-timeout", "600"])
        let (parent, child) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        let id = try child.send("action.send", Standups.delete(entry))
        let number = try parent.action().id
        try parent.send([["id": number, "error": "no"], ["id": "s", "method": "sync"]])
        #expect(try child.reply(to: id)[at: "result/outcome"] == "rejected")
        let told = try #require(try parent.receive().arrayValue)
        try #require(told.count == 2)
        #expect(told[0]["id"] == .null && told[0][at: "error/code"] == -32600)
        #expect(told[1]["id"] == "s")
    }

    @Test func parents3_withoutAParentTheOwnerOfTheEntryBelowIsAskedThenTheRoots() throws {
        let daemon = try Standups.daemon()
        let (below, root, child) = (try daemon.client(), try daemon.client(), try daemon.client())
        let entry = try Standups.push(try daemon.client())
        try root.call("action.bind", ["screen": "home", "names": ["onDeleteButtonTapped"]])
        var id = try child.send("action.send", Standups.delete(entry))
        try root.handle()
        #expect(try child.reply(to: id)[at: "result/outcome"] == "handled")
        try below.call("action.bind", ["screen": "list", "names": ["*"]])
        id = try child.send("action.send", Standups.delete(entry))
        try below.handle()
        #expect(try child.reply(to: id)[at: "result/outcome"] == "handled")
        // A handler that answers "method not found" passes the action on.
        id = try child.send("action.send", Standups.delete(entry))
        try below.refuse(below.action().id, code: -32601, "no method action")
        try root.handle()
        #expect(try child.reply(to: id)[at: "result/outcome"] == "handled")
        #expect(try below.call("action.unbind", ["screen": "list"]) == ["changed": true])
        #expect(try below.call("action.unbind", ["screen": "list"]) == ["changed": false])
        id = try child.send("action.send", Standups.delete(entry))
        try root.handle()
        #expect(try child.reply(to: id)[at: "result/outcome"] == "handled")
    }

    /// If the handler disconnects, no other handler is asked, because the action may already have been executed.
    @Test func parents3_anActionWhoseHandlerGoesIsUnansweredAndGivenToNobodyElse() throws {
        let daemon = try Standups.daemon()
        let (below, child) = (try daemon.client(), try daemon.client())
        var parent: JSONClient? = try daemon.client()
        try parent?.call("daemon.hello", ["name": "a parent"])
        let entry = try Standups.push(try #require(parent))
        try below.call("action.bind", ["screen": "list", "names": ["onDeleteButtonTapped"]])
        try child.watch(["topics": ["action:*", "issue:*"]])
        let id = try child.send("action.send", Standups.delete(entry))
        _ = try parent?.action()
        parent = nil
        let error = try #require(try child.reply(to: id)["error"])
        #expect(error.reason == "timeout")
        #expect(error[at: "data/outcome"] == "unanswered")
        #expect(error.message?.hasPrefix("a parent (pid ") == true)
        #expect(
            error.message?.hasSuffix(
                ") disconnected before it answered onDeleteButtonTapped: it may have executed the action, so no other "
                    + "app is asked")
                == true)
        let event = try child.notification()
        #expect(kinds(event) == ["action", "issue"])
        #expect(event[at: "changes/0/outcome"] == "unanswered")
        #expect(event[at: "changes/1/severity"] == "error")
        // `below` was not asked: the first action that it receives is the next one.
        let next = try child.send("action.send", Standups.delete(entry))
        try below.handle()
        #expect(try child.reply(to: next)[at: "result/outcome"] == "handled")
        _ = try below.sync()
        #expect(below.takeNotifications().isEmpty)
    }

    /// The names of actions follow the same rules as other names.
    @Test(arguments: [
        ("", "is empty"), ("on\u{1B}[2J", "has a control character"), ("on\u{7F}", "has a control character"),
        ("*", #"is "*": "*" is for patterns"#),
    ])
    func anActionsNameIsCheckedLikeOthers(_ name: String, _ problem: String) throws {
        let daemon = try Standups.daemon()
        let parent = try daemon.client()
        let entry = try Standups.push(parent)
        let error = try parent.failure("action.send", ["entry": entry, "name": .string(name)])
        #expect(error.reason == "invalid")
        #expect(error.message == "the action's name \(problem)")
    }

    // MARK: - Order

    @Test func parents5_theChildsPublishThenTheParentsAnswerThenWhatItRemoves() throws {
        let daemon = try Standups.daemon()
        let (parent, child, watcher) = (try daemon.client(), try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        try watcher.watch()
        // Sent in one piece, so that the daemon reads all lines at once.
        let put = #"{"id":1,"method":"value.set","params":{"key":"draft","value":1}}"#
        let send = "{\"id\":2,\"method\":\"action.send\",\"params\":\(Standups.delete(entry).text)}"
        try child.lines.sendBytes(Array("\(put)\n\(send)\n{\"id\":3,\"method\":\"sync\"}\n".utf8))
        let (id, _) = try parent.action()
        #expect(try parent.call("value.get", ["key": "draft"]) == ["values": ["draft": 1]])
        try parent.call("nav.close", ["entry": entry])
        try parent.answer(id)
        #expect(kinds(try watcher.notification()) == ["declared", "value"])
        #expect(kinds(try watcher.notification()) == ["nav"])
        #expect(kinds(try watcher.notification()) == ["action"])
        // Replies keep the order of the requests, including deferred ones.
        for expected in 1...3 { #expect(try child.receive()["id"] == .int(expected)) }
    }

    @Test func whoWaitsForAnAnswerStillAnswersOthers() throws {
        let daemon = try Standups.daemon()
        let (one, two) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(one)
        try two.call("action.bind", ["screen": "home", "names": ["onOther"]])
        let first = try two.send("action.send", Standups.delete(entry))
        let (id, _) = try one.action()
        let second = try one.send("action.send", ["entry": entry, "name": "onOther"])
        try two.handle()
        #expect(try one.reply(to: second)[at: "result/outcome"] == "handled")
        try one.answer(id)
        #expect(try two.reply(to: first)[at: "result/outcome"] == "handled")
    }

    @Test func anAppHandlesItsOwnActions() throws {
        let daemon = try Standups.daemon()
        let app = try daemon.client()
        let entry = try Standups.push(app)
        let id = try app.send("action.send", Standups.delete(entry))
        try app.handle()
        #expect(try app.reply(to: id)[at: "result/outcome"] == "handled")
    }

    @Test func whatWaitsCannotStandInABatch() throws {
        let daemon = try Standups.daemon()
        let parent = try daemon.client()
        let entry = try Standups.push(parent)
        try parent.send([["id": 1, "method": "action.send", "params": Standups.delete(entry)]])
        let reply = try #require(try parent.receive()[0])
        #expect(
            reply[at: "error/message"]?.stringValue
                == "not a request: action.send waits for an answer and cannot be part of "
                + "a batch, because the whole reply would wait: send it alone")
    }

    @Test func whatWaitsAndWhatIsBoundHasALimit() throws {
        let daemon = try Standups.daemon()
        let (parent, child) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        let names = JSON.array((0...10_000).map { .string("on\($0)") })
        #expect(
            try parent.failure("action.bind", ["screen": "list", "names": names]).message
                == "a connection can bind at most 10000 names: unbind some, or bind \"*\" for all")
        // Notifications, so that the child need not wait for replies.
        let line = "{\"method\":\"action.send\",\"params\":\(Standups.delete(entry).text)}\n"
        try child.lines.sendBytes(Array(String(repeating: line, count: 64).utf8))
        #expect(
            try child.failure("action.send", Standups.delete(entry)).message
                == "this connection has 64 unanswered actions, which is the limit: send this one again later")
        let waiting = try (0..<64).map { _ in try parent.action().id }
        try parent.answer(waiting[0])
        // There is no order between two connections: `sync` ensures that the answer has been processed.
        _ = try parent.sync()
        let id = try child.send("action.send", Standups.delete(entry))
        let last = try parent.action().id
        for id in waiting.dropFirst() + [last] { try parent.answer(id) }
        #expect(try child.reply(to: id)[at: "result/outcome"] == "handled")
    }

    /// The number of unanswered actions of an app is limited, whichever clients send them.
    @Test func anAppIsAskedOnlySoMuch() throws {
        let daemon = try Standups.daemon()
        let parent = try daemon.client()
        let entry = try Standups.push(parent)
        let line = "{\"method\":\"action.send\",\"params\":\(Standups.delete(entry).text)}\n"
        let children = try (0..<4).map { _ in try daemon.client() }
        for child in children {
            try child.lines.sendBytes(Array(String(repeating: line, count: 64).utf8))
            try child.call("sync")
        }
        let another = try daemon.client()
        let refusal = try another.failure("action.send", Standups.delete(entry))
        #expect(refusal.reason == "limit")
        #expect(refusal.message?.contains("has not answered 256 actions, which is the limit") == true)
    }

    /// Actions are refused while an app does not read, so that unsent requests cannot accumulate.
    @Test func anAppThatDoesNotReadIsNotAsked() throws {
        let daemon = try Standups.daemon()
        let (parent, child) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        var send = try #require(Standups.delete(entry).objectValue)
        send["payload"] = ["text": .string(String(repeating: "x", count: 60_000))]
        let line = "{\"method\":\"action.send\",\"params\":\(JSON.object(send).text)}\n"
        for _ in 0..<30 { try child.lines.sendBytes(Array(line.utf8)) }
        let refusal = try child.failure("action.send", .object(send))
        #expect(refusal.reason == "limit")
        #expect(refusal.message?.contains("does not read its requests") == true)
    }

    // MARK: - Entries

    @Test func parents6_anActionForAnEntryThatIsGoneIsTheSendersAlone() throws {
        let daemon = try Standups.daemon()
        let (parent, watcher) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        try parent.call("nav.close")
        try watcher.watch()
        #expect(try parent.failure("action.send", Standups.delete(entry)).reason == "entryGone")
        #expect(try parent.failure("action.send", Standups.delete("e999")).reason == "notFound")
        #expect(try parent.failure("action.bind", ["entry": entry, "names": []]).reason == "entryGone")
        _ = try watcher.sync()
        #expect(watcher.takeNotifications().isEmpty)
    }

    @Test func parents7_aPathIsSetWithoutHandlersAndTheyAttachLater() throws {
        let daemon = try Standups.daemon()
        let (script, app) = (try daemon.client(), try daemon.client())
        try script.watch(["topics": ["issue:*"]])
        try script.call("nav.set", ["path": [["screen": "list"], ["screen": "edit", "modal": "sheet"]]])
        #expect(script.takeNotifications().isEmpty, "nobody is expected to be there")
        let entry = try script.top()
        #expect(try script.failure("action.send", Standups.delete(entry)).reason == "unimplemented")
        try app.call("action.bind", ["entry": entry, "names": ["onDeleteButtonTapped"]])
        let id = try script.send("action.send", Standups.delete(entry))
        try app.handle()
        #expect(try script.reply(to: id)[at: "result/outcome"] == "handled")
    }

    // MARK: - Screens

    @Test func aTapIsAnsweredWithWhatBecameOfIt() throws {
        let daemon = try Standups.daemon()
        let (parent, script) = (try daemon.client(), try daemon.client())
        let entry = try Standups.push(parent)
        var id = try script.send("ui.tap", ["node": "delete"])
        let asked = try parent.action()
        #expect(asked.params["payload"] == ["standup": 7])
        try parent.call("nav.close", ["entry": entry])
        try parent.answer(asked.id)
        var result = try #require(try script.reply(to: id)["result"])
        #expect(result["outcome"] == "handled" && result["node"] == "delete" && result.changed == true)
        _ = try parent.call("nav.modal", ["screen": "edit", "handles": ["onDeleteButtonTapped"]])
        id = try script.send("ui.tap", ["node": "Delete"])
        try parent.handle()
        result = try #require(try script.reply(to: id)["result"])
        #expect(result.changed == false, "its parent has done nothing")
    }

    @Test func navigation11_theScreensOfAnAppThatIsGoneStayAndSaySo() throws {
        let daemon = try DaemonProcess()
        let script = try daemon.client()
        var app: JSONClient? = try daemon.client()
        try app?.call("screen.put", Standups.edit)
        try app?.call("action.bind", ["screen": "edit", "names": ["*"]])
        try script.call("nav.push", ["screen": "edit"])
        try script.watch(["topics": ["orphaned:*"]])
        app = nil
        #expect(try script.notification()["changes"] == [["kind": "orphaned", "id": "edit", "to": true]])
        #expect(try script.entries().last?["orphaned"] == true)
        #expect(try script.call("screen.list")[at: "screens/0/orphaned"] == true)
        let error = try script.failure("ui.tap", ["node": "delete"])
        #expect(error.reason == "unimplemented")
        #expect(
            error.message
                == "no app handles onDeleteButtonTapped of the screen \"edit\": its app is gone: start it again")
        // The app reconnects, and its screen is unchanged.
        let again = try daemon.client()
        try again.call("action.bind", ["screen": "edit", "names": ["onDeleteButtonTapped"]])
        #expect(try script.notification()[at: "changes/0/to"] == false)
        let id = try script.send("ui.tap", ["node": "delete"])
        try again.handle()
        #expect(try script.reply(to: id)[at: "result/outcome"] == "handled")
    }

    @Test func navigation11_whoOnlyPublishesLeavesNoOrphan() throws {
        let daemon = try Standups.daemon()
        let client = try daemon.client()
        var other: JSONClient? = try daemon.client()
        // A client that only handles actions of another app's screen leaves no orphan either.
        try other?.call("action.bind", ["screen": "list", "names": ["*"]])
        var publisher: JSONClient? = try daemon.client()
        try publisher?.call("screen.put", Standups.edit)
        publisher = nil
        other = nil
        try client.wait(forClients: 1)
        #expect(try client.call("screen.list")["screens"]?.arrayValue?.map { $0["orphaned"] } == [false, false])
    }
}
