import FasciaModel

/// From a scene to a picture: lay out once for each size, paint once for each terminal.
///
/// All of it is pure: the same scene, size, profile and presentation give the same picture.
public struct Renderer: Sendable {
    public var styles: StyleRegistry
    /// Counts what is done.
    public var work: WorkCount?
    /// Hears which screens are more than can be shown as they are meant.
    public var excess: Excess?

    public init(styles: StyleRegistry = .init()) {
        self.styles = styles
    }

    /// Where everything is. It depends on neither focus nor scrolling, so terminals of one size and one choice of
    /// characters can share it. Colours play no part in it.
    ///
    /// - Parameter memory: what layouts of this size, these characters and these styles remember. It changes what a
    ///   layout costs, and never what it comes to.
    public func layout(
        _ scene: Scene, size: CellSize, unicode: Bool = true, reusing memory: LayoutMemory? = nil
    ) -> SceneLayout {
        SceneLayout(scene, size: size, unicode: unicode, styles: styles, work: work, excess: excess, memory: memory)
    }

    /// What one terminal shows. `presentation` is settled first, as `SceneLayout.settle` does it.
    ///
    /// - Parameter colors: what the terminal has. Where it is too little for colours to be mixed, attributes and
    ///   characters say the same.
    /// - Parameter scheme: what the terminal's own colours are taken for.
    public func paint(
        _ layout: SceneLayout, _ presentation: Presentation = .init(), colors: Profile.Colors = .trueColor,
        scheme: Profile.Scheme = .dark
    ) -> CellBuffer {
        Painter.paint(PaintSubject(layout, layout.settle(presentation), colors, scheme), styles: styles, work: work)
    }

    /// A picture of `size` for somebody who looks once: lay out, settle, paint.
    public func picture(
        _ scene: Scene, size: CellSize, presentation: Presentation = .init(), unicode: Bool = true,
        colors: Profile.Colors = .trueColor
    ) -> CellBuffer {
        paint(layout(scene, size: size, unicode: unicode), presentation, colors: colors)
    }
}
