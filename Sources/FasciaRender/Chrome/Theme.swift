import FasciaDocument

/// The colours that a screen's environment sets.
public struct Theme: Hashable, Sendable {
    public var content = ThemeContent()
    /// The colour scheme of the screen; `nil` for the terminal's own.
    public var scheme: TerminalScheme?
    /// The colours of the header and the footer; `nil` for the theme's.
    public var foreground: RGB?
    public var background: RGB?
    /// The default tint of controls; `nil` for the theme's.
    public var accent: RGB?

    public init() {}

    /// Reads `theme`, `colorScheme`, `chromeForeground`, `chromeBackground` and `accent`. Ignores invalid values.
    public init(_ environment: JSON.Object) {
        func color(_ name: String) -> RGB? { NamedColor(environment: environment, name).flatMap(SystemColors.visible) }
        content = environment["theme"].flatMap { try? ThemeContent.schema.read($0) } ?? ThemeContent()
        scheme = environment["colorScheme"]?.stringValue.flatMap { TerminalScheme(rawValue: $0) }
        foreground = color("chromeForeground")?.opaque
        background = color("chromeBackground")?.opaque
        accent = color("accent")?.opaque
    }

    /// The styles to draw with on a terminal.
    func roles(_ colors: ColorDepth, _ terminal: TerminalScheme) -> ColorRoles {
        let scheme = scheme ?? terminal
        let known = ThemeColors(content, scheme)
        var roles = ColorRoles(known, colors)
        if colors != .none, known.surface == nil, scheme != terminal {
            roles.surface = CellStyle(foreground: scheme.assumedForeground, background: scheme.assumedBackground)
        }
        guard colors != .none else { return roles }
        if let accent { roles.accent = CellStyle(foreground: accent) }
        if let background {
            roles.chrome = CellStyle(foreground: foreground ?? SystemColors.contrast(to: background), background: background)
        } else if let foreground {
            // Letters in inverse cells have the colour of the background.
            roles.chrome = CellStyle(foreground: foreground, background: roles.chrome.background)
        }
        return roles
    }
}

extension NamedColor {
    /// The colour under a key of the environment; `nil` if there is no valid one.
    package init?(environment: JSON.Object, _ name: String) {
        guard let json = environment[name], let color = try? NamedColor.schema.read(json) else { return nil }
        self = color
    }
}
