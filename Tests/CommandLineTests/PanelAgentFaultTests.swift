import FasciaDocument
import Glibc
import TestSupport
import Testing

/// The agent of a panel file that is refused, killed or ended, or whose daemon takes no changes.
@Suite(.mustEnd) struct PanelAgentFaultTests {
    private let directory: TemporaryDirectory
    private let daemon: DaemonProcess

    init() throws {
        directory = try TemporaryDirectory()
        daemon = try DaemonProcess(in: directory, environment: ["FASCIA_DISK_FAULT": directory["faults"]])
    }

    private var file: String { directory["box.yaml"] }

    private func write(_ items: String, title: String = "Box", to name: String = "box.yaml") throws {
        try directory.write("panel: box\ntitle: \(title)\nscreens:\n  home:\n" + items, to: name + ".new")
        rename(directory[name + ".new"], directory[name])
    }

    private func agent() throws -> RunningProcess {
        let agent = try RunningProcess(
            Products.executable("fascia"), ["panel", "run", file], environment: ["FASCIA_SOCKET": daemon.socketPath])
        try agent.output.wait(for: "running\n")
        return agent
    }

    private func end(_ agent: RunningProcess, by signal: Int32) throws {
        agent.process.signal(signal)
        _ = try agent.process.waitForExit()
    }

    private func output(_ arguments: String...) throws -> String { try daemon.fascia(arguments).checked().output }

    private func exists(_ name: String) -> Bool { access(directory[name], F_OK) == 0 }

    private func lamp(_ title: String) -> String {
        """
            - switch: box/lamp
              title: \(title)
              on: [touch, lamp]
              off: [rm, lamp]
              status: [test, -e, lamp]
              every: 50ms

        """
    }

    @Test func anAgentWhoseClaimIsRefusedPublishesNothing() throws {
        try write(lamp("Lamp") + "    - picker: box/color\n      choices: [red, blue]\n      status: [echo, blue]\n")
        let agent = try agent()
        _ = agent
        _ = try output("wait", "toggle", "box/lamp", "off", "--timeout", "inf")
        _ = try output("wait", "text", "blue ▾", "--timeout", "inf")
        let before = try output("render")
        try write(
            lamp("Other") + "    - picker: box/color\n      choices: {from: [cat]}\n", title: "Others", to: "other.yaml")
        let second = try daemon.fascia(["panel", "run", directory["other.yaml"]])
        #expect(second.status == .exited(1))
        #expect(try output("render") == before)
    }

    @Test func whatTheDaemonRefusesIsReportedAgain() throws {
        try write(lamp("Lamp"))
        let agent = try agent()
        _ = agent
        _ = try output("wait", "toggle", "box/lamp", "off", "--timeout", "inf")
        try directory.write("sync \(EIO)\n", to: "faults")
        let other = try daemon.client()
        _ = try other.send("value.set", ["key": "x", "value": 1, "durable": true])
        try daemon.log.wait(for: "changes are refused until it can")
        try directory.write("", to: "lamp")
        // This reading or an earlier one was refused, and none is taken for reported.
        for _ in 0..<2 {
            let poll = try daemon.fascia(["poll", "box/lamp"])
            #expect(poll.error.contains("the journal cannot be written"), "\(poll)")
        }
        unlink(directory["faults"])
        try daemon.log.wait(for: "the journal can be written again")
        _ = try output("wait", "toggle", "box/lamp", "on", "--timeout", "inf")
        #expect(try output("poll", "box/lamp") == "on\n")
    }

    @Test func aQuestionIsEmptyEachTimeThatItOpens() throws {
        try write(
            """
                - button: Wipe
                  confirm: Really?
                  type: wipe
                  reason: required
                  run: [touch, wiped]

            """)
        let agent = try agent()
        _ = agent
        let keys = ["panel/home/wipe/word", "panel/home/wipe/reason"]
        let client = try daemon.client()
        func typed() throws -> [JSON?] {
            try keys.map { try client.call("value.get", ["key": .string($0)])[at: "values"]?[$0] }
        }
        func open() throws {
            _ = try output("tap", "Wipe")
            _ = try output("wait", "screen", "home.ask-wipe", "--timeout", "inf")
        }
        func type() throws { for key in keys { _ = try output("value", "set", key, "--string", "wipe") } }
        try open()
        try type()
        _ = try output("tap", "Cancel")
        #expect(try typed() == ["", ""])
        try type()
        try open()
        #expect(try typed() == ["", ""])
        try type()
        _ = try output("tap", "Wipe")
        while !exists("wiped") {}
        #expect(try typed() == ["", ""])
    }

    /// The number of open issues.
    private func issues() throws -> Int { try output("issues").split(separator: "\n").count }

    @Test func anIssueDisappearsWithItsCause() throws {
        try write(lamp("Lamp"))
        let agent = try agent()
        try write("    - txet: Bye\n")
        while try issues() == 0 {}
        try write(lamp("Lamp"))
        try agent.output.wait(for: "the edit is in force")
        #expect(try issues() == 0)
        try write("    - txet: Bye\n")
        while try issues() == 0 {}
        try end(agent, by: SIGTERM)
        #expect(try issues() == 0)
    }

    @Test func rowsThatCanBeReadAgainEndTheirIssue() throws {
        try write("    - each: {from: [cat, rows], id: line, every: 50ms}\n      text: \"Row {line}\"\n")
        let agent = try agent()
        while try issues() == 0 {}
        try directory.write("a\n", to: "rows")
        _ = try output("wait", "text", "Row a", "--timeout", "inf")
        while try issues() > 0 {}
        unlink(directory["rows"])
        while try issues() == 0 {}
        try end(agent, by: SIGKILL)
        try write(lamp("Lamp"))
        let next = try self.agent()
        _ = next
        #expect(try issues() == 0)
    }

    @Test(arguments: [SIGKILL, SIGTERM]) func theCommandOfAnAgentThatEndedIsInterrupted(_ signal: Int32) throws {
        try write("    - button: Go\n      run: {shell: 'echo $$ >child.new; mv child.new child; exec sleep 1000'}\n")
        let first = try agent()
        _ = try output("tap", "Go")
        while !exists("child") {}
        #expect(try issues() == 0)
        let child = try #require(pid_t(try runProcess("/bin/cat", [directory["child"]]).output.dropLast()))
        try end(first, by: signal)
        if signal == SIGKILL { kill(child, SIGKILL) }
        let second = try agent()
        _ = second
        let shown = try output("render")
        #expect(shown.contains("interrupted: the agent ended") && !shown.contains("Cancel"), "\(shown)")
        _ = try output("tap", "Close")
    }

    @Test(arguments: [SIGKILL, SIGTERM]) func theQuestionsOfRowsDisappearWithTheirRows(_ signal: Int32) throws {
        try directory.write("a\nb\n", to: "rows")
        try write(
            """
                - table: rows
                  from: [cat, rows]
                  columns: [{key: "1", title: Name}]
                  each:
                    - button: Kill {1}
                      confirm: Really?
                      run: [echo, "{1}"]

            """)
        func hasQuestion(_ row: String) throws -> Bool { try output("screen", "list").contains("home.ask-kill-\(row)-") }
        let first = try agent()
        while try !hasQuestion("b") {}
        try end(first, by: signal)
        #expect(try hasQuestion("b") == (signal == SIGKILL))
        try directory.write("a\n", to: "rows")
        let second = try agent()
        while try !hasQuestion("a") {}
        #expect(try !hasQuestion("b"))
        _ = second
    }
}
