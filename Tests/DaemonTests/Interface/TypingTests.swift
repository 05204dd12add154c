import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Typing in text fields, wheels and menus on terminals.
@Suite struct TypingTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.daemon() }

    private func attach(mode: String = "operate") throws -> (JSONClient, JSON) {
        let terminal = try daemon.client()
        let id = try terminal.attach(40, 12, ["mode": .string(mode)])
        _ = try terminal.notification("terminal.frame")
        return (terminal, id)
    }

    private func type(_ text: String, _ terminal: (JSONClient, JSON)) throws {
        for character in text { try press(String(character), terminal) }
    }

    @discardableResult
    private func press(_ key: String, _ terminal: (JSONClient, JSON)) throws -> JSON {
        try terminal.0.call("terminal.key", ["terminal": terminal.1, "key": .string(key)])
    }

    /// The terminal's full frame.
    private func picture(_ terminal: (JSONClient, JSON)) throws -> String {
        try terminal.0.call("terminal.resize", ["terminal": terminal.1, "columns": 40, "rows": 12])
        let frames = terminal.0.takeNotifications().compactMap { $0["params"] }
        return try #require(frames.last { $0["full"] == true }?["data"]?.stringValue)
    }

    // MARK: - Resuming on another connection

    @Test func theFilterOfAListSurvivesReconnection() throws {
        let rows: [JSON] = ["apple", "pear", "plum"].map { ["kind": "button", "label": .string($0), "emit": "onPick"] }
        try client.show(["kind": "list", "children": .array(rows)])
        let one = try daemon.client()
        let first = (one, try one.attach(40, 12, ["resumable": true]))
        for key in ["/", "p", "e"] { try press(key, first) }
        let place = try #require(one.takeNotifications().compactMap { $0[at: "params/place"] }.last)
        let two = try daemon.client()
        let second = (two, try two.attach(40, 12, ["resumable": true, "resume": place]))
        let picture = try two.call("ui.render", ["terminal": second.1])["data"]?.stringValue ?? ""
        #expect(picture.contains("pear") && !picture.contains("plum"))
        try press("escape", second)
        #expect(try two.call("ui.render", ["terminal": second.1])["data"]?.stringValue?.contains("plum") == true)
    }

    @Test func draftsSurviveReconnection() throws {
        try client.call("value.set", ["key": "name", "value": "Ada"])
        try client.call("value.set", ["key": "key", "value": ""])
        try client.show(
            ["kind": "textField", "bind": "name"],
            ["kind": "textField", "bind": "key", "secure": true])
        let one = try daemon.client()
        let first = (one, try one.attach(40, 12, ["resumable": true]))
        try type("!?", first)
        try press("left", first)
        let places = one.takeNotifications().compactMap { $0[at: "params/place"] }
        let place = try #require(places.last)
        #expect(place[at: "entries/0/draft/text"] == "Ada!?")
        let two = try daemon.client()
        let second = (two, try two.attach(40, 12, ["resumable": true, "resume": place]))
        let picture = try two.call("ui.render", ["terminal": second.1])["data"]?.stringValue
        #expect(picture?.contains("[Ada!?") == true)
        try press("x", second)
        try press("enter", second)
        #expect(try client.value("name") == "Ada!x?")
        // A secure field's draft is left out of the place that the daemon sends.
        try press("tab", second)
        _ = two.takeNotifications()
        try type("secret", second)
        #expect(two.takeNotifications().allSatisfy { $0[at: "params/place/entries/0/draft"] == nil })
    }

    // MARK: - Followers

    /// A Python program: sends its input to a daemon and prints all lines until the reply with id 3.
    private static let untilTheLastReply = """
        import socket, sys
        daemon = socket.socket(socket.AF_UNIX)
        daemon.connect(sys.argv[1])
        daemon.sendall(sys.stdin.buffer.read())
        for line in daemon.makefile():
            print(line, end="")
            if '"id":3' in line:
                break
        """

    /// A draft is visible only to terminals of the same user.
    @Test(.enabled(if: isRoot)) func aFollowerOfAnotherUserSeesNoDrafts() throws {
        try client.call("value.set", ["key": "name", "value": "Ada"])
        try client.show(["kind": "textField", "bind": "name"])
        let leader = try attach()
        try type("XYZ", leader)
        let attach: JSON.Object = [
            "columns": 40, "rows": 12, "colors": "none", "resumable": true, "follow": leader.1,
        ]
        let own = try #require(try client.call("terminal.attach", .object(attach))["terminal"])
        #expect(try client.call("ui.render", ["terminal": own])["data"]?.stringValue?.contains("AdaXYZ") == true)
        let lines: [JSON] = [
            ["id": 1, "method": "terminal.attach", "params": .object(attach)],
            ["id": 2, "method": "sync"],
            ["id": 3, "method": "ui.render", "params": ["terminal": 3]],
        ]
        #expect(chmod(daemon.directory.path, 0o755) == 0 && chmod(daemon.socketPath, 0o666) == 0)
        let result = try runProcess(
            "/usr/bin/setpriv",
            [
                "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c", Self.untilTheLastReply,
                daemon.socketPath,
            ], input: lines.map { $0.text + "\n" }.joined())
        let replies = try result.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
        #expect(replies.first { $0["id"] == 1 }?[at: "result/terminal"] == 3, "\(result)")
        let picture = replies.first { $0["id"] == 3 }?[at: "result/data"]?.stringValue
        #expect(picture?.contains("[Ada") == true, "what all may see is shown")
        #expect(!result.output.contains("XYZ"), "neither in a frame nor in its place")
    }

    // MARK: - Values

    @Test func everyKeyChangesABoundTextIfItSaysSo_andAllSeeIt() throws {
        try client.call("value.set", ["key": "name", "value": "Ada"])
        try client.show(["kind": "textField", "bind": "name", "updates": "change"])
        let (one, two) = (try attach(), try attach())
        try type(" q", one)
        #expect(try client.value("name") == "Ada q")
        try press("backspace", one)
        try press("space", one)
        try press("home", one)
        try press("delete", one)
        #expect(try client.value("name") == "da  ")
        #expect(try picture(two).contains("da"))
        try one.0.call("terminal.paste", ["terminal": one.1, "text": "A\n"])
        #expect(try client.value("name") == "Ada  ", "the line end at the end of what is pasted is left out")
    }

    @Test(arguments: [false, true]) func aBoundLineIsSetOnEnterAndOnLeavingIt(_ isSecure: Bool) throws {
        try client.call("value.set", ["key": "name", "value": "Ada"])
        try client.show(
            ["kind": "textField", "bind": "name", "secure": .bool(isSecure)],
            ["kind": "button", "label": "B", "tap": ["method": "nav.pop"]])
        let terminal = try attach()
        try type("Eve", terminal)
        #expect(try client.value("name") == "Ada")
        try press("enter", terminal)
        #expect(try client.value("name") == (isSecure ? "Eve" : "AdaEve"))
        try type("x", terminal)
        try press("tab", terminal)
        #expect(try client.value("name") == (isSecure ? "Evex" : "AdaEvex"))
    }

    @Test func aBoundTextOfSeveralLinesIsSetOnEachKey() throws {
        try client.call("value.set", ["key": "name", "value": "Ada"])
        try client.show(["kind": "textField", "bind": "name", "lines": [1, 3]])
        try type("!", try attach())
        #expect(try client.value("name") == "Ada!")
    }

    @Test func tooLongPasteIsReported() throws {
        try client.call("value.set", ["key": "name", "value": ""])
        try client.show(["kind": "textField", "bind": "name", "updates": "change"])
        let (one, two) = (try attach(), try attach())
        let long = String(repeating: "y", count: 17_000)
        #expect(try one.0.call("terminal.paste", ["terminal": one.1, "text": .string(long)])["changed"] == true)
        #expect(try client.value("name")?.stringValue?.count == 16_384)
        #expect(try picture(one).contains("at most 16384"))
        #expect(try picture(two).contains("at most 16384") == false)
        try press("left", one)
        #expect(try picture(one).contains("at most 16384") == false)
    }

    @Test func aChangeByOthersReplacesADraft() throws {
        try client.call("value.set", ["key": "name", "value": ""])
        try client.show(["kind": "textField", "bind": "name", "updates": "change"])
        let terminal = try attach()
        try type("abc", terminal)
        try client.call("value.set", ["key": "name", "value": "xy"])
        #expect(try picture(terminal).contains("xy"))
        try type("z", terminal)
        #expect(try client.value("name") == "xyz")
    }

    @Test func aNumberTakesEffectWithEnterOrOnTheWayOut() throws {
        try client.call("value.declare", ["key": "n", "kind": "int", "initial": 5, "range": [0, 100]])
        try client.show(
            ["kind": "textField", "bind": "n", "id": "n"], ["kind": "button", "label": "B", "tap": ["method": "nav.pop"]])
        let terminal = try attach()
        try type("0", terminal)
        #expect(try client.value("n") == 5)
        // A draft that waits for Enter is not affected by changes of the value.
        try client.call("value.set", ["key": "n", "value": 7])
        #expect(try picture(terminal).contains("50"))
        try press("enter", terminal)
        #expect(try client.value("n") == 50)
        try type("0", terminal)
        let error = try terminal.0.failure("terminal.key", ["terminal": terminal.1, "key": "enter"])
        #expect(error.reason == "invalid")
        // The draft stays for correction; Escape discards it.
        try press("backspace", terminal)
        try press("enter", terminal)
        try type("x", terminal)
        try press("escape", terminal)
        #expect(try client.value("n") == 50)
        try press("backspace", terminal)
        try press("tab", terminal)
        #expect(try client.value("n") == 5)
    }

    // MARK: - Apps

    @Test func typingFastOverASlowAppLosesNothing() throws {
        func screen(_ text: String) -> JSON {
            let field: JSON = ["kind": "textField", "text": .string(text), "id": "f", "emit": "onTyped"]
            return ["screen": ["id": "c", "body": ["kind": "form", "children": [field]]]]
        }
        let app = try daemon.client()
        try app.call("screen.put", screen(""))
        try app.call("action.bind", ["screen": "c", "names": ["*"]])
        try client.call("nav.set", ["path": [["screen": "c"]]])
        let terminal = try attach()
        try type("abc", terminal)
        #expect(try picture(terminal).contains("abc"))
        // The app answers with capitals, long after the keys were typed.
        let actions = [try app.action(), try app.action(), try app.action()]
        #expect(actions.map { $0.params[at: "payload/value"] } == ["a", "ab", "abc"])
        for (action, text) in zip(actions, ["A", "AB", "ABC"]) {
            #expect(try picture(terminal).contains("abc"), "it is not touched meanwhile")
            try app.call("screen.put", screen(text))
            try app.answer(action.id)
        }
        try app.call("sync")
        #expect(try picture(terminal).contains("ABC"))
        try type("d", terminal)
        #expect(try app.action().params[at: "payload/value"] == "ABCd")
    }

    @Test func aRejectedTextStaysWithTheReasonBelowIt() throws {
        let app = try daemon.client()
        try app.call("screen.put", Fixture.screen("c", ["kind": "textField", "text": "fixed", "emit": "onTyped"]))
        try app.call("action.bind", ["screen": "c", "names": ["*"]])
        try client.call("nav.set", ["path": [["screen": "c"]]])
        let terminal = try attach()
        try type("!", terminal)
        #expect(try picture(terminal).contains("fixed!"))
        let (id, _) = try app.action()
        try app.answer(id, ["outcome": "rejected", "reason": "it is fixed"])
        try app.call("sync")
        let shown = try picture(terminal)
        #expect(shown.contains("fixed!") && shown.contains("! it is fixed"))
        try press("escape", terminal)
        #expect(try picture(terminal).contains("it is fixed") == false)
        #expect(try picture(terminal).contains("fixed!") == false)
    }

    @Test func enterSubmitsWhatWasTyped() throws {
        try client.show([
            "kind": "textField", "text": "", "id": "f", "submit": ["tap": ["method": "value.set", "params": ["key": "said"]]],
        ])
        let terminal = try attach()
        try type("hello", terminal)
        #expect(try client.failure("value.get", ["key": "said"]).reason == "notFound")
        #expect(try press("enter", terminal).changed == true)
        #expect(try client.value("said") == "hello")
    }

    // MARK: - Refusals

    @Test func aRefusedTextStays_andItsReasonIsBelowItOnThisTerminalOnly() throws {
        try client.call("value.declare", ["key": "port", "kind": "int", "range": [1, 100]])
        try client.show(
            ["kind": "textField", "label": "Port", "bind": "port"],
            ["kind": "button", "label": "Go", "tap": ["method": "nav.pop"]])
        let one = try daemon.client()
        let terminal = (one, try one.attach(60, 12, ["status": true]))
        let other = try attach()
        try press("backspace", terminal)
        try type("777", terminal)
        func lines(_ terminal: (JSONClient, JSON)) throws -> [String] {
            let picture = try terminal.0.call("ui.render", ["terminal": terminal.1])["data"]?.stringValue ?? ""
            return picture.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        let reason = "! value \"port\" must be from"
        for key in ["enter", "tab", "down"] {
            #expect(try terminal.0.failure("terminal.key", ["terminal": terminal.1, "key": .string(key)]).reason == "invalid")
            let shown = try lines(terminal)
            let row = try #require(shown.firstIndex { $0.contains("777") }, "\(key)")
            #expect(shown[row + 1].contains(reason) && shown[row + 2].contains("to 100, not 777"), "\(shown)")
            #expect(shown.contains { $0.contains("Esc discard") } && shown.contains { $0.contains("Go") })
        }
        #expect(try lines(other).contains { $0.contains(reason) || $0.contains("777") } == false)
        try press("backspace", terminal)
        #expect(try lines(terminal).contains { $0.contains("77") } && lines(terminal).contains { $0.contains(reason) })
        try press("enter", terminal)
        #expect(try client.value("port") == 77)
        #expect(try lines(terminal).contains { $0.contains(reason) } == false)
        try type("x", terminal)
        _ = try terminal.0.failure("terminal.key", ["terminal": terminal.1, "key": "enter"])
        #expect(try lines(terminal).contains { $0.contains("77x") })
        try press("escape", terminal)
        #expect(try lines(terminal).contains { $0.contains("77x") || $0.contains("! ") } == false)
        try press("tab", terminal)
    }

    /// An empty field that must not be empty says so below it.
    @Test func anAppMayRefuseAnEmptyText() throws {
        let app = try daemon.client()
        try app.call(
            "screen.put", Fixture.screen("c", ["kind": "textField", "text": "", "submit": ["emit": "onName"]]))
        try app.call("action.bind", ["screen": "c", "names": ["*"]])
        try client.call("nav.set", ["path": [["screen": "c"]]])
        let terminal = try attach()
        try press("enter", terminal)
        try app.answer(try app.action().id, ["outcome": "rejected", "reason": "a name is required"])
        try app.call("sync")
        #expect(try picture(terminal).contains("! a name is required"))
    }

    @Test func viewerCannotType() throws {
        try client.call("value.set", ["key": "name", "value": "Ada"])
        try client.show(["kind": "textField", "bind": "name"])
        let viewer = try attach(mode: "view")
        let error = try viewer.0.failure("terminal.key", ["terminal": viewer.1, "key": "x"])
        #expect(error.reason == "denied")
        #expect(try !picture(viewer).contains("Adax"))
        #expect(try client.value("name") == "Ada")
    }

    @Test func aPasteNeedsATextField() throws {
        try client.show(["kind": "button", "label": "B", "tap": ["method": "nav.pop"]])
        let terminal = try attach()
        let error = try terminal.0.failure("terminal.paste", ["terminal": terminal.1, "text": "x"])
        #expect(error.reason == "refused")
        #expect(error.message?.hasPrefix("no text field has the focus") == true)
    }

    // MARK: - Wheels and menus

    @Test func pickers6_movingTheWheelIsEachTerminalsOwn() throws {
        try client.call(
            "picker.declare",
            [
                "picker": [
                    "id": "p",
                    "components": [["id": "c", "elements": [["id": "a", "label": "Ay"], ["id": "b", "label": "Bee"]]]],
                ]
            ])
        try client.show(["kind": "picker", "bind": "p/c", "style": "wheel"])
        let (one, two) = (try attach(), try attach())
        #expect(try press("right", one).changed == false)
        #expect(try picture(one).contains("Bee?"))
        #expect(try !picture(two).contains("Bee"))
        func selection() throws -> JSON? { try client.call("picker.get", ["id": "p"])[at: "components/0/selection"] }
        #expect(try selection() == "a")
        #expect(try press("enter", one).changed == true)
        #expect(try selection() == "b")
        #expect(try picture(two).contains("Bee"))
    }

    @Test func anOpenMenuIsEachTerminalsOwn() throws {
        try client.show([
            "kind": "menu", "label": "More",
            "children": [
                ["kind": "button", "label": "Louder", "tap": ["method": "value.set", "params": ["key": "v", "value": 1]]]
            ],
        ])
        let (one, two) = (try attach(), try attach())
        #expect(try press("enter", one).changed == false)
        #expect(try picture(one).contains("Louder"))
        #expect(try !picture(two).contains("Louder"))
        try press("escape", one)
        #expect(try !picture(one).contains("Louder"))
        try press("enter", one)
        #expect(try press("enter", one).changed == true)
        #expect(try client.value("v") == 1)
    }
}
