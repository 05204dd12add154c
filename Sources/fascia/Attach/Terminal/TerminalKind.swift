import FasciaTerminal

/// What a terminal understands, as far as its name says (`TERM`).
///
/// A terminal is never sent what its name gives no reason to believe that it knows.
enum TerminalKind: CaseIterable {
    /// Lines of text and nothing else.
    case dumb
    /// ECMA-48 as it was in 1978: the cursor, erasing, bold and inverse; no colours.
    case vt100
    /// A console such as Linux's: the cursor can be hidden and characters erased; there is no second screen.
    case console
    /// xterm and what is like it: a second screen, the mouse, marks around what is pasted.
    case xterm

    /// - Parameter name: what `TERM` says; empty where it says nothing.
    init(named name: String) {
        let family = name.prefix { $0 != "-" && $0 != "." && $0 != "+" }.lowercased()
        switch family {
        case "", "dumb", "unknown", "emacs", "network", "lpr", "printer", "su", "glasstty": self = .dumb
        case "vt100", "vt102", "vt101", "vt103", "vt105", "vt125", "vt131", "vt132": self = .vt100
        case "vt200", "vt220", "vt300", "vt320", "vt400", "vt420", "vt500", "vt510", "vt520", "vt525", "linux",
            "pccon", "pcvt", "wsvt25", "cons25", "sun", "hurd", "mach", "bterm", "ansi", "pcansi", "fbterm":
            self = .console
        case _ where Self.likeXterm.contains { family.hasPrefix($0) }: self = .xterm
        // Whatever is made today moves its cursor as ECMA-48 says; more than that its name does not tell.
        default: self = .vt100
        }
    }

    private static let likeXterm = [
        "xterm", "rxvt", "screen", "tmux", "alacritty", "foot", "kitty", "ghostty", "wezterm", "vte", "gnome", "konsole",
        "st", "mlterm", "contour", "iterm", "putty", "mintty", "nsterm", "rio", "zellij", "terminator", "dvtm",
        "vscode", "cygwin", "tabby", "warp",
    ]

    private var hasSecondScreen: Bool { self == .xterm }
    private var hidesCursor: Bool { self == .xterm || self == .console }
    private var hasMouse: Bool { self == .xterm }

    /// Whether it shows faint text.
    var hasDim: Bool { self == .xterm || self == .console }

    /// Whether it may be asked for the protocol of keys by which Escape is one key (kitty's).
    var mayKnowKeyProtocol: Bool { self == .xterm }

    /// What a terminal is sent before the first picture.
    ///
    /// The second screen, no cursor, reports of buttons and of motion while one is down, in SGR form, marks around what
    /// is pasted.
    ///
    /// - Parameter keyProtocol: it has said that it knows it.
    func enterSequence(keyProtocol: Bool = false) -> String {
        var sequence = hasSecondScreen ? "\u{1B}[?1049h" : "\u{1B}[2J"
        if hidesCursor { sequence += "\u{1B}[?25l" }
        if hasMouse { sequence += "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h" }
        if keyProtocol { sequence += KeyProtocol.push }
        return sequence
    }

    /// All of it backwards, with plain colours and the whole screen to scroll.
    func restoreSequence(keyProtocol: Bool = false) -> String {
        var sequence = "\u{1B}[0m\u{1B}[r"
        if keyProtocol { sequence += KeyProtocol.pop }
        // A picture that was cut off may have begun what only its end would have ended.
        if hasMouse { sequence += "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" }
        if hidesCursor { sequence += "\u{1B}[?25h" }
        // Without a second screen the picture is wiped off, and the shell goes on at the bottom.
        sequence += hasSecondScreen ? "\u{1B}[?1049l" : "\u{1B}[2J\u{1B}[999;1H"
        return sequence
    }
}
