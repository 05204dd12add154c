import FasciaTerminal
import Glibc
import TestSupport
import Testing

@testable import FasciaCommandLine

/// Whatever ends or stops the client, the terminal's settings and modes are restored.
@Suite(.mustEnd) struct RestoringTests {
    /// A shell that prints the terminal's settings, runs `fascia attach`, and prints them again.
    private struct LatencyProbe {
        let daemon: DaemonProcess
        let terminal: PseudoTerminal

        init(term: String = "xterm-256color", environment: [String: String] = [:]) throws {
            daemon = try SamplePanel.start()
            let script =
                "printf '<%s>' \"$(stty -g)\"; \(try Products.executable("fascia")) attach; "
                + "printf '(%s)<%s>' \"$?\" \"$(stty -g)\""
            let variables = [
                "FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8", "TERM": term, "SWIFT_BACKTRACE": "enable=no",
            ]
            terminal = try PseudoTerminal(
                "/bin/sh", ["-c", script], environment: variables.merging(environment) { _, new in new })
            try terminal.output.wait(for: "The box")
        }

        /// The process id of the client, from `daemon.status`.
        func client() throws -> Int32 {
            let status = try daemon.client().call("daemon.status")
            return Int32(status[at: "terminals/0/pid"]?.intValue ?? 0)
        }

        /// - Returns: the client's exit status.
        func expectRestored() throws -> String {
            let text = try terminal.output.wait("the settings after the end") { Self.settings($0).count == 2 }
            let settings = Self.settings(text)
            #expect(settings.count == 2 && settings[0] == settings[1], "\(settings)")
            let modes = Modes(text)
            #expect(modes.set == [], "modes that are left set")
            #expect(modes.isCursorVisible, "the cursor is left hidden")
            #expect(modes.keyProtocols == 0, "the protocol of keys is left on")
            return String(text.split(separator: "(").last?.prefix { $0 != ")" } ?? "")
        }

        /// The settings that `stty -g` printed: numbers and colons.
        private static func settings(_ text: String) -> [String] {
            text.split(separator: "<").compactMap { part in
                guard let end = part.firstIndex(of: ">"), part[..<end].allSatisfy({ $0.isHexDigit || $0 == ":" }),
                    part[..<end].contains(":")
                else { return nil }
                return String(part[..<end])
            }
        }
    }

    /// The private modes that the output leaves set.
    private struct Modes {
        var set: Set<String> = []
        var isCursorVisible = true
        var keyProtocols = 0

        init(_ output: String) {
            for sequence in output.split(separator: "\u{1B}") {
                if sequence.hasPrefix("[>1u") { keyProtocols += 1 }
                if sequence.hasPrefix("[<u") { keyProtocols -= 1 }
                guard sequence.hasPrefix("[?"), let end = sequence.firstIndex(where: { $0 == "h" || $0 == "l" }) else {
                    continue
                }
                let mode = String(sequence[..<end].dropFirst(2))
                let isSet = sequence[end] == "h"
                if mode == "25" { isCursorVisible = isSet } else if isSet { set.insert(mode) } else { set.remove(mode) }
            }
        }
    }

    @Test(arguments: ["xterm-256color", "linux", "vt100", "screen", "tmux-256color", "nobody-knows"])
    func afterQ(_ term: String) throws {
        let witness = try LatencyProbe(term: term)
        try witness.terminal.type("q")
        #expect(try witness.expectRestored() == "0")
    }

    @Test(arguments: [SIGHUP, SIGTERM, SIGPIPE, SIGSEGV, SIGUSR1, SIGALRM])
    func afterASignal(_ signal: Int32) throws {
        let witness = try LatencyProbe()
        kill(try witness.client(), signal)
        #expect(try witness.expectRestored() == "\(128 + signal)")
    }

    /// When the terminal confirms kitty's keyboard protocol, the client pushes its flags, and pops them at the end.
    @Test func afterTheKeyboardProtocol() throws {
        let witness = try LatencyProbe()
        #expect(witness.terminal.output.text.contains(KeyProtocol.ask))
        try witness.terminal.type("\u{1B}[?0u")
        try witness.terminal.output.wait(for: KeyProtocol.push)
        // With the protocol, Escape is unambiguous and handled at once.
        try witness.terminal.type(SamplePanel.openPizza)
        _ = try witness.daemon.output("wait", "screen", "pizza")
        try witness.terminal.output.wait(for: "Mushrooms")
        try witness.terminal.type("\u{1B}[27u")
        _ = try witness.daemon.output("wait", "screen", "home")
        try witness.terminal.type("\u{1B}[99;5u")
        #expect(try witness.expectRestored() == "0")
    }

