import FasciaDocument

/// The colours of a theme: what each colour is for, whatever the terminal can show of it.
///
/// A built-in theme is one file in this folder. Its letters have a contrast of at least 4.5:1 to what they stand on.
public struct ThemeColors: Hashable, Sendable {
    /// Letters on a colour.
    public struct Pair: Hashable, Sendable {
        public var letters, background: RGB

        init(_ letters: UInt32, on background: UInt32) { (self.letters, self.background) = (RGB(letters), RGB(background)) }

        /// Letters that are not given are those of `base`, or black or white where these cannot be read.
        init(_ letters: RGB?, on background: RGB, base: RGB) {
            let others = [base, RGB(0, 0, 0), RGB(255, 255, 255)]
            self.letters =
                letters ?? others.first { $0.contrast(to: background) >= ThemeContent.readable } ?? base
            self.background = background
        }
    }

    /// The scheme that it belongs to.
    var scheme: TerminalScheme
    /// Letters and background of a screen; `nil` for the terminal's own.
    var surface: Pair?
    /// The background of fields, inline buttons and menus.
    var raised: RGB
    /// Values and notes.
    var secondary: RGB
    /// Borders and the empty part of bars.
    var line: RGB
    /// Titles, buttons and bars.
    var accent: RGB
    /// On, done.
    var positive: RGB
    /// Mixed, pending.
    var warning: RGB
    /// Destructive, failed.
    var negative: RGB
    /// The focused row.
    var focus: Pair
    /// The header and the footer.
    var chrome: Pair

    static func builtIn(_ theme: ThemeContent.BuiltIn, _ scheme: TerminalScheme) -> ThemeColors {
        let isDark = scheme == .dark
        return switch theme {
        case .default: isDark ? .defaultDark : .defaultLight
        case .highContrast: isDark ? .highContrastDark : .highContrastLight
        case .catppuccin: isDark ? .catppuccinMocha : .catppuccinLatte
        case .dracula: .dracula
        case .gruvbox: isDark ? .gruvboxDark : .gruvboxLight
        case .nord: .nord
        case .solarized: isDark ? .solarizedDark : .solarizedLight
        }
    }
}

extension ThemeColors {
    /// The colours of a theme with the author's own ones.
    init(_ content: ThemeContent, _ scheme: TerminalScheme) {
        self = .builtIn(content.base, scheme)
        guard !content.colors.isEmpty else { return }
        func color(_ role: ThemeContent.Role) -> RGB? { content.colors[role].map { RGB($0) } }
        raised = color(.raised) ?? raised
        secondary = color(.secondary) ?? secondary
        line = color(.line) ?? line
        accent = color(.accent) ?? accent
        positive = color(.positive) ?? positive
        warning = color(.warning) ?? warning
        negative = color(.negative) ?? negative
        focus = Pair(color(.focusText), on: color(.focus) ?? focus.background, base: focus.letters)
        chrome = Pair(color(.chromeText), on: color(.chrome) ?? chrome.background, base: chrome.letters)
        guard color(.surface) != nil || color(.text) != nil else { return }
        surface = Pair(
            color(.text), on: color(.surface) ?? surface?.background ?? scheme.assumedBackground,
            base: surface?.letters ?? scheme.assumedForeground)
    }
}

extension RGB {
    /// For example 0xFF8800.
    init(_ hex: UInt32) { self.init(UInt8(hex >> 16 & 0xFF), UInt8(hex >> 8 & 0xFF), UInt8(hex & 0xFF)) }

    func contrast(to other: RGB) -> Double { ThemeContent.contrast(hex, other.hex) }

    package var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
