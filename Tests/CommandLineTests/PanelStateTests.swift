import FasciaDocument
import Glibc
import TestSupport
import Testing

/// The states that a panel file's agent reads: why they are unknown, and what it makes of unexpected ones.
@Suite(.mustEnd) struct PanelStateTests {
    private let bench: PanelBench

    init() throws { bench = try PanelBench() }

    private func error(_ arguments: String...) throws -> String { try bench.daemon.fascia(arguments).error }

    /// The history may be long, and who published a screen is a part of the state.
    @Test func anAgentThatStartsAsksNothingAboutThePast() throws {
        try bench.write("- switch: s/vpn\n  on: [\"true\"]\n  off: [\"true\"]\n- button: Go\n  run: [\"true\"]")
        let between = bench.directory["between"]
        let proxy = try RunningProcess(
            "/usr/bin/socat", ["-v", "-d", "-d", "UNIX-LISTEN:\(between),fork", "UNIX-CONNECT:\(bench.daemon.socketPath)"])
        // Its socket is there before it listens.
        try proxy.error.wait(for: "listening on")
        let agent = try RunningProcess(
            Products.executable("fascia"), ["panel", "run", bench.file],
            environment: ["FASCIA_SOCKET": between, "XDG_STATE_HOME": bench.directory["state"]])
        try agent.output.wait(for: "running\n")
        let said = proxy.error.text
        #expect(said.contains("bind.claim") && !said.contains("history."), "\(said)")
    }

    // MARK: - Unknown

    @Test func whatIsUnknownSaysWhyEverywhere() throws {
        try bench.write(
            """
            - gauge: g/temp
              title: Temperature
              from: [echo, "45,3"]
            - switch: s/vpn
              title: VPN
              on: ["true"]
              off: ["true"]
              status: {shell: "echo nmcli is not running >&2; exit 8"}
            - picker: s/zone
              choices: [a, b]
              set: ["true"]
              status: {shell: "echo no clock >&2; exit 1"}
            - value: v/long
              title: Long
              from: {shell: "head -c 70000 /dev/zero | tr '\\\\0' x"}
            """)
        let agent = try bench.agent()
        for (id, reason) in [
            ("g/temp", "expected a number, found \"45,3\""), ("s/vpn", "nmcli is not running"),
            ("v/long", "the output is over 64 KiB"), ("s/zone", "no clock"),
        ] {
            try agent.error.wait(for: "\(id) is unknown: \(reason)\n")
            while try !bench.output("issues").contains(reason) {}
            let get = try bench.daemon.fascia(["get", id])
            #expect(get.error == "fascia: \(id) is unknown: \(reason)\n" && get.status == .exited(75))
            #expect(get.output == "unknown\n", "no script takes it for off, 0 or an empty text")
            #expect(try bench.daemon.fascia(["get", id, "--json"]).output == "{\"\(id)\":null}\n")
            #expect(try bench.output("tree", "--json").contains(reason.replacing("\"", with: "\\\"")), "\(id)")
            #expect(try bench.output("render", "--columns", "70", "--rows", "16").contains(reason), "\(id)")
        }
    }

