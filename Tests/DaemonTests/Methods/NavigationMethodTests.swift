import FasciaDocument
import TestSupport
import Testing

@Suite struct NavigationMethodTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        daemon = try DaemonProcess()
        client = try daemon.client()
    }

    @Test func aNewPanelHasOneStackAtItsHome() throws {
        #expect(
            try client.call("nav.get") == [
                "stack": "main",
                "layers": [
                    ["entries": [["id": "e1", "screen": "home", "args": .null, "title": "Fascia", "orphaned": false]]]
                ],
                "top": "e1", "canPop": false, "revision": 0,
            ])
    }

    @Test func pushAnswersTheNewEntry() throws {
        #expect(
            try client.call("nav.push", ["screen": "a", "args": ["n": 1], "handles": ["onDone"]])
                == ["revision": 1, "changed": true, "entry": "e2"])
        #expect(
            try client.entries().last == [
                "id": "e2", "screen": "a", "args": ["n": 1], "title": "a", "orphaned": false,
            ])
    }

    @Test func popAnswersWhatIsGone() throws {
        try client.call("nav.push", ["screen": "a", "args": 5])
        #expect(
            try client.call("nav.pop") == [
                "revision": 2, "changed": true,
                "removed": [["id": "e2", "screen": "a", "args": 5, "outcome": "popped"]],
            ])
        #expect(try client.call("nav.pop") == ["revision": 2, "changed": false, "removed": []])
    }

    @Test func aSecondBackThatNamesAGoneEntryChangesNothing() throws {
        try client.call("nav.push", ["screen": "a"])
        try client.call("nav.push", ["screen": "b"])
        try client.watch()
        let other = try daemon.client()
        let top = try client.top()
        let back: JSON = ["entry": top]
        #expect(try client.call("nav.pop", back).changed == true)
        #expect(try client.notification()["revision"] == 3)
        #expect(try other.call("nav.pop", back) == ["revision": 3, "changed": false, "removed": []])
        #expect(try client.call("nav.pop", back) == ["revision": 3, "changed": false, "removed": []])
        #expect(client.takeNotifications().isEmpty)
        #expect(try client.screens() == ["home", "a"])
    }

    @Test func aStackIsRemovedWhenNobodySeesIt() throws {
        try client.call("nav.set", ["stack": "side", "path": [["screen": "a"], ["screen": "b"]]])
        #expect(try client.failure("nav.remove", ["stack": "side"]).reason == "refused")
        try client.call("nav.popTo", ["stack": "side", "index": 0])
        let attach: JSON = ["columns": 40, "rows": 10, "colors": "none", "stack": "side"]
        let terminal = try #require(try client.call("terminal.attach", attach)["terminal"])
        _ = try client.notification("terminal.frame")
        let error = try client.failure("nav.remove", ["stack": "side"])
        #expect(error.reason == "refused")
        #expect(error.message?.hasPrefix("terminal \(terminal.intValue ?? 0) of ") == true)
        #expect(error.message?.hasSuffix("shows the stack \"side\": detach it first") == true)
        let remove: JSON = ["method": "nav.remove", "params": ["stack": "side"]]
        #expect(try client.failure("batch", ["commands": [remove]]).reason == "refused")
        try client.call("terminal.detach", ["terminal": terminal])
        try client.watch()
        #expect(try client.call("nav.remove", ["stack": "side"]).changed == true)
        #expect(
            try client.notification()[at: "changes/0"] == ["kind": "removed", "what": "stack", "id": "side"])
        #expect(try client.failure("nav.get", ["stack": "side"]).reason == "notFound")
    }

    @Test func setKeepsTheCommonPrefix() throws {
        try client.call("nav.push", ["screen": "a"])
        try client.call("nav.push", ["screen": "b"])
        let result = try client.call(
            "nav.set",
            [
                "path": [["screen": "home"], ["screen": "a"], ["screen": "c"], ["screen": "m", "modal": "sheet"]]
            ])
        #expect(result.revision == 3)
        #expect(result["added"]?.arrayValue?.map { $0["screen"] } == ["c", "m"])
        #expect(result["removed"] == [["id": "e3", "screen": "b", "args": .null, "outcome": "reset"]])
        #expect(try client.entries().map { $0["id"] } == ["e1", "e2", "e4", "e5"])
        #expect(try client.call("nav.get")[at: "layers/1/modal"] == "sheet")
    }
}
