import FasciaDocument
import FasciaScene

/// Renders a scene to a frame: one layout for each size, one painting for each terminal.
///
/// All functions are pure: the same input gives the same frame.
public struct Renderer {
    public var styles: StyleRegistry
    /// Counts the work, for tests and statistics.
    public var work: RenderStatistics?
    /// Collects the entries whose screens exceed the bounds of a layout or of painting.
    public var overBudget: OverBudgetScreens?

    public init(styles: StyleRegistry = .init()) {
        self.styles = styles
    }

    /// Lays out a scene. The layout depends on neither focus, scrolling nor colours, so terminals with the same size
    /// and character set can share it.
    ///
    /// - Parameter cache: items of earlier layouts with this size, character set and styles. It affects the cost of
    ///   the layout, never the result.
    public func layout(
        _ scene: Scene, size: CellSize, unicode: Bool = true, reusing cache: LayoutCache? = nil
    ) -> SceneLayout {
        SceneLayout(scene, size: size, unicode: unicode, styles: styles, work: work, overBudget: overBudget, cache: cache)
    }

    /// Paints the frame of one terminal.
    ///
    /// - Parameters:
    ///   - colors: the terminal's colours. With too few to mix, attributes and characters replace them.
    ///   - scheme: the colours assumed for the terminal's defaults.
    public func paint(
        _ layout: SceneLayout, _ display: DisplayState, colors: ColorDepth = .trueColor,
        scheme: TerminalScheme = .dark
    ) -> CellBuffer {
        Painter.paint(PaintInput(layout, display, colors, scheme), styles: styles, work: work, overBudget: overBudget)
    }
}
