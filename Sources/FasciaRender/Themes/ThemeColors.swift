/// The colours of a theme: what each colour is for, whatever the terminal can show of it.
///
/// A theme is one file in this folder. Letters have a contrast of at least 4.5:1 to what they stand on.
public struct ThemeColors: Hashable, Sendable {
    /// Letters on a colour.
    public struct Pair: Hashable, Sendable {
        public var letters, background: RGB

        init(_ letters: UInt32, on background: UInt32) { (self.letters, self.background) = (RGB(letters), RGB(background)) }
    }

    /// The scheme that it belongs to.
    var scheme: TerminalCapabilities.Scheme
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

    /// The colours for the name in the environment; `nil` for an unknown name.
    static func named(_ name: String, _ scheme: TerminalCapabilities.Scheme) -> ThemeColors? {
        let isDark = scheme == .dark
        return switch name {
        case "default": isDark ? .defaultDark : .defaultLight
        case "highContrast": isDark ? .highContrastDark : .highContrastLight
        case "catppuccin": isDark ? .catppuccinMocha : .catppuccinLatte
        case "dracula": .dracula
        case "gruvbox": isDark ? .gruvboxDark : .gruvboxLight
        case "nord": .nord
        case "solarized": isDark ? .solarizedDark : .solarizedLight
        default: nil
        }
    }
}

extension RGB {
    /// For example 0xFF8800.
    init(_ hex: UInt32) { self.init(UInt8(hex >> 16 & 0xFF), UInt8(hex >> 8 & 0xFF), UInt8(hex & 0xFF)) }
}
