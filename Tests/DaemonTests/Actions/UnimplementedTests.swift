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

    private func reasons() throws -> [String] {
        (try script.call("daemon.status")["issues"]?.arrayValue ?? []).compactMap { $0["reason"]?.stringValue }
    }

    @Test func theIssueIsGoneWhenTheAppIsBack() throws {
        let terminal = try daemon.client()
        let attached =
            try terminal.call("terminal.attach", ["columns": 60, "rows": 16, "colors": "none", "status": true])["terminal"]
            ?? .null
        func wait(_ text: String, gone: Bool) throws {
            let condition: JSON = ["text": .string(text), "terminal": attached, "gone": .bool(gone)]
            try terminal.call("ui.wait", ["for": condition, "timeout": 3_600])
        }
        _ = try script.failure("ui.tap", ["node": "delete"])
        #expect(try reasons() == ["unimplemented"])
        try wait("! no app handles", gone: false)
        let app = try daemon.client()
        try app.call("action.bind", ["screen": "other", "names": ["*"]])
        #expect(try reasons() == ["unimplemented"], "that is another screen")
        try app.call("action.bind", ["screen": "edit", "names": ["onDeleteButtonTapped"]])
        #expect(try reasons() == [])
        try wait("! no app handles", gone: true)
    }

    @Test func theWarningIsGoneWhenTheActionIsBound_orTheEntryIsRemoved() throws {
        for ends in ["action.bind", "nav.close"] {
            try script.call("nav.modal", ["screen": "edit"])
            #expect(try reasons() == ["unhandled"])
            try script.call(ends, ends == "nav.close" ? [:] : ["screen": "edit", "names": ["*"]])
            #expect(try reasons() == [])
            if ends == "action.bind" { try script.call("action.unbind", ["screen": "edit"]) }
        }
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
}
