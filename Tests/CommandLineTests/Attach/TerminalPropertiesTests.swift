import FasciaDocument
import FasciaWire
import Testing

@testable import FasciaCommandLine

@Suite struct TerminalPropertiesTests {
    @Test(arguments: [
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], ColorDepth.trueColor),
        (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
        (["TERM": "xterm-direct"], .trueColor),
        (["TERM": "xterm-256color"], .ansi256),
        (["TERM": "linux"], .ansi16),
        (["TERM": "vt100"], ColorDepth.none),
        (["TERM": "vt100", "COLORTERM": "truecolor"], ColorDepth.none),
        (["TERM": "vt220"], ColorDepth.none),
        (["TERM": "vte-256color"], .ansi256),
        (["TERM": "xterm-mono"], ColorDepth.none),
        (["TERM": "adm3a", "COLORTERM": "24bit"], ColorDepth.none),
        ([:], ColorDepth.none),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], ColorDepth.none),
        (["TERM": "xterm-256color", "NO_COLOR": ""], .ansi256),
    ])
    func colors(_ variables: [String: String], _ depth: ColorDepth) {
        #expect(TerminalProperties { variables[$0] }.colors == depth)
    }

    @Test(arguments: [
        ("0;15", TerminalScheme.light), ("0;default;7", .light), ("0;default", .light), ("15;0", .dark),
        ("15;default", .dark), ("", .dark), ("7", .dark), ("a;b", .dark),
    ])
    func scheme(_ variable: String, _ scheme: TerminalScheme) {
        #expect(TerminalProperties { $0 == "COLORFGBG" ? variable : nil }.scheme == scheme)
        #expect(TerminalProperties { _ in nil }.scheme == .dark)
    }

    @Test(arguments: [
        (["LANG": "en_US.UTF-8"], true),
        (["LANG": "C.utf8"], true),
        (["LANG": "de_DE.ISO-8859-1"], false),
        (["LANG": "C"], false),
        ([:], false),
        (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
        (["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true),
        (["LC_CTYPE": "C", "LANG": "en_US.UTF-8"], false),
    ])
    func unicode(_ variables: [String: String], _ isUnicode: Bool) {
        #expect(TerminalProperties { variables[$0] }.isUnicode == isUnicode)
    }

    /// GNU screen keeps back an Escape while the mouse is reported.
    @Test(arguments: [
        (["STY": "1.pts"], false), (["STY": ""], true), ([:], true), (["FASCIA_MOUSE": "off"], false),
        (["FASCIA_MOUSE": "on", "STY": "1.pts"], true), (["FASCIA_MOUSE": "0"], false), (["FASCIA_MOUSE": ""], true),
    ])
    func mouse(_ variables: [String: String], _ usesMouse: Bool) {
        #expect(TerminalProperties { variables[$0] }.usesMouse == usesMouse)
    }

    @Test(arguments: [("SSH_CONNECTION", true), ("SSH_TTY", true), ("MOSH_CONNECTION", true), ("SHELL", false)])
    func howFarTheTerminalIs(_ variable: String, _ hasHighLatency: Bool) {
        #expect(TerminalProperties { $0 == variable ? "x" : nil }.hasHighLatency == hasHighLatency)
        #expect(!TerminalProperties { $0 == variable ? "" : nil }.hasHighLatency)
    }

    @Test(
        arguments: [
            (["TERM": "xterm-256color"], [.erase, .lines]),
            (["TERM": "xterm"], [.erase, .lines]),
            (["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(390)"], [.erase, .lines, .repeat]),
            (["TERM": "xterm-256color", "VTE_VERSION": "7600"], [.erase, .lines, .repeat]),
            (["TERM": "xterm-256color", "VTE_VERSION": "5202"], [.erase, .lines]),
            (["TERM": "xterm-256color", "VTE_VERSION": "7600", "TMUX": "/tmp/tmux-0/default,1,0"], [.erase, .lines]),
            (["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(390)", "STY": "1.pts-0"], [.erase, .lines]),
            (["TERM": "xterm-kitty"], TerminalFeature.allCases),
            (["TERM": "foot-extra"], TerminalFeature.allCases),
            (["TERM": "tmux-256color", "TMUX": "x"], [.erase, .lines, .repeat]),
            (["TERM": "screen-256color"], [.lines]),
            (["TERM": "linux"], [.erase, .lines]),
            (["TERM": "vt102"], [.lines]),
            (["TERM": "vt100"], []),
            (["TERM": "something"], []),
            ([:], []),
        ] as [([String: String], [TerminalFeature])])
    func features(_ variables: [String: String], _ features: [TerminalFeature]) {
        #expect(TerminalProperties { variables[$0] }.features == features)
    }
}
