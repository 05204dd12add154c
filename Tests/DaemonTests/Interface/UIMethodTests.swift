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
        let terminal = try client.attach(2_000, 100)
        _ = try client.notification("terminal.frame")
        #expect(try size() == [2_000, 32])
        try client.call("terminal.resize", ["terminal": terminal, "columns": 512, "rows": 200])
        #expect(try size() == [512, 128])
        // Nothing of the picture before stays in the rows that are left out.
        let frame = try client.notification("terminal.frame")
        #expect(frame["full"] == true)
        #expect(frame["data"]?.stringValue?.contains("\u{1B}[2J") == true)
    }

    @Test func nodesBelowModalAreDisabled() throws {
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

    @Test func tappingInoperableNodeIsRefused() throws {
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

    @Test func rendererJSONNestsTheNodesOfTheTree() throws {
        let rendered = try client.call("ui.render", ["renderer": "json"])
        #expect(rendered["mime"] == "application/json")
        let document = try JSONParser.parse(try #require(rendered["data"]?.stringValue))
        let layer = try #require(document["layers"]?[0])
        #expect(layer["title"] == "Pizza")
        let form = try #require(layer["root"])
        #expect([form["id"], form["role"]] == ["form", "form"])
        let children = form["children"]?.arrayValue ?? []
        #expect(children.map { $0["id"] } == (try nodes().map { $0["id"] }))
        let next = try #require(children.first { $0["id"] == "next" })
        #expect([next["tap"], next["leadsOn"], next["enabled"]] == [true, true, true])
    }

    @Test func rendererCellsHasTheTextOfThePicture() throws {
        let text = try client.call("ui.render", ["renderer": "text", "columns": 40, "rows": 12])["data"]?.stringValue
        let rendered = try client.call("ui.render", ["renderer": "cells", "columns": 40, "rows": 12])
        #expect(rendered["mime"] == "application/json")
        let document = try JSONParser.parse(try #require(rendered["data"]?.stringValue))
        #expect([document["columns"], document["rows"]] == [40, 12])
        let lines = (document["lines"]?.arrayValue ?? []).map { line in
            var text = (line.arrayValue ?? []).compactMap { $0[1]?.stringValue }.joined()
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }
        #expect(lines.joined() == text)
        // It is in colour, unlike the text.
        #expect((document["styles"]?.arrayValue ?? []).contains { $0["background"] != nil })
    }

    @Test func aRendererThatIsNotThereIsRefused() throws {
        let error = try client.failure("ui.render", ["renderer": "paper"])
        #expect(error.reason == "notFound")
        #expect(error["message"]?.stringValue?.hasPrefix("no plugin \"paper\": looked for paper.so and libpaper.so in ") == true)
        let named = try client.failure("ui.render", ["renderer": "../paper"])
        #expect(named[at: "data/problem"] == "invalidName")
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

    /// The picture is painted when the wait begins, and once more when it times out: the message is about that one.
    @Test func aWaitForTextThatIsOverTakesTwoPictures() throws {
        func pictures() throws -> Int { try #require(try client.call("daemon.status")[at: "work/pictures"]?.intValue) }
        let other = try daemon.client()
        let terminal = try other.attach(60, 10)
        _ = try other.notification("terminal.frame")
        let before = try pictures()
        let wait: JSON = ["for": ["text": "never", "terminal": terminal], "timeout": 0.05]
        #expect(try client.failure("ui.wait", wait).reason == "timeout")
        #expect(try pictures() <= before + 2)
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
