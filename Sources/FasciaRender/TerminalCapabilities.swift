import FasciaDocument

public struct TerminalCapabilities: Hashable, Sendable {
    public var colors: ColorDepth
    /// Whether the terminal shows Unicode; otherwise only ASCII.
    public var unicode: Bool
    public var scheme: TerminalScheme
    public var features: [TerminalFeature]

    public init(
        colors: ColorDepth = .trueColor, unicode: Bool = true, scheme: TerminalScheme = .dark, features: [TerminalFeature] = []
    ) {
        self.colors = colors
        self.unicode = unicode
        self.scheme = scheme
        self.features = features
    }
}

extension ColorDepth {
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

extension TerminalScheme {
    /// The colours assumed for the terminal's defaults when colours are mixed.
    var assumedBackground: RGB { self == .dark ? RGB(0, 0, 0) : RGB(255, 255, 255) }
    var assumedForeground: RGB { self == .dark ? RGB(229, 229, 229) : RGB(26, 26, 26) }
}
