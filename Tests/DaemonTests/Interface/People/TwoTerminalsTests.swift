import FasciaDocument
import Foundation
import TestSupport
import Testing

/// Two people at one panel: whose keys do what.
@Suite struct TwoTerminalsTests {
    private static let anHour = 3_600_000
    private static let question = "Reboot the box now?"
    private static let notice = "opened Reboot the box now? – Ctrl-G to look"

    // MARK: - Alerts

    @Test func lettersDoNothingInAnAlert() throws {
        let (daemon, other) = try SharedPanel.start(pause: 0)
        let ada = try Person(daemon)
        try other.ask()
        #expect(try ada.picture.contains(Self.question))
        try ada.press("r")
        #expect(try ada.focused == "Cancel")
        try ada.press("enter")
        #expect(try other.hit == "Cancel")
    }

    @Test func theFocusOfADestructiveAlertBeginsAtCancel() throws {
        let (daemon, other) = try SharedPanel.start(pause: 0)
        let ada = try Person(daemon)
        func begins(_ buttons: (String, String?)...) throws -> String? {
            let buttons = buttons.map { SharedPanel.hit($0.0, $0.1) }
            let body: JSON = ["kind": "vstack", "children": .array(buttons)]
            try other.call("screen.put", ["screen": ["id": "q", "title": "Sure?", "body": body]])
            try other.ask("q")
            defer { _ = try? other.call("nav.close") }
            return try ada.focused
        }
        #expect(try begins(("Erase", "destructive"), ("Keep", nil), ("Stop", "cancel")) == "Stop")
        #expect(try begins(("Save", nil), ("Erase", "destructive"), ("Stop", "cancel")) == "Stop")
        #expect(try begins(("Erase", "destructive"), ("Keep", nil)) == "Keep")
        #expect(try begins(("Save", nil), ("Stop", "cancel")) == "Save", "nothing is destructive")
        #expect(try begins(("Erase", "destructive"), ("Burn", "destructive")) != "Erase")
    }

    // MARK: - Whoever is in the middle of something

    private static let occupations: [(keys: [String], shows: String)] = [
        (["ctrl+k", "p"], "Find"), (["down", "enter"], "Red"), (["down", "down", "x"], "x"),
    ]

    @Test(arguments: 0..<3) func aScreenOfAnotherWaitsForAnOpenPaletteMenuOrDraft(_ index: Int) throws {
        let (keys, _) = Self.occupations[index]
        let (daemon, other) = try SharedPanel.start(pause: 0)
        let (ada, bob) = (try Person(daemon), try Person(daemon))
        for key in keys { try ada.press(key) }
        let before = try ada.picture
        try other.ask()
        #expect(try bob.picture.contains("Cancel"), "nobody else waits")
        #expect(try ada.picture.contains(Self.notice))
        #expect(try !ada.picture.contains("Cancel"))
        try ada.press("r")
        #expect(try other.hit == nil)
        #expect(try !ada.picture.contains("Cancel") && ada.picture != before)
        // It is over.
        for _ in 1...3 where try !ada.picture.contains("Cancel") { try ada.press("escape") }
        #expect(try ada.picture.contains("Cancel"))
        #expect(try !ada.picture.contains("Ctrl-G"))
    }

    @Test func aScreenOfAnotherWaitsForAFilter() throws {
        let (daemon, other) = try SharedPanel.start(pause: 0)
        try other.call("nav.push", ["screen": "files"])
        let ada = try Person(daemon)
        try ada.type("/be")
        try other.ask()
        #expect(try !ada.picture.contains("Cancel"))
        try ada.type("t")
        #expect(try ada.picture.contains("Beta") && !ada.picture.contains("Alpha"))
        try ada.press("enter")
        #expect(try other.hit == "Beta")
        try ada.press("escape")
        #expect(try ada.picture.contains("Cancel"))
    }

    @Test func afterAKeyAScreenOfAnotherWaits_untilItsUserLooks() throws {
        let (daemon, other) = try SharedPanel.start(pause: Self.anHour)
        let (ada, bob) = (try Person(daemon), try Person(daemon))
        try ada.press("down")
        try other.ask()
        #expect(try bob.picture.contains("Cancel"), "bob has pressed nothing")
        #expect(try ada.picture.contains(Self.notice))
        try ada.press("up")
        #expect(try ada.press("space")[at: "result/changed"] == true)
        #expect(try other.state(of: "box/printing") == "off")
        try ada.press("ctrl+g")
        #expect(try ada.picture.contains("Cancel"))
        #expect(try ada.focused == "Cancel")
    }

    @Test func theNoticeNamesWhoOpenedTheScreen() throws {
        let (daemon, other) = try SharedPanel.start(pause: Self.anHour)
        let ada = try Person(daemon)
        try ada.press("down")
        try other.ask()
        let name = try runProcess("/usr/bin/id", ["-un"]).checked().output.trimmingCharacters(in: .newlines)
        #expect(try ada.picture.contains("\(name) \(Self.notice)"))
    }

