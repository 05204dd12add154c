import FasciaDocument
import TestSupport
import Testing

/// An unhandled action is an issue for all watchers and does not disturb the daemon or the app.
@Suite struct UnimplementedTests {
    private let daemon: DaemonProcess
    private let script: JSONClient
    private let entry: JSON

    init() throws {
        daemon = try Standups.daemon()
        script = try daemon.client()
        try script.call("daemon.hello", ["name": "a script"])
        entry = try Standups.push(try daemon.client())
        try script.wait(forClients: 1)
    }

    private var crumbs: JSON.Object {
        [
            "action": "onDeleteButtonTapped", "entry": entry, "stack": "main", "screen": "edit",
            "path": [
                ["id": "e1", "screen": "home"], ["id": "e2", "screen": "list"], ["id": "e3", "screen": "edit"],
            ],
            "declared": ["emits": true, "node": "/body/children/1"], "node": "delete", "payload": ["standup": 7],
        ]
    }

    private func expectCrumbs(_ found: JSON?, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let found = try #require(found?.objectValue)
        for member in crumbs.members {
            #expect(found[member.key] == member.value, "\(member.key)", sourceLocation: sourceLocation)
        }
        #expect(found["sender"]?["name"] == "a script", sourceLocation: sourceLocation)
        let commands = found["commands"]?.arrayValue ?? []
        #expect(
            commands.prefix(4).map { $0["method"] } == ["screen.put", "screen.put", "nav.push", "nav.modal"],
            sourceLocation: sourceLocation)
        #expect(commands.allSatisfy { $0["pid"] != nil && $0["uid"] != nil && $0["revision"] != nil })
    }

    @Test func parents4_theSenderGetsTheErrorWithItsBreadcrumbs() throws {
        let error = try script.failure("ui.tap", ["node": "delete"])
        #expect(error["code"] == -32007)
        #expect(error.reason == "unimplemented")
        #expect(
            error.message == "no app handles onDeleteButtonTapped of the screen \"edit\": bind it with action.bind, or "
                + "list it in handles")
        try expectCrumbs(error[at: "data/breadcrumbs"])
        // The daemon and the child continue to work.
        #expect(try script.call("nav.close").changed == true)
    }

    @Test func parents4_everyWatcherOfIssuesHearsIt() throws {
        let watcher = try daemon.client()
        try watcher.watch(["topics": ["issue:*"]])
        _ = try script.failure("ui.tap", ["node": "delete"])
        let issue = try #require(try watcher.notification()[at: "changes/0"])
        #expect(issue["kind"] == "issue" && issue["severity"] == "error" && issue["reason"] == "unimplemented")
        try expectCrumbs(issue["breadcrumbs"])
    }

    @Test func parents4_theLogSaysIt() throws {
        _ = try script.failure("ui.tap", ["node": "delete"])
        try daemon.log.wait(for: "no app handles onDeleteButtonTapped of the screen \"edit\"")
        try daemon.log.wait(for: "reason=unimplemented")
    }

    @Test func parents4_theStatusCountsIt() throws {
        for count in 1...3 {
            _ = try script.failure("ui.tap", ["node": "delete"])
            #expect(try script.call("daemon.status")[at: "counts/unimplemented"] == .int(count))
        }
        let issues = try #require(try script.call("daemon.status")["issues"]?.arrayValue)
        let last = try #require(issues.last)
        #expect(last["reason"] == "unimplemented" && last["time"] != nil && last[at: "cause/method"] == "ui.tap")
        try expectCrumbs(last["breadcrumbs"])
    }

    @Test func parents4_everyTerminalShowsAPurpleBanner() throws {
        let other = try daemon.client()
        try other.call("terminal.attach", ["columns": 60, "rows": 10, "colors": "true"])
        _ = try other.notification("terminal.frame")
        _ = try script.failure("ui.tap", ["node": "delete"])
        let frame = try #require(try other.notification("terminal.frame")["data"]?.stringValue)
        #expect(frame.contains("! no app handles onDeleteButtonTapped"))
        #expect(frame.contains("48;2;175;82;222"), "purple: \(frame)")
    }

    @Test func parents4_aKeyThatNobodyHandlesIsRefusedToo() throws {
        let terminal = try #require(
            try script.call("terminal.attach", ["columns": 60, "rows": 10, "colors": "none"])["terminal"])
        _ = try script.notification("terminal.frame")
        let id = try script.send("terminal.key", ["terminal": terminal, "key": "enter"])
        let frame = try #require(try script.receive()[at: "params/data"]?.stringValue)
        #expect(frame.contains("! no app handles onDeleteButtonTapped"))
        #expect(try script.reply(to: id)[at: "error/data/reason"] == "unimplemented")
    }

    @Test func parents4_theParentIsBackAndItIsHandledAgain() throws {
        _ = try script.failure("ui.tap", ["node": "delete"])
        let parent = try daemon.client()
        try parent.call("action.bind", ["entry": entry, "names": ["onDeleteButtonTapped"]])
        let id = try script.send("ui.tap", ["node": "delete"])
        try parent.handle()
        #expect(try script.reply(to: id)[at: "result/outcome"] == "handled")
    }

    @Test func parents4_aClosureThatIsNotSetIsSaidByItsName() throws {
        let (app, watcher) = (try daemon.client(), try daemon.client())
        try app.call("action.bind", ["entry": entry, "names": ["onDeleteButtonTapped"]])
        try watcher.watch(["topics": ["issue:*"]])
        let id = try script.send("ui.tap", ["node": "delete"])
        try app.send([
            "jsonrpc": "2.0", "id": try app.action().id,
            "error": [
                "code": -32007, "message": "EditModel.onDelete is not implemented",
                "data": ["reason": "unimplemented", "outcome": "unimplemented", "closure": "EditModel.onDelete"],
            ],
        ])
        let error = try #require(try script.reply(to: id)["error"])
        #expect(error.reason == "unimplemented" && error.message == "EditModel.onDelete is not implemented")
        #expect(error[at: "data/breadcrumbs/closure"] == "EditModel.onDelete")
        let issue = try #require(try watcher.notification()[at: "changes/0"])
        #expect(issue["message"] == "EditModel.onDelete is not implemented" && issue["severity"] == "error")
        try expectCrumbs(issue["breadcrumbs"])
        #expect(try script.call("daemon.status")[at: "counts/unimplemented"] == 1)
    }

    /// A handler that relays the "unimplemented" error of its own parent causes no second issue.
    @Test func parents4_whatNobodyHandlesFurtherUpIsSaidOnce() throws {
        let app = try daemon.client()
        try app.call("action.bind", ["entry": entry, "names": ["onDeleteButtonTapped"]])
        let id = try script.send("ui.tap", ["node": "delete"])
        let asked = try app.action()
        let parent = try daemon.client()
        let inner = try parent.failure("action.send", ["entry": entry, "name": "onGone"])
        try app.send(["jsonrpc": "2.0", "id": asked.id, "error": inner])
        let error = try #require(try script.reply(to: id)["error"])
        #expect(error == inner)
        #expect(try script.call("daemon.status")[at: "counts/unimplemented"] == 1)
    }
}
