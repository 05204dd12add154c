import FasciaDocument
import Glibc
import TestSupport
import Testing

/// `fascia panel` with real files and commands, and an agent at a real daemon.
@Suite(.mustEnd) struct PanelFileCommandTests {
    private let daemon: DaemonProcess
    private let directory: TemporaryDirectory

    init() throws {
        daemon = try DaemonProcess()
        directory = try TemporaryDirectory()
    }

    private var file: String { directory.path + "/box.yaml" }

    private func write(_ items: String, to path: String? = nil) throws {
        let text = "panel: box\nscreens:\n  home:\n" + items
        let descriptor = open((path ?? file) + ".new", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        defer { close(descriptor) }
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        rename((path ?? file) + ".new", path ?? file)
    }

    private func agent(_ arguments: String...) throws -> RunningProcess {
        let agent = try RunningProcess(
            Products.executable("fascia"), ["panel", "run", file] + arguments,
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        try agent.output.wait(for: "running\n")
        return agent
    }

    private func set(_ id: String, _ state: String) throws -> ProcessResult {
        try daemon.fascia(["toggle", "set", id, state, "--wait", "--timeout", "600"])
    }

    private var lamp: String {
        """
            - switch: box/lamp
              title: Lamp
              on: [touch, \(directory.path)/lamp]
              off: [rm, \(directory.path)/lamp]
              status: [test, -e, \(directory.path)/lamp]
              every: 50ms

        """
    }

    private func exists(_ name: String) -> Bool { access(directory.path + "/" + name, F_OK) == 0 }

    // MARK: - Files

    @Test func checkReportsEverythingThatIsWrong() throws {
        try write("    - swich: a/b\n    - button: Go\n      run: date now\n")
        let result = try daemon.fascia(["panel", "check", file])
        #expect(result.status == .exited(1))
        #expect(result.output.contains("box.yaml:4:7: error: unknown kind of item \"swich\""))
        #expect(result.output.contains("box.yaml:6:12: error: expected a command as a list"))
        #expect(result.output.contains("did you mean [date, now]?"))
        #expect(result.error == "fascia: 2 errors\n")
        let json = try daemon.fascia(["panel", "check", file, "--json"])
        #expect(json.output.contains(#""line":4,"column":7,"severity":"error""#))
        try write(lamp)
        #expect(try daemon.fascia(["panel", "check", file]).checked().output == "\(file): 1 screen, 1 switch, 3 commands\n")
        #expect(try daemon.fascia(["panel", "check", "/nowhere.yaml"]).output.contains("cannot read it: No such file"))
    }

    @Test func commandsAndTestShowWhatWouldRun() throws {
        try write(lamp)
        let list = try daemon.fascia(["panel", "commands", file]).checked().output
        #expect(list.contains("box/lamp  status  test -e \(directory.path)/lamp"))
        let argv = try daemon.fascia(["panel", "test", file, "box/lamp=on", "box/lamp=maybe", "lamp=on"]).checked().output
        #expect(argv.split(separator: "\n").first == #"["touch","\#(directory.path)/lamp"]"#)
        #expect(argv.contains("refused: expected on or off, found \"maybe\""))
        #expect(argv.contains("refused: nothing in the file that is carried out is called \"lamp\""))
        #expect(!exists("lamp"))
        // What the daemon would refuse.
        try write(
            """
                - {picker: clock/zone, choices: [UTC, Oslo], set: [echo, "{value}"]}
                - {value: port, kind: int, range: [1, 9], set: [echo, "{value}"]}

            """)
        let values = try daemon.fascia(
            ["panel", "test", file, "clock/zone=Oslo", "clock/zone=Bonn", "port=9", "port=10"]
        ).checked().output
        let lines = values.split(separator: "\n")
        #expect(lines.count == 4 && lines[0] == #"["echo","Oslo"]"# && lines[2] == #"["echo","9"]"#, "\(values)")
        #expect(lines[1].hasPrefix("refused: clock/zone has no choice \"Bonn\"") && lines[3].hasPrefix("refused: "), "\(values)")
        try write(lamp)
        let tried = try daemon.fascia(["panel", "try", file]).checked().output
        #expect(tried == "box/lamp  off  test -e \(directory.path)/lamp\n")
    }

    @Test func aNewPanelIsRight() throws {
        let text = try daemon.fascia(["panel", "new"]).checked().output
        let result = try runProcess(
            "/bin/sh", ["-c", "cat > \(file) && \(Products.executable("fascia")) panel check \(file)"], input: text)
        #expect(result.status == .exited(0), "\(result.output)")
    }

    // MARK: - The agent

    @Test func switchesRunTheirCommands() throws {
        try write(lamp)
        let agent = try agent()
        _ = agent
        #expect(try set("box/lamp", "on").status == .exited(0))
        #expect(exists("lamp"))
        #expect(try set("box/lamp", "off").status == .exited(0))
        #expect(!exists("lamp"))
        // What somebody does by hand is seen.
        close(open(directory.path + "/lamp", O_WRONLY | O_CREAT, 0o644))
        _ = try daemon.fascia(["wait", "toggle", "box/lamp", "on", "--timeout", "inf"]).checked()
    }

    @Test func aFailingCommandRevertsTheSwitchWithItsReason() throws {
        try write(
            """
                - switch: box/broken
                  on: {shell: "echo no such service >&2; exit 4"}
                  off: ["true"]
                - switch: box/liar
                  on: ["true"]
                  off: ["true"]
                  status: ["false"]
                - switch: box/slow
                  on: [sleep, 1000]
                  off: ["true"]
                  timeout: 100ms
                - switch: box/missing
                  on: [no-such-program]
                  off: ["true"]
            """)
        let agent = try agent()
        _ = agent
        #expect(try set("box/broken", "on").error.contains("no such service"))
        #expect(try set("box/liar", "on").error.contains("its command succeeded, but the state is off instead of on"))
        #expect(try set("box/slow", "on").error.contains("took longer than"))
        #expect(try set("box/missing", "on").error.contains("cannot run no-such-program: No such file or directory"))
        for id in ["broken", "liar", "slow", "missing"] {
            #expect(try daemon.fascia(["get", "box/" + id]).output.hasPrefix("off"))
        }
    }

    @Test func valuesArriveAsOneArgument() throws {
        try write(
            """
                - value: name
                  pattern: "[a-z; ]*"
                  set: {shell: "printf %s \\"$FASCIA_VALUE\\" > \(directory.path)/name"}
                  status: [cat, \(directory.path)/name]
                - value: text
                  set: [cp, --, \(directory.path)/box.yaml, "{value}"]
                - picker: box/color
                  choices: {from: [printf, 'red\\ngreen\\n']}
                  set: [cp, \(directory.path)/box.yaml, "--target-directory={value}"]

            """)
        let agent = try agent()
        _ = agent
        let ok = try daemon.fascia(["value", "set", "name", "--string", "a; b", "--wait", "--timeout", "600"])
        #expect(ok.status == .exited(0), "\(ok.error)")
        #expect(try runProcess("/bin/cat", [directory.path + "/name"]).output == "a; b")
        let refused = try daemon.fascia(["value", "set", "name", "--string", "A", "--wait", "--timeout", "600"])
        #expect(refused.error.contains("name must match [a-z; ]*"))
        let path = directory.path + "/$(x); y"
        let odd = try daemon.fascia(["value", "set", "text", "--string", path, "--wait", "--timeout", "600"])
        #expect(odd.status == .exited(0), "\(odd.error)")
        #expect(exists("$(x); y"))
        _ = try daemon.fascia(["wait", "node", "color", "--timeout", "inf"]).checked()
        let picked = try daemon.fascia(["pick", "box/color", "green", "--wait", "--timeout", "600"])
        #expect(picked.error.contains("green"), "\(picked.error)")
    }

    /// The choices may be known later than the state, which is then no choice at first.
    @Test func aPickerShowsItsStateWhenItsChoicesAreKnown() throws {
        let (choices, seen) = (directory.path + "/choices", directory.path + "/seen")
        #expect(mkfifo(choices, 0o600) == 0 && mkfifo(seen, 0o600) == 0)
        // Open for both, so that no end waits for the other one.
        let descriptor = open(seen, O_RDWR)
        defer { close(descriptor) }
        try write(
            """
                - picker: box/color
                  choices: {from: [cat, \(choices)]}
                  status: {shell: "echo blue; echo x >\(seen)"}
            """)
        let agent = try agent()
        _ = agent
        var byte: UInt8 = 0
        #expect(read(descriptor, &byte, 1) == 1)
        _ = try runProcess("/bin/sh", ["-c", "printf 'red\\nblue\\n' >\(choices)"])
        _ = try daemon.fascia(["wait", "text", "blue ▾", "--timeout", "inf"]).checked()
        #expect(try daemon.fascia(["get", "box/color"]).checked().output == "blue\n")
    }

    @Test func buttonsShowTheirOutput() throws {
        try write(
            "    - button: Go\n      confirm: Really?\n      run: {shell: 'echo hello from $FASCIA_ID; echo broken >&2; exit 3'}\n"
        )
        let agent = try agent()
        _ = agent
        _ = try daemon.fascia(["tap", "Go"]).checked()
        _ = try daemon.fascia(["wait", "screen", "home.ask-go", "--timeout", "inf"]).checked()
        _ = try daemon.fascia(["tap", "Go"]).checked()
        _ = try daemon.fascia(["wait", "text", "hello from go", "--timeout", "inf"]).checked()
        _ = try daemon.fascia(["wait", "text", "failed: broken", "--timeout", "inf"]).checked()
        _ = try daemon.fascia(["tap", "Close"]).checked()
    }

    @Test func editsAreInForceAtOnceAndBadOnesChangeNothing() throws {
        try write(lamp)
        let agent = try agent()
        try write(lamp + "    - text: Hello there\n")
        try agent.output.wait(for: "the edit is in force")
        #expect(try daemon.fascia(["render"]).output.contains("Hello there"))
        try write(lamp + "    - txet: Bye\n")
        #expect(try agent.error.wait(for: "as it was").contains("unknown kind of item \"txet\""))
        #expect(try daemon.fascia(["render"]).output.contains("Hello there"))
        #expect(try set("box/lamp", "on").status == .exited(0))
    }

    @Test func withoutItsAgentASwitchIsStaleAndCannotBeSet() throws {
        try write(lamp)
        let agent = try agent()
        #expect(try set("box/lamp", "on").status == .exited(0))
        agent.process.signal(SIGTERM)
        #expect(try agent.process.waitForExit() == .exited(0))
        let result = try set("box/lamp", "off")
        #expect(result.status == .exited(1))
        #expect(result.error.contains("unavailable"))
        #expect(exists("lamp"))
    }

    @Test func theAgentComesBackAfterARestartOfTheDaemon() throws {
        try write(lamp)
        let agent = try agent()
        #expect(try daemon.terminate() == .exited(0))
        let restarted = try DaemonProcess(in: daemon.directory)
        try agent.output.wait(for: "connected again")
        #expect(try restarted.fascia(["toggle", "set", "box/lamp", "on", "--wait", "--timeout", "600"]).status == .exited(0))
        #expect(exists("lamp"))
    }

    // MARK: - Reading on demand

    @Test func pollReadsTheStateNow() throws {
        try write(lamp.replacing("every: 50ms", with: "timeout: 20s") + "    - value: word\n      set: [\"true\"]\n")
        let agent = try agent()
        _ = agent
        _ = try daemon.fascia(["wait", "toggle", "box/lamp", "off", "--timeout", "inf"]).checked()
        close(open(directory.path + "/lamp", O_WRONLY | O_CREAT, 0o644))
        #expect(try daemon.fascia(["poll", "box/lamp"]).checked().output == "on\n")
        let word = try daemon.fascia(["poll", "value:word"])
        #expect(word.error == "fascia: refused: \"value:word\" cannot be read: nothing reads it: its state is what was set\n")
        let nothing = try daemon.fascia(["poll", "box/nothing"])
        #expect(nothing.error.contains("no program carries out \"box/nothing\""))
        agent.process.signal(SIGTERM)
        _ = try agent.process.waitForExit()
        let gone = try daemon.fascia(["poll", "box/lamp"])
        #expect(gone.status == .exited(1))
        #expect(gone.error.contains("\"box/lamp\" cannot be read: fascia panel box") && gone.error.contains("has gone"))
    }

    /// Another switch, which is read all the time, tells when the first one could have been read, too.
    @Test func aThingIsReadWhileATerminalShowsIt() throws {
        try write(
            """
                - switch: box/door
                  on: ["true"]
                  off: ["true"]
                  status: {shell: "echo read >>door; false"}
                  every: 20ms
                  while: seen
                - switch: box/clock
                  on: ["true"]
                  off: ["true"]
                  status: {shell: "echo read >>clock; false"}
                  every: 20ms

            """)
        func reads(_ name: String) throws -> Int {
            try runProcess("/bin/cat", [directory.path + "/" + name]).output.split(separator: "\n").count
        }
        let agent = try agent()
        _ = agent
        _ = try daemon.fascia(["wait", "toggle", "box/door", "off", "--timeout", "inf"]).checked()
        while try !exists("clock") || reads("clock") < 10 {}
        #expect(try reads("door") == 1)
        let terminal = try daemon.client()
        try terminal.call("terminal.attach", ["columns": 40, "rows": 12, "colors": "none"])
        while try reads("door") < 3 {}
    }

    // MARK: - Faults

    /// An answer that comes after a later state would hide that.
    @Test func theOutcomeIsReportedBeforeTheRequestIsAnswered() throws {
        try write(lamp)
        let agent = try agent()
        _ = agent
        _ = try daemon.fascia(["toggle", "set", "box/lamp", "on", "--wait"]).checked()
        let history = try daemon.fascia(["history", "box/lamp"]).checked().output
        let confirmation = history.split(separator: "\n").first { $0.hasSuffix("box/lamp confirmed on") }
        #expect(confirmation?.contains("bind.report by fascia panel box") == true, "\(history)")
    }

    /// Everybody can read the reason.
    @Test func theReasonDoesNotNameASecret() throws {
        try write(
            """
                - value: key
                  secret: true
                  set: [cat]
                  status: [echo, before]
                  says: text

            """)
        let agent = try agent()
        _ = agent
        let result = try daemon.fascia(["value", "set", "key", "hunter2", "--wait"])
        #expect(result.status == .exited(1))
        #expect(result.error.contains("its command succeeded, but the state is another one"), "\(result.error)")
        #expect(!result.error.contains("hunter2") && !result.error.contains("before"))
    }

    @Test func aSecondAgentIsToldWhoHasTheThings() throws {
        try write(lamp)
        let agent = try agent()
        _ = agent
        let second = try daemon.fascia(["panel", "run", file])
        #expect(second.status == .exited(1))
        #expect(second.error.contains("fascia panel box") && second.error.contains("\"home\""), "\(second.error)")
        #expect(try set("box/lamp", "on").status == .exited(0))
        // Files of the same name, and of the same panel, are told apart.
        let other = directory.path + "/other.yaml"
        try String(contentsOfFile: file, encoding: .utf8).replacingOccurrences(of: "home:", with: "second:")
            .write(toFile: other, atomically: false, encoding: .utf8)
        let third = try daemon.fascia(["panel", "run", other])
        #expect(third.error.hasPrefix("fascia: refused: \(other) is not shown: "), "\(third.error)")
        #expect(third.error.hasSuffix(" panel run \(file)\n"), "\(third.error)")
    }

    @Test func aCommandMayLeaveAProcessBehindAndPrintAnything() throws {
        try write(
            #"""
                - switch: box/daemon
                  on: {shell: "sleep 1000 & echo $! >child"}
                  off: {shell: "kill $(cat child)"}
                - switch: box/odd
                  on: {shell: 'printf "\033]0;x\007\033[31mno\377t so\033[0m\n" >&2; exit 1'}
                  off: ["true"]
                - button: Flood
                  run: ["yes", "\e[2J all 12%"]

            """#)
        let agent = try agent()
        _ = agent
        #expect(try set("box/daemon", "on").status == .exited(0))
        #expect(try set("box/daemon", "off").status == .exited(0))
        #expect(try set("box/odd", "on").error.contains("no\u{FFFD}t so"))
        _ = try daemon.fascia(["tap", "Flood"]).checked()
        _ = try daemon.fascia(["wait", "text", "all 12%", "--timeout", "inf"]).checked()
        _ = try daemon.fascia(["tap", "Cancel"]).checked()
        _ = try daemon.fascia(["wait", "text", "cancelled", "--timeout", "inf"]).checked()
    }

    /// The answer to the request is lost, and the report over the next connection decides.
    @Test func aChangeDuringWhichTheDaemonRestartsIsDone() throws {
        try write(
            """
                - switch: box/slow
                  on: {shell: 'echo started >>log; read -r line <go'}
                  off: ["true"]
                  timeout: 600s

            """)
        #expect(mkfifo(directory.path + "/go", 0o600) == 0)
        let agent = try agent()
        _ = try daemon.fascia(["toggle", "set", "box/slow", "on"]).checked()
        while !exists("log") {}
        try daemon.kill9()
        let restarted = try DaemonProcess(in: daemon.directory)
        try agent.output.wait(for: "connected again")
        _ = try runProcess("/bin/sh", ["-c", "echo >\(directory.path)/go"]).checked()
        while try restarted.fascia(["get", "box/slow"]).status != .exited(0) {}
        #expect(try restarted.fascia(["get", "box/slow"]).output == "on\n")
        #expect(try runProcess("/bin/cat", [directory.path + "/log"]).output == "started\n")
    }

    /// They have sessions of their own, and would go on.
    @Test func aStoppedAgentEndsItsCommands() throws {
        try write(
            """
                - switch: box/slow
                  on: {shell: 'echo $$ >child; exec sleep 1000'}
                  off: ["true"]
                  timeout: 600s

            """)
        let agent = try agent()
        _ = try daemon.fascia(["toggle", "set", "box/slow", "on"]).checked()
        var child: pid_t?
        while child == nil {
            if exists("child") { child = pid_t(try runProcess("/bin/cat", [directory.path + "/child"]).output.dropLast()) }
        }
        agent.process.signal(SIGTERM)
        #expect(try agent.process.waitForExit() == .exited(0))
        #expect(kill(try #require(child), 0) == -1)
    }

    @Test func twoFilesWithOneScreenAreReported() throws {
        try write("    - text: one\n")
        let other = directory.path + "/other.yaml"
        try write("    - text: two\n", to: other)
        let result = try daemon.fascia(["panel", "check", file, other])
        #expect(result.status == .exited(1))
        #expect(
            result.output.contains(
                "other.yaml:3:3: error: the screen \"home\" is also in \(file), line 3: the panel that comes second is refused\n")
        )
    }

    /// Of two files with one group, the second would take the switches of the first away.
    @Test func twoFilesWithOneGroupAreReported_andTheSecondIsRefused() throws {
        let item = { (name: String) in "    - switch: services/\(name)\n      on: [\"true\"]\n      off: [\"true\"]\n" }
        try write(item("web"))
        let other = directory.path + "/other.yaml"
        try write("    - text: two\n" + item("extra"), to: other)
        let text = try String(contentsOfFile: other, encoding: .utf8).replacingOccurrences(of: "home:", with: "second:")
        try text.write(toFile: other, atomically: false, encoding: .utf8)
        let result = try daemon.fascia(["panel", "check", file, other])
        #expect(
            result.output.contains(
                "error: the group \"services\" is also in \(file), line 4: the panel that comes second is refused\n"),
            "\(result.output)")
        let first = try agent()
        let second = try daemon.fascia(["panel", "run", other])
        #expect(second.status == .exited(1))
        #expect(second.error.contains("this would remove \"services/web\", which fascia panel "), "\(second.error)")
        #expect(try daemon.client().call("toggle.get", ["id": "services/web"])["state"] == "off")
        _ = first
    }

    @Test func aSecondAgentWithTheSameScreenIsRefusedNamingTheFirst() throws {
        try write("    - text: one\n")
        let first = try agent()
        let other = directory.path + "/other.yaml"
        try write("    - text: two\n" + lamp, to: other)
        let second = try daemon.fascia(["panel", "run", other])
        #expect(second.status == .exited(1))
        let owner = "fascia panel box (pid \(first.process.id))"
        #expect(second.error.contains("the screen \"home\" is published by \(owner)"), "\(second.error)")
        let shown = try daemon.fascia(["render"]).checked().output
        #expect(shown.contains("one") && !shown.contains("two"))
        #expect(try daemon.fascia(["toggle", "list"]).checked().output.isEmpty, "it has published nothing")
        first.process.signal(SIGKILL)
        _ = try first.process.waitForExit()
        let third = try RunningProcess(
            Products.executable("fascia"), ["panel", "run", other], environment: ["FASCIA_SOCKET": daemon.socketPath])
        try third.output.wait(for: "running\n")
        #expect(try daemon.fascia(["render"]).checked().output.contains("two"))
    }

    /// The others are shown.
    @Test func aRefusedFileOfSeveralIsSaidAtOnce() throws {
        try write("    - text: one\n")
        let first = try agent()
        let (again, other) = (directory.path + "/again.yaml", directory.path + "/other.yaml")
        try write("    - text: two\n", to: again)
        _ = try directory.write("panel: other\nscreens:\n  else:\n    - text: three\n", to: "other.yaml")
        let both = try RunningProcess(
            Products.executable("fascia"), ["panel", "run", again, other], environment: ["FASCIA_SOCKET": daemon.socketPath])
        try both.error.wait(
            for: "fascia: \(again) is not shown: the screen \"home\" is published by fascia panel box (pid \(first.process.id))")
        try both.output.wait(for: "\(other): running\n")
        both.process.signal(SIGTERM)
        #expect(try both.process.waitForExit() == .exited(1))
    }

    /// A lock is one of the machine, not of a file.
    @Test func theFilesOfAnAgentShareTheirLocks() throws {
        let other = directory.path + "/other.yaml"
        #expect(mkfifo(directory.path + "/go", 0o600) == 0)
        try write("    - button: Upgrade\n      run: {shell: \"read -r line <go\"}\n      lock: apt\n")
        _ = try directory.write(
            "panel: other\nscreens:\n  else:\n    - button: Clean\n      run: [touch, cleaned]\n      lock: apt\n",
            to: "other.yaml")
        let both = try RunningProcess(
            Products.executable("fascia"), ["panel", "run", file, other], environment: ["FASCIA_SOCKET": daemon.socketPath])
        for path in [file, other] { try both.output.wait(for: "\(path): running\n") }
        _ = try daemon.fascia(["tap", "Upgrade"]).checked()
        _ = try daemon.fascia(["push", "else"]).checked()
        let clean = try RunningProcess(
            Products.executable("fascia"), ["tap", "Clean", "--wait"], environment: ["FASCIA_SOCKET": daemon.socketPath])
        _ = try daemon.fascia(["wait", "text", "waits for the lock apt, which Upgrade has", "--timeout", "inf"]).checked()
        _ = try runProcess("/bin/sh", ["-c", "echo >\(directory.path)/go"]).checked()
        #expect(try clean.process.waitForExit() == .exited(0))
    }

    // MARK: - Rules

    private func addRules(_ rules: String) throws {
        let descriptor = open(file, O_WRONLY | O_APPEND)
        defer { close(descriptor) }
        _ = Array("\nrules:\n\(rules)".utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    private func waitForRules(_ count: Int) throws {
        while try !daemon.fascia(["status"]).output.contains("watches \(count)") {}
    }

    /// A rule gets the change as `fascia on` passes it, and does not start itself.
    @Test func rulesRunTheirCommandsAndDoNotStartThemselves() throws {
        try write(lamp)
        let fascia = try Products.executable("fascia")
        try addRules(
            """
              - on: value:n
                run: {shell: 'echo "$FASCIA_ID $FASCIA_OLD>$FASCIA_VALUE" >>log; [ "$FASCIA_VALUE" = 9 ] || \(fascia) value set n 9'}
              - on: [option:box/**]
                run: {shell: "echo broken >&2; exit 1"}
              - on: option:box/**
                run: [touch, --, "{value}"]

            """)
        let agent = try agent()
        try waitForRules(3)
        _ = try daemon.fascia(["value", "set", "n", "1"]).checked()
        _ = try daemon.fascia(["wait", "value", "n", "9", "--timeout", "inf"]).checked()
        _ = try daemon.fascia(["value", "set", "n", "3"]).checked()
        while try !runProcess("/bin/cat", [directory.path + "/log"]).output.contains("n 9>3\n") {}
        #expect(try runProcess("/bin/cat", [directory.path + "/log"]).output == "n >1\nn 9>3\n")
        _ = try set("box/lamp", "on")
        try agent.error.wait(for: "option:box/lamp: /bin/sh: broken\n")
        while !exists("on") {}
    }

    @Test func anEditedRuleReplacesTheOldOne() throws {
        try write(lamp)
        try addRules("  - on: value:n\n    run: [touch, old]\n")
        let agent = try agent()
        try waitForRules(1)
        try write(lamp + "    - text: new\n")
        try agent.output.wait(for: "the edit is in force")
        try waitForRules(0)
        _ = try daemon.fascia(["value", "set", "n", "1"]).checked()
        #expect(!exists("old"))
    }

    // MARK: - The way back

    @Test func theWayBackHasItsOwnCommand() throws {
        try write(
            """
                - value: address
                  set: {shell: 'echo "set $FASCIA_VALUE" >>log'}
                  revert: {within: 300ms, run: {shell: 'echo "back from $FASCIA_OLD to $FASCIA_VALUE" >>log'}}

            """)
        let agent = try agent()
        _ = agent
        _ = try daemon.fascia(["value", "set", "address", "a", "--wait", "--timeout", "600"])
        _ = try daemon.fascia(["confirm", "value:address"])
        _ = try daemon.fascia(["value", "set", "address", "b", "--wait", "--timeout", "600"])
        _ = try daemon.fascia(["wait", "value", "address", "a", "--timeout", "inf"]).checked()
        while try !runProcess("/bin/cat", [directory.path + "/log"]).output.contains("back") {}
        #expect(try runProcess("/bin/cat", [directory.path + "/log"]).output.hasSuffix("set b\nback from b to a\n"))
    }

    // MARK: - Examples

    /// The menu of raspi-config, with a stand-in for raspi-config.
    @Test func theSampleMenuSetsWhatRaspiConfigSets() throws {
        let box = SamplePanel.directory + "/../Box"
        for name in ["raspi-config", "timedatectl", "chpasswd"] {
            #expect(symlink(box + "/stand-in", directory.path + "/" + name) == 0)
        }
        let agent = try RunningProcess(
            Products.executable("fascia"), ["panel", "run", box + "/menu.yaml"],
            environment: [
                "FASCIA_SOCKET": daemon.socketPath, "BOX_STATE": directory.path + "/state",
                "PATH": directory.path + ":/usr/bin:/bin",
            ])
        try agent.output.wait(for: "running\n")
        #expect(try set("interfaces/ssh", "on").status == .exited(0))
        #expect(try daemon.fascia(["pick", "boot/to", "B2", "--wait", "--timeout", "600"]).status == .exited(0))
        #expect(try daemon.fascia(["value", "set", "pi/gpu", "128", "--wait", "--timeout", "600"]).status == .exited(0))
        for (name, setting) in [("ssh", "0"), ("boot_behaviour", "B2"), ("memory_split", "128")] {
            #expect(try runProcess("/bin/cat", [directory.path + "/state/" + name]).output == setting + "\n")
        }
        #expect(try set("interfaces/ssh", "off").status == .exited(0))
        #expect(try runProcess("/bin/cat", [directory.path + "/state/ssh"]).output == "1\n")
    }

    @Test func dryRunPrintsCommands() throws {
        try write(lamp)
        let agent = try agent("--dry-run")
        #expect(try set("box/lamp", "on").status == .exited(0))
        try agent.output.wait(for: "touch \(directory.path)/lamp\n")
        #expect(!exists("lamp"))
    }
}
