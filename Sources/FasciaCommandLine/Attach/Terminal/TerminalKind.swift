import FasciaTerminal

/// The capabilities of a terminal, inferred from its name (`TERM`). A terminal only gets sequences that its name says it
/// supports.
enum TerminalKind: CaseIterable {
    /// Text lines only.
    case dumb
    /// The cursor, erasing, bold and inverse as in 1978; no colours.
    case vt100
    /// Like the Linux console: it can also hide the cursor; no alternate screen.
    case console
    /// Like xterm: it also has an alternate screen, mouse reports and bracketed paste.
    case xterm

    /// - Parameter name: the value of `TERM`, which may be empty.
    init(named name: String) {
        let family = name.prefix { $0 != "-" && $0 != "." && $0 != "+" }.lowercased()
        switch family {
        case "", "dumb", "unknown", "emacs", "network", "lpr", "printer", "su", "glasstty": self = .dumb
        case "vt100", "vt102", "vt101", "vt103", "vt105", "vt125", "vt131", "vt132": self = .vt100
        case "vt200", "vt220", "vt300", "vt320", "vt400", "vt420", "vt500", "vt510", "vt520", "vt525", "linux",
            "pccon", "pcvt", "wsvt25", "cons25", "sun", "hurd", "mach", "bterm", "ansi", "pcansi", "fbterm":
            self = .console
        case _ where Self.xtermFamilies.contains { family.hasPrefix($0) }: self = .xterm
        // Every modern terminal moves its cursor as ECMA-48 says; nothing more can be inferred from an unknown name.
        default: self = .vt100
        }
    }

    private static let xtermFamilies = [
        "xterm", "rxvt", "screen", "tmux", "alacritty", "foot", "kitty", "ghostty", "wezterm", "vte", "gnome", "konsole",
        "st", "mlterm", "contour", "iterm", "putty", "mintty", "nsterm", "rio", "zellij", "terminator", "dvtm",
        "vscode", "cygwin", "tabby", "warp",
    ]

    private var hasSecondScreen: Bool { self == .xterm }
    private var hidesCursor: Bool { self == .xterm || self == .console }
    private var hasMouse: Bool { self == .xterm }

    /// Whether it shows dim text.
    var hasDim: Bool { self == .xterm || self == .console }

    /// Whether to ask for kitty's keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/), in which Escape
    /// is unambiguous.
    var maySupportKeyProtocol: Bool { self == .xterm }

    /// The sequence before the first frame: alternate screen, hidden cursor, reports of buttons and of motion with a
    /// button down in SGR format, bracketed paste.
    ///
    /// - Parameters:
    ///   - usesMouse: whether to ask for reports of the mouse.
    ///   - keyProtocol: whether the terminal has confirmed the keyboard protocol.
    func enterSequence(usesMouse: Bool = true, keyProtocol: Bool = false) -> String {
        var sequence = hasSecondScreen ? "\u{1B}[?1049h" : "\u{1B}[2J"
        if hidesCursor { sequence += "\u{1B}[?25l" }
        if hasMouse, usesMouse { sequence += "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" }
        if hasMouse { sequence += "\u{1B}[?2004h" }
        if keyProtocol { sequence += KeyProtocol.push }
        return sequence
    }

    /// Undoes `enterSequence`, and resets colours and the scroll region.
    func restoreSequence(keyProtocol: Bool = false) -> String {
        var sequence = "\u{1B}[0m\u{1B}[r"
        if keyProtocol { sequence += KeyProtocol.pop }
        // An interrupted frame may have started a synchronized update (mode 2026) without ending it.
        if hasMouse { sequence += "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" }
        if hidesCursor { sequence += "\u{1B}[?25h" }
        // Without an alternate screen the picture is erased, and the shell continues at the bottom.
        sequence += hasSecondScreen ? "\u{1B}[?1049l" : "\u{1B}[2J\u{1B}[999;1H"
        return sequence
    }
}
