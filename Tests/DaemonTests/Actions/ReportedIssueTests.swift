import FasciaDocument
import FasciaModel
import TestSupport
import Testing

/// `issue.report`: an issue that an app reports reaches watchers, terminals and the status.
@Suite struct ReportedIssueTests {
    private let daemon: DaemonProcess
    private let app: JSONClient

    init() throws {
        daemon = try Standups.daemon()
        app = try daemon.client()
    }

    @Test func everyWatcherOfIssuesHearsIt_withTheWayThere() throws {
        let watcher = try daemon.client()
        try watcher.watch(["topics": ["issue:reported"]])
        let entry = try Standups.push(app)
        let answer = try app.call(
            "issue.report",
            ["severity": "warning", "message": "no Model", "breadcrumbs": ["at": "A:1", "path": 3], "entry": entry])
        let event = try watcher.notification()
        #expect(event["revision"] == answer["revision"])
        #expect(event[at: "cause/method"] == "issue.report")
        #expect(
            event["changes"] == [
                [
                    "kind": "issue", "severity": "warning", "reason": "reported", "message": "no Model",
                    "breadcrumbs": [
                        "at": "A:1",
                        "path": [
                            ["id": "e1", "screen": "home"], ["id": "e2", "screen": "list"],
                            ["id": "e3", "screen": "edit"],
                        ], "entry": entry, "screen": "edit", "stack": "main",
                    ],
                ]
            ])
    }

    @Test func aScreenIsTheTopmostEntryThatShowsIt() throws {
        let entry = try Standups.push(app)
        try app.call("issue.report", ["severity": "error", "message": "m", "screen": "edit"])
        let last = try #require(try app.call("daemon.status")["issues"]?.arrayValue?.last)
        #expect(last[at: "breadcrumbs/entry"] == entry && last[at: "breadcrumbs/path/2/screen"] == "edit")
    }

    @Test func theLogAndTheStatusHaveIt() throws {
        let before = try #require(try app.call("daemon.status")[at: "counts/issues"]?.intValue)
        try app.call("issue.report", ["severity": "warning", "message": "two rows of one id", "screen": "list"])
        try daemon.log.wait("the line") { $0.contains("two rows of one id") && $0.contains("reason=reported") }
        let status = try app.call("daemon.status")
        #expect(status[at: "counts/issues"] == .int(before + 1))
        #expect(status[at: "counts/unimplemented"] == 0)
        let last = try #require(status["issues"]?.arrayValue?.last)
        #expect(last["message"] == "two rows of one id" && last[at: "cause/method"] == "issue.report")
        #expect(try daemon.fascia(["issues"]).checked().output.contains("warning reported: two rows of one id"))
    }
}
