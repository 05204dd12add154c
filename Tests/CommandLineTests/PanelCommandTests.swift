import FasciaDocument
import Glibc
import TestSupport
import Testing

/// The commands of buttons, logs and changes of a panel file, with an agent at a real daemon.
@Suite(.mustEnd) struct PanelCommandTests {
    private let bench: PanelBench

    init() throws { bench = try PanelBench() }

    // MARK: - Buttons

    @Test func tapWaitsForTheCommandAndHasItsStatus() throws {
        try bench.write(
            """
            - button: Fail
              run: {shell: "echo broken >&2; exit 3"}
            - button: Work
              run: ["true"]
            - text: Nothing
            """)
        let agent = try bench.agent()
        _ = agent
        #expect(try bench.daemon.fascia(["tap", "Fail", "--wait"]).status == .exited(3))
        #expect(try bench.daemon.fascia(["tap", "Close"]).status == .exited(0))
        #expect(try bench.daemon.fascia(["tap", "Work", "--wait"]).status == .exited(0))
        #expect(try bench.daemon.fascia(["tap", "Close"]).status == .exited(0))
        // Without it, the tap does not tell.
        #expect(try bench.daemon.fascia(["tap", "Fail"]).status == .exited(0))
    }

    /// Others may still read the output.
    @Test func theSheetOfACommandClosesForItsTerminalOnly_andTheRowSaysThatItRuns() throws {
        #expect(mkfifo(bench.directory["go"], 0o600) == 0)
        try bench.write("- button: Long\n  run: {shell: \"read -r line <go\"}")
        let agent = try bench.agent()
        _ = try bench.output("tap", "Long")
        try bench.wait("screen", "run/home/long")
        let screen = try bench.output("call", "screen.get", #"{"id":"run/home/long"}"#)
        #expect(screen.contains(#""dismissal":"terminal""#), "\(screen)")
        _ = try bench.output("close")
        func row() throws -> String {
            try bench.output("render").split(separator: "\n").first { $0.contains("Long") }.map(String.init) ?? ""
        }
        #expect(try row().contains("running"))
        #expect(try runProcess("/bin/sh", ["-c", "echo >'\(bench.directory["go"])'"]).status == .exited(0))
        try bench.wait("value", "run/home/long/state", "--string", "done")
        #expect(try row().contains("done"))
        _ = agent
    }

    @Test func aButtonWithoutItsAgentSaysThatItsCommandWasNotCarriedOut() throws {
        try bench.write("- button: Reboot\n  run: [touch, rebooted]")
        let agent = try bench.agent()
        agent.process.signal(SIGKILL)
        _ = try agent.process.waitForExit()
        while try !bench.output("screen", "list").contains("orphaned") {}
        let tap = try bench.daemon.fascia(["tap", "Reboot"])
        #expect(tap.status == .exited(1))
        #expect(tap.error.contains("Reboot was not carried out: the panel file is not running"), "\(tap.error)")
        #expect(try bench.output("issues").contains("Reboot was not carried out: the panel file is not running"))
    }

    // MARK: - Locks

    @Test func aButtonThatWaitsForItsLockSaysSoAndCanBeCancelled() throws {
        #expect(mkfifo(bench.directory["go"], 0o600) == 0)
        try bench.write(
            """
            - button: Upgrade
              run: {shell: "read -r line <go; touch upgraded"}
              lock: apt
            - button: Clean
              run: [touch, cleaned]
              lock: apt
            - button: After
              run: [touch, after]
              lock: apt
            """)
        let agent = try bench.agent()
        _ = agent
        _ = try bench.output("tap", "Upgrade")
        try bench.wait("text", "Cancel")
        _ = try bench.output("close")
        _ = try bench.output("tap", "Clean")
        try bench.wait("text", "waits for the lock apt, which Upgrade has")
        _ = try bench.output("tap", "Cancel")
        try bench.wait("text", "cancelled")
        _ = try bench.output("close")
        let after = try RunningProcess(
            Products.executable("fascia"), ["tap", "After", "--wait"],
            environment: ["FASCIA_SOCKET": bench.daemon.socketPath])
        try bench.wait("text", "waits for the lock apt, which Upgrade has")
        _ = try runProcess("/bin/sh", ["-c", "echo >\(bench.directory["go"])"]).checked()
        #expect(try after.process.waitForExit() == .exited(0))
        let names = try runProcess("/bin/ls", [bench.directory.path]).output
        #expect(names.contains("after") && names.contains("upgraded") && !names.contains("cleaned"))
    }

    @Test func aChangeThatWaitsForItsLockSaysForWhat() throws {
        #expect(mkfifo(bench.directory["go"], 0o600) == 0)
        try bench.write(
            """
            - switch: box/first
              on: {shell: "read -r line <go"}
              off: ["true"]
              lock: apt
            - switch: box/second
              on: ["true"]
              off: ["true"]
              lock: apt
            """)
        let agent = try bench.agent()
        _ = agent
        _ = try bench.output("toggle", "set", "box/first", "on")
        _ = try bench.output("toggle", "set", "box/second", "on")
        try bench.wait("text", "waits for the lock apt, which box/first has")
        _ = try runProcess("/bin/sh", ["-c", "echo >\(bench.directory["go"])"]).checked()
        while try bench.daemon.fascia(["get", "box/first", "box/second"]).status != .exited(0) {}
        #expect(try bench.output("get", "box/first", "box/second") == "on\non\n")
    }

    @Test func aChangeThatWaitsForItsLockCanBeTakenBack() throws {
        #expect(mkfifo(bench.directory["go"], 0o600) == 0)
        try bench.write(
            """
            - switch: box/first
              on: {shell: "read -r line <go"}
              off: ["true"]
              lock: apt
            - switch: box/second
              on: {shell: "echo on >>second"}
              off: {shell: "echo off >>second"}
              status: {shell: "grep -q on second"}
              lock: apt
            """)
        try bench.directory.write("", to: "second")
        let agent = try bench.agent()
        _ = agent
        try bench.wait("toggle", "box/second", "off")
        _ = try bench.output("toggle", "set", "box/first", "on")
        let on = try RunningProcess(
            Products.executable("fascia"), ["toggle", "set", "box/second", "on", "--wait"],
            environment: ["FASCIA_SOCKET": bench.daemon.socketPath])
        try bench.wait("text", "waits for the lock apt, which box/first has")
        // It does not wait for the lock.
        #expect(try bench.output("toggle", "set", "box/second", "off", "--wait") == "")
        #expect(try bench.output("get", "box/second") == "off\n")
        #expect(try on.process.waitForExit() == .exited(1))
        #expect(on.error.text == "fascia: box/second was changed again before it was done\n")
        _ = try runProcess("/bin/sh", ["-c", "echo >\(bench.directory["go"])"]).checked()
        while try bench.daemon.fascia(["get", "box/first"]).status != .exited(0) {}
        // The lock is free, and neither command has run.
        #expect(try bench.output("toggle", "set", "box/second", "on", "--wait") == "")
        #expect(try bench.text("second") == "on\n")
    }

    /// It was not read while that waited.
    @Test func theStateIsReadAfterAChangeThatIsTakenBack() throws {
        #expect(mkfifo(bench.directory["go"], 0o600) == 0)
        try bench.write(
            """
            - switch: box/first
              on: {shell: "read -r line <go"}
              off: ["true"]
              lock: apt
            - switch: box/second
              on: ["true"]
              off: ["true"]
              status: [test, -e, second]
              lock: apt
            """)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("toggle", "box/second", "off")
        _ = try bench.output("toggle", "set", "box/first", "on")
        _ = try bench.output("toggle", "set", "box/second", "on")
        try bench.wait("text", "waits for the lock apt, which box/first has")
        try bench.directory.write("", to: "second")
        _ = try bench.daemon.fascia(["poll", "box/second"])
        _ = try bench.output("toggle", "set", "box/second", "off")
        try bench.wait("toggle", "box/second", "on")
        #expect(try bench.output("get", "box/second") == "on\n")
        _ = try runProcess("/bin/sh", ["-c", "echo >\(bench.directory["go"])"]).checked()
    }

    // MARK: - The way back

    @Test func aChangeThatNobodyConfirmsSaysThatItWentBack() throws {
        try bench.directory.write("a\n", to: "address")
        try bench.write(
            """
            - value: address
              title: Address
              set: {shell: 'echo "$FASCIA_VALUE" >address'}
              status: [cat, address]
              revert: {within: 300ms}
            """)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("value", "address", "--string", "a")
        _ = try bench.output("value", "set", "address", "--string", "b", "--wait")
        try bench.wait("value", "address", "--string", "a")
        while try !bench.output("issues").contains("Address went back: nobody confirmed it within 0.3 s") {}
    }

    @Test func aChangeThatCannotGoBackIsAnnouncedToo() throws {
        try bench.write(
            """
            - switch: r/y
              title: Firewall
              on: [touch, ry]
              off: {shell: 'echo cannot >&2; exit 1'}
              status: [test, -e, ry]
              revert: {within: 300ms}
            """)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("toggle", "r/y", "off")
        _ = try bench.output("toggle", "set", "r/y", "on", "--wait")
        while try !bench.output("issues").contains("Firewall did not go back, though nobody confirmed it: cannot") {}
        #expect(try bench.output("get", "r/y") == "on\n")
    }

    // MARK: - Buttons

    @Test func aTapThatWaitsSaysWhatHasNotRun() throws {
        try bench.write(
            """
            - button: Wipe
              confirm: Wipe it?
              run: [touch, wiped]
            - button: Name
              ask: [{name: host}]
              run: [touch, named]
            - button: Long
              run: [sleep, "1000"]
            - switch: s/f
              title: Lamp
              on: {shell: 'echo bad >&2; exit 5'}
              off: ["true"]
              status: ["false"]
            """)
        let agent = try bench.agent()
        try bench.wait("toggle", "s/f", "off")
        let lamp = try bench.daemon.fascia(["tap", "Lamp", "--wait"])
        let nothing = "nothing has run that could be waited for: "
        #expect(lamp.status == .exited(1) && lamp.error.contains(nothing + "it opened a screen, or changed something"))
        let name = try bench.daemon.fascia(["tap", "Name", "--wait"])
        #expect(name.status == .exited(1) && name.error.contains(nothing + "it asks first, see fascia ask list"))
        let wipe = try bench.daemon.fascia(["tap", "Wipe", "--wait"])
        let question = "\"Wipe it?\" waits for its answer"
        #expect(wipe.status == .exited(1) && wipe.error.contains(nothing + question + ": fill in its fields"), "\(wipe.error)")
        _ = try bench.output("close")
        let reason = try bench.daemon.fascia(["tap", "Wipe", "--reason", "old"])
        #expect(reason.error == "fascia: warning: --reason is for the history, and answers nothing: \(question)\n")
        #expect(reason.status == .exited(0))
        _ = try bench.output("tap", "Wipe", "--wait")
        _ = try bench.output("close")
        let short = try bench.daemon.fascia(["tap", "Long", "--wait", "--timeout", "5"])
        #expect(short.error == "fascia: timeout: the command was not done within 5.0 s, and may still be\n", "\(short.error)")
        _ = try bench.output("close")
        let long = try RunningProcess(
            Products.executable("fascia"), ["tap", "Long", "--wait"], environment: ["FASCIA_SOCKET": bench.daemon.socketPath])
        try bench.wait("screen", "run/home/long")
        agent.process.signal(SIGKILL)
        #expect(try long.process.waitForExit() == .exited(1))
        #expect(long.error.text == "fascia: the program that runs it has ended: how it ended is not known\n")
    }

    /// What a command writes that reads a secret is nowhere, even if nobody looks any more.
    @Test func theOutputOfACommandWithASecretIsNotTold() throws {
        try bench.write(
            """
            - button: Unlock
              ask: [{name: pw, secret: true}]
              run: {shell: 'read -r word; echo "no $word" >&2; exit 3'}
            """)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("text", "Unlock")
        _ = try bench.output("tap", "Unlock")
        let question = try bench.output("ask", "list").split(separator: " ").first.map(String.init) ?? ""
        _ = try bench.output("ask", "answer", question, "pw=hunter2")
        try bench.wait("text", "failed: exit status 3")
        #expect(try !bench.output("render").contains("hunter2"))
        #expect(try !bench.output("history").contains("hunter2"))
        #expect(try !bench.output("issues").contains("hunter2"))
    }

    /// The question of a button is on another screen, to which there are other ways.
    @Test(arguments: ["enabled", "shown"]) func aButtonThatIsDisabledOrHiddenDoesNotRunFromItsQuestion(_ key: String) throws {
        try bench.write(
            """
            - switch: a/b
              on: [touch, ab]
              off: [rm, ab]
              status: [test, -e, ab]
            - button: Wipe
              confirm: Wipe it?
              \(key): option:a/b
              run: [touch, wiped]
            """)
        let (agent, client) = (try bench.agent(), try bench.daemon.client())
        _ = agent
        try bench.wait("toggle", "a/b", "off")
        let home = try client.call("nav.get")["top"] ?? .null
        func ask() throws -> JSON {
            try client.call("nav.modal", ["screen": "home.ask-wipe", "style": "alert"])["entry"] ?? .null
        }
        func wipe(_ entry: JSON) -> JSON { ["entry": entry, "name": "onTapped-wipe"] }
        func expectNothingPastTheQuestion() throws {
            let answer = try client.call("action.send", wipe(home))
            #expect(answer["outcome"] == "rejected" && answer["reason"] == "the panel has no such button")
        }
        let refusal = try client.failure("action.send", wipe(try ask()))
        let reason = #"the screen "home.ask-wipe" does not allow onTapped-wipe now: what sends it is hidden"#
        #expect(refusal["message"] == .string(reason))
        #expect(try bench.daemon.fascia(["tap", "Wipe"]).status != .exited(0))
        _ = try bench.output("close")
        try expectNothingPastTheQuestion()
        _ = try bench.output("toggle", "set", "a/b", "on", "--wait")
        try expectNothingPastTheQuestion()
        #expect(try client.call("action.send", wipe(try ask()))["outcome"] == "handled")
        try bench.wait("value", "run/home/wipe/state", "--string", "done")
    }

    /// Nobody could answer it any more.
    @Test func theQuestionOfAButtonThatGoesIsClosed() throws {
        try bench.write("- button: Wipe\n  confirm: Wipe it?\n  run: [touch, wiped]")
        let agent = try bench.agent()
        _ = try bench.output("tap", "Wipe")
        #expect(try bench.output("path") == "home  (alert: home.ask-wipe)\n")
        try bench.write("- text: Nothing")
        try agent.output.wait(for: "the edit is in force")
        #expect(try bench.output("path") == "home\n")
    }

    // MARK: - Logs

    @Test func aLogHasItsLinesOnceAfterARestartOfTheAgent() throws {
        #expect(mkfifo(bench.directory["more"], 0o600) == 0)
        try bench.write(
            "- log: l\n  follow: {shell: 'echo first; read -r line <more; echo $line; exec sleep 1000'}\n- text: Below")
        let agent = try bench.agent()
        try bench.wait("text", "first")
        agent.process.signal(SIGTERM)
        _ = try agent.process.waitForExit()
        let next = try bench.agent()
        _ = next
        _ = try runProcess("/bin/sh", ["-c", "echo second >\(bench.directory["more"])"]).checked()
        try bench.wait("text", "second")
        let shown = try bench.output("render")
        #expect(shown.components(separatedBy: "first").count == 2, "\(shown)")
    }

    /// The former one ends when the other one has begun.
    @Test func aLogThatIsFollowedOtherwiseHasNothingOfItsFormerCommand() throws {
        let lamp = "- switch: box/lamp\n  on: [touch, lamp]\n  off: [rm, lamp]\n  status: [test, -e, lamp]\n"
        let former = #"trap "echo last words; : >ended; exit" TERM; echo first; sleep 1000 & wait"#
        try bench.write(lamp + "- log: l\n  follow: {shell: '\(former)'}")
        let agent = try bench.agent()
        try bench.wait("text", "first")
        try bench.write(lamp + "- log: l\n  follow: {shell: 'echo second; exec sleep 1000'}")
        try agent.output.wait(for: "the edit is in force")
        try bench.wait("text", "second")
        while access(bench.directory["ended"], F_OK) != 0 {}
        for _ in 0..<3 { _ = try bench.output("poll", "box/lamp") }
        let shown = try bench.output("render")
        #expect(!shown.contains("first") && !shown.contains("last words") && !shown.contains("cancelled"), "\(shown)")
    }

    // MARK: - Files

    @Test func aByteOrderMarkIsNoPartOfTheFile() throws {
        try bench.directory.write("\u{FEFF}panel: box\nscreens:\n  home:\n    - text: Hello\n", to: "box.yaml")
        #expect(try bench.output("panel", "check", bench.file) == "\(bench.file): 1 screen\n")
    }
}
