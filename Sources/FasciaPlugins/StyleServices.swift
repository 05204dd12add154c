public import FasciaModel
public import FasciaRender

/// The style of controls for which the environment names none.
@Sendable public func builtInStyle(_ kind: Control.Kind) -> any ControlStyle {
    StyleRegistry().style(of: kind, named: StyleRegistry.defaultName)
}

/// What plugins' styles need of the renderer around them. Where it is left out it is the real one.
public struct StyleServices: Sendable {
    /// How many columns a text takes.
    public var width: @Sendable (String) -> Int
    /// The colour of a name; `nil` if there is none.
    public var color: @Sendable (NamedColor) -> RGB?
    /// The style that takes over when a plugin's fails.
    public var fallback: @Sendable (Control.Kind) -> any ControlStyle
    /// Hears what plugins say, and what is wrong with them. Called after the call to the plugin has returned.
    public var report: @Sendable (PluginIssue) -> Void

    public init(
        width: @escaping @Sendable (String) -> Int = { TextWidth.of($0) },
        color: @escaping @Sendable (NamedColor) -> RGB? = { SystemColors.visible($0) },
        fallback: @escaping @Sendable (Control.Kind) -> any ControlStyle = builtInStyle,
        report: @escaping @Sendable (PluginIssue) -> Void
    ) {
        self.width = width
        self.color = color
        self.fallback = fallback
        self.report = report
    }
}
