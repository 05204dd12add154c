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

    /// The next daemon says that it was not done.
    @Test func aChangeThatWaitsForALockDoesNotBeginAfterItsDaemon() throws {
        #expect(mkfifo(directory["end"], 0o600) == 0)
        func item(_ name: String, on: String) -> String {
            """
                - switch: box/\(name)
                  on: {shell: \(on)}
                  off: ["true"]
                  status: [test, -e, \(name)]
                  lock: apt

            """
        }
        try write(item("first", on: "read -r line <end") + item("second", on: "touch second") + item("third", on: "touch third"))
        let agent = try agent()
        for name in ["first", "second", "third"] { _ = try output("wait", "toggle", "box/" + name, "off", "--timeout", "inf") }
        _ = try output("toggle", "set", "box/first", "on")
        _ = try output("toggle", "set", "box/second", "on")
        _ = try output("wait", "text", "waits for the lock apt, which box/first has", "--timeout", "inf")
        try daemon.kill9()
        let next = try DaemonProcess(in: directory)
        try agent.output.wait(for: "connected again\n")
        _ = try next.output("wait", "toggle", "box/second", "off", "--timeout", "inf")
        #expect(try next.output("toggle", "list", "box").contains("lost its connection before it was done"))
        _ = try runProcess("/bin/sh", ["-c", "echo >'\(directory["end"])'"]).checked()
        // It gets the lock after those that wait.
        _ = try next.output("toggle", "set", "box/third", "on", "--wait")
        #expect(exists("third") && !exists("second"))
        let get = try next.fascia(["get", "box/second"])
        #expect(get.output == "off\n", "\(get)")
    }

    /// The others are shown all the same, also by an agent that has just begun.
    @Test func aRowThatAnotherAgentHasIsLeftOutUntilItIsFree() throws {
        func start(_ name: String, rows: String) throws -> RunningProcess {
            try directory.write(rows, to: "rows-" + name)
            try directory.write(
                """
                panel: \(name)
                screens:
                  \(name):
                    - each: {from: [cat, rows-\(name)], id: line, every: 50ms}
                      switch: "{line}/sw"
                      title: Row {line} of \(name)
                      on: ["true"]
                      off: ["true"]
                      status: [test, -e, nothing]

                """, to: name + ".yaml")
            return try RunningProcess(
                Products.executable("fascia"), ["panel", "run", directory[name + ".yaml"]],
                environment: ["FASCIA_SOCKET": daemon.socketPath])
        }
        func wait(_ row: String) throws {
            _ = try output("wait", "toggle", row + "/sw", "off", "--even-if-missing", "--timeout", "inf")
        }
        let many = (1...80).map { "m\($0)\n" }.joined()
        let first = try start("a", rows: "x\nz\n" + many)
        for row in ["x", "z", "m80"] { try wait(row) }
        let third = try start("c", rows: "v\n")
        try wait("v")
        let second = try start("b", rows: many + "y\nv\nz\nw\n")
        for row in ["y", "w"] { try wait(row) }
        #expect(try output("toggle", "list", "z").contains("Row z of a"))
        try second.error.wait(for: "82 of 84 rows are left out: ")
        // The others have what they had.
        try directory.write("x\n" + many, to: "rows-a")
        // It is nobody's in between.
        while (try? output("toggle", "list", "z"))?.contains("Row z of b") != true {}
        try wait("z")
        try directory.write("u\n", to: "rows-c")
        while (try? output("toggle", "list", "v"))?.contains("Row v of b") != true {}
        _ = (first, third)
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

    /// As of all commands. It was always 10 s, which a machine that has just booted may need.
    @Test func theTimeLimitOfAnswersIsTaken() throws {
        try write(lamp("Lamp"))
        daemon.process.signal(SIGSTOP)
        defer { daemon.process.signal(SIGCONT) }
        let run = try daemon.fascia(["panel", "run", file, "--timeout", "0.05"])
        #expect(run.status == .exited(3))
        #expect(run.error.contains("within 0.05 s"))
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

    /// The change that mends an edit may be one of what it includes, or make that.
    @Test(arguments: [nil, "    - txet: Bye\n"] as [String?])
    func aBadEditIsReadAgainWhenWhatItIncludesChanges(_ items: String?) throws {
        try write(lamp("Lamp"))
        let agent = try agent()
        func include(_ items: String) throws { try directory.write("panel: more\nscreens:\n  more:\n" + items, to: "more.yaml") }
        if let items { try include(items) }
        try write(lamp("Lamp") + "include: [more.yaml]\n")
        try agent.error.wait(for: "the panel goes on as it was before the edit")
        try include("    - text: Bye\n")
        try agent.output.wait(for: "the edit is in force")
        #expect(try issues() == 0)
    }

    /// As one that is refused at once: the panel does not stay away with it.
    @Test func anEditOfTheTimeWithoutADaemonIsRefusedByTheNextOne() throws {
        try write(lamp("Lamp"))
        let agent = try agent()
        _ = try output("wait", "toggle", "box/lamp", "off", "--timeout", "inf")
        try daemon.kill9()
        try write(lamp("Edited") + "  other:\n    - text: Other\n")
        try agent.output.wait(for: "the edit is in force")
        agent.process.signal(SIGSTOP)
        let next = try DaemonProcess(in: directory)
        let owner = try next.client()
        _ = try owner.call("screen.put", ["screen": ["id": "other", "body": ["kind": "divider"]]])
        agent.process.signal(SIGCONT)
        try agent.error.wait(for: "the panel goes on as it was before the edit")
        while try next.fascia(["get", "box/lamp"]).status != .exited(0) {}
        #expect(try output("get", "box/lamp") == "off\n")
        #expect(try output("render").contains("Lamp"))
        // It is tried again when nothing is in its way.
        _ = try owner.call("screen.remove", ["id": "other"])
        _ = try output("wait", "text", "Edited", "--timeout", "inf")
        #expect(try issues() == 0)
    }

    /// Nothing reads its state when there is a daemon again.
    @Test func aChangeThatEndsWithoutADaemonIsReportedToTheNextOne() throws {
        #expect(mkfifo(directory["go"], 0o600) == 0)
        try write(
            """
                - switch: box/lamp
                  on: {shell: 'touch begun; read -r line <go; touch lit'}
                  off: [rm, lit]

            """)
        let agent = try agent()
        _ = agent
        _ = try output("toggle", "set", "box/lamp", "on")
        while !exists("begun") {}
        try daemon.kill9()
        _ = try runProcess("/bin/sh", ["-c", "echo >\(directory["go"])"]).checked()
        while !exists("lit") {}
        let next = try DaemonProcess(in: directory)
        _ = try next.fascia(["wait", "toggle", "box/lamp", "on", "--timeout", "inf"]).checked()
        while try next.fascia(["get", "box/lamp"]).status != .exited(0) {}
        #expect(try output("get", "box/lamp") == "on\n")
        #expect(try !output("history", "get", "box/lamp").contains("reverted"), "it was never off")
        while try !next.fascia(["toggle", "list"]).checked().output.contains("assumed") {}
    }

    /// The next daemon waits for its end, as for that of a change whose state is read.
    @Test(arguments: [(0, "on\n"), (3, "off\n")])
    func aChangeThatOutlivesTheDaemonEndsAsItsCommandDoes(status: Int, state: String) throws {
        #expect(mkfifo(directory["go"], 0o600) == 0)
        try write(
            """
                - switch: box/lamp
                  on: {shell: 'touch begun; read -r line <go; echo burnt out >&2; exit \(status)'}
                  off: ["true"]
                  timeout: 60m

            """)
        let agent = try agent()
        _ = try output("toggle", "set", "box/lamp", "on")
        while !exists("begun") {}
        try daemon.kill9()
        let next = try DaemonProcess(in: directory)
        try agent.output.wait(for: "connected again\n")
        #expect(try next.fascia(["toggle", "list"]).checked().output.contains("pending"))
        _ = try runProcess("/bin/sh", ["-c", "echo >\(directory["go"])"]).checked()
        while try !next.fascia(["toggle", "list"]).checked().output.contains("assumed") {}
        #expect(try next.fascia(["get", "box/lamp"]).output == state)
        let history = try output("history", "get", "box/lamp")
        #expect(history.contains("reverted") == (status != 0), "\(history)")
        #expect(history.contains("burnt out") == (status != 0) && !history.contains("before it was done"), "\(history)")
        if status != 0 { while try !next.fascia(["toggle", "list"]).checked().output.contains("burnt out") {} }
    }

    @Test func whatIsWrongIsReportedToTheNextDaemon() throws {
        try write(lamp("Lamp").replacing("[test, -e, lamp]", with: "[sh, -c, 'exit 2']"))
        let agent = try agent()
        while try issues() < 1 {}
        try write("    - txet: Bye\n")
        while try issues() < 2 {}
        try daemon.kill9()
        let next = try DaemonProcess(in: directory)
        try agent.output.wait(for: "connected again")
        let listed = try next.fascia(["issues"]).checked().output
        #expect(listed.contains("box/lamp is unknown") && listed.contains("before the edit"), "\(listed)")
        try write(lamp("Lamp"))
        while try issues() > 0 {}
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

    /// Also those that have left the session or lost their parent, but not a daemon that a command has left behind.
    @Test func theCommandsOfAnAgentThatIsKilledEnd() throws {
        try write(
            """
                - button: Go
                  run: {shell: 'setsid sh -c "echo \\$\\$ >inner.new; mv inner.new inner; exec sleep 1000" & echo $$ >outer.new; mv outer.new outer; wait'}
                - button: Leave
                  run: {shell: 'setsid sleep 1000 >/dev/null 2>&1 & echo $! >left.new; mv left.new left'}

            """)
        let agent = try agent()
        _ = try output("tap", "Leave")
        _ = try output("wait", "node", "Close", "--timeout", "inf")
        _ = try output("tap", "Close")
        _ = try output("tap", "Go")
        while !exists("inner") || !exists("outer") || !exists("left") {}
        let children = try ["inner", "outer", "left"].map { name in
            try #require(pid_t(try runProcess("/bin/cat", [directory[name]]).output.dropLast()))
        }
        try end(agent, by: SIGKILL)
        while kill(children[0], 0) == 0 || kill(children[1], 0) == 0 {}
        #expect(kill(children[2], 0) == 0)
        kill(children[2], SIGKILL)
    }

    /// More logs and commands than an agent with few descriptors can have.
    @Test(arguments: ["-Sn 64", "-n 200"]) func anAgentWithFewDescriptorsGoesOn(_ limit: String) throws {
        let logs = (0..<80).map { "    - log: log\($0)\n      follow: {shell: 'echo started; exec sleep 1000'}\n" }
        try write(lamp("Lamp") + logs.joined())
        let agent = try RunningProcess(
            "/bin/sh", ["-c", "ulimit \(limit); exec \(Products.executable("fascia")) panel run \(file)"],
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        try agent.output.wait(for: "running\n")
        for state in ["on", "off", "on"] { _ = try output("toggle", "set", "box/lamp", state, "--wait", "--timeout", "inf") }
        #expect(exists("lamp"))
    }

    @Test func aThousandCommandsAreCarriedOut() throws {
        let options = (0..<1_000).map { "        o\($0): {on: [mkdir, on\($0)], off: [rmdir, on\($0)]}\n" }.joined()
        try write("    - group: all\n      options:\n" + options, title: "Box\natMost: 256")
        let agent = try agent()
        _ = agent
        _ = try output("toggle", "set", "all", "on", "--wait", "--timeout", "inf")
        for number in 0..<1_000 where !exists("on\(number)") { Issue.record("on\(number) is missing") }
    }

    /// The pattern is one that takes a backtracking engine longer than the age of the universe.
    @Test func aTextCannotStopTheAgent() throws {
        try write(
            lamp("Lamp") + """
                    - value: word
                      pattern: "(a+)+(a+)+b"
                      set: ["true"]
                    - switch: box/match
                      on: ["true"]
                      off: ["true"]
                      status: [echo, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]
                      says: {match: "(a+)+(a+)+b"}

                """)
        let agent = try agent()
        _ = agent
        let text = String(repeating: "a", count: 200)
        let result = try daemon.fascia(["value", "set", "word", "--string", text, "--wait", "--timeout", "inf"])
        #expect(result.error.contains("must match"), "\(result)")
        _ = try output("toggle", "set", "box/lamp", "on", "--wait", "--timeout", "inf")
        _ = try output("wait", "toggle", "box/match", "off", "--timeout", "inf")
    }

    /// The command prints what it reads, and fails.
    @Test func aFailingCommandDoesNotTellASecret() throws {
        try write(
            """
                - value: key
                  secret: true
                  set: {shell: 'read -r key; echo "bad key $key" >&2; exit 3'}
                - value: pin
                  kind: int
                  secret: true
                  set: [cat]
                  status: [cat, pin]

            """)
        try directory.write("hunter2\n", to: "pin")
        let agent = try agent()
        let result = try daemon.fascia(["value", "set", "key", "--string", "hunter2", "--wait", "--timeout", "inf"])
        #expect(result.status == .exited(1) && result.error.contains("exit status 3"), "\(result)")
        _ = try daemon.fascia(["poll", "value:pin"])
        let texts = try [
            result.error, output("history", "**"), output("render"), output("issues", "--verbose"), agent.error.text,
            agent.output.text, daemon.fascia(["poll", "value:pin"]).error, daemon.fascia(["panel", "try", file]).output,
        ]
        for text in texts { #expect(!text.contains("hunter2"), "\(text)") }
    }

    /// As long as the writer has not finished, the values keep what they remember.
    @Test func aFileThatIsBeingSavedIsNotReadInHalf() throws {
        let remembered = "    - value: word\n      kind: text\n"
        try write(lamp("Lamp") + remembered)
        let agent = try agent()
        _ = try output("value", "set", "word", "--string", "kept")
        let whole = "panel: box\ntitle: Other\nscreens:\n  home:\n" + lamp("Lamp") + remembered
        let descriptor = open(file, O_WRONLY | O_TRUNC)
        _ = Array(whole.utf8.dropLast(remembered.utf8.count)).withUnsafeBytes {
            Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        _ = Array(whole.utf8.suffix(remembered.utf8.count)).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        try agent.output.wait(for: "the edit is in force")
        #expect(try output("value", "get", "word").contains("kept"))
    }

    @Test(.enabled(if: geteuid() == 0)) func anAgentOfRootRefusesAFileThatOthersMayWrite() throws {
        try write(lamp("Lamp"))
        func run() throws -> ProcessResult { try daemon.fascia(["panel", "run", file]) }
        chmod(file, 0o646)
        #expect(try run().error.contains("others than its owner (mode 646): chmod go-w '\(file)'"))
        chmod(file, 0o644)
        chown(file, 1234, 0)
        #expect(try run().error.contains("is owned by uid 1234, and only root is trusted"))
        chown(file, 0, 0)
        chmod(directory.path, 0o777)
        #expect(try run().error.contains("\(directory.path) can be written by others"))
        #expect(try daemon.fascia(["panel", "check", file]).status == .exited(1))
        chmod(directory.path, 0o700)
        // What it includes, and where a link leads.
        mkdir(directory["open"], 0o777)
        chmod(directory["open"], 0o777)
        try directory.write("panel: more\nscreens: {other: []}\n", to: "open/more.yaml")
        try directory.write("panel: box\ninclude: [open/more.yaml]\n", to: "box.yaml")
        #expect(try run().error.contains("box.yaml:2:11: error: \(directory["open"]) can be written by others"))
        unlink(file)
        symlink(directory["open/more.yaml"], file)
        #expect(try run().error.contains("\(directory["open"]) can be written by others"))
    }

    @Test func anEmptyRequiredFieldStopsTheButtonWithTheReasonUnderTheField() throws {
        try write(
            """
                - value: user/name
                  title: Name
                  kind: text
                - picker: user/shell
                  title: Shell
                  choices: [bash, zsh]
                - button: Add
                  requires: [user/name, user/shell]
                  run: [touch, added]

            """)
        let agent = try agent()
        _ = agent
        let refused = try daemon.fascia(["tap", "Add"])
        #expect(refused.status != .exited(0) && refused.error.contains("fill in Name, Shell first"), "\(refused)")
        _ = try output("wait", "text", "Name must be filled in", "--timeout", "inf")
        #expect(!exists("added"))
        _ = try output("value", "set", "user/name", "--string", "ada", "--wait", "--timeout", "inf")
        #expect(try !output("render").contains("Name must be filled in"))
        _ = try output("pick", "user/shell", "zsh", "--wait", "--timeout", "inf")
        _ = try output("tap", "Add")
        while !exists("added") {}
    }

    @Test func tryValidatesTheRowsAsTheAgentDoes() throws {
        try write(
            "    - each: {from: [printf, '%s\\n', '**', ok], id: line}\n      switch: all/{line}\n      on: [x]\n      off: [x]\n"
        )
        let result = try daemon.fascia(["panel", "try", file])
        #expect(result.status == .exited(1))
        #expect(result.error.contains("\"*\" is for patterns") && result.error.contains("1 error"), "\(result)")
    }

    @Test func aBadEditLeavesTheRunningPanel() throws {
        try write(lamp("Lamp"))
        let agent = try agent()
        let bomb =
            "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
            + "bcdefghijk".reduce(("a", "")) { text, name in
                let aliases = Array(repeating: "*\(text.0)", count: 10).joined(separator: ",")
                return (String(name), text.1 + "\(name): &\(name) [\(aliases)]\n")
            }.1
        try directory.write(bomb + "? *k\n: x\n", to: "new")
        rename(directory["new"], file)
        try agent.error.wait(for: "as it was before the edit")
        _ = try output("toggle", "set", "box/lamp", "on", "--wait", "--timeout", "inf")
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
