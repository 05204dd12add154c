import Testing

@testable import FasciaCommandLine

@Suite struct TerminalKindTests {
    @Test(arguments: [
        ("", TerminalKind.dumb), ("dumb", .dumb), ("unknown", .dumb), ("emacs", .dumb), ("vt100", .vt100),
        ("vt102", .vt100), ("vt220", .console), ("linux", .console), ("linux-16color", .console), ("ansi", .console),
        ("xterm", .xterm), ("xterm-256color", .xterm), ("xterm-kitty", .xterm), ("xterm-ghostty", .xterm),
        ("screen", .xterm), ("screen.xterm-256color", .xterm), ("tmux-256color", .xterm), ("rxvt-unicode-256color", .xterm),
        ("alacritty", .xterm), ("foot-extra", .xterm), ("st-256color", .xterm), ("wezterm", .xterm), ("putty", .xterm),
        // Unknown terminals get the least capable kind with a cursor.
        ("adm3a", .vt100), ("a-terminal-of-tomorrow", .vt100), ("eterm-color", .vt100),
    ])
    func capabilitiesFollowFromTheName(_ name: String, _ kind: TerminalKind) {
        #expect(TerminalKind(named: name) == kind)
    }

    /// All sequences that the client itself sends to a terminal.
    private func sequences(_ kind: TerminalKind) -> Set<String> {
        let all =
            kind.enterSequence(keyProtocol: kind.maySupportKeyProtocol)
            + kind.restoreSequence(keyProtocol: kind.maySupportKeyProtocol)
        return Set(all.split(separator: "\u{1B}").map(String.init))
    }

    @Test func onlySupportedSequencesAreSent() {
        #expect(sequences(.vt100) == ["[2J", "[0m", "[r", "[999;1H"])
        #expect(sequences(.console) == ["[2J", "[0m", "[r", "[999;1H", "[?25l", "[?25h"])
        #expect(sequences(.xterm).isSuperset(of: ["[?1049h", "[?1049l", "[?1006h", "[?2004l", "[>1u", "[<u"]))
    }

    @Test(arguments: TerminalKind.allCases, [false, true])
    func modesAreRestoredInReverseOrder(_ kind: TerminalKind, _ keyProtocol: Bool) {
        func modes(_ sequence: String, _ final: Character) -> [Substring] {
            sequence.split(separator: "\u{1B}").filter { $0.hasPrefix("[?") && $0.last == final }
                .map { $0.dropFirst(2).dropLast() }
        }
        let (enter, restore) = (kind.enterSequence(keyProtocol: keyProtocol), kind.restoreSequence(keyProtocol: keyProtocol))
        let on = modes(enter, "h").filter { $0 != "25" }
        #expect(modes(restore, "l").filter { $0 != "2026" } == on.reversed())
        #expect(modes(enter, "l") == modes(restore, "h"))
        #expect(enter.contains("[>1u") == keyProtocol && restore.contains("[<u") == keyProtocol)
    }

    @Test func withoutTheMouseNoReportsAreRequested_butPastesAreMarked() {
        let sequence = TerminalKind.xterm.enterSequence(usesMouse: false)
        #expect(!["1000", "1002", "1006"].contains { sequence.contains("[?\($0)h") })
        #expect(sequence.contains("[?2004h"))
        #expect(TerminalKind.xterm.enterSequence().contains("[?1000h"))
    }

    @Test func dimmedPicturesAreRedrawn() {
        var picture = FrameLog()
        picture.add("old", isFull: true)
        picture.add("\u{1B}[0m\u{1B}[2J\u{1B}[1;1Hé\u{301}\u{1B}[1mb", isFull: true)
        picture.add("\u{1B}[3;1H\u{1B}[mc\u{1B}", isFull: false)
        #expect(
            picture.dimmed
                == "\u{1B}[0;2m\u{1B}[0m\u{1B}[2m\u{1B}[2J\u{1B}[1;1Hé\u{301}\u{1B}[1m\u{1B}[2mb"
                + "\u{1B}[3;1H\u{1B}[m\u{1B}[2mc\u{1B}\u{1B}[0m")
        #expect(!picture.exceedsLimit)
        picture.add(String(repeating: "x", count: FrameLog.maximumBytes), isFull: false)
        #expect(picture.exceedsLimit)
        picture.add("", isFull: true)
        #expect(!picture.exceedsLimit)
    }
}
