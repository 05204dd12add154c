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
    public var features: Features

    public init(
        colors: Colors = .trueColor, unicode: Bool = true, scheme: Scheme = .dark, features: Features = []
    ) {
        self.colors = colors
        self.unicode = unicode
        self.scheme = scheme
        self.features = features
    }

    /// The control sequences that a terminal obeys besides those that every one does since the VT100: moves of the
    /// cursor, erasing to the end of the line or the screen, and SGR. Nothing is lost without them but bytes.
    public struct Features: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// ECH: cells become blank where they are.
        public static let erase = Features(rawValue: 1)
        /// IL and DL: lines come and go, and what is below them moves.
        public static let lines = Features(rawValue: 2)
        /// REP: the last character is printed again so many times.
        public static let `repeat` = Features(rawValue: 4)
        /// Mode 2026: nothing is shown of a picture before all of it is there.
        public static let synchronized = Features(rawValue: 8)

        public static let all: Features = [.erase, .lines, .repeat, .synchronized]
    }
}
