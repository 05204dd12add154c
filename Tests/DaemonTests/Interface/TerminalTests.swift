import FasciaDocument
import Glibc
import TestSupport
import Testing

@Suite struct TerminalTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        (daemon, client) = try Fixture.pizza([
            "kind": "button", "label": "Onward", "id": "next", "tap": ["method": "nav.push", "params": ["screen": "end"]],
        ])
        try client.call("screen.put", Fixture.screen("end", ["kind": "text", "text": "That is all"]))
    }

    /// Attaches a terminal and returns its id and its first frame.
    private func attach(
        _ client: JSONClient, columns: Int = 40, rows: Int = 12, mode: String = "operate"
    ) throws -> (terminal: JSON, frame: JSON) {
        let attach: JSON = [
            "columns": .int(columns), "rows": .int(rows), "colors": "none", "mode": .string(mode),
        ]
        let terminal = try #require(try client.call("terminal.attach", attach)["terminal"])
        return (terminal, try client.notification("terminal.frame"))
    }

    private func press(_ client: JSONClient, _ terminal: JSON, _ key: String) throws -> JSON {
        try client.call("terminal.key", ["terminal": terminal, "key": .string(key)])
    }

    @Test func theFirstFrameComesAfterTheReplyAndIsFull() throws {
        let id = try client.send("terminal.attach", ["columns": 40, "rows": 12, "colors": "none"])
        let reply = try client.receive()
        #expect(reply["id"] == .int(id))
        let frame = try client.notification("terminal.frame")
        #expect(frame["terminal"] == reply[at: "result/terminal"])
        #expect(frame["sequence"] == 1)
        #expect(frame["full"] == true)
        let data = try #require(frame["data"]?.stringValue)
        for part in ["pizza", "All of it", "Ham", "Onward"] { #expect(data.contains(part), "\(part)") }
    }

    @Test func theFrameThatAKeyCausesComesBeforeItsAcknowledgement() throws {
        let (terminal, _) = try attach(client)
        let id = try client.send("terminal.key", ["terminal": terminal, "key": "space"])
        let frame = try client.receive()
        #expect(frame["method"] == "terminal.frame")
        #expect(frame[at: "params/sequence"] == 2)
        #expect(frame[at: "params/full"] == false)
        #expect(try client.receive() == ["jsonrpc": "2.0", "id": .int(id), "result": ["revision": 5, "changed": true]])
        #expect(try client.state(of: "extras") == "on", "the first control has the focus")
    }

    @Test func keysMoveTheFocusAndOperate() throws {
        let (terminal, _) = try attach(client)
        #expect(try press(client, terminal, "down") == ["revision": 4, "changed": false])
        #expect(try press(client, terminal, "enter").changed == true)
        #expect(try client.state(of: "extras/ham") == "on")
        #expect(try press(client, terminal, "tab").changed == false)
        #expect(try press(client, terminal, "enter").changed == true)
        #expect(try client.screens() == ["pizza", "end"])
        #expect(try press(client, terminal, "escape").changed == true)
        #expect(try client.screens() == ["pizza"])
        #expect(try press(client, terminal, "escape").changed == false, "there is nothing to go back to")
        #expect(try press(client, terminal, "f13").changed == false, "a key that means nothing")
    }

    /// What goes with a terminal is the stack that was made for it, not that of a terminal that it has followed.
    @Test func theStackOfATerminalThatWasFollowedStays() throws {
        try client.call("nav.set", ["stack": "work", "path": [["screen": "pizza"]]])
        let leader = try client.attach(40, 12, ["stack": "work"])
        let other = try daemon.client()
        let follower = try other.attach(40, 12, ["own": true, "follow": leader])
        _ = try other.notification("terminal.frame")
        try client.call("terminal.detach", ["terminal": leader])
        try other.call("terminal.detach", ["terminal": follower])
        #expect(try client.screens(of: "work") == ["pizza"])
        #expect(try client.failure("nav.get", ["stack": "own-\(getuid())/1"]).reason == "notFound")
    }

    @Test func aTerminalThatIsOneTooManyMakesNoStack() throws {
        for _ in 0..<64 { _ = try client.attach(10, 3) }
        let before = try client.sync()
        for more: JSON.Object in [["stack": "side", "create": true], ["own": true]] {
            var params: JSON.Object = ["columns": 40, "rows": 12, "colors": "none"]
            for member in more.members { params[member.key] = member.value }
            #expect(try client.failure("terminal.attach", .object(params))[at: "data/limit"] == "terminals")
        }
        #expect(try client.sync() == before)
        #expect(try client.failure("nav.get", ["stack": "side"]).reason == "notFound")
    }

    /// Letters select by prefix if they follow each other within the typing pause, by the daemon's clock.
    @Test(arguments: [(60.0, "Blueberry"), (0, "Banana")])
    func lettersAreTyped_untilThereIsAPause(_ pause: Double, _ expected: String) throws {
        let (daemon, client) = try Fixture.panel(arguments: ["--typing-pause", "\(pause)"])
        let names = ["Apple", "Banana", "Blueberry"]
        let buttons = names.map { ["kind": "button", "label": .string($0), "id": .string($0), "emit": "onTap"] as JSON }
        try client.call("screen.put", Fixture.screen("fruit", buttons[0], buttons[1], buttons[2]))
        try client.call("nav.set", ["path": [["screen": "fruit"]]])
        let (terminal, _) = try attach(client)
        _ = try press(client, terminal, "b")
        _ = try press(client, terminal, "l")
        let nodes = try client.call("ui.tree", ["terminal": terminal])["nodes"]?.arrayValue ?? []
        #expect(nodes.first { $0["focused"] == true }?["id"] == .string(expected))
        #expect(!daemon.process.hasEnded)
    }

    @Test func focusStaysVisibleAfterResize() throws {
        let buttons = (0..<30).map { ["kind": "button", "label": .string("Row \($0)"), "emit": "onTap"] as JSON }
        let body: JSON = ["kind": "form", "children": .array(buttons)]
        try client.call("screen.put", ["screen": ["id": "long", "body": body]])
        try client.call("nav.set", ["path": [["screen": "long"]]])
        let (terminal, _) = try attach(client, rows: 30)
        for _ in 1...20 { _ = try press(client, terminal, "down") }
        try client.call("terminal.resize", ["terminal": terminal, "columns": 40, "rows": 8])
        let picture = try client.call("ui.render", ["terminal": terminal])["data"]?.stringValue
        #expect(picture?.contains("›Row 20") == true)
    }

    @Test func theFocusIsEachTerminalsOwn() throws {
        let other = try daemon.client()
        let (first, _) = try attach(client)
        let (second, _) = try attach(other)
        _ = try press(client, first, "down")
        #expect(try press(other, second, "space").changed == true)
        #expect(try client.state(of: "extras") == "on", "the other one's focus stayed on the first control")
    }

    @Test func aClickOperatesWhatIsThere() throws {
        let (terminal, _) = try attach(client)
        let picture = try #require(try client.call("ui.render", ["columns": 40, "rows": 12])["data"]?.stringValue)
        let lines = picture.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("Ham") })
        let column = try #require(lines[row].firstRange(of: "Ham")).lowerBound
        var mouse: JSON.Object = [
            "terminal": terminal, "kind": "press", "row": .int(row),
            "column": .int(lines[row].distance(from: lines[row].startIndex, to: column)), "button": "right",
        ]
        #expect(try client.call("terminal.mouse", .object(mouse)).changed == false)
        mouse["button"] = nil
        #expect(try client.call("terminal.mouse", .object(mouse)).changed == true)
        #expect(try client.state(of: "extras/ham") == "on")
        mouse["row"] = 11
        #expect(try client.call("terminal.mouse", .object(mouse)).changed == false, "nothing is there")
    }

    /// A click is resolved against the frame that the user saw, even if a change is not shown yet.
    @Test func aClickMeansWhatWasOnTheScreen() throws {
        let daemon = try DaemonProcess(environment: ["FASCIA_FRAME_INTERVAL": "3600000"])
        let client = try daemon.client()
        func show(_ labels: [String]) throws {
            let buttons = labels.map { label -> JSON in
                let tap: JSON = ["method": "value.set", "params": ["key": "tapped", "value": .string(label)]]
                return ["kind": "button", "label": .string(label), "id": .string(label), "tap": tap]
            }
            try client.call("screen.put", ["screen": ["id": "files", "body": ["kind": "form", "children": .array(buttons)]]])
        }
        try show(["Keep", "Open"])
        try client.call("nav.set", ["path": [["screen": "files"]]])
        let (terminal, _) = try attach(client)
        let rows = try #require(try client.call("ui.render", ["terminal": terminal])["data"]?.stringValue)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("Open") })
        let click: JSON = ["terminal": terminal, "kind": "press", "row": .int(row), "column": 4]
        try show(["Delete", "Keep", "Open"])
        try client.call("terminal.mouse", click)
        #expect(try client.call("value.get", ["prefix": "tapped"])[at: "values/tapped"] == "Open")
        // A click on a node that no longer exists has no effect.
        try client.call("value.remove", ["key": "tapped"])
        try show(["Keep", "Open"])
        try client.call("terminal.resize", ["terminal": terminal, "columns": 40, "rows": 12])
        try show(["Keep", "Delete"])
        #expect(try client.call("terminal.mouse", click).changed == false)
        #expect(try client.call("value.get", ["prefix": "tapped"])[at: "values/tapped"] == nil)
    }

    @Test func aResizeIsAnsweredWithAFullFrame() throws {
        let (terminal, first) = try attach(client)
        try client.send("terminal.resize", ["terminal": terminal, "columns": 30, "rows": 8])
        let frame = try client.receive()
        #expect(frame[at: "params/full"] == true)
        #expect(frame[at: "params/sequence"] == 2)
        #expect(frame[at: "params/data"] != first["data"])
        #expect(try client.receive()["result"] != nil)
        #expect(try client.call("daemon.status")[at: "terminals/0/columns"] == 30)
    }

    @Test func twoTerminalsOfDifferentSizesBothChangeAtOnce() throws {
        let (small, large) = (try daemon.client(), try daemon.client())
        let (smallTerminal, smallFrame) = try attach(small, columns: 24, rows: 8)
        let (largeTerminal, largeFrame) = try attach(large, columns: 100, rows: 30)
        #expect(smallFrame["data"] != largeFrame["data"])
        try client.call("nav.push", ["screen": "end"])
        for (client, terminal) in [(small, smallTerminal), (large, largeTerminal)] {
            let frame = try client.notification("terminal.frame")
            #expect(frame["terminal"] == terminal)
            #expect(frame["sequence"] == 2)
            #expect(frame["data"]?.stringValue?.contains("That is all") == true)
        }
    }

    @Test func oneConnectionMayShowSeveralTerminals() throws {
        let (first, _) = try attach(client)
        let (second, _) = try attach(client, columns: 60)
        #expect(first != second)
        let other = try daemon.client()
        try other.call("nav.push", ["screen": "end"])
        let shown = try (1...2).map { _ in try client.notification("terminal.frame")["terminal"]?.intValue }
        #expect(Set(shown) == [first.intValue, second.intValue])
        try client.call("terminal.detach", ["terminal": first])
        #expect(try client.failure("terminal.key", ["terminal": first, "key": "tab"]).reason == "notFound")
        try other.call("nav.pop")
        #expect(try client.notification("terminal.frame")["terminal"] == second)
        _ = try client.sync()
        #expect(client.takeNotifications().isEmpty)
    }

    @Test func aTerminalThatOnlyViewsRefusesToOperate() throws {
        let (terminal, _) = try attach(client, mode: "view")
        let error = try client.failure("terminal.key", ["terminal": terminal, "key": "space"])
        #expect(error["code"] == -32003)
        #expect(error.reason == "denied")
        #expect(error.message == "this terminal is view-only: attach one with mode operate to change the panel")
        #expect(try client.state(of: "extras") == "mixed")
        // A view-only terminal may move its focus and receives frames.
        #expect(try press(client, terminal, "down").changed == false)
        _ = client.takeNotifications()
        let other = try daemon.client()
        try other.call("nav.push", ["screen": "end"])
        #expect(try client.notification("terminal.frame")["data"]?.stringValue?.contains("That is all") == true)
        #expect(try client.failure("terminal.key", ["terminal": terminal, "key": "escape"]).reason == "denied")
        #expect(try client.screens() == ["pizza", "end"])
    }

    @Test func whyAKeyWasRefusedIsShownToItsUserAlone() throws {
        try client.call(
            "toggle.declare",
            [
                "group": [
                    "id": "size", "rules": ["exclusive": true], "options": [["id": "small", "on": true], ["id": "large"]],
                ]
            ])
        try client.call("screen.put", Fixture.screen("pizza", ["kind": "toggle", "bind": "size/small"]))
        let other = try daemon.client()
        let (terminal, _) = try attach(client)
        _ = try attach(other)
        let error = try client.failure("terminal.key", ["terminal": terminal, "key": "space"])
        #expect(error.reason == "refused")
        let frame = try client.notification("terminal.frame")
        let beginning = try #require(error.message).prefix(12)
        #expect(frame["data"]?.stringValue?.contains(beginning) == true)
        _ = try other.sync()
        #expect(other.takeNotifications().isEmpty)
    }

    @Test func whyAKeyWasRefusedGoesAwayByItself() throws {
        let daemon = try DaemonProcess(arguments: ["--notice-time", "0.05"])
        let client = try daemon.client()
        try client.show(["kind": "button", "label": "Go", "tap": ["method": "nav.push", "params": ["screen": ""]]])
        let terminal = try client.attach()
        _ = try client.failure("terminal.key", ["terminal": terminal, "key": "enter"])
        try client.call("ui.wait", ["for": ["text": "must not be empty", "terminal": terminal, "gone": true], "timeout": 3_600])
    }

    @Test func qDetaches() throws {
        let (terminal, _) = try attach(client)
        #expect(try press(client, terminal, "q")["detached"] == true)
        #expect(try client.notification("terminal.detached") == ["terminal": terminal, "reason": "quit"])
        #expect(try client.call("daemon.status")[at: "counts/terminals"] == 0)
    }

    @Test func ctrlLRedrawsEverything() throws {
        let (terminal, first) = try attach(client)
        _ = try press(client, terminal, "ctrl+l")
        let frame = try client.notification("terminal.frame")
        #expect(frame["full"] == true)
        #expect(frame["data"] == first["data"])
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 50), (1_000, 65)]) func anySizeIsShown(_ columns: Int, _ rows: Int) throws {
        let (terminal, frame) = try attach(client, columns: columns, rows: rows)
        #expect(frame["full"] == true)
        #expect(try press(client, terminal, "space").changed == true)
    }

    @Test func aTerminalGoesWithItsConnection() throws {
        var other: JSONClient? = try daemon.client()
        if let other { _ = try attach(other) }
        #expect(try client.call("daemon.status")[at: "counts/terminals"] == 1)
        other = nil
        try waitUntil(client, "counts/terminals", is: 0)
    }
}
