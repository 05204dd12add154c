/// kitty's protocol for keys (https://sw.kovidgoyal.net/kitty/keyboard-protocol/), with which an Escape needs no silence
/// after it.
public enum KeyProtocol {
    /// Asks whether the terminal knows the protocol; one that does not says nothing.
    public static let ask = "\u{1B}[?u"
    /// "Disambiguate escape codes", on top of what was asked for before.
    public static let push = "\u{1B}[>1u"
    public static let pop = "\u{1B}[<u"
}