    /// What is typed into a secure field is told to its app alone, also below a screen that others have opened meanwhile.
    @Test func aSecretStaysOneBelowAScreenOfAnother() throws {
        let (daemon, other) = try SharedPanel.start(pause: Self.anHour)
        let app = try daemon.client()
        let field: JSON = ["kind": "textField", "text": "", "id": "key", "secure": true, "emit": "onKeyTyped"]
        try app.call("screen.put", ["screen": ["id": "login", "body": ["kind": "form", "children": [field]]]])
        try app.call("action.bind", ["screen": "login", "names": ["*"]])
        try app.call("nav.push", ["screen": "login"])
        let ada = try Person(daemon)
        try ada.input("terminal.paste", ["text": "open"])
        try app.handle()
        try other.ask()
        #expect(try ada.picture.contains(Self.notice))
        try ada.input("terminal.paste", ["text": "sesame"])
        #expect(try app.handle()[at: "payload/value"]?.stringValue?.hasSuffix("sesame") == true)
        // The answer is recorded by then.
        _ = try app.sync()
        let history = try other.call("history.get").text
        #expect(history.contains("onKeyTyped") && history.contains("•••") && !history.contains("sesame"), "\(history)")
    }

    @Test func aHeldScreenThatIsClosedIsNotShown() throws {
        let (daemon, other) = try SharedPanel.start(pause: Self.anHour)
        let ada = try Person(daemon)
        try ada.press("down")
        try other.ask()
        try other.call("nav.close")
        #expect(try !ada.picture.contains("Ctrl-G"))
        #expect(try ada.press("escape")[at: "result/changed"] == false)
    }

    /// Going back would close what the user has not seen, and a screen that they open would cover it.
    @Test(arguments: [["escape"], ["ctrl+k", "f", "i", "l", "e", "s", "enter"]])
    func leavingAScreenShowsFirstWhatOthersHaveOpened(_ keys: [String]) throws {
        let (daemon, other) = try SharedPanel.start(pause: Self.anHour)
        try other.call("nav.push", ["screen": "home"])
        let ada = try Person(daemon)
        try ada.press("down")
        try other.ask()
        for key in keys { try ada.press(key) }
        #expect(try other.screens() == ["home", "home", "reboot"])
        #expect(try ada.picture.contains("Cancel") && ada.picture.contains("has opened this meanwhile"))
    }

