import FasciaDocument
import Foundation
import TestSupport
import Testing

/// Scripts of whiptail and dialog where there is a daemon: everybody at the panel is asked, too.
@Suite(.mustEnd) struct SharedBoxTests {
    private let daemon: DaemonProcess
    private let user: JSONClient
    private let directory: TemporaryDirectory

    init() throws {
        daemon = try DaemonProcess()
        user = try daemon.client()
        try user.call("watch.start", ["topics": ["question:*"]])
        directory = try TemporaryDirectory()
        for name in ["whiptail", "dialog"] {
            try FileManager.default.createSymbolicLink(
                atPath: directory[name], withDestinationPath: try Products.executable("fascia"))
        }
    }

    private var environment: [String: String] {
        ["FASCIA_SOCKET": daemon.socketPath, "LC_ALL": "C.UTF-8", "PATH": directory.path + ":/usr/bin:/bin", "d": directory.path]
    }

    private func script(_ text: String, _ more: [String: String] = [:]) throws -> PseudoTerminal {
        try PseudoTerminal("/bin/sh", ["-c", text], environment: environment.merging(more) { $1 })
    }

    /// Waits until a question is asked, and returns its id.
    private func asked() throws -> JSON {
        while true {
            let change = try #require(try user.notification()[at: "changes/0"])
            if change["to"] == "asked" { return try #require(change["id"]) }
        }
    }

    private func file(_ name: String) throws -> String { try String(contentsOfFile: directory[name], encoding: .utf8) }

    /// The box, the answer at the panel, what is written, and the exit status.
    @Test(
        arguments: [
            ("whiptail --yesno Sure 8 40", ["answer": true], "", 0), ("whiptail --yesno Sure 8 40", ["answer": false], "", 1),
            ("whiptail --msgbox Sure 8 40", ["answer": true], "", 0),
            ("whiptail --inputbox Sure 8 40 abc", ["answer": "x y"], "x y", 0),
            ("whiptail --passwordbox Sure 8 40 abc", ["answer": "word"], "word", 0),
            ("whiptail --textbox /etc/passwd 8 40", ["answer": true], "", 0),
            ("whiptail --menu Sure 15 40 4 a Apple b Berry", ["answer": ["b"]], "b", 0),
            ("whiptail --menu Sure 15 40 4 a Apple b Berry", ["decline": true], "", 1),
            ("whiptail --nocancel --menu Sure 15 40 4 a Apple b Berry", ["decline": true], "", 1),
            ("whiptail --checklist Sure 15 40 4 a Apple on b Berry 0", ["answer": ["b", "a"]], "\"a\" \"b\"", 0),
            ("whiptail --radiolist Sure 15 40 4 a Apple on b Berry 0", ["answer": ["b"]], "b", 0),
            ("dialog --msgbox Sure 8 40", ["decline": true], "", 255),
            ("dialog --pause Sure 10 40 1000", ["answer": true], "", 0),
            ("dialog --pause Sure 10 40 1000", ["answer": false], "", 1),
            ("dialog --checklist Sure 15 40 4 a Apple on b Berry off", ["answer": ["a", "b"]], "a b", 0),
            (
                "dialog --form Sure 12 40 3 Host 1 1 attic 1 10 20 0 Kind 2 1 fixed 2 10 0 0 Port 3 1 22 3 10 20 0",
                ["answer": ["2": "80"]], "attic\n80\n", 0
            ),
        ] as [(String, JSON.Object, String, Int32)])
    func boxIsAnsweredAtThePanel(_ box: String, _ answer: JSON.Object, _ output: String, _ status: Int32) throws {
        let terminal = try script("\(box) 2>$d/out")
        let id = try asked()
        try terminal.output.wait(for: "\u{1B}[?1049h")
        var params = answer
        params["id"] = id
        try user.call("ask.answer", .object(params))
        #expect(try terminal.process.waitForExit() == .exited(status))
        #expect(try file("out") == output)
        #expect(terminal.isInCookedMode)
    }

    @Test func scriptIsAnsweredHereOrThere() throws {
        let terminal = try script(
            #"""
            name=$(whiptail --inputbox "Host name" 8 40 attic 3>&1 1>&2 2>&3); echo "$name $?" >>$d/log
            whiptail --yesno Sure 8 40; echo $? >>$d/log
            whiptail --menu Menu 15 40 4 a Apple b Berry 2>$d/choice; echo $? >>$d/log
            """#)
        try user.call("ask.answer", ["id": try asked(), "answer": "cellar"])
        _ = try asked()
        try terminal.output.wait(for: "Sure")
        try terminal.type("\r")
        try user.call("ask.answer", ["id": try asked(), "answer": ["b"]])
        #expect(try terminal.process.waitForExit() == .exited(0))
        #expect(try file("log") == "cellar 0\n0\n0\n")
        #expect(try file("choice") == "b")
    }

    /// Without a terminal it is said where no answer is expected how it can be given.
    @Test func boxWithoutATerminalIsAnsweredAtThePanel() throws {
        let script = try RunningProcess(
            "/usr/bin/setsid", ["-w", directory["whiptail"], "--inputbox", "Host name", "8", "40"], environment: environment)
        let id = try #require(try asked().stringValue)
        try script.output.wait(for: "fascia ask answer \(id) ANSWER")
        try user.call("ask.answer", ["id": .string(id), "answer": "attic"])
        #expect(try script.process.waitForExit() == .exited(0))
        #expect(try script.error.waitForEnd() == "attic")
    }

    @Test func boxThatNobodyCanAnswerFails() throws {
        let result = try runProcess(
            "/usr/bin/setsid", ["-w", directory["whiptail"], "--inputbox", "Host name", "8", "40"],
            environment: ["FASCIA_SOCKET": "/nonexistent/s"])
        #expect(result.status == .exited(255))
        #expect(
            result.error
                == "whiptail: there is no terminal to ask at: start the daemon, so that somebody at the panel can answer\n"
        )
    }

    /// Nothing that is said of a question gets into its answer.
    @Test func cancelledBoxHasNoAnswer() throws {
        let script = try RunningProcess(
            "/usr/bin/setsid", ["-w", directory["whiptail"], "--inputbox", "Host name", "8", "40"], environment: environment)
        try user.call("ask.cancel", ["id": try asked()])
        #expect(try script.process.waitForExit() == .exited(1))
        #expect(try script.error.waitForEnd() == "")
        #expect(try script.output.waitForEnd().contains("the question was cancelled"))
    }

    @Test(arguments: ["whiptail --yesno Sure 8 40", "$fascia ask confirm Sure"])
    func nobodyElseIsAskedWhereTheEnvironmentSaysSo(_ command: String) throws {
        let terminal = try script(command, ["FASCIA_ASK_HERE": "1", "fascia": try Products.executable("fascia")])
        try terminal.output.wait(for: "Sure")
        #expect(try daemon.fascia(["ask", "list"]).output == "nothing is asked\n")
        try terminal.type("\r")
        #expect(try terminal.process.waitForExit() == .exited(0))
    }

    /// What the daemon cannot ask is asked here alone.
    @Test func pauseThatIsOverIsOverForEverybody() throws {
        let terminal = try script("dialog --defaultno --pause Sure 10 40 1")
        let id = try asked()
        let end = try #require(try user.notification()[at: "changes/0"])
        #expect(end["id"] == id && end["to"] == "answered" && end["answer"] == true, "\(end.text)")
        #expect(try terminal.process.waitForExit() == .exited(0))
    }

    @Test func gaugeIsShownAtThePanel() throws {
        let terminal = try script("mkfifo $d/steps; exec 5<>$d/steps; echo 40 >&5; exec whiptail --gauge Copying 8 40 0 <&5")
        let id = try asked()
        while try user.call("ask.list")[at: "questions/0/percent"] != 40 {}
        #expect(try user.failure("ask.answer", ["id": id, "decline": true])[at: "data/reason"] == "invalid")
        try terminal.output.wait(for: "Copying")
        terminal.process.signal(SIGKILL)
        #expect(try user.notification()[at: "changes/0/to"] == "withdrawn")
    }

    /// The script goes on, and others see what it says until its next box.
    @Test func infoboxIsShownAtThePanelUntilTheNextBox() throws {
        let terminal = try script("dialog --infobox Wait 8 40; dialog --infobox Wait 8 40; whiptail --yesno Sure 8 40")
        var changes: [JSON] = []
        while changes.last != "Sure asked" {
            let change = try #require(try user.notification()[at: "changes/0"])
            changes.append(.string("\(change["name"]?.plain ?? "") \(change["to"]?.plain ?? "")"))
        }
        #expect(changes == ["Wait asked", "Wait withdrawn", "Wait asked", "Wait withdrawn", "Sure asked"])
        try terminal.type("\r")
        #expect(try terminal.process.waitForExit() == .exited(0))
    }

    @Test func boxThatCannotBeSharedIsAskedHere() throws {
        let terminal = try script("whiptail --checklist Sure 10 40 3")
        try terminal.output.wait(for: "Sure")
        try terminal.type("\r")
        #expect(try terminal.process.waitForExit() == .exited(0))
    }
}
