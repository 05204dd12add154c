import FasciaModel
import FasciaRender

/// Scenes and layouts of the current revision, shared by all terminals that show them, and the frames made from them.
struct FrameRenderer {
    /// What a layout depends on.
    struct Shape: Hashable {
        var stack: String
        var size: CellSize
        var unicode: Bool
    }

    /// Counters since the daemon was started, for `daemon.status`.
    struct Work {
        var scenes = 0
        var layouts = 0
        var pictures = 0
        /// Encoded pictures, including those without a difference.
        var frames = 0
        /// Yielded event loop turns spent on frames.
        var slices = 0
    }

    /// The cached layout of a shape.
    private final class KnownLayout {
        /// Reuses parts of the previous revision's layout.
        let memory = LayoutCache()
        /// The latest layout, and the revision of the panel that it shows.
        var layout: (revision: Int, value: SceneLayout)?
    }

    var renderer: Renderer {
        didSet {
            revision = -1
            keepLayouts(of: [])
        }
    }
    private(set) var work = Work()
    /// The revision that `scenes` belongs to.
    private var revision = -1
    private var scenes: [String: Scene] = [:]
    private var layouts: [Shape: KnownLayout] = [:]

    /// - Parameter excess: Collects the screens that are too expensive to lay out.
    init(styles: StyleRegistry, excess: OverBudgetScreens) {
        renderer = Renderer(styles: styles)
        renderer.excess = excess
    }

    /// `nil` where there is no such stack.
    mutating func scene(_ stack: String, of panel: Panel) -> Scene? {
        begin(panel.revision)
        if let known = scenes[stack] { return known }
        let scene = panel.scene(stack: stack)
        work.scenes += 1
        scenes[stack] = scene
        return scene
    }

    /// `nil` if there is no such stack.
    ///
    /// - Parameter panel: Evaluated only if this revision's layout is not cached, to avoid copying the panel.
    mutating func layout(
        _ shape: Shape, of panel: @autoclosure () -> Panel, at revision: Int
    ) -> SceneLayout? {
        begin(revision)
        if let known = layouts[shape]?.layout, known.revision == revision { return known.value }
        guard let scene = scene(shape.stack, of: panel()) else { return nil }
        let known = layouts[shape] ?? KnownLayout()
        let layout = renderer.layout(scene, size: shape.size, unicode: shape.unicode, reusing: known.memory)
        work.layouts += 1
        known.layout = (revision, layout)
        layouts[shape] = known
        return layout
    }

    /// - Parameter presentation: Already reconciled with the layout.
    mutating func picture(
        _ layout: SceneLayout, _ presentation: TerminalState, _ chrome: Chrome, _ profile: TerminalCapabilities
    ) -> CellBuffer {
        work.pictures += 1
        return renderer.paint(layout, reconciled: presentation, chrome, profile)
    }

    mutating func countSlice() { work.slices += 1 }

    /// The output that changes a terminal's picture from `old` to `new`; a full frame if `old` is `nil`.
    mutating func frame(from old: CellBuffer?, to new: CellBuffer, _ profile: TerminalCapabilities) -> String {
        work.frames += 1
        guard let old else { return TerminalEncoder.full(new, profile: profile) }
        return TerminalEncoder.diff(from: old, to: new, profile: profile)
    }

    /// Drops all other layouts, so that repeated resizing does not accumulate one for each size.
    mutating func keepLayouts(of shapes: Set<Shape>) {
        for (shape, known) in layouts where !shapes.contains(shape) {
            known.memory.forget()
            layouts[shape] = nil
        }
    }

    /// Drops the scenes of the previous revision.
    private mutating func begin(_ revision: Int) {
        guard revision != self.revision else { return }
        self.revision = revision
        scenes = [:]
    }
}
