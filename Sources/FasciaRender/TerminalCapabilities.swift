/// The capabilities of a terminal.
public struct TerminalCapabilities: Hashable, Sendable {
    /// Colour support. Attributes such as bold and inverse are always assumed.
    public enum Colors: String, CaseIterable, Hashable, Sendable {
        case none
        /// The 16 colours of ECMA-48 and aixterm.
        case ansi16 = "16"
        /// xterm's palette.
        case ansi256 = "256"
        case trueColor = "true"

        /// Bits per colour.
        var bits: Int {
            switch self {
            case .none: 0
            case .ansi16: 4
            case .ansi256: 8
            case .trueColor: 24
            }
        }
    }

    /// The terminal's default colours: light letters on a dark background, or the reverse.
    public enum Scheme: String, CaseIterable, Hashable, Sendable {
        case dark, light

        /// The colours assumed for the terminal's defaults when colours are mixed.
        var assumedBackground: RGB { self == .dark ? RGB(0, 0, 0) : RGB(255, 255, 255) }
        var assumedForeground: RGB { self == .dark ? RGB(229, 229, 229) : RGB(26, 26, 26) }
    }

    public var colors: Colors
    /// Whether the terminal shows Unicode; otherwise only ASCII.
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

    /// Optional control sequences, besides those that every terminal has since the VT100: cursor movement, erasing to
    /// the end of the line or the screen, and SGR. They only save bytes.
    public struct Features: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// ECH: erase characters.
        public static let erase = Features(rawValue: 1)
        /// IL and DL: insert and delete lines.
        public static let lines = Features(rawValue: 2)
        /// REP: repeat the last character.
        public static let `repeat` = Features(rawValue: 4)
        /// Mode 2026, synchronized output: a frame is shown only when it is complete.
        public static let synchronized = Features(rawValue: 8)

        public static let all: Features = [.erase, .lines, .repeat, .synchronized]
    }
}
