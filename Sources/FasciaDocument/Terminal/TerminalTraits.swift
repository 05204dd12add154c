/// The number of colours of a terminal. Attributes such as bold and inverse are always assumed.
public enum ColorDepth: String, CaseIterable, Hashable, Sendable {
    case none
    /// The 16 colours of ECMA-48 and aixterm.
    case ansi16 = "16"
    /// xterm's palette.
    case ansi256 = "256"
    case trueColor = "true"
}

/// A terminal's default colours: light letters on a dark background, or the reverse.
public enum TerminalScheme: String, CaseIterable, Hashable, Sendable {
    case dark, light
}

/// Optional control sequences, besides those that every terminal has since the VT100: cursor movement, erasing to the end of
/// the line or the screen, and SGR. They only save bytes.
public enum TerminalFeature: String, CaseIterable, Hashable, Sendable {
    /// ECH: erase characters.
    case erase
    /// IL and DL: insert and delete lines.
    case lines
    /// REP: repeat the last character.
    case `repeat`
    /// Mode 2026, synchronized output: a frame is shown only when it is complete.
    case synchronized
}

public enum MouseKind: String, CaseIterable, Hashable, Sendable {
    case press, release, wheelUp, wheelDown, move
}
