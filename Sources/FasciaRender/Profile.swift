/// What a terminal can show.
public struct Profile: Hashable, Sendable {
    /// Colours; attributes such as bold and inverse are taken for granted.
    public enum Colors: String, CaseIterable, Hashable, Sendable {
        case none
        /// The 16 colours of ECMA-48 and aixterm.
        case ansi16 = "16"
        /// xterm's palette.
        case ansi256 = "256"
        case trueColor = "true"
    }

    public var colors: Colors
    /// Whether it shows more than ASCII.
    public var unicode: Bool

    public init(colors: Colors = .trueColor, unicode: Bool = true) {
        self.colors = colors
        self.unicode = unicode
    }
}
