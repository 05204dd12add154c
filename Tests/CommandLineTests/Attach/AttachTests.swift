import FasciaWire
import Glibc
import TestSupport
import Testing

@testable import FasciaCommandLine

/// `fascia attach` in a pseudo-terminal, against a real daemon.
@Suite(.mustEnd) struct AttachTests {
    private static let enter = TerminalKind.xterm.enterSequence()
    private static let restore = TerminalKind.xterm.restoreSequence()

    private func attach(
        _ daemon: DaemonProcess, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"] + arguments, columns: columns, rows: rows,
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"].merging(environment) { _, new in new })
        try terminal.output.wait(for: "The box")
        return terminal
    }

    /// The terminal's settings are restored, and the restoring sequence is the last output before the message.
    private func expectRestored(_ terminal: PseudoTerminal, then message: String = "") throws {
        #expect(terminal.isInCookedMode)
        try terminal.output.wait("the restoring sequence") { $0.contains(Self.restore) }
        let text = terminal.output.text
        #expect(text.hasPrefix(Self.enter))
        let after = text.rest(after: Self.restore)
        #expect(after == message, "after the end: \(after.debugDescription)")
    }

    @Test func qQuitsAndRestoresTheTerminal() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon)
        #expect(!terminal.isInCookedMode)
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
        try expectRestored(terminal)
    }

    @Test(arguments: [[], ["--no-mouse"]])
    func withNoMouseTheTerminalKeepsIt(_ arguments: [String]) throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon, arguments)
        #expect(terminal.output.text.contains("\u{1B}[?1006h") == arguments.isEmpty)
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
    }

    @Test func controlCLeaves() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon)
        try terminal.type("\u{03}")
        #expect(try terminal.process.waitForExit() == .exited(0))
        try expectRestored(terminal)
    }

    /// Includes the signals of a crash, such as a Swift runtime trap raises.
    @Test(arguments: [
        SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGALRM, SIGUSR1, SIGXCPU,
    ])
    func aSignalRestoresTheTerminalBeforeItEndsTheProcess(_ signal: Int32) throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon, environment: ["SWIFT_BACKTRACE": "enable=no"])
        terminal.process.signal(signal)
        #expect(try terminal.process.waitForExit() == .signalled(signal))
        try expectRestored(terminal)
    }

    @Test func keysOperateThePanel() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon)
        try terminal.type(SamplePanel.openPizza)
        _ = try daemon.output("wait", "screen", "pizza")
        try terminal.output.wait(for: "Mushrooms")
        // The master is the first switch, the cheese the second: down and space turn the cheese off.
        try terminal.type("\u{1B}[B ")
        _ = try daemon.output("wait", "toggle", "extras/cheese", "off")
        // Up and space turn on the master and all enabled options.
        try terminal.type("\u{1B}OA ")
        _ = try daemon.output("wait", "toggle", "extras/mushrooms", "on")
        // A lone Escape goes back.
        try terminal.type("\u{1B}")
        _ = try daemon.output("wait", "screen", "home")
        let history = try daemon.output("history", "extras/cheese", "--limit", "2")
        #expect(history.contains("terminal.key by fascia"))
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
    }

    @Test func theMouseOperatesThePanel() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon)
        let rows = try daemon.output("render").split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("Services ") })
        let (press, release) = ("\u{1B}[<0;6;\(row + 1)M", "\u{1B}[<0;6;\(row + 1)m")
        try terminal.type(press + release)
        _ = try daemon.output("wait", "screen", "services")
    }

    @Test func twoTerminalsOfDifferentSizesBothChange() throws {
        let daemon = try SamplePanel.start()
        let small = try attach(daemon, columns: 40, rows: 10)
        let large = try attach(daemon, columns: 120, rows: 40)
        _ = try daemon.output("push", "pizza")
        try small.output.wait(for: "Mushrooms")
        try large.output.wait(for: "Mushrooms")
        #expect(try daemon.output("status").contains("40 x 10 on main"))
        #expect(try daemon.output("status").contains("120 x 40 on main"))
    }

    @Test func resizingSendsAFullFrame() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon)
        let pictures = terminal.output.text.occurrences(of: "The box")
        try terminal.resize(columns: 50, rows: 12)
        // A full frame is sent.
        try terminal.output.wait("a second picture") { $0.occurrences(of: "The box") > pictures }
        #expect(try daemon.output("status").contains("50 x 12 on main"))
    }

    /// Ctrl-Z restores the terminal before the process stops. In this test no shell has the terminal: the process is in
    /// an orphaned process group, which the kernel does not stop, so it continues at once and shows the picture again.
    @Test func controlZRestoresTheTerminalUntilItContinues() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon)
        try terminal.type("\u{1A}")
        try terminal.output.wait(for: Self.restore + Self.enter)
        try terminal.output.wait("a second picture") { $0.occurrences(of: "The box") >= 2 }
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
        #expect(terminal.isInCookedMode)
    }

    /// The daemon runs in the background of the same terminal, as when a script starts it.
    @Test func aDaemonOfTheSameTerminal() throws {
        let directory = try TemporaryDirectory()
        let (fascia, fasciad) = (try Products.executable("fascia"), try Products.executable("fasciad"))
        let script = """
            set -m; mkfifo \(directory["log"]); \(fasciad) --ephemeral 2>\(directory["log"]) & exec 3<\(directory["log"]); \
            until read -r line <&3; case $line in *ready*) ;; *) false;; esac; do :; done; \
            \(fascia) batch \(SamplePanel.directory)/panel.jsonl >/dev/null; \(fascia) attach; \(fascia) status; kill %1
            """
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", script], environment: ["FASCIA_SOCKET": directory["s"], "LANG": "C.UTF-8"])
        try terminal.output.wait(for: "The box")
        try terminal.type(SamplePanel.openPizza)
        try terminal.output.wait(for: "Mushrooms")
        try terminal.type("q")
        // The daemon was not stopped by using the terminal.
        try terminal.output.wait("the status") { $0.rest(after: Self.restore).contains("revision") }
        // The shell ends the daemon and exits.
        #expect(try terminal.process.waitForExit() == .exited(0))
    }

    @Test func noColorDisablesColours() throws {
        let daemon = try SamplePanel.start()
        _ = try daemon.output("path", "home", "red")
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "NO_COLOR": "1", "LANG": "C.UTF-8"])
        let text = try terminal.output.wait(for: "1 of 7")
        #expect(!text.contains("\u{1B}[48;") && !text.contains(";48;") && !text.contains("\u{1B}[41"))
    }

    @Test func aTerminalThatOnlyLooks() throws {
        let daemon = try SamplePanel.start()
        let terminal = try attach(daemon, ["--mode", "view"])
        try terminal.type("\r")
        try terminal.output.wait(for: "this terminal is view-only")
        #expect(try daemon.output("path") == "home")
    }

    // MARK: - Errors

    @Test func withoutADaemonTheTerminalIsUnchanged() throws {
        let directory = try TemporaryDirectory()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"], environment: ["FASCIA_SOCKET": directory["none"]])
        #expect(try terminal.process.waitForExit() == .exited(3))
        let text = try terminal.output.waitForEnd()
        #expect(text.hasPrefix("fascia: no daemon at \(directory["none"]): "))
        #expect(!text.contains("\u{1B}"))
    }

    @Test func aMissingStackIsAnErrorOnARestoredTerminal() throws {
        let daemon = try DaemonProcess()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach", "--stack", "side", "--read-only"],
            environment: ["FASCIA_SOCKET": daemon.socketPath])
        #expect(try terminal.process.waitForExit() == .exited(1))
        let after = try terminal.output.waitForEnd().rest(after: Self.restore)
        #expect(after.hasPrefix("fascia: notFound: "))
        #expect(terminal.isInCookedMode)
    }

    @Test(arguments: [("--follow=99", "render --terminal 99"), ("--follow", "render --terminal NUMBER")])
    func followingNeedsATerminal(_ option: String, _ instead: String) throws {
        let daemon = try DaemonProcess()
        let result = try daemon.fascia(["attach", option])
        #expect(result.status == .exited(2))
        #expect(result.output == "")
        #expect(
            result.error.hasPrefix(
                "fascia: --follow needs a terminal as standard input and output: \"fascia \(instead)\""),
            "\(result.error)")
    }
}

extension String {
    /// Number of occurrences of the text.
    fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }

    /// The part after the last occurrence of the text; the whole string if there is none.
    fileprivate func rest(after text: String) -> String {
        ranges(of: text).last.map { String(self[$0.upperBound...]) } ?? self
    }
}
