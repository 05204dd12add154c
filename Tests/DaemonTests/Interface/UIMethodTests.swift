import FasciaDocument
import TestSupport
import Testing

/// `ui.*`: reading and operating the panel without a terminal.
@Suite struct UIMethodTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        (daemon, client) = try Fixture.panel()
        try client.call(
            "screen.put",
            [
                "screen": [
                    "id": "pizza", "title": "Pizza",
                    "body": [
                        "kind": "form", "id": "form",
                        "children": [
                            ["kind": "text", "text": "What is on it", "id": "head"],
                            ["kind": "toggle", "bind": "extras", "label": "All", "id": "all"],
                            ["kind": "toggle", "bind": "extras/ham", "id": "ham"],
                            ["kind": "value", "bind": "orders", "label": "Orders", "id": "orders"],
                            [
                                "kind": "button", "label": "Next", "id": "next",
                                "tap": ["method": "nav.push", "params": ["screen": "end"]],
                            ],
                            ["kind": "button", "label": "Idle", "id": "idle"],
                        ],
                    ],
                ]
            ])
        try client.call("value.set", ["key": "orders", "value": 3])
        try client.call("nav.set", ["path": [["screen": "pizza"]]])
    }

    private func nodes() throws -> [JSON] { try #require(try client.call("ui.tree")["nodes"]?.arrayValue) }

    @Test func theTreeTellsWhatIsVisible() throws {
        let entry = try client.top()
        #expect(
            try nodes() == [
                ["id": "head", "entry": entry, "role": "text", "label": "What is on it", "enabled": true],
                ["id": "all", "entry": entry, "role": "toggle", "label": "All", "value": "mixed", "enabled": true],
                ["id": "ham", "entry": entry, "role": "toggle", "label": "Ham", "value": "off", "enabled": true],
                ["id": "orders", "entry": entry, "role": "value", "label": "Orders", "value": "3", "enabled": true],
                ["id": "next", "entry": entry, "role": "button", "label": "Next", "enabled": true],
                ["id": "idle", "entry": entry, "role": "button", "label": "Idle", "enabled": false],
            ])
    }

    @Test func theDetailsTellHowANodeIsOperated() throws {
        _ = try client.call(
            "screen.put",
            [
                "screen": [
                    "id": "details",
                    "body": [
                        "kind": "form",
                        "children": [
                            ["kind": "textField", "id": "name", "label": "Name", "text": "", "emit": "onName"],
                            [
                                "kind": "slider", "id": "volume", "label": "Volume", "value": 3, "range": [0, 10],
                                "emit": "onVolume",
                            ],
                            ["kind": "button", "id": "go", "label": "Go", "emit": "onGo"],
                            ["kind": "text", "id": "words", "text": "Words"],
                        ],
                    ], "emits": ["onName", "onVolume", "onGo"],
                ]
            ])
        _ = try client.call("nav.push", ["screen": "details"])
        let nodes = try #require(try client.call("ui.tree", ["details": true])["nodes"]?.arrayValue)
        func node(_ id: String) -> JSON? { nodes.first { $0["id"] == .string(id) } }
        #expect(node("name")?["set"] == "text" && node("name")?["tap"] == nil)
        #expect(node("volume")?["set"] == "number" && node("volume")?["range"] == [0.0, 10.0])
        #expect(node("volume")?["increment"] == true && node("volume")?["decrement"] == true)
        #expect(node("go")?["tap"] == true && node("go")?["set"] == nil)
        #expect(node("words")?["tap"] == nil)
    }

    /// A picture has a maximum size, because a larger one would delay all other clients: its last rows are left out.
    @Test func aPictureHasALimit() throws {
        #expect(try client.call("daemon.hello")[at: "limits/cells"] == 65_536)
        func rows(_ columns: Int, _ rows: Int) throws -> Int {
            let picture = try client.call("ui.render", ["columns": .int(columns), "rows": .int(rows)])
            return try #require(picture["data"]?.stringValue).split(separator: "\n", omittingEmptySubsequences: false).count - 1
        }
        #expect(try rows(512, 128) == 128)
        #expect(try rows(512, 129) == 128)
        #expect(try rows(2_000, 1_000) == 32)
        #expect(
            try client.call("ui.wait", ["for": ["text": "Orders", "columns": 512, "rows": 129]])["revision"] != nil)

        let watcher = try daemon.client()
        func size() throws -> [JSON?] {
            let terminal = try watcher.call("daemon.status")[at: "terminals/0"]
            return [terminal?["columns"], terminal?["rows"]]
        }
        let terminal = try #require(
            try client.call("terminal.attach", ["columns": 2_000, "rows": 100, "colors": "none"])["terminal"])
        _ = try client.notification("terminal.frame")
        #expect(try size() == [2_000, 32])
        try client.call("terminal.resize", ["terminal": terminal, "columns": 512, "rows": 200])
        #expect(try size() == [512, 128])
        // Nothing of the picture before stays in the rows that are left out.
        let frame = try client.notification("terminal.frame")
        #expect(frame["full"] == true)
        #expect(frame["data"]?.stringValue?.contains("\u{1B}[2J") == true)
    }

    /// The daemon keeps the last frame of each terminal, so the terminals of one user have a limit together.
    @Test func theTerminalsOfOneUserHaveALimitTogether() throws {
        #expect(try client.call("daemon.hello")[at: "limits/cellsOfOneUser"] == 2_097_152)
        func size(_ columns: Int, _ rows: Int) -> JSON { ["columns": .int(columns), "rows": .int(rows), "colors": "none"] }
        let other = try daemon.client()
        for index in 0..<32 { try (index < 16 ? client : other).call("terminal.attach", size(512, 128)) }
        for client in [client, other] {
            let error = try client.failure("terminal.attach", size(20, 5))
            #expect(error.reason == "limit")
            #expect(error[at: "data/limit"] == "cellsOfOneUser")
        }
        // A smaller size makes room.
        try client.call("terminal.resize", ["terminal": 1, "columns": 512, "rows": 120])
        try other.call("terminal.attach", size(20, 5))
    }

    @Test func whatIsUnderAModalCannotBeOperated() throws {
        try client.call("nav.modal", ["screen": "missing"])
        let all = try nodes()
        #expect(all.dropLast().allSatisfy { $0["enabled"] == false })
        #expect(all.last?["role"] == "missing")
        #expect(try client.failure("ui.tap", ["node": "ham"]).reason != nil)
        #expect(try client.state(of: "extras/ham") == "off")
    }

    @Test func aTapIsFoundByIdOrLabelAndFlips() throws {
        try client.watch()
        #expect(
            try client.call("ui.tap", ["node": "ham"]) == ["revision": 5, "changed": true, "node": "ham"])
        #expect(try client.notification()[at: "cause/method"] == "ui.tap")
        #expect(try client.call("ui.tap", ["node": "Ham"])["node"] == "ham")
        #expect(try client.state(of: "extras/ham") == "off")
        #expect(try client.call("ui.tap", ["node": "All"]).changed == true)
        #expect(try client.state(of: "extras") == "on")
    }

    @Test func aTapOnAButtonMakesItsCall() throws {
        try client.call("ui.tap", ["node": "Next"])
        #expect(try client.screens() == ["pizza", "end"])
    }

    @Test func whatCannotBeOperatedSaysSo() throws {
        for node in ["head", "idle", "orders"] {
            let error = try client.failure("ui.tap", ["node": .string(node)])
            #expect(error.reason == "refused" || error.reason == "invalid", "\(node): \(error.text)")
            #expect(error.message?.contains(node) == true)
        }
        try client.call("toggle.enable", ["id": "extras/ham", "enabled": false])
        #expect(try client.failure("ui.tap", ["node": "ham"]).reason == "refused")
        #expect(try client.sync() == 5)
    }

    @Test func setIsIdempotent() throws {
        #expect(
            try client.call("ui.set", ["node": "all", "value": true]) == ["revision": 5, "changed": true, "node": "all"])
        #expect(try client.call("ui.set", ["node": "all", "value": true]).changed == false)
        #expect(try client.state(of: "extras") == "on")
        let error = try client.failure("ui.set", ["node": "all", "value": "on"])
        #expect(error["code"] == -32602)
        #expect(error[at: "data/pointer"] == "/value")
        #expect(try client.failure("ui.set", ["node": "next", "value": true]).reason == "invalid")
    }

    @Test func renderGivesAPictureOfThatSize() throws {
        let picture = try client.call("ui.render", ["renderer": "text", "columns": 40, "rows": 12])
        #expect(picture["mime"] == "text/plain")
        let text = try #require(picture["data"]?.stringValue)
        for part in ["Pizza", "What is on it", "All", "Ham", "Orders", "Next"] { #expect(text.contains(part), "\(part)") }
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 13)
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        #expect(try client.call("ui.render", ["columns": 40, "rows": 12])["data"]?.stringValue != text)
        let styled = try client.call("ui.render", ["renderer": "ansi", "columns": 40, "rows": 12, "colors": "true"])
        #expect(styled["mime"] == "text/x-ansi")
        #expect(styled["data"]?.stringValue?.contains("\u{1B}[") == true)
    }

    @Test func aScreenThatIsNotThereSaysSoAndFillsIn() throws {
        try client.call("ui.tap", ["node": "next"])
        #expect(try nodes().map { $0["role"] } == ["missing"])
        try client.call("screen.put", Fixture.screen("end", ["kind": "text", "text": "The end"]))
        #expect(try nodes().map { $0["label"] } == ["The end"])
    }

    @Test func aNewDaemonShowsWhatThereIs() throws {
        let fresh = try DaemonProcess()
        let client = try fresh.client()
        try client.call("toggle.declare", Fixture.extras)
        let labels = try #require(try client.call("ui.tree")["nodes"]?.arrayValue).compactMap { $0["label"]?.stringValue }
        #expect(labels.contains("Extras"))
        #expect(labels.contains("Ham"))
        #expect(try client.call("ui.tap", ["node": "Ham"]).changed == true)
        #expect(try client.state(of: "extras/ham") == "on")
    }

    // MARK: - Waiting

    @Test func waitAnswersAtOnceWhereItHolds() throws {
        for condition in [
            ["toggle": "extras", "state": "mixed"], ["value": "orders", "equals": 3], ["screen": "pizza"],
            ["node": "ham"], ["node": "Ham", "value": "off"], ["node": "orders", "value": "3"], ["node": "orders", "value": 3],
            ["node": "nope", "gone": true], ["text": "[ ] Ham"],
            ["node": "Ham", "role": "toggle"], ["node": "ham", "role": "button", "gone": true],
            ["entry": try client.top()], ["text": "nope", "gone": true], ["text": "[ Next ]", "columns": 30, "rows": 9],
            ["text": "[ Next ]", "columns": 30, "rows": 3, "gone": true],
        ] as [JSON] {
            #expect(try client.call("ui.wait", ["for": condition]) == ["revision": 4])
        }
    }

    /// The picture is painted when the wait begins, and once more when it times out: the message is about that one.
    @Test func aWaitForTextThatIsOverTakesTwoPictures() throws {
        func pictures() throws -> Int { try #require(try client.call("daemon.status")[at: "work/pictures"]?.intValue) }
        let other = try daemon.client()
        let terminal = try #require(
            try other.call("terminal.attach", ["columns": 60, "rows": 10, "colors": "none"])["terminal"])
        _ = try other.notification("terminal.frame")
        let before = try pictures()
        let wait: JSON = ["for": ["text": "never", "terminal": terminal], "timeout": 0.05]
        #expect(try client.failure("ui.wait", wait).reason == "timeout")
        #expect(try pictures() <= before + 2)
    }

    /// When a wait times out, the requests after it are handled, although no other event wakes the daemon.
    @Test func requestsAfterATimedOutWaitAreAnswered() throws {
        let wait = try client.send("ui.wait", ["for": ["screen": "never"], "timeout": 0.01])
        let next = try client.send("sync")
        #expect(try client.reply(to: wait)["error"]?.reason == "timeout")
        #expect(try client.reply(to: next)["error"] == nil)
    }

    @Test(
        arguments: [
            (["toggle": "extras", "state": "on"], "toggle.set", ["id": "extras", "on": true]),
            (["toggle": "extras/ham", "state": true], "toggle.flip", ["id": "extras/ham"]),
            (["value": "orders", "equals": 4], "value.set", ["key": "orders", "value": 4]),
            (["value": "new", "equals": .null], "value.set", ["key": "new", "value": .null]),
            (["screen": "end"], "nav.push", ["screen": "end"]), (["entry": "e3"], "nav.push", ["screen": "end"]),
            (["node": "ham", "gone": true], "nav.push", ["screen": "end"]),
            (["text": "[✓] Ham"], "toggle.set", ["id": "extras/ham", "on": true]),
            (["text": "[ ] Ham", "gone": true], "toggle.set", ["id": "extras/ham", "on": true]),
            (["node": "ham", "value": "on"], "toggle.set", ["id": "extras/ham", "on": true]),
            (["node": "orders", "value": "9"], "value.set", ["key": "orders", "value": 9]),
        ] as [(JSON, String, JSON)])
    func waitAnswersWhenItHolds(_ condition: JSON, _ method: String, _ params: JSON) throws {
        let waiting = try daemon.client()
        let id = try waiting.send("ui.wait", ["for": condition, "timeout": 3_600])
        // Requests after the wait are answered after it.
        let next = try waiting.send("sync")
        try client.call("value.set", ["key": "other", "value": 1])
        let result = try client.call(method, params)
        #expect(
            try waiting.receive() == ["jsonrpc": "2.0", "id": .int(id), "result": ["revision": try #require(result["revision"])]])
        #expect(try waiting.receive()["id"] == .int(next))
    }

    @Test func waitCannotStandInABatch() throws {
        try client.send([["id": 1, "method": "ui.wait", "params": ["for": ["screen": "end"]]], ["id": 2, "method": "sync"]])
        let replies = try #require(try client.receive().arrayValue)
        #expect(replies.map { $0["id"] } == [1, 2])
        #expect(replies[0][at: "error/code"] == -32600)
    }

    @Test func aDisconnectEndsAWait() throws {
        var waiting: JSONClient? = try daemon.client()
        try waiting?.send("ui.wait", ["for": ["screen": "end"], "timeout": 3_600])
        try client.call("ui.wait", ["for": ["screen": "pizza"]])
        waiting = nil
        try waitUntil(client, "counts/clients", is: 1)
        #expect(try client.call("nav.push", ["screen": "end"]).changed == true)
    }
}

/// Polls `daemon.status` until the member at a path has a value.
func waitUntil(_ client: JSONClient, _ path: String, is expected: JSON) throws {
    let deadline = Deadline.standard
    while true {
        let found = try client.call("daemon.status")[at: path]
        if found == expected { return }
        if deadline.hasPassed { throw TestFailure("\(path) stays \(found?.text ?? "nothing"), not \(expected.text)") }
    }
}
