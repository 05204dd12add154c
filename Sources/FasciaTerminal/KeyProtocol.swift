/// The sequences that control kitty's keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/), in which
/// Escape is unambiguous.
public enum KeyProtocol {
    /// Asks whether the terminal supports the protocol. A terminal that does not gives no answer.
    public static let ask = "\u{1B}[?u"
    /// Turns on "Disambiguate escape codes" and saves the previous mode on the terminal's stack.
    public static let push = "\u{1B}[>1u"
    /// Restores the mode before `push`.
    public static let pop = "\u{1B}[<u"
}
