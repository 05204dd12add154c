import FasciaDocument
import Glibc
import TestSupport
import Testing

/// The lists of a panel file, and the things of their rows, with an agent at a real daemon.
@Suite(.mustEnd) struct PanelListTests {
    private let bench: PanelBench

    init() throws { bench = try PanelBench() }

    // MARK: - Each use by itself

    @Test func eachUseOfACommandIsReadAndPublished() throws {
        try bench.write(
            #"""
            - picker: net/wan
              choices: {from: [printf, 'eth0\nwlan0\n']}
              set: ["true"]
              status: [echo, eth0]
            - picker: net/lan
              choices: {from: [printf, 'eth0\nwlan0\n']}
              set: ["true"]
              status: [echo, wlan0]
            - each: {from: [printf, 'eth0\nwlan0\n'], id: line}
              button: Restart {line}
              run: [echo, "{line}"]
            - table: t
              from: [printf, 'eth0\nwlan0\n']
              columns: ["1"]
            """#)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("text", "eth0 ▾")
        try bench.wait("text", "wlan0 ▾")
        try bench.wait("node", "Restart wlan0")
        while try !bench.output("tree").contains("0.0.4.1.0") {}
        #expect(try bench.output("get", "net/lan") == "wlan0\n")
    }

    @Test func aBadRowIsLeftOutReportedOnceAndVisibleAtItsRow() throws {
        try bench.write(
            #"""
            - picker: wifi/ssid
              title: Wi-Fi
              choices: {from: [printf, 'Home\nCafe\nHome\n'], every: 20ms}
              set: ["true"]
              status: [echo, Cafe]
            - each: {from: [printf, 'r1\n'], id: line}
              button: Go {line}
              run: [echo, "{line}"]
            """#)
        let agent = try bench.agent()
        try bench.wait("node", "Go r1")
        try bench.wait("text", "Cafe ▾")
        try bench.wait("text", "1 row is left out: \"Home\" occurs twice")
        #expect(try bench.output("picker", "list").contains("Home Cafe"))
        let report = "printf 'Home\\nCafe\\nHome\\n': 1 row is left out: \"Home\" occurs twice\n"
        try agent.error.wait(for: report)
        #expect(try bench.output("issues").contains("occurs twice"))
        _ = try bench.output("poll", "wifi/ssid")
        #expect(agent.error.text.components(separatedBy: report).count == 2, "\(agent.error.text)")
    }

    /// The daemon would refuse the screen, with all lists on it.
    @Test func aListThatIsTooLongIsCut_andLeavesTheOthers() throws {
        try bench.directory.write("one 1\n", to: "table")
        try bench.directory.write("a\n", to: "rows")
        try bench.write(
            """
            - each: {from: [cat, rows], id: line}
              text: "Row {line}"
            - table: t
              from: [cat, table]
              columns: ["1", "2"]
            """)
        let agent = try bench.agent()
        try bench.wait("text", "one")
        try bench.wait("text", "Row a")
        // More nodes than a screen may have.
        try bench.directory.write(String(repeating: "x y\n", count: 7_000), to: "table")
        try bench.directory.write("b\n", to: "rows")
        _ = try bench.output("poll", "home")
        try bench.wait("text", "Row b")
        try agent.error.wait(for: "cat table: the list is too long: only its first ")
        try bench.directory.write("two 2\n", to: "table")
        _ = try bench.output("poll", "t")
        try bench.wait("text", "two")
    }

    // MARK: - Read again

    private static let containers = """
        - table: ct
          from: [ls, ct]
          columns: ["1"]
          each:
            - button: Remove
              run: {shell: 'rm -- "ct/$FASCIA_1"'}
        - picker: net/ssid
          choices: {from: [cat, scan]}
        - switch: box/lamp
          on: {shell: 'echo two >>scan'}
          off: ["true"]
        """

    private func makeContainers() throws {
        _ = try runProcess("/bin/sh", ["-c", "mkdir ct; touch ct/db ct/web; echo one >scan"], directory: bench.directory.path)
            .checked()
        try bench.write(Self.containers)
    }

    @Test func listsAreReadAgainAfterAButton() throws {
        try makeContainers()
        let agent = try bench.agent()
        _ = agent
        try bench.wait("text", "web")
        _ = try bench.output("tap", "0.0.0.0.1")
        while try bench.output("tree").contains("db") {}
        #expect(try bench.output("tree").contains("web"))
    }

    @Test func listsAreReadAgainAfterAChange() throws {
        try makeContainers()
        let agent = try bench.agent()
        _ = agent
        try bench.wait("text", "(one) ▾")
        _ = try bench.output("toggle", "set", "box/lamp", "on", "--wait")
        while try !bench.output("picker", "list").contains("one two") {}
    }

    /// The rows of meanwhile are neither lost nor refused with the edit.
    @Test func aListChangesWhileAnEditIsRefused() throws {
        let count = "n=$(cat n); if test ! -e end; then n=$((n + 1)); echo $n >new; mv new n; fi; echo $n"
        func write(_ other: String = "") throws {
            let list = "    - each: {from: {shell: '\(count)'}, id: line, every: 20ms}\n      text: \"Row {line}\"\n"
            try bench.directory.write("panel: box\nscreens:\n  home:\n" + list + other, to: "new.yaml")
            rename(bench.directory["new.yaml"], bench.file)
        }
        let owner = try bench.daemon.client()
        _ = try owner.call("screen.put", ["screen": ["id": "other", "body": ["kind": "divider"]]])
        try bench.directory.write("0\n", to: "n")
        try write()
        let agent = try bench.agent()
        for edit in 1...8 {
            try write("  other:\n    - text: Edit \(edit)\n")
            while agent.error.text.split(separator: "before the edit").count <= edit {}
            try bench.directory.write("", to: "end")
            _ = try bench.output("poll", "home")
            let (shown, number) = try (bench.output("render"), bench.text("n").dropLast())
            #expect(shown.contains("Row \(number) "), "\(shown)")
            unlink(bench.directory["end"])
        }
        // That of the last edit.
        #expect(try owner.call("daemon.status")["issues"]?.arrayValue?.count == 1)
    }

    @Test func pollReadsLists() throws {
        try makeContainers()
        let agent = try bench.agent()
        _ = agent
        try bench.wait("text", "web")
        try bench.wait("text", "(one) ▾")
        unlink(bench.directory["ct/db"])
        #expect(try bench.output("poll", "ct") == "")
        #expect(try !bench.output("tree").contains("db"))
        try bench.directory.write("one\nthree\n", to: "scan")
        let polled = try bench.output("poll", "net/ssid")
        #expect(polled == "null\n", "\(polled)")
        #expect(try bench.output("picker", "list").contains("one three"))
        try bench.directory.write("four\n", to: "scan")
        #expect(try bench.output("poll", "home") == "")
        #expect(try bench.output("picker", "list").contains("four"))
        unlink(bench.directory["scan"])
        let poll = try bench.daemon.fascia(["poll", "net/ssid"])
        #expect(poll.error.contains("net/ssid\" cannot be read: its list: cat: scan: No such file"), "\(poll.error)")
        let nothing = try bench.daemon.fascia(["poll", "nothing"])
        #expect(nothing.error.contains("no program carries out \"nothing\""))
    }

    // MARK: - Rows that go away

    private static let links = """
        - each: {from: [cat, up], id: line, every: 20ms}
          switch: link/{line}
          on: {shell: 'echo "$FASCIA_LINE" >>up; echo "up $FASCIA_LINE" >>log'}
          off: {shell: 'sed -i "/^$FASCIA_LINE\\$/d" up; echo "down $FASCIA_LINE" >>log'}
          status: [grep, -qx, "{line}", up]
        """

    /// The lock-out that `revert` exists for.
    @Test func anUnconfirmedChangeGoesBackThoughItsRowHasGone() throws {
        try bench.directory.write("eth0\nwlan0\n", to: "up")
        try bench.write(Self.links + "\n  revert: {within: 1s}")
        let agent = try bench.agent()
        _ = agent
        try bench.wait("toggle", "link/eth0", "on")
        _ = try bench.output("toggle", "set", "link/eth0", "off", "--wait")
        while try !bench.text("log").contains("up eth0") {}
        #expect(try bench.text("log") == "down eth0\nup eth0\n")
        // Its row is never away: the list is read again before it is let go.
        try bench.wait("toggle", "link/eth0", "on")
        #expect(try !bench.output("history", "link/eth0").contains("removed"))
    }

    @Test func aConfirmedChangeLetsItsRowGo() throws {
        try bench.directory.write("eth0\nwlan0\n", to: "up")
        try bench.write(Self.links + "\n  revert: {within: 1h}")
        let agent = try bench.agent()
        _ = agent
        try bench.wait("toggle", "link/eth0", "on")
        _ = try bench.output("toggle", "set", "link/eth0", "off", "--wait")
        // Several readings of the list later it is still there.
        _ = try bench.output("poll", "home")
        _ = try bench.output("poll", "home")
        #expect(try bench.output("toggle", "list").contains("eth0"))
        _ = try bench.output("confirm", "link/eth0")
        while try bench.output("toggle", "list").contains("eth0") {}
        #expect(try bench.text("log") == "down eth0\n")
    }

    /// The row goes while the command runs; its requester is told how that ended.
    @Test func aRunningChangeOutlivesItsRow() throws {
        try bench.directory.write("eth0\nwlan0\n", to: "up")
        #expect(mkfifo(bench.directory["go"], 0o600) == 0)
        try bench.write(
            """
            - each: {from: [cat, up], id: line, every: 20ms}
              switch: link/{line}
              on: ["true"]
              off: {shell: 'echo wlan0 >up; read -r line <go'}
              status: [grep, -qx, "{line}", up]
            - each: {from: [cat, up], id: line, every: 20ms}
              text: "Row {line}"
            """)
        let agent = try bench.agent()
        _ = agent
        try bench.wait("text", "Row eth0")
        let change = try RunningProcess(
            Products.executable("fascia"), ["toggle", "set", "link/eth0", "off", "--wait"],
            environment: ["FASCIA_SOCKET": bench.daemon.socketPath])
        while try bench.output("render").contains("Row eth0") {}
        _ = try bench.output("poll", "home")
        #expect(try bench.output("toggle", "list").contains("eth0"))
        _ = try runProcess("/bin/sh", ["-c", "echo >\(bench.directory["go"])"]).checked()
        #expect(try change.process.waitForExit() == .exited(0), "\(change.error.text)")
        while try bench.output("toggle", "list").contains("eth0") {}
    }

    /// The way back is known to an agent that has never seen the row.
    @Test(arguments: [SIGKILL, SIGTERM])
    func anUnconfirmedChangeGoesBackThoughItsRowHasGoneBeforeTheAgentWasStarted(signal: Int32) throws {
        try bench.directory.write("eth0\nwlan0\n", to: "up")
        try bench.write(Self.links + "\n  revert: {within: 1s}")
        let first = try bench.agent()
        try bench.wait("toggle", "link/eth0", "on")
        _ = try bench.output("toggle", "set", "link/eth0", "off", "--wait")
        first.process.signal(signal)
        _ = try first.process.waitForExit()
        let second = try bench.agent()
        _ = second
        while try !bench.text("log").contains("up eth0") {
            let hasRow = try bench.output("toggle", "list").contains("eth0")
            // A list that was read before the change went back may still be shown for a moment.
            try #require(try hasRow || bench.text("log").contains("up eth0"), "its row has gone")
        }
        #expect(try bench.text("log") == "down eth0\nup eth0\n")
        try bench.wait("toggle", "link/eth0", "on")
    }

    @Test func rowsWithoutAChangeAreNotRecalled() throws {
        try bench.directory.write("eth0\nwlan0\n", to: "up")
        try bench.write(Self.links)
        let first = try bench.agent()
        try bench.wait("toggle", "link/eth0", "on")
        _ = try bench.output("toggle", "set", "link/eth0", "off", "--wait")
        while try bench.output("toggle", "list").contains("eth0") {}
        first.process.signal(SIGKILL)
        _ = try first.process.waitForExit()
        let before = try bench.output("history").components(separatedBy: "eth0").count
        let second = try bench.agent()
        _ = second
        try bench.wait("toggle", "link/wlan0", "on")
        let directory = bench.directory["state/fascia/panels"]
        #expect(try runProcess("/bin/sh", ["-c", "cat \(directory)/*"]).checked().output.contains("link/eth0"))
        #expect(try bench.output("history").components(separatedBy: "eth0").count == before, "it is never claimed")
    }

    @Test func anAgentWithoutAPlaceForItsRowsSaysSoAndGoesOn() throws {
        try bench.directory.write("eth0\nwlan0\n", to: "up")
        try bench.directory.write("", to: "state")
        try bench.write(Self.links)
        let agent = try bench.agent()
        try bench.wait("toggle", "link/eth0", "on")
        _ = try bench.output("toggle", "set", "link/eth0", "off", "--wait")
        try agent.error.wait(for: "cannot remember the rows of cat up: ")
    }

    @Test func aRowThatComesBackWhileItsChangeIsUnconfirmedIsOneThing() throws {
        try bench.directory.write("eth0\nwlan0\n", to: "rows")
        try bench.directory.write("", to: "eth0")
        try bench.write(
            """
            - each: {from: [cat, rows], id: line}
              switch: link/{line}
              on: [touch, "{line}"]
              off: {shell: 'rm -- "$FASCIA_LINE"; echo wlan0 >rows; echo off >>log'}
              status: [test, -f, "{line}"]
              revert: {within: 1h}
            """)
        let agent = try bench.agent()
        try bench.wait("toggle", "link/eth0", "on")
        _ = try bench.output("toggle", "set", "link/eth0", "off", "--wait")
        _ = try bench.output("poll", "home")
        let kept = try bench.output("toggle", "list")
        try bench.directory.write("eth0\nwlan0\n", to: "rows")
        _ = try bench.output("poll", "home")
        #expect(try bench.output("toggle", "list") == kept)
        #expect(kept.components(separatedBy: "eth0").count == 2, "\(kept)")
        #expect(try bench.output("tree").components(separatedBy: "eth0 = ").count == 2)
        _ = try bench.output("confirm", "link/eth0")
        _ = try bench.output("poll", "home")
        #expect(try bench.output("toggle", "list").contains("eth0"))
        _ = try bench.output("toggle", "set", "link/eth0", "on", "--wait")
        #expect(try bench.text("log") == "off\n")
        #expect(agent.error.text == "")
    }
}
