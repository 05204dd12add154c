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

    @Test func aStackThatATerminalShowsIsNotRemoved() throws {
        try client.call("nav.set", ["stack": "side", "path": [["screen": "a"]]])
        let attach: JSON = ["columns": 40, "rows": 10, "colors": "none", "stack": "side"]
        let terminal = try #require(try client.call("terminal.attach", attach)["terminal"])
        #expect(try client.failure("nav.remove", ["stack": "side"]).reason == "refused")
        try client.call("terminal.detach", ["terminal": terminal])
        #expect(try client.call("nav.remove", ["stack": "side"]).changed == true)
    }
}