    @Test func whatAnActionOpensIsShownAtOnceToItsSender() throws {
        let (daemon, app) = try SharedPanel.start(pause: Self.anHour)
        try app.call("action.bind", ["screen": "home", "names": ["*"]])
        let (ada, bob) = (try Person(daemon), try Person(daemon))
        for person in [ada, bob] { try person.press("down") }
        try ada.press("end")
        try ada.press("enter")
        let request = try app.receive()
        #expect(request["method"] == "action")
        try app.ask()
        try app.send(["id": try #require(request["id"]), "result": [:]])
        _ = try app.sync()
        #expect(try ada.picture.contains("Cancel"))
        #expect(try bob.picture.contains(Self.notice))
        // What it opens later, when ada does something else, waits.
        try app.call("nav.close")
        try ada.press("up")
        try app.ask()
        #expect(try ada.picture.contains(Self.notice))
    }

    @Test func aViewOnlyTerminalSeesEverythingAtOnce() throws {
        let (daemon, other) = try SharedPanel.start(pause: Self.anHour)
        let viewer = try daemon.client()
        let terminal = try viewer.attach(72, 20, ["mode": "view"])
        try viewer.call("terminal.key", ["terminal": terminal, "key": "down"])
        try other.ask()
        #expect(try viewer.call("ui.render", ["terminal": terminal])["data"]?.stringValue?.contains("Cancel") == true)
    }

    // MARK: - Late frames

    private enum Input: CaseIterable {
        case escape, character, paste, click, shortcut, quit
    }

    @Test(arguments: 0..<6) func inputOperatesNothingThatWasNotInItsFrame(_ index: Int) throws {
        let (daemon, other) = try SharedPanel.start(pause: 0)
        try other.call(
            "screen.put",
            SharedPanel.question(
                "form", "Later", ["kind": "textField", "bind": "name", "id": "field", "label": "Late", "updates": "change"],
                [
                    "kind": "button", "label": "Boom", "id": "boom", "modifiers": [["shortcut": "ctrl+b"]],
                    "tap": ["method": "value.set", "params": ["key": "hit", "value": "Boom"]],
                ]))
        let ada = try Person(daemon)
        let frame = ada.latest
        try other.call("nav.modal", ["screen": "form", "style": "sheet"])
        #expect(try ada.look() > frame)
        func act(at frame: Int) throws -> JSON {
            switch Input.allCases[index] {
            case .character: try ada.press("x", at: frame)
            case .escape: try ada.press("escape", at: frame)
            case .paste: try ada.input("terminal.paste", ["text": "xy"], at: frame)
            case .click: try ada.click("Boom", at: frame)
            case .shortcut: try ada.press("ctrl+b", at: frame)
            case .quit: try ada.press("q", at: frame)
            }
        }
        if Input.allCases[index] == .shortcut || Input.allCases[index] == .quit {
            // Where keys do not go into a field.
            try ada.press("tab")
        }
        let before = (try other.value("name"), try other.hit, try other.screens())
        let late = try act(at: frame)
        #expect(late[at: "error/data/reason"] == "conflict", "\(late.text)")
        #expect(try ada.picture.contains("the picture has changed since that was pressed"))
        #expect(try (other.value("name"), other.hit, other.screens()) == before)
        // The same input at the frame that shows it.
        #expect(try act(at: ada.look())["error"] == nil)
        if Input.allCases[index] != .quit {
            #expect(try (other.value("name"), other.hit, other.screens()) != before)
        }
    }

    @Test func aKeyForTheSameScreenCounts_howeverOldItsFrame() throws {
        let (daemon, other) = try SharedPanel.start(pause: 0)
        let ada = try Person(daemon)
        let frame = ada.latest
        try ada.press("down", at: frame)
        try other.call("value.set", ["key": "name", "value": "changed"])
        try ada.press("up", at: frame)
        #expect(try ada.press("space", at: frame)[at: "result/changed"] == true)
    }

    /// The focus has gone to a neighbour, because its element went away.
    @Test func aKeyDoesNotOperateANeighbourOfWhatWentAway() throws {
        let (daemon, other) = try SharedPanel.start(pause: 0)
        func show(_ labels: String...) throws {
            let buttons = labels.map { SharedPanel.hit($0) }
            try other.call(
                "screen.put", ["screen": ["id": "rows", "body": ["kind": "form", "children": .array(buttons)]]])
        }
        try show("Stop", "Reboot")
        try other.call("nav.push", ["screen": "rows"])
        let ada = try Person(daemon)
        let frame = ada.latest
        try show("Reboot")
        #expect(try ada.press("enter", at: frame)[at: "error/data/reason"] == "conflict")
        #expect(try other.hit == nil)
        #expect(try ada.press("enter", at: ada.look())[at: "result/changed"] == true)
    }

    /// Another thing has taken over the id, as when a file is published again with another row in front.
    @Test func aKeyDoesNotOperateWhatHasTakenOverAnID() throws {
        let (daemon, other) = try SharedPanel.start(pause: 0)
        func show(_ labels: String...) throws {
            let buttons = labels.map { label -> JSON in
                var button = SharedPanel.hit(label).objectValue ?? [:]
                button["id"] = JSON?.none
                return .object(button)
            }
            try other.call(
                "screen.put", ["screen": ["id": "rows", "body": ["kind": "form", "children": .array(buttons)]]])
        }
        try show("Stop")
        try other.call("nav.push", ["screen": "rows"])
        let ada = try Person(daemon)
        let frame = ada.latest
        try show("Reboot")
        #expect(try ada.press("enter", at: frame)[at: "error/data/reason"] == "conflict")
        #expect(try other.hit == nil)
    }

    @Test func aRowOfThePaletteIsOperatedOnlyIfItWasSeen() throws {
        let (daemon, other) = try SharedPanel.start(pause: 0)
        let ada = try Person(daemon)
        let frame = ada.latest
        try ada.press("ctrl+k", at: frame)
        try ada.type("printing")
        #expect(try ada.press("space", at: frame)[at: "error/data/reason"] == "conflict")
        #expect(try other.state(of: "box/printing") == "on")
        #expect(try ada.press("space", at: ada.look())[at: "result/changed"] == true)
    }

    @Test func aFrameThatIsNotKnownIsLate() throws {
        let (daemon, other) = try SharedPanel.start(pause: 0)
        let ada = try Person(daemon)
        for frame in [0, 99] { #expect(try ada.press("space", at: frame)[at: "error/data/reason"] == "conflict") }
        #expect(try ada.press("down", at: 0)["error"] == nil, "only what operates is refused")
        #expect(try other.state(of: "box/printing") == "on")
    }

    @Test func aClickOnABannerOperatesNothingUnderIt() throws {
        let (daemon, other) = try SharedPanel.start(pause: 0)
        let buttons = (1...20).map { SharedPanel.hit("Row \($0)") }
        try other.call("screen.put", ["screen": ["id": "rows", "body": ["kind": "form", "children": .array(buttons)]]])
        try other.call("nav.push", ["screen": "rows"])
        let ada = try Person(daemon, columns: 40, rows: 12)
        try other.call("issue.report", ["severity": "error", "message": "the disk is full"])
        try ada.click("the disk is full")
        #expect(try other.hit == nil)
        let row = try ada.place(of: "Row 5")
        try ada.click(on: row)
        #expect(try other.hit == "Row 5", "other clicks count")
    }
}
