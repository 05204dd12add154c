import FasciaDocument
import TestSupport
import Testing

/// Actions: which app handles what a screen emits, the outcomes, and the errors without a handler.
@Suite struct ActionTests {
    private func kinds(_ event: JSON) -> [String] {
        (event["changes"]?.arrayValue ?? []).compactMap { $0["kind"]?.stringValue }
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

    @Test func waitingClientStillAnswers() throws {
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

    // MARK: - Entries

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
}
