import FasciaDocument

/// The colours of a screen, set in its environment: for the title bar, the status line and the background.
public struct Theme: Hashable, Sendable {
    /// The colour scheme of the screen; `nil` for the terminal's own.
    public var scheme: TerminalCapabilities.Scheme?
    /// The colours of the title bar and the status line; `nil` for the terminal's default colours.
    public var foreground: RGB?
    public var background: RGB?
    /// The colour of emphasis in the title bar and the status line, and the default tint of controls.
    public var accent: RGB?

    public init() {}

    /// Reads `colorScheme`, `chromeForeground`, `chromeBackground` and `accent`. Ignores invalid values.
    public init(_ environment: JSON.Object) {
        func color(_ name: String) -> RGB? { NamedColor(environment: environment, name).flatMap(SystemColors.visible) }
        scheme = environment["colorScheme"]?.stringValue.flatMap { TerminalCapabilities.Scheme(rawValue: $0) }
        foreground = color("chromeForeground")?.opaque
        background = color("chromeBackground")?.opaque
        accent = color("accent")?.opaque
    }

    /// The style of text in the title bar and the status line.
    func style(_ attributes: CellStyle.Attributes = []) -> CellStyle {
        let letters = foreground ?? background.map(SystemColors.contrast)
        return CellStyle(foreground: letters, background: background, attributes: attributes)
    }

    /// The style of emphasized text.
    func accented(_ attributes: CellStyle.Attributes = []) -> CellStyle {
        var style = style(attributes)
        style.foreground = accent ?? style.foreground
        return style
    }
}

extension NamedColor {
    /// The colour under a key of the environment; `nil` if there is no valid one.
    init?(environment: JSON.Object, _ name: String) {
        guard let json = environment[name], let color = try? NamedColor.schema.read(json) else { return nil }
        self = color
    }
}
