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

    /// What its own colours are like: light letters on a dark ground, or the other way round.
    public enum Scheme: String, CaseIterable, Hashable, Sendable {
        case dark, light

        /// What the terminal's own colours are taken for where something is mixed with them.
        var behind: RGB { self == .dark ? RGB(0, 0, 0) : RGB(255, 255, 255) }
        var letters: RGB { self == .dark ? RGB(229, 229, 229) : RGB(26, 26, 26) }
    }

    public var colors: Colors
    /// Whether it shows more than ASCII.
    public var unicode: Bool
    public var scheme: Scheme

    public init(colors: Colors = .trueColor, unicode: Bool = true, scheme: Scheme = .dark) {
        self.colors = colors
        self.unicode = unicode
        self.scheme = scheme
    }
}
