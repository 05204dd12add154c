import FasciaModel
import Glibc
import TestSupport
import Testing

/// `terminal.lend`: terminals that the daemon itself reads and draws in.
@Suite(.mustEnd) struct LendingTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        (daemon, client) = try Fixture.pizza(["kind": "textField", "bind": "name", "id": "name", "label": "Name"])
        try client.call("value.declare", ["key": "name", "kind": "string", "initial": ""])
    }

    private func attach(_ client: JSONClient, lends: Bool = true, resumable: Bool = false) throws -> JSON {
        let attach: JSON = [
            "columns": 40, "rows": 12, "colors": "none", "lends": .bool(lends), "resumable": .bool(resumable),
        ]
        return try #require(try client.call("terminal.attach", attach)["terminal"])
    }

    private func lend(
        _ client: JSONClient, _ terminal: JSON, _ descriptors: [Int32], restore: String = "<back>"
    ) throws -> JSON {
        try client.reply(
            to: try client.send(
                "terminal.lend", ["terminal": terminal, "restore": .string(restore)], lending: descriptors))
    }

    /// A terminal that the daemon has, with its first picture.
    private func lent(_ client: JSONClient, resumable: Bool = false) throws -> (number: JSON, pair: TerminalPair) {
        let pair = try TerminalPair()
        let number = try attach(client, resumable: resumable)
        #expect(try lend(client, number, [pair.descriptor])["result"] == ["terminal": number])
        try pair.output?.wait(for: "All of it")
        return (number, pair)
    }

    /// Shows rows from 10 to 89, which say that: a large picture of them is more than a terminal takes at once.
    private func showWide() throws {
        let rows: [JSON] = (10..<90).map { ["kind": "text", "text": .string(String(repeating: "\($0)", count: 490))] }
        try client.call("screen.put", ["screen": ["id": "wide", "body": ["kind": "vstack", "children": .array(rows)]]])
        try client.call("nav.set", ["path": [["screen": "wide"]]])
    }

    private func state(_ id: String) throws -> String? { try daemon.client().state(of: id) }

    // MARK: - Keys and frames

    @Test func theDaemonReadsAndDrawsByItself() throws {
        let (number, pair) = try lent(client)
        let watcher = try daemon.client()
        try watcher.call("watch.start", ["topics": ["option:extras/ham"]])
        try pair.type("\u{1B}[B ")
        let event = try watcher.notification()
        #expect(event[at: "cause/method"] == "terminal.key")
        #expect(event[at: "changes/0/to"] == true)
        try pair.output?.wait(for: "✓")
        #expect(try client.call("daemon.status")[at: "terminals/0/lent"] == true)
        #expect(try client.call("daemon.status")[at: "terminals/0/terminal"] == number)
        // Its client has nothing to do with it.
        #expect(client.takeNotifications() == [])
    }

    @Test func theMouseAndPastes() throws {
        let (_, pair) = try lent(client)
        let rows = (try client.call("ui.render", ["columns": 40, "rows": 12])["data"]?.stringValue ?? "").split(
            separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("Ham") })
        let place = "\(rows[row].prefix { $0 != "H" }.count + 1);\(row + 1)"
        try pair.type("\u{1B}[<0;\(place)M\u{1B}[<0;\(place)m")
        try daemon.client().call("ui.wait", ["for": ["toggle": "extras/ham", "state": "on"]])
        try pair.type("\u{1B}[B\u{1B}[200~pasted\u{1B}[201~\r")
        try pair.output?.wait(for: "pasted")
    }

    @Test func anEscapeAloneIsAKey() throws {
        try client.call("screen.put", Fixture.screen("end", ["kind": "text", "text": "That is all"]))
        try client.call("nav.push", ["screen": "end"])
        let pair = try TerminalPair()
        let number = try attach(client)
        _ = try lend(client, number, [pair.descriptor])
        try pair.output?.wait(for: "That is all")
        try pair.type("\u{1B}")
        try pair.output?.wait(for: "All of it")
        #expect(try client.screens() == ["pizza"])
    }

    @Test func nothingIsShownBeforeItIsLent() throws {
        let number = try attach(client)
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        #expect(client.takeNotifications() == [])
        let pair = try TerminalPair()
        _ = try lend(client, number, [pair.descriptor])
        try pair.output?.wait(for: "All of it")
    }

    @Test func aResumableOneIsToldWhereItIs() throws {
        let (number, pair) = try lent(client, resumable: true)
        let first = try client.notification("terminal.place")
        #expect(first["terminal"] == number)
        try pair.type("\u{1B}[B")
        #expect(try client.notification("terminal.place")[at: "place/entries/0/focus/element"] == "ham")
    }

    @Test func aSizeBringsAWholePicture() throws {
        let (number, pair) = try lent(client)
        try client.call("terminal.resize", ["terminal": number, "columns": 60, "rows": 10])
        try pair.output?.wait("a second picture") { $0.ranges(of: "All of it").count >= 2 }
    }

    // MARK: - What is its client's affair

    @Test(arguments: [("\u{03}", "interrupt"), ("\u{1A}", "suspend"), ("\u{1B}[99;5u", "interrupt")])
    func keysOfTheClient_andThenItIsLeftAlone(_ key: String, _ input: JSON) throws {
        let (number, pair) = try lent(client)
        // What comes with it is for nobody, nor does it make a paste of what is typed when it has it back.
        try pair.type(key + " \u{1B}[200~")
        #expect(try client.notification("terminal.input") == ["terminal": number, "input": input])
        try pair.type("\u{1B}[B ")
        try client.call("toggle.set", ["id": "extras/mushrooms", "on": true])
        // The kernel brings it from the one side to the other by and by.
        while pair.unread < 4 {}
        try daemon.client().call("sync")
        #expect(pair.unread == 4)
        #expect(try state("extras/ham") == "off")
        // It has it back.
        try client.call("terminal.resize", ["terminal": number, "columns": 40, "rows": 12])
        try pair.output?.wait("a second picture") { $0.ranges(of: "All of it").count >= 2 }
        try daemon.client().call("ui.wait", ["for": ["toggle": "extras/ham", "state": "on"]])
    }

    /// What it has not taken by then is not drawn when its client has it back.
    @Test func keysAreReadFromATerminalThatTakesNoMore() throws {
        let (lender, resize, pair, picture) = try lendWide()
        try pair.type("\u{03}")
        #expect(try lender.notification("terminal.input")["input"] == "interrupt")
        try lender.call("terminal.resize", resize)
        var bytes: [UInt8] = []
        while !bytes.suffix(picture.count).elementsEqual(picture) { bytes += try pair.takeOutput() }
        #expect(bytes.count < 2 * picture.count)
    }

    /// What has changed while its client had it is in the picture that comes then, and in nothing before it.
    @Test func nothingIsDrawnAheadOfWhatItGoesOnWith() throws {
        let (number, pair) = try lent(client)
        let other = try daemon.client()
        let others = try attach(other, lends: false)
        try pair.type("\u{03}")
        #expect(try client.notification("terminal.input")["input"] == "interrupt")
        let before = try #require(pair.output).text
        try client.call("toggle.set", ["id": "extras/mushrooms", "on": true])
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        // Another terminal of this size is shown the same.
        try other.call("terminal.resize", ["terminal": others, "columns": 40, "rows": 12])
        var whole: [String] = []
        while whole.count < 2 {
            let frame = try other.notification("terminal.frame")
            if frame["full"] == true { whole.append(try #require(frame["data"]?.stringValue)) }
        }
        let picture = whole[1]
        try client.call("terminal.resize", ["terminal": number, "columns": 40, "rows": 12])
        try pair.output?.wait("a picture") { $0.count >= before.count + picture.count }
        #expect(try #require(pair.output).text == before + picture)
    }

    /// That it may be written to is of interest only while there is something to write: else it would never sleep.
    @Test func whatHasBeenTakenLeavesTheDaemonAsleep() throws {
        let (lender, _, pair, picture) = try lendWide()
        var count = 0
        while count < picture.count { count += try pair.takeOutput().count }
        try lender.call("sync")
        try daemon.waitUntilAsleep()
    }

    /// The first one is given back: it is neither read nor drawn in any more.
    @Test func oneThatIsLentASecondTime() throws {
        let (number, first) = try lent(client)
        let before = try #require(first.output).text
        let second = try TerminalPair()
        #expect(try lend(client, number, [second.descriptor])["result"] == ["terminal": number])
        try second.output?.wait(for: "All of it")
        try first.type("\u{1B}[B ")
        try second.type("\u{1B}[B ")
        try second.output?.wait(for: "✓")
        while first.unread < 4 {}
        try client.call("sync")
        #expect(first.unread == 4)
        #expect(try #require(first.output).text == before)
        #expect(try state("extras/ham") == "on")
    }

    /// What the first one had not taken yet is for nobody: the number of its descriptor is the next one's by then.
    @Test func whatTheFirstOneHasNotTaken_isNoOthersWhenItIsLentASecondTime() throws {
        try showWide()
        let other = try daemon.client()
        let (number, othersNumber) = (try attach(client), try attach(other))
        let first = try TerminalPair(isRead: false)
        _ = try lend(client, number, [first.descriptor])
        let (second, others) = (try TerminalPair(), try TerminalPair())
        // All of it in one turn of the daemon, in which the first one is sent more than it takes.
        try daemon.stop()
        let resize = try client.send("terminal.resize", ["terminal": number, "columns": 1_000, "rows": 100])
        let again = try client.send(
            "terminal.lend", ["terminal": number, "restore": ""], lending: [second.descriptor])
        let lent = try other.send(
            "terminal.lend", ["terminal": othersNumber, "restore": ""], lending: [others.descriptor])
        daemon.process.signal(SIGCONT)
        _ = try client.reply(to: resize)
        #expect(try client.reply(to: again)["result"] == ["terminal": number])
        #expect(try other.reply(to: lent)["result"] == ["terminal": othersNumber])
        try other.call("nav.set", ["path": [["screen": "pizza"]]])
        try others.output?.wait(for: "All of it")
        // A small one shows none of the rows from there on.
        let text = try #require(others.output).text
        #expect((25..<90).allSatisfy { !text.contains(String(repeating: "\($0)", count: 20)) })
    }

    @Test func thatItKnowsTheProtocolOfKeys() throws {
        let (number, pair) = try lent(client)
        try pair.type("\u{1B}[?0u")
        #expect(try client.notification("terminal.input") == ["terminal": number, "input": "keyProtocol"])
        // Nothing of what it shows is different by that.
        try client.call("value.set", ["key": "name", "value": "Ada"])
        try pair.output?.wait(for: "Ada")
        #expect(try #require(pair.output).text.ranges(of: "Ham").count == 1)
    }

    /// A shell has it: neither is it read nor drawn in.
    @Test func inAnotherModeItIsSomebodyElses() throws {
        let (number, pair) = try lent(client)
        try pair.setRaw(false)
        try pair.type("ls\n")
        #expect(try client.notification("terminal.input") == ["terminal": number, "input": "taken"])
        #expect(pair.unread == 3)
        try pair.output?.wait("the echo") { $0.hasSuffix("ls\n") || $0.hasSuffix("ls\r\n") }
        let before = try #require(pair.output).text
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        // What its client draws comes after what the daemon would have.
        try daemon.client().call("sync")
        #expect(try #require(pair.output).text == before)
        tcflush(pair.descriptor, TCIFLUSH)
        try pair.setRaw(true)
        try client.call("terminal.resize", ["terminal": number, "columns": 40, "rows": 12])
        try pair.output?.wait("a second picture") { $0.ranges(of: "All of it").count >= 2 }
        try pair.type("q")
        #expect(try client.notification("terminal.detached") == ["terminal": number, "reason": "quit"])
    }

    /// Whoever comes first to see it says so: drawing what was left, and not reading once more.
    @Test func thatItIsSomebodyElsesIsSaidOnce() throws {
        let (lender, resize, pair, _) = try lendWide()
        // Both in one turn of the daemon: it may be written to, and has something to be read.
        try daemon.stop()
        try pair.setRaw(false)
        try pair.type("ls\n")
        while pair.unread < 3 {}
        _ = try pair.takeOutput()
        daemon.process.signal(SIGCONT)
        #expect(
            try lender.notification("terminal.input")
                == ["terminal": try #require(resize["terminal"]), "input": "taken"])
        try lender.call("sync")
        #expect(lender.takeNotifications() == [])
        #expect(pair.unread == 3)
    }

    /// A shell that edits its lines by itself (readline) takes signals only; one that reads a password lines.
    @Test(arguments: [ICANON, ECHO, ISIG]) func anyModeOfAShellIsSomebodyElses(_ flag: Int32) throws {
        let (number, pair) = try lent(client)
        try pair.add(localFlags: flag)
        try daemon.client().call("toggle.set", ["id": "extras/ham", "on": true])
        #expect(try client.notification("terminal.input") == ["terminal": number, "input": "taken"])
    }

    @Test func whatIsDrawnFirstFindsThatItIsSomebodyElses() throws {
        let (number, pair) = try lent(client)
        try pair.setRaw(false)
        let before = try #require(pair.output).text
        try daemon.client().call("toggle.set", ["id": "extras/ham", "on": true])
        #expect(try client.notification("terminal.input") == ["terminal": number, "input": "taken"])
        #expect(try #require(pair.output).text == before)
    }

    // MARK: - Ends

    @Test func whoGoesWithoutAWord_isPutBack() throws {
        let other = try daemon.client()
        let pair = try TerminalPair()
        do {
            let gone = try daemon.client()
            _ = try lend(gone, try attach(gone), [pair.descriptor])
            try pair.output?.wait(for: "All of it")
        }
        try pair.output?.wait(for: "<back>")
        #expect(pair.isInCookedMode)
        while try other.call("daemon.status")[at: "counts/terminals"] != 0 {}
    }

    /// Also the protocol of keys, once, however often it has said that it knows it.
    @Test func whatItWasMeanwhileIsPutBack() throws {
        let pair = try TerminalPair()
        do {
            let gone = try daemon.client()
            _ = try lend(gone, try attach(gone), [pair.descriptor])
            for _ in 0..<2 {
                try pair.type("\u{1B}[?0u")
                _ = try gone.notification("terminal.input")
            }
        }
        try pair.output?.wait(for: "\u{1B}[<u<back>")
        #expect(try #require(pair.output).text.ranges(of: "\u{1B}[<u").count == 1)
    }

    /// Where a shell has it by then, its settings stay what that has made of them.
    @Test func whatSomebodyElseHasSetIsLeftAsItIs() throws {
        let pair = try TerminalPair()
        let settings: termios
        do {
            let gone = try daemon.client()
            _ = try lend(gone, try attach(gone), [pair.descriptor])
            try pair.output?.wait(for: "All of it")
            try pair.setRaw(false)
            settings = try pair.settings()
        }
        try pair.output?.wait(for: "<back>")
        let after = try pair.settings()
        #expect(after.c_iflag == settings.c_iflag && after.c_oflag == settings.c_oflag)
        #expect(after.c_lflag == settings.c_lflag)
    }

    @Test func whoDetachesHasPutItBackAlready() throws {
        let (number, pair) = try lent(client)
        try client.call("terminal.detach", ["terminal": number])
        try pair.type(" ")
        while pair.unread < 1 {}
        try client.call("sync")
        #expect(pair.unread == 1)
        #expect(!(try #require(pair.output).text.contains("<back>")))
        #expect(!pair.isInCookedMode)
    }

    @Test func aTerminalThatGoes_isLetGo() throws {
        let number = try attach(client)
        do {
            let pair = try TerminalPair(isRead: false)
            _ = try lend(client, number, [pair.descriptor])
            _ = try pair.takeOutput()
        }
        #expect(try client.notification("terminal.detached") == ["terminal": number, "reason": "the terminal has gone"])
        #expect(try client.call("daemon.status")[at: "counts/terminals"] == 0)
    }

    /// It holds up nobody, and shows what is there when it reads again.
    @Test func aTerminalThatDoesNotRead() throws {
        let pair = try TerminalPair(isRead: false)
        let number = try attach(client)
        _ = try lend(client, number, [pair.descriptor])
        let other = try daemon.client()
        for step in 0..<20_000 { try other.call("value.set", ["key": "name", "value": .string("step \(step)")]) }
        try other.call("value.set", ["key": "name", "value": "the very end"])
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).contains("very end") { bytes += try pair.takeOutput() }
        #expect(bytes.count < 1_000_000)
    }

    /// More than a terminal takes at once goes on where it stopped, and what was to be drawn meanwhile comes then, at once.
    @Test func aTerminalThatTakesNoMoreForAWhile_getsAllOfIt() throws {
        let (lender, resize, pair, picture) = try lendWide()
        for _ in 0..<3 { try lender.call("terminal.resize", resize) }
        var bytes: [UInt8] = []
        while bytes.count < 2 * picture.count { bytes += try pair.takeOutput() }
        #expect(bytes.elementsEqual(picture + picture))
        try client.call("nav.set", ["path": [["screen": "pizza"]]])
        while !String(decoding: bytes, as: UTF8.self).contains("All of it") { bytes += try pair.takeOutput() }
        #expect(bytes.count < 3 * picture.count)
    }

    /// A terminal with a picture that it does not take as a whole; what `terminal.resize` says brings another one.
    private func lendWide() throws -> (lender: JSONClient, resize: JSON, pair: TerminalPair, picture: [UInt8]) {
        try showWide()
        let other = try daemon.client()
        try other.call("terminal.attach", ["columns": 1_000, "rows": 100, "colors": "none"])
        let picture = try #require(try other.notification("terminal.frame")["data"]?.stringValue)
        let lender = try daemon.client()
        let attached = try lender.call(
            "terminal.attach", ["columns": 1_000, "rows": 100, "colors": "none", "lends": true])
        let number = try #require(attached["terminal"])
        let pair = try TerminalPair(isRead: false)
        _ = try lend(lender, number, [pair.descriptor])
        return (lender, ["terminal": number, "columns": 1_000, "rows": 100], pair, Array(picture.utf8))
    }

    // MARK: - What cannot be lent

    @Test func refusals() throws {
        let number = try attach(client)
        let none = try client.failure("terminal.lend", ["terminal": number])
        #expect(none.reason == "invalid")
        #expect(none.message == "no descriptor came with terminal.lend: send the terminal's beside the line (SCM_RIGHTS)")
        // Frames come to the client then.
        #expect(try client.notification("terminal.frame")["full"] == true)

        let file = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(file) }
        let noTerminal = try #require(try lend(client, number, [file])["error"])
        #expect(noTerminal.reason == "refused")
        #expect(
            noTerminal.message == "the descriptor that came with terminal.lend is no terminal: only terminals can be lent")

        let pair = try TerminalPair()
        let long = try #require(
            try lend(client, number, [pair.descriptor], restore: String(repeating: "x", count: 1_025))["error"])
        #expect(long.message == "restore has 1025 bytes: 1024 are enough for any terminal")

        let strange = try daemon.client()
        let without = try attach(strange, lends: false)
        _ = try strange.notification("terminal.frame")
        let unsaid = try #require(try lend(strange, without, [pair.descriptor])["error"])
        #expect(
            unsaid.message == "terminal \(without.text) was attached without lends: say so with terminal.attach, so that "
                + "the daemon looks for its descriptor")
        #expect(try strange.failure("terminal.lend", ["terminal": 99]).reason == "notFound")
        // It works nevertheless.
        let longest = String(repeating: "x", count: 1_024)
        #expect(try lend(client, number, [pair.descriptor], restore: longest)["result"] == ["terminal": number])
        try pair.output?.wait(for: "All of it")
    }

    /// A daemon in the foreground of a terminal is its session's leader: the kernel would stop it.
    @Test func theDaemonsOwnTerminal() throws {
        let directory = try TemporaryDirectory()
        let own = try PseudoTerminal(
            Products.executable("fasciad"), ["--socket", directory["s"], "--ephemeral"], environment: [:])
        try own.output.wait(for: "ready")
        let terminal = open("/proc/\(own.process.id)/fd/0", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(terminal) }
        let client = try JSONClient(connectingTo: directory["s"])
        let error = try #require(try lend(client, try attach(client), [terminal])["error"])
        #expect(
            error.message == "the daemon runs in the foreground of that terminal: its keys and frames go through its client")
    }

    /// A daemon that leads a session without a terminal would die with one that became its own.
    @Test func aLentTerminalIsNotTheDaemonsOwn() throws {
        let directory = try TemporaryDirectory()
        let leader = try RunningProcess(
            "/usr/bin/setsid",
            ["--wait", try Products.executable("fasciad"), "--socket", directory["s"], "--ephemeral"], environment: [:])
        try leader.error.wait(for: "ready")
        let client = try JSONClient(connectingTo: directory["s"])
        let pair = try TerminalPair()
        let number = try attach(client)
        #expect(try lend(client, number, [pair.descriptor])["result"] == ["terminal": number])
        let id = try #require(try client.call("daemon.status")["pid"]?.intValue)
        let fields = try runProcess("/bin/cat", ["/proc/\(id)/stat"]).checked().output.split(separator: " ")
        try #require(fields.count > 6)
        // Its session, and the number of its terminal (proc_pid_stat(5)).
        #expect(fields[5] == "\(id)")
        #expect(fields[6] == "0")
        try client.call("daemon.shutdown")
    }

    /// The user of the daemon may not open it.
    @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0)) func somebodyElsesTerminal() throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o777)
        let daemon = try RunningProcess(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", try Products.executable("fasciad"), "--socket",
             directory["s"], "--ephemeral"], environment: [:])
        try daemon.error.wait(for: "ready")
        let client = try JSONClient(connectingTo: directory["s"])
        let pair = try TerminalPair()
        let error = try #require(try lend(client, try attach(client), [pair.descriptor])["error"])
        #expect(
            error.message == "the daemon, as uid 65534, may not open the terminal: its keys and frames go through its client")
        _ = try client.notification("terminal.frame")
    }

    @Test func descriptorsThatNobodyAskedFor_areNotKept() throws {
        func count() throws -> Int {
            try #require(opendir("/proc/\(daemon.id)/fd").map { directory in
                defer { closedir(directory) }
                var count = 0
                while readdir(directory) != nil { count += 1 }
                return count
            })
        }
        let number = try attach(client)
        let before = try count()
        let pair = try TerminalPair()
        for _ in 0..<20 {
            let id = try client.send("sync", lending: Array(repeating: pair.descriptor, count: 30))
            _ = try client.reply(to: id)
        }
        // One may wait for terminal.lend.
        #expect(try count() <= before + 1)
        #expect(try lend(client, number, [pair.descriptor, pair.descriptor])["result"] != nil)
        try client.call("terminal.detach", ["terminal": number])
        #expect(try count() == before)
    }
}
