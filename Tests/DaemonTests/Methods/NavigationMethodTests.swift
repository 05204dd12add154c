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

    @Test func popToKeepsWhatIsNamed() throws {
        for screen in ["a", "b", "a", "c"] { try client.call("nav.push", ["screen": .string(screen)]) }
        let removed = try client.call("nav.popTo", ["screen": "a"])
        #expect(removed["removed"]?.arrayValue?.map { $0["id"] } == ["e5"])
        #expect(try client.call("nav.popTo", ["entry": "e2"])["removed"]?.arrayValue?.count == 2)
        #expect(try client.screens() == ["home", "a"])
        #expect(try client.call("nav.popTo", ["index": 0]).changed == true)
        #expect(try client.call("nav.popTo", ["index": 0]).changed == false)
        #expect(try client.screens() == ["home"])
    }

    @Test func replaceMintsANewEntryInTheOldOnesPlace() throws {
        try client.call("nav.push", ["screen": "a"])
        try client.call("nav.push", ["screen": "b"])
        #expect(
            try client.call("nav.replace", ["screen": "c"]) == ["revision": 3, "changed": true, "entry": "e4"])
        #expect(
            try client.call("nav.replace", ["entry": "e2", "screen": "d"])["entry"] == "e5", "below the top, too")
        #expect(try client.screens() == ["home", "d", "c"])
    }

    @Test func modalAlwaysOpensAndCloseCloses() throws {
        try client.call("nav.push", ["screen": "a"])
        for style in ["sheet", "cover", "alert"] {
            #expect(try client.call("nav.modal", ["screen": "m", "style": .string(style)])["entry"] != nil)
        }
        try client.call("nav.push", ["screen": "n"])
        let path = try client.call("nav.get")
        #expect(path["layers"]?.arrayValue?.map { $0["modal"]?.stringValue } == [nil, "sheet", "cover", "alert"])
        #expect(path["canPop"] == true)
        let closed = try client.call("nav.close")
        #expect(closed["removed"]?.arrayValue?.map { $0["screen"] } == ["n", "m"])
        #expect(closed[at: "removed/0/outcome"] == "closed")
        // Closing a modal by its entry also closes everything above it.
        #expect(try client.call("nav.close", ["entry": "e3"])["removed"]?.arrayValue?.count == 2)
        #expect(try client.call("nav.close") == ["revision": 7, "changed": false, "removed": []])
        #expect(try client.call("nav.close", ["entry": "e3"]).changed == false, "it is gone")
        #expect(try client.screens() == ["home", "a"])
    }

    @Test func poppingAModalsOnlyEntryClosesIt() throws {
        try client.call("nav.modal", ["screen": "m"])
        #expect(try client.call("nav.pop")["removed"]?.arrayValue?.count == 1)
        #expect(try client.call("nav.get")["layers"]?.arrayValue?.count == 1)
    }

    @Test func nextGoesToTheRootAndToTheEnd() throws {
        let colors = ["red", "orange", "yellow", "green", "blue", "indigo", "violet"]
        let path = JSON.array((["home"] + colors).map { ["screen": .string($0)] })
        try client.call("nav.target", ["name": "root", "mode": "reset", "path": [["screen": "home"]]])
        try client.call("nav.target", ["name": "end", "mode": "reset", "path": path])
        for color in colors { try client.call("nav.push", ["screen": .string(color)]) }
        let before = try client.top()
        try client.watch()
        #expect(try client.call("nav.next", ["target": "end"]).changed == false, "it is there already")
        #expect(try client.top() == before)
        let root = try client.call("nav.next", ["target": "root"])
        #expect(root.changed == true)
        #expect(root["entry"] == "e1")
        #expect(
            try client.notification()[at: "changes/0/removed"]?.arrayValue?.map { $0["screen"] }
                == colors.reversed().map { .string($0) })
        #expect(try client.screens() == ["home"])
        let end = try client.call("nav.next", ["target": "end"])
        #expect(try client.screens() == ["home"] + colors)
        #expect(end["entry"] == (try client.top()))
        #expect(try client.notification()[at: "changes/0/added"]?.arrayValue?.count == 7)
    }

    @Test func theRootTargetNeedsNoDeclaration() throws {
        try client.call("nav.push", ["screen": "a"])
        #expect(try client.call("nav.next", ["target": "root"])["entry"] == "e1")
    }

    @Test func aTargetPopsToWhatIsThereOrPushes() throws {
        try client.call("nav.target", ["name": "list", "path": [["screen": "list"]]])
        try client.call("nav.next", ["target": "list"])
        try client.call("nav.push", ["screen": "detail"])
        try client.call("nav.next", ["target": "list"])
        #expect(try client.screens() == ["home", "list"])
        try client.call("nav.target", ["name": "again", "mode": "push", "path": [["screen": "list"]]])
        try client.call("nav.next", ["target": "again"])
        #expect(try client.screens() == ["home", "list", "list"])
        #expect(try client.call("nav.target", ["name": "again", "remove": true]).changed == true)
        #expect(try client.failure("nav.next", ["target": "again"]).reason == "notFound")
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

    @Test func setMakesANewStack() throws {
        #expect(try client.call("nav.set", ["stack": "side", "path": [["screen": "a"]]]).changed == true)
        #expect(try client.screens(of: "side") == ["a"])
        try client.call("nav.push", ["stack": "side", "screen": "b"])
        #expect(try client.screens(of: "side") == ["a", "b"])
        #expect(try client.screens() == ["home"], "the other one stays as it was")
    }
}
