public import FasciaDocument
public import FasciaRender
public import FasciaScene

/// The built-in default style for a kind of control.
public func builtInStyle(_ kind: Control.Kind) -> any ControlStyle {
    StyleRegistry.builtIn(kind)
}

/// What the styles of plugins need from the renderer. The defaults are the renderer's own functions.
public struct StyleServices {
    /// The RGB value of a colour; `nil` if it has none.
    public var color: (NamedColor) -> RGB?
    /// The style that is used when a plugin's style fails.
    public var fallback: (Control.Kind) -> any ControlStyle
    /// Receives messages and faults of plugins. Called after the call to the plugin has returned.
    public var report: (PluginIssue) -> Void

    public init(
        color: @escaping (NamedColor) -> RGB? = { SystemColors.visible($0) },
        fallback: @escaping (Control.Kind) -> any ControlStyle = builtInStyle,
        report: @escaping (PluginIssue) -> Void
    ) {
        self.color = color
        self.fallback = fallback
        self.report = report
    }
}
