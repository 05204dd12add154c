import FasciaDocument
import FasciaWire
import Glibc
import TestSupport
import Testing

/// View-only terminals, followers, and the list of terminals.
@Suite(.mustEnd) struct SharingTests {
    private func attach(
        _ daemon: DaemonProcess, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"] + arguments, columns: columns, rows: rows,
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try terminal.output.wait(for: "The box")
        return terminal
    }

    private func focused(_ daemon: DaemonProcess, _ terminal: Int) throws -> String? {
        let nodes = try daemon.client().call("ui.tree", ["terminal": .int(terminal)])["nodes"]?.arrayValue ?? []
        return nodes.first { $0["focused"] == true }?["label"]?.stringValue
    }

    @Test func readOnlyTerminalsExplainTheirRefusal() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon, ["--read-only"])
        try terminal.type("\r")
        try terminal.output.wait(for: "this terminal is view-only")
        #expect(try daemon.output("path") == "home")
        // A view-only terminal may move its focus.
        try terminal.type("\u{1B}[B")
        while try focused(daemon, 1) != "Settings" {}
        #expect(try daemon.output("status").contains("view-only"))
    }

    @Test func aFollowerMirrorsATerminalAndCannotOperate() throws {
        let daemon = try SamplePanel.start()
        let leader = try attach(daemon)
        let follower = try attach(daemon, ["--follow", "1"], columns: 50, rows: 14)
        _ = try daemon.output("push", "pizza")
        try follower.output.wait(for: "Mushrooms")
        try leader.type("\u{1B}[B")
        while try focused(daemon, 1) != "Cheese" {}
        #expect(try focused(daemon, 2) == "Cheese")
        try follower.type(" ")
        try follower.output.wait(for: "this terminal follows another one")
        #expect(try daemon.output("get", "extras/cheese") == "on")
        let status = try daemon.output("status")
        #expect(status.contains("follows 1"))
        // When the leader leaves, the follower gets a notice and continues on its own.
        try leader.type("q")
        _ = try daemon.client().call("ui.wait", ["for": ["text": "terminal 1 has detached", "terminal": 2], "timeout": 3_600])
        try follower.type(" ")
        _ = try daemon.output("wait", "toggle", "extras/cheese", "off")
        try follower.type("q")
        #expect(try follower.process.waitForExit() == .exited(0))
    }

    private func stacks(_ daemon: DaemonProcess) throws -> [String] {
        let snapshot = try daemon.client().call("watch.start", ["snapshot": true])["snapshot"]
        return snapshot?["stacks"]?.arrayValue?.compactMap { $0["stack"]?.stringValue } ?? []
    }

    /// The name of a stack of a terminal's own.
    private func own(_ number: Int) -> String { "own-\(getuid())/\(number)" }

    @Test func aTerminalOfItsOwnNavigatesByItself() throws {
        let daemon = try SamplePanel.start()
        let (first, second) = (try attach(daemon, ["--own"]), try attach(daemon, ["--own"]))
        #expect(try stacks(daemon) == ["main", own(1), own(2)])
        // Terminals of other stacks are not "here".
        let footer = try daemon.client().call("ui.render", ["terminal": 1])["data"]?.stringValue ?? ""
        #expect(footer.contains(own(1)) && !footer.contains("other here"), "\(footer)")
        try first.type(SamplePanel.openPizza)
        try first.output.wait(for: "Mushrooms")
        _ = try daemon.output("wait", "screen", "pizza", "--stack", own(1))
        #expect(try daemon.output("path") == "home")
        #expect(try daemon.output("path", "--stack", own(2)) == "home")
        // The state is the same.
        try first.type("\u{1B}[B ")
        _ = try daemon.output("wait", "toggle", "extras/cheese", "off")
        for terminal in [first, second] {
            try terminal.type("q")
            #expect(try terminal.process.waitForExit() == .exited(0))
        }
        #expect(try stacks(daemon) == ["main"])
        // Navigation on a stack that is gone does not get between a person and their undo.
        _ = try daemon.output("undo")
        #expect(try daemon.output("get", "extras/cheese") == "on")
    }

    @Test func aNamedStackIsCreated_andStays() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon, ["--stack", "kitchen"])
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
        #expect(try stacks(daemon) == ["main", "kitchen"])
        #expect(try daemon.output("path", "--stack", "kitchen") == "home")
    }

    @Test func withoutANumberTheLastUsedTerminalIsFollowed() throws {
        let daemon = try SamplePanel.start()
        let first = try attach(daemon)
        let second = try attach(daemon)
        let follower = try attach(daemon, ["--follow"])
        #expect(try daemon.output("status").contains("follows the terminal last used"))
        try first.type("\u{1B}[B")
        while try focused(daemon, 1) != "Settings" {}
        #expect(try focused(daemon, 3) == "Settings")
        try second.type("\u{1B}[F")
        while try focused(daemon, 2) != "Theme" {}
        #expect(try focused(daemon, 3) == "Theme")
        #expect(try focused(daemon, 1) == "Settings")
        try follower.type("q")
        #expect(try follower.process.waitForExit() == .exited(0))
    }

    @Test func invalidTerminalsCannotBeFollowed() throws {
        let daemon = try SamplePanel.start()
        let attach: JSON = ["columns": 40, "rows": 10, "colors": "none", "follow": 7]
        let client = try daemon.client()
        #expect(
            try client.failure("terminal.attach", attach)["message"]
                == "there is no terminal 7 to follow: no terminal is attached")
        func follow(_ number: Int) -> JSON { ["columns": 40, "rows": 10, "colors": "none", "follow": .int(number)] }
        _ = try client.call("terminal.attach", ["columns": 40, "rows": 10, "colors": "none"])
        _ = try client.call("terminal.attach", follow(1))
        _ = try client.call("terminal.attach", follow(0))
        #expect(
            try client.failure("terminal.attach", attach)["message"]
                == "there is no terminal 7 to follow: the attached ones are 1, 2, 3")
        #expect(
            try client.failure("terminal.attach", follow(2))["message"]
                == "terminal 2 itself follows terminal 1: follow that one instead")
        #expect(
            try client.failure("terminal.attach", follow(3))["message"]
                == "terminal 3 itself follows the terminal used last: follow that one instead")
        #expect(
            try client.failure("terminal.key", ["terminal": 2, "key": "down"])["message"]?.stringValue?.hasPrefix(
                "this terminal follows another one") == true)
    }

    @Test func theStatusListsTerminals() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon, ["--colors", "256", "--read-only"], columns: 61, rows: 17)
        let line = try #require(try daemon.output("status").split(separator: "\n").first { $0.hasPrefix("terminal") })
        for part in ["1: 61 x 17 on main, 256 colors, uid ", ", fascia, pid \(terminal.process.id), /dev/pts/", ", view-only"] {
            #expect(line.contains(part), "\(line)")
        }
        let status = try daemon.client().call("daemon.status")
        #expect(status[at: "terminals/0/colors"] == "256" && status[at: "terminals/0/unicode"] == true)
    }

    /// An unknown place to resume is ignored, and a malformed one is refused.
    @Test func unknownPlacesAreIgnored() throws {
        let daemon = try SamplePanel.start()
        let client = try daemon.client()
        let place: JSON = [
            "entries": [
                ["entry": "e99", "screen": "nowhere", "depth": 0, "focus": ["element": "x"], "scroll": ["y": 5]],
                ["entry": "e98", "screen": "home", "depth": 0, "focus": ["element": "gone", "index": 3], "granted": ["f": 1]],
            ]
        ]
        _ = try client.call(
            "terminal.attach",
            ["columns": 40, "rows": 10, "colors": "none", "resumable": true, "resume": place])
        let frame = try client.notification("terminal.frame")
        #expect(frame[at: "place/entries/0/screen"] == "home")
        let error = try client.failure(
            "terminal.attach",
            ["columns": 40, "rows": 10, "colors": "none", "resume": ["entries": [["entry": "e1", "screen": 5, "depth": 0]]]])
        #expect(error["message"]?.stringValue?.contains("/resume/entries/0/screen") == true)
        #expect(
            try client.failure("terminal.attach", ["columns": 4, "rows": 1, "colors": "none", "tty": "a\nb"])["message"]?
                .stringValue?.contains("a name without control characters") == true)
    }

    @Test func conflictingOptionsAreErrors() throws {
        let daemon = try DaemonProcess()
        for (arguments, words) in [
            (["--read-only", "--mode", "operate"], "--read-only contradicts --mode operate"),
            (["--follow", "2", "--linear"], "--linear cannot follow another terminal"),
            (["--follow=-1"], "--follow must be the number of a terminal, not -1"),
            (["--host=-oProxyCommand=x"], "--host must be a host name"),
            (["--host", ""], "--host must be a host name"),
        ] {
            let result = try daemon.fascia(["attach"] + arguments)
            #expect(result.status == .exited(2), "\(arguments)")
            #expect(result.error.contains(words), "\(result.error)")
        }
    }

    @Test func whereTheSocketIs() throws {
        let daemon = try DaemonProcess()
        #expect(try daemon.output("socket") == daemon.socketPath)
        #expect(try daemon.output("socket", "--socket", "/x/y") == "/x/y")
        #expect(try daemon.output("socket", "--json") == "{\"socket\":\"\(daemon.socketPath)\"}")
    }
}
