import FasciaDocument
import TestSupport
import Testing

/// Questions in terminals.
@Suite(.mustEnd) struct QuestionSheetTests {
    private let daemon: DaemonProcess
    private let asker: JSONClient

    init() throws { (daemon, asker) = try SharedPanel.start(pause: 0) }

    @discardableResult
    private func ask(_ more: JSON.Object = [:], by client: JSONClient? = nil) throws -> JSON {
        var params: JSON.Object = ["kind": "confirm", "text": "Delete the backup?", "id": "q"]
        for member in more.members { params[member.key] = member.value }
        return try (client ?? asker).call("ask.open", .object(params))
    }

    private func state(_ id: String = "q") throws -> String? {
        try asker.call("ask.list", ["id": .string(id)])[at: "questions/0/state"]?.stringValue
    }

    private func answer() throws -> JSON? { try asker.notification("ask.ended")["answer"] }

    @Test func questionIsASheetOverWhatIsShown() throws {
        let (ada, bob) = (try Person(daemon), try Person(daemon))
        try ask()
        for person in [ada, bob] {
            let picture = try person.picture
            #expect(picture.contains("Delete the backup?") && picture.contains("Our box"), "\(picture)")
        }
        try ada.press("y")
        #expect(try answer() == true)
        for person in [ada, bob] { #expect(try !person.picture.contains("Delete the backup?  ")) }
        #expect(try bob.picture.contains("\"Delete the backup?\" was answered by"))
    }

    @Test func questionIsShownToATerminalThatComesLater() throws {
        try ask()
        #expect(try Person(daemon).picture.contains("Delete the backup?"))
    }

    @Test func focusBeginsOnTheButtonThatChangesNothing() throws {
        let ada = try Person(daemon)
        try ask(["default": true])
        try ada.press("enter")
        #expect(try answer() == false)
    }

    @Test func keysOfAnEarlierPictureDoNotAnswer() throws {
        let ada = try Person(daemon)
        let before = ada.latest
        try ask()
        let reply = try ada.press("y", at: before)
        #expect(reply[at: "error/data/reason"] == "conflict")
        #expect(try state() == "open")
        try ada.look()
        try ada.press("y", at: ada.latest)
        #expect(try answer() == true)
        // The next key was pressed at the picture of the question.
        let stale = ada.latest
        #expect(try ada.press("space", at: stale)[at: "error/data/reason"] == "conflict")
        #expect(try asker.state(of: "box/printing") == "on")
    }

    @Test func whoIsTypingIsNotInterrupted() throws {
        let (busy, asker) = try SharedPanel.start(pause: 3_600_000)
        let ada = try Person(busy)
        try ada.press("down")
        try ask(by: asker)
        let picture = try ada.picture
        #expect(picture.contains("asks: Delete the backup? – Ctrl-G to answer"), "\(picture)")
        try ada.press("up")
        try ada.press("space")
        #expect(try asker.state(of: "box/printing") == "off", "keys still operate the panel")
        try ada.press("ctrl+g")
        try ada.press("y")
        #expect(try asker.notification("ask.ended")["answer"] == true)
    }

    /// What was meant for a question does not operate what is below it when somebody else has answered.
    @Test(arguments: [true, false]) func keysForAQuestionThatOthersHaveAnsweredAreDropped(hasTyped: Bool) throws {
        let (busy, asker) = try SharedPanel.start(pause: 3_600_000)
        let ada = try Person(busy)
        try ask(["kind": "input", "text": "Host name?"], by: asker)
        #expect(try ada.picture.contains("Host name?"))
        if hasTyped { try ada.press("a") }
        try asker.call("ask.answer", ["id": "q", "answer": "attic"])
        #expect(try ada.picture.contains("was answered by"))
        try ada.press("space")
        try ada.input("terminal.paste", ["text": "words"])
        #expect(try asker.state(of: "box/printing") == "on")
        try ada.press("escape")
        try ada.press("space")
        #expect(try asker.state(of: "box/printing") == "off")
    }

    /// Two people answer at the same moment. Whether or not another question follows, there is nothing to press again.
    @Test(arguments: [false, true]) func whoeverAnswersTooLateIsToldWhoHasAnsweredWhat(hasNext: Bool) throws {
        let (ada, bob) = (try Person(daemon), try Person(daemon))
        try ask()
        if hasNext { try ask(["id": "q2", "text": "And the others?"]) }
        let (first, second) = (try ada.look(), try bob.look())
        try ada.press("y", at: first)
        #expect(try answer() == true)
        for key in ["y", "enter", "escape"] {
            let reply = try bob.press(key, at: second)
            #expect(reply[at: "error/data/reason"] == "conflict")
            let message = try #require(reply[at: "error/message"]?.stringValue)
            #expect(message.hasPrefix("\"Delete the backup?\" was answered by "), "\(message)")
            #expect(message.hasSuffix(" (yes): nothing was changed"), "\(message)")
        }
        if hasNext { #expect(try state("q2") == "open") }
        #expect(try asker.state(of: "box/printing") == "on")
    }

    @Test func openPaletteIsNotInterrupted() throws {
        let ada = try Person(daemon)
        try ada.press("ctrl+k")
        try ask()
        #expect(try ada.picture.contains("Ctrl-G to answer"))
        try ada.press("escape")
        #expect(try !ada.picture.contains("Ctrl-G to answer") && ada.picture.contains("Delete the backup?"))
        try ada.press("y")
        #expect(try answer() == true)
    }

    @Test func longTextIsShownOnce() throws {
        let ada = try Person(daemon)
        try ask(["kind": "pager", "text": "the only line"])
        #expect(try ada.picture.ranges(of: "the only line").count == 1)
    }

    // MARK: - Progress

    @Test func gaugeIsShownUntilItsAskerGoes() throws {
        let (ada, bob) = (try Person(daemon), try Person(daemon))
        let script = try daemon.client()
        try script.call("ask.open", ["kind": "gauge", "id": "g", "title": "Backup", "text": "Copying"])
        #expect(try ada.picture.contains("0 %") && ada.picture.contains("runs"))
        try script.call("ask.progress", ["id": "g", "percent": 40, "text": "Copying pictures"])
        for person in [ada, bob] {
            let picture = try person.picture
            #expect(picture.contains("40 %") && picture.contains("Copying pictures") && picture.contains("Backup"), "\(picture)")
        }
        // What is hidden comes back with the latest state.
        try ada.press("enter")
        #expect(try !ada.picture.contains("40 %") && bob.picture.contains("40 %"))
        try script.call("ask.progress", ["id": "g", "percent": 70])
        try ada.press("ctrl+g")
        #expect(try ada.picture.contains("70 %"))
        script.lines.closeSending()
        while try bob.picture.contains("70 %") {}
        #expect(try !ada.picture.contains("70 %") && bob.picture.contains("\"Backup\" is over"))
    }

    @Test func stepIsSentToTerminals() throws {
        let ada = try Person(daemon)
        try asker.call("ask.open", ["kind": "gauge", "id": "g", "text": "Copying"])
        try ada.look()
        try asker.call("ask.progress", ["id": "g", "percent": 40])
        _ = try ada.client.notification("terminal.frame")
        #expect(try ada.picture.contains("40 %"))
    }

    @Test func spinnerIsStoppedByAButton() throws {
        let ada = try Person(daemon)
        try asker.call("ask.open", ["kind": "spin", "id": "s", "title": "Updating", "text": "apt-get update"])
        #expect(try ada.picture.contains("apt-get update"))
        try ada.press("tab")
        try ada.press("enter")
        #expect(try asker.notification("ask.ended")["state"] == "declined")
        #expect(try !ada.picture.contains("apt-get update"))
    }

    @Test func questionComesBeforeWhatIsOnlyShown() throws {
        let ada = try Person(daemon)
        try asker.call("ask.open", ["kind": "gauge", "id": "g", "title": "Backup"])
        try ask()
        #expect(try ada.picture.contains("Delete the backup?") && ada.picture.contains("1 more waits"))
        try ada.press("n")
        #expect(try ada.picture.contains("Backup") && ada.picture.contains("0 %"))
    }

    @Test func questionsWaitInAQueueWithACount() throws {
        let ada = try Person(daemon)
        try ask(["id": "a", "text": "First?"])
        try ask(["id": "b", "text": "Second?"])
        try ask(["id": "c", "text": "Third?"])
        #expect(try ada.picture.contains("First?") && ada.picture.contains("2 more wait"))
        try ada.press("n")
        #expect(try ada.picture.contains("Second?") && ada.picture.contains("1 more waits"))
        try asker.call("ask.cancel", ["id": "b"])
        #expect(try ada.picture.contains("Third?"))
    }

    @Test func questionPutOffComesBackWithWhatWasTyped() throws {
        let client = try daemon.client()
        let terminal = try client.attach(72, 20, ["status": true])
        func press(_ key: String) throws { try client.call("terminal.key", ["terminal": terminal, "key": .string(key)]) }
        func picture() throws -> String {
            try client.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? ""
        }
        try ask(["kind": "input", "text": "Host name?"])
        for key in ["a", "t", "t"] { try press(key) }
        try press("escape")
        #expect(try !picture().contains("Host name?"))
        #expect(try picture().contains("Ctrl+g a question"))
        #expect(try state() == "open")
        try press("ctrl+g")
        #expect(try picture().contains("att"))
        for key in ["i", "c", "enter"] { try press(key) }
        #expect(try answer() == "attic")
    }

    @Test func wrongTextIsSaidBelowItsField() throws {
        let ada = try Person(daemon)
        try ask(["kind": "input", "fields": [["pattern": "[a-z]+", "hint": "must be small letters"]]])
        try ada.press("A")
        try ada.press("enter")
        #expect(try ada.picture.contains("must be small letters"))
        #expect(try state() == "open")
        try ada.press("backspace")
        try ada.type("attic")
        try ada.press("enter")
        #expect(try answer() == "attic")
    }

    @Test func cancelDeclinesAQuestion() throws {
        let ada = try Person(daemon)
        try ask(["kind": "input", "text": "Host name?"])
        try ada.click("Cancel")
        #expect(try state() == "declined")
    }

    @Test func clickChoosesARow() throws {
        let ada = try Person(daemon)
        try ask(["kind": "choose", "choices": ["red", "green"]])
        try ada.click("green")
        #expect(try answer() == ["green"])
    }

    @Test func pastedTextGoesIntoTheField() throws {
        let ada = try Person(daemon)
        try ask(["kind": "input"])
        try ada.input("terminal.paste", ["text": "attic"])
        try ada.press("enter")
        #expect(try answer() == "attic")
    }

    @Test func secretIsNotShown() throws {
        let ada = try Person(daemon)
        try ask(["kind": "input", "fields": [["kind": "secret"]]])
        try ada.type("opensesame")
        #expect(try !ada.picture.contains("opensesame"))
        try ada.press("enter")
        #expect(try answer() == "opensesame")
    }

    @Test func whatWasTypedInTimeIsNoAnswerAfterIt() throws {
        let ada = try Person(daemon)
        try ask(["kind": "input", "text": "Host name?", "timeout": 0.2])
        try ada.press("a")
        #expect(try asker.notification("ask.ended") == ["id": "q", "state": "expired"])
        #expect(try ada.picture.contains("nobody has answered in time"))
    }

    @Test func onlyTheTerminalsThatAreAskedShowIt() throws {
        let (ada, bob) = (try Person(daemon), try Person(daemon))
        try ask(["to": [.string("terminal:\(bob.terminal.intValue ?? 0)")]])
        #expect(try !ada.picture.contains("Delete the backup?"))
        try bob.press("y")
        #expect(try answer() == true)
    }

    @Test func terminalThatOnlyViewsIsNotAsked() throws {
        let client = try daemon.client()
        let terminal = try client.attach(72, 20, ["mode": "view"])
        try ask()
        #expect(
            try client.call("ui.render", ["terminal": terminal])["data"]?.stringValue?.contains("Delete the backup?") == false)
    }

    @Test func questionOutlivesTheTerminalThatShowsIt() throws {
        do {
            let ada = try Person(daemon)
            try ask(["kind": "input", "text": "Host name?"])
            try ada.type("half")
        }
        let bob = try Person(daemon)
        #expect(try bob.picture.contains("Host name?") && !bob.picture.contains("half"))
        try bob.type("attic")
        try bob.press("enter")
        #expect(try answer() == "attic")
    }

    @Test(arguments: [(8, 3), (1, 1), (200, 60)]) func questionFitsEveryTerminal(columns: Int, rows: Int) throws {
        let ada = try Person(daemon, columns: columns, rows: rows)
        try ask(["title": .string(String(repeating: "\u{202E}\u{1B}[31mx", count: 5_000))])
        try ada.press("y")
        #expect(try answer() == true)
    }

    @Test func resizedTerminalShowsItWhole() throws {
        let ada = try Person(daemon)
        try ask()
        try ada.client.call("terminal.resize", ["terminal": ada.terminal, "columns": 30, "rows": 9])
        #expect(try ada.picture.contains("Delete the backup?"))
        try ada.press("y")
        #expect(try answer() == true)
    }

    @Test func leavingWorksWithAQuestion() throws {
        let ada = try Person(daemon)
        try ask()
        #expect(try ada.press("ctrl+c")[at: "result/detached"] == true)
        #expect(try state() == "open")
    }
}