    @Test func afterTheKeyboardProtocolAndASignal() throws {
        let witness = try LatencyProbe()
        try witness.terminal.type("\u{1B}[?1u")
        try witness.terminal.output.wait(for: KeyProtocol.push)
        kill(try witness.client(), SIGTERM)
        #expect(try witness.expectRestored() == "143")
    }

    @Test func afterQuittingWhileWaiting() throws {
        let witness = try LatencyProbe()
        try witness.daemon.kill9()
        try witness.terminal.output.wait(for: "Connection lost")
        try witness.terminal.type("q")
        #expect(try witness.expectRestored() == "0")
    }

    /// If the window is closed or the connection breaks, the client ends and the daemon detaches the terminal.
    @Test(.enabled(if: access("/usr/bin/socat", X_OK) == 0)) func aClosedTerminalEndsTheClient() throws {
        let daemon = try SamplePanel.start()
        let window = try RunningProcess(
            "/usr/bin/socat", ["EXEC:\(try Products.executable("fascia")) attach,pty,setsid,ctty,stderr", "-"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "TERM": "xterm", "LANG": "C.UTF-8"])
        try window.output.wait(for: "The box")
        window.process.signal(SIGKILL)
        let witness = try daemon.client()
        while try witness.call("daemon.status")[at: "counts/terminals"] != 0 {}
        while try witness.call("daemon.status")[at: "counts/clients"] != 1 {}
    }

    /// In a shell with job control, Ctrl-Z returns the terminal to the shell and fg resumes the client.
    @Test(.enabled(if: access("/bin/bash", X_OK) == 0)) func controlZAndFg() throws {
        let daemon = try SamplePanel.start()
        let terminal = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8", "PS1": "shell> "])
        try terminal.output.wait(for: "shell> ")
        try terminal.type("\(try Products.executable("fascia")) attach\r")
        try terminal.output.wait(for: "The box")
        #expect(!terminal.isInCookedMode)
        try terminal.type("\u{1A}")
        try terminal.output.wait("the shell") { $0.rest(after: "[?1049l").contains("shell> ") }
        try terminal.type("fg\r")
        try terminal.output.wait("the picture again") {
            $0.rest(after: "[?1049l").rest(after: "[?1049h").contains("The box")
        }
        try terminal.type(SamplePanel.openPizza)
        _ = try daemon.output("wait", "screen", "pizza")
        // A key counts for the picture that is shown when it is typed.
        try terminal.output.wait(for: "Mushrooms")
        try terminal.type("q")
        try terminal.output.wait("the shell again") {
            $0.ranges(of: "[?1049l").count == 2 && $0.rest(after: "[?1049l").contains("shell> ")
        }
        #expect(Modes(terminal.output.text).set.subtracting(["2004"]) == [])
    }

    /// SIGSTOP cannot be caught; after SIGCONT a full frame is requested.
    @Test func stoppedFromOutside() throws {
        let witness = try LatencyProbe()
        let client = try witness.client()
        kill(client, SIGSTOP)
        kill(client, SIGCONT)
        try witness.terminal.output.wait("a second picture") { $0.ranges(of: "The box").count >= 2 }
        try witness.terminal.type("q")
        #expect(try witness.expectRestored() == "0")
    }

    @Test func manyChangesOfTheSize() throws {
        let witness = try LatencyProbe()
        for size in 20...120 { try witness.terminal.resize(columns: size, rows: size / 3) }
        try witness.terminal.resize(columns: 61, rows: 17)
        // The last size is the one that is shown.
        try witness.terminal.output.wait("a rule as wide as the terminal") {
            $0.contains(String(repeating: "─", count: 61))
        }
        while try !witness.daemon.output("status").contains("61 x 17") { _ = try witness.daemon.client().call("sync") }
        try witness.terminal.type("q")
        #expect(try witness.expectRestored() == "0")
    }
}

extension String {
    /// The part after the last occurrence of the text; empty if there is none.
    fileprivate func rest(after text: String) -> String {
        ranges(of: text).last.map { String(self[$0.upperBound...]) } ?? ""
    }
}
