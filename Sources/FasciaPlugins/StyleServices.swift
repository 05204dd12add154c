public import FasciaModel
public import FasciaRender

/// What plugins' styles need of the renderer around them.
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
        width: @escaping @Sendable (String) -> Int, color: @escaping @Sendable (NamedColor) -> RGB?,
        fallback: @escaping @Sendable (Control.Kind) -> any ControlStyle,
        report: @escaping @Sendable (PluginIssue) -> Void
    ) {
        self.width = width
        self.color = color
        self.fallback = fallback
        self.report = report
    }
}
