import FasciaModel

/// What the environment says of the colours around a screen: of its title bar, the status line, and the ground that all
/// is painted on.
public struct Theme: Hashable, Sendable {
    /// The colours that a screen is meant to be seen in, whatever the terminal's own are.
    public var scheme: Profile.Scheme?
    /// What the title bar and the status line are painted with; `nil` for the terminal's own colours.
    public var foreground: RGB?
    public var background: RGB?
    /// What stands out in them; also the tint of controls that have none of their own.
    public var accent: RGB?

    public init() {}

    /// What it says under `colorScheme`, `chromeForeground`, `chromeBackground` and `accent`, where that can be.
    public init(_ environment: JSON.Object) {
        func color(_ name: String) -> RGB? { NamedColor(environment: environment, name).flatMap(SystemColors.visible) }
        scheme = environment["colorScheme"]?.stringValue.flatMap { Profile.Scheme(rawValue: $0) }
        foreground = color("chromeForeground")?.opaque
        background = color("chromeBackground")?.opaque
        accent = color("accent")?.opaque
    }

    /// How words in the title bar and the status line are drawn.
    func style(_ attributes: CellStyle.Attributes = []) -> CellStyle {
        let letters = foreground ?? background.map(SystemColors.contrast)
        return CellStyle(foreground: letters, background: background, attributes: attributes)
    }

    /// The same for what stands out.
    func accented(_ attributes: CellStyle.Attributes = []) -> CellStyle {
        var style = style(attributes)
        style.foreground = accent ?? style.foreground
        return style
    }
}

extension NamedColor {
    /// The colour that the environment has under this name; `nil` where it has none.
    init?(environment: JSON.Object, _ name: String) {
        guard let json = environment[name], let color = try? NamedColor.schema.read(json) else { return nil }
        self = color
    }
}