    @Test func aChangeThatLeadsToNothingKnownHasFailed() throws {
        try bench.write("- switch: s/two\n  on: [\"true\"]\n  off: [\"true\"]\n  status: {shell: \"exit 2\"}")
        let agent = try bench.agent()
        try agent.error.wait(for: "s/two is unknown: exit status 2\n")
        let set = try bench.daemon.fascia(["toggle", "set", "s/two", "on", "--wait"])
        #expect(set.status == .exited(1))
        #expect(
            set.error
                == "fascia: s/two was not changed: its command succeeded, but its state is not known: exit status 2\n")
        #expect(try bench.daemon.fascia(["get", "s/two"]).output == "unknown\n")
    }

    /// It was known before, so it counts as what it was set to, and not as known.
    @Test func aChangeThatIsNotReadAfterwardsIsDoneAndInDoubt() throws {
        try bench.write(
            """
            - switch: s/two
              on: {shell: echo perhaps >state}
              off: {shell: echo off >state}
              status: [cat, state]
              says: text
            - value: level
              kind: int
              set: {shell: echo abc >level}
              status: [cat, level]
            """)
        try bench.directory.write("off\n", to: "state")
        try bench.directory.write("1\n", to: "level")
        let agent = try bench.agent()
        for (command, id, state, reason) in [
            (["toggle", "set", "s/two", "on"], "s/two", "on", "expected on or off, found \"perhaps\""),
            (["value", "set", "level", "7"], "level", "7", "expected an integer, found \"abc\""),
        ] {
            let set = try bench.daemon.fascia(command + ["--wait"])
            let name = id == "level" ? "value:level" : id
            #expect(set.status == .exited(75))
            #expect(set.error == "fascia: \(name) was changed, but its state is not known: \(reason)\n")
            let get = try bench.daemon.fascia(["get", id])
            #expect(get.status == .exited(75) && get.output == state + "\n", "\(get.error)")
            try agent.error.wait(for: "\(id) is unknown: \(reason)\n")
        }
        #expect(try bench.daemon.fascia(["value", "set", "level", "8", "--wait"]).status == .exited(75), "and the next one")
        #expect(try bench.daemon.fascia(["toggle", "set", "s/two", "off", "--wait"]).status == .exited(0))
        #expect(try bench.output("get", "s/two") == "off\n")
    }

    /// It was none of the choices.
    @Test func aPickerGoesBackToAStateOutsideItsChoices() throws {
        try bench.directory.write("elsewhere\n", to: "file")
        try bench.write(
            """
            - picker: k/rev
              choices: [a, b]
              status: {shell: "cat file"}
              set: {shell: 'echo "$FASCIA_VALUE" >file'}
              revert: {within: 1s}
            """)
        let agent = try bench.agent()
        while try bench.daemon.fascia(["get", "k/rev"]).output != "elsewhere\n" {}
        #expect(try bench.daemon.fascia(["pick", "k/rev", "b", "--wait"]).status == .exited(0))
        while try !bench.output("issues").contains("went back") {}
        while try bench.text("file") != "elsewhere\n" {}
        while try bench.daemon.fascia(["get", "k/rev"]).output != "elsewhere\n" {}
        _ = agent
    }

    /// Stale is what was known last; unknown is nothing.
    @Test func aStaleStateIsPrintedAndToldFromAnUnknownOne() throws {
        try bench.directory.write("41\n", to: "file")
        try bench.write("- value: v/later\n  from: {shell: \"cat file\"}\n- value: v/never\n  from: {shell: \"cat none\"}")
        let agent = try bench.agent()
        try bench.wait("value", "v/later", "--string", "41")
        try agent.error.wait(for: "v/never is unknown")
        unlink(bench.directory["file"])
        _ = try bench.daemon.fascia(["poll", "v/later"])
        for command in [["get"], ["value", "get"]] {
            let stale = try bench.daemon.fascia(command + ["v/later"])
            #expect(stale.output == "41\n" && stale.status == .exited(75))
            #expect(stale.error == "fascia: v/later is stale: cat: file: No such file or directory\n")
            let unknown = try bench.daemon.fascia(command + ["v/never"])
            #expect(unknown.output == "unknown\n" && unknown.status == .exited(75))
            #expect(unknown.error == "fascia: v/never is unknown: cat: none: No such file or directory\n")
        }
        #expect(try bench.output("value", "get", "--prefix", "v/") == "v/later=41\nv/never=unknown\n")
    }

    @Test func aReadStateEndsItsIssue() throws {
        try bench.write("- value: v/later\n  title: Later\n  from: {shell: \"cat file\"}\n  every: 20ms")
        let agent = try bench.agent()
        let reason = "v/later is unknown: cat: file: No such file or directory"
        try agent.error.wait(for: reason)
        try bench.wait("text", "cat: file: No such file")
        try bench.directory.write("41\n", to: "file")
        try bench.wait("value", "v/later", "--string", "41")
        while try bench.output("issues").contains(reason) {}
        unlink(bench.directory["file"])
        try bench.wait("text", "cat: file: No such file")
    }

    @Test func aPatternMatchesTheOutputWithoutItsLineEnd() throws {
        try bench.directory.write("1\n", to: "ssh")
        try bench.write(
            """
            - switch: iface/ssh
              on: {shell: "echo 0 >ssh"}
              off: {shell: "echo 1 >ssh"}
              status: [cat, ssh]
              says: {match: "^0$"}
            """)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("toggle", "iface/ssh", "off")
        #expect(try bench.output("toggle", "set", "iface/ssh", "on", "--wait") == "")
        #expect(try bench.output("get", "iface/ssh") == "on\n")
    }

    // MARK: - Other values

    @Test func aStateOutsideTheChoicesIsShownAsItself() throws {
        try bench.directory.write("UTC\n", to: "tz")
        try bench.write(
            """
            - picker: clock/zone
              title: Time zone
              choices: [Africa/Abidjan, Europe/Berlin]
              set: {shell: 'echo "$FASCIA_VALUE" >tz'}
              status: [cat, tz]
            """)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("text", "UTC (not among the choices) ▾")
        #expect(try bench.output("get", "clock/zone") == "UTC\n")
        #expect(try bench.output("pick", "clock/zone", "Europe/Berlin", "--wait") == "")
        while try bench.output("picker", "list").contains("UTC") {}
        #expect(try bench.output("get", "clock/zone") == "Europe/Berlin\n")
        try bench.directory.write("Asia/Tokyo\n", to: "tz")
        #expect(try bench.output("poll", "clock/zone") == "Asia/Tokyo\n")
        try bench.wait("text", "Asia/Tokyo (not among the choices) ▾")
    }

    /// An element in its place would be taken for the state.
    @Test func anUnknownPickerShowsNoElement() throws {
        try bench.write(
            """
            - picker: clock/zone
              title: Time zone
              choices: [Africa/Abidjan, Europe/Berlin]
              set: ["true"]
              status: {shell: "echo no clock >&2; exit 1"}
            """)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("text", "no clock")
        #expect(try !bench.output("render").contains("Abidjan"))
    }

    @Test func aSetterThatNormalisesHasDoneItAndSaysSo() throws {
        try bench.directory.write("box\n", to: "host")
        try bench.write(
            """
            - value: host
              set: {shell: 'echo "$FASCIA_VALUE" | tr A-Z a-z >host'}
              status: [cat, host]
            - value: fixed
              set: ["true"]
              status: [echo, box]
            """)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("value", "host", "--string", "box")
        try bench.wait("value", "fixed", "--string", "box")
        for wanted in ["Attic", "ATTIC"] {
            let set = try bench.daemon.fascia(["value", "set", "host", "--string", wanted, "--wait"])
            #expect(set.status == .exited(0), "\(set.error)")
            #expect(set.error == "fascia: value:host was changed, but is \"attic\" instead of \"\(wanted)\"\n")
            #expect(try bench.output("get", "host") == "attic\n")
        }
        let fixed = try bench.daemon.fascia(["value", "set", "fixed", "--string", "Attic", "--wait"])
        #expect(fixed.status == .exited(1))
        #expect(fixed.error.contains("its command succeeded, but the state is \"box\" instead of \"Attic\""), "\(fixed.error)")
    }

    /// A setter led to a state that the panel cannot hold: the wanted one is not confirmed.
    @Test func aStateThatThePanelRefusesIsNotTheWantedOne() throws {
        try bench.directory.write("1\n", to: "level")
        try bench.directory.write("a\n", to: "mode")
        try bench.write(
            """
            - value: level
              kind: int
              range: [0, 10]
              set: {shell: 'echo 15 >level'}
              status: [cat, level]
            - picker: box/mode
              choices: [a, b]
              set: {shell: 'head -c 600 /dev/zero | tr "\\0" x >mode'}
              status: [cat, mode]
            - table: t
              from: [cat, rows]
              columns: ["1"]
            """)
        try bench.directory.write("old\n", to: "rows")
        let agent = try bench.agent()
        _ = agent
        try bench.wait("value", "level", "1")
        try bench.wait("text", "old")
        let set = try bench.daemon.fascia(["value", "set", "level", "7", "--wait"])
        #expect(set.status == .exited(1))
        #expect(set.error.contains("its command succeeded, but its state is not known: "), "\(set.error)")
        #expect(try bench.daemon.fascia(["get", "level"]).status == .exited(75))
        #expect(try bench.daemon.fascia(["pick", "box/mode", "b", "--wait"]).status == .exited(1))
        let mode = try bench.daemon.fascia(["get", "box/mode"])
        #expect(mode.status == .exited(75) && mode.error.contains("the output has 600 bytes: a choice has at most 512"))
        // Lists are read as before.
        try bench.directory.write("new\n", to: "rows")
        _ = try bench.output("poll", "t")
        try bench.wait("text", "new")
    }

    /// The switch is on, though its command failed: one story for the row, the command and the log.
    @Test func aFailedSetterThatDidItSaysBoth() throws {
        try bench.write(
            """
            - switch: s/f
              on: {shell: 'touch on; echo bad >&2; exit 5'}
              off: [rm, "on"]
              status: [test, -e, "on"]
            - value: s/pw
              secret: true
              set: {shell: 'cat >pw; exit 5'}
              status: [cat, pw]
            """)
        try bench.directory.write("x\n", to: "pw")
        let agent = try bench.agent()
        try bench.wait("toggle", "s/f", "off")
        _ = try bench.output("value", "set", "s/pw", "--string", "hunter2", "--wait")
        try bench.wait("text", "it is as wanted, though its command")
        #expect(try !bench.output("history").contains("hunter2") && !agent.error.text.contains("hunter2"))
        #expect(try bench.output("toggle", "set", "s/f", "on", "--wait") == "")
        #expect(try bench.output("get", "s/f") == "on\n")
        try bench.wait("text", "it is on, though its command failed: bad")
        #expect(!agent.error.text.contains("was not changed"), "\(agent.error.text)")
    }

    @Test func anAssumedStateSaysSoAndCanBeRequestedAgain() throws {
        try bench.write(
            """
            - switch: lamp/radio
              title: Lamp
              on: {shell: "echo on >>log"}
              off: {shell: "echo off >>log"}
            """)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("text", "assumed")
        for _ in 0..<2 { #expect(try bench.output("toggle", "set", "lamp/radio", "on", "--wait") == "") }
        #expect(try bench.text("log") == "on\non\n")
        #expect(try bench.output("tree", "--json").contains("assumed"))
        #expect(try bench.output("get", "lamp/radio") == "on\n")
    }

    /// A whole number has no fraction.
    @Test func aReadNumberIsPrintedAsItWasRead() throws {
        try bench.write("- gauge: temp\n  from: [echo, 19]\n- gauge: load\n  from: [echo, 0.25]")
        let agent = try bench.agent()
        _ = agent
        while try bench.daemon.fascia(["get", "temp", "load"]).status != .exited(0) {}
        #expect(try bench.output("get", "temp", "load") == "19\n0.25\n")
    }

    // MARK: - Edits

    @Test func anEditThatTheDaemonRefusesLeavesNothingUnknown() throws {
        let lamp = "- switch: box/lamp\n  on: [touch, lamp]\n  off: [rm, lamp]\n  status: [test, -e, lamp]\n"
        try bench.write(lamp + "- picker: box/color\n  choices: [red, blue]\n  status: [echo, blue]")
        let agent = try bench.agent()
        try bench.wait("toggle", "box/lamp", "off")
        try bench.wait("text", "blue ▾")
        try bench.write(lamp.replacing("box/lamp", with: "box/other") + "- node: {kind: toggle}")
        try agent.error.wait(for: "the panel goes on as it was before the edit")
        while try bench.daemon.fascia(["get", "box/lamp", "box/color"]).status != .exited(0) {}
        #expect(try bench.output("get", "box/lamp", "box/color") == "off\nblue\n")
        #expect(try bench.output("toggle", "set", "box/lamp", "on", "--wait") == "")
        #expect(try !bench.output("toggle", "list").contains("other"))
    }

    /// Of something that an earlier run of the file has carried out.
    @Test func aFieldThatWasBoundIsSetAgain() throws {
        try bench.write("- value: v\n  set: [\"true\"]\n  status: [echo, '5']")
        let bound = try bench.agent()
        while try bench.daemon.fascia(["get", "v"]).output != "5\n" {}
        bound.process.signal(SIGTERM)
        _ = try bound.process.waitForExit()
        #expect(try bench.daemon.fascia(["value", "set", "v", "7"]).status == .exited(1))
        try bench.write("- value: v\n  kind: int\n  initial: 6")
        let field = try bench.agent()
        _ = field
        _ = try bench.output("value", "set", "v", "7")
        #expect(try bench.output("get", "v") == "7\n")
    }

    // MARK: - Undo

    /// An agent declares its picker again when a list is read: nobody has done that.
    @Test func anUndoTakesBackWhatSomebodyDid_notWhatAListSays() throws {
        try bench.directory.write("a\nb\n", to: "list")
        try bench.directory.write("a\n", to: "now")
        try bench.write(
            """
            - picker: wifi/ssid
              choices: {from: [cat, list], every: 20ms}
              set: {shell: 'echo "$FASCIA_VALUE" >now'}
              status: [cat, now]
            - switch: box/lamp
              on: [touch, lamp]
              off: [rm, lamp]
              status: [test, -e, lamp]
            """)
        let agent = try bench.agent()
        _ = agent
        while try bench.daemon.fascia(["get", "wifi/ssid", "box/lamp"]).output != "a\noff\n" {}
        _ = try bench.output("toggle", "set", "box/lamp", "on", "--wait")
        try bench.directory.write("a\nc\n", to: "list")
        while try !bench.output("picker", "list").contains("a c") {}
        #expect(try bench.output("undo").hasPrefix("Took back: box/lamp off → on"))
        while try bench.daemon.fascia(["get", "box/lamp"]).output != "off\n" {}
        #expect(try bench.output("picker", "list").contains("a c"))
        // A choice that is no longer there cannot come back.
        _ = try bench.output("pick", "wifi/ssid", "c", "--wait")
        try bench.directory.write("c\nd\n", to: "list")
        while try !bench.output("picker", "list").contains("c d") {}
        #expect(
            try bench.daemon.fascia(["undo"]).error
                == "fascia: conflict: picker \"wifi/ssid\" cannot be what it was: it was not known, or is no longer offered. "
                + "Set it by hand, or undo more steps\n")
        #expect(try bench.text("now") == "c\n")
    }

    /// The agent has let go of it before it takes it out of the panel.
    @Test func anUndoBringsNothingBackThatAFileHasNoLonger() throws {
        try bench.write("- switch: box/lamp\n  on: [touch, lamp]\n  off: [rm, lamp]\n  status: [test, -e, lamp]\n")
        let agent = try bench.agent()
        _ = agent
        _ = try bench.output("toggle", "set", "box/lamp", "on", "--wait")
        try bench.write("- text: nothing\n")
        while try bench.daemon.fascia(["toggle", "list"]).output.contains("lamp") {}
        _ = try bench.daemon.fascia(["undo"])
        #expect(try !bench.output("toggle", "list").contains("lamp"))
    }
}
