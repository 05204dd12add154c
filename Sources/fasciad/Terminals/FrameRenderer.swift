import FasciaModel
import FasciaRender

/// Scenes and layouts of the present revision, each made once however many terminals show it, and their pictures.
struct FrameRenderer {
    /// What a layout depends on.
    struct Shape: Hashable {
        var stack: String
        var size: CellSize
        var unicode: Bool
    }

    /// How much has been made since the daemon was started.
    struct Work {
        var scenes = 0
        var layouts = 0
        var pictures = 0
        /// Pictures that were encoded.
        var frames = 0
        /// Turns of the loop that were for pictures of changes.
        var slices = 0
    }

    /// What is known of one shape.
    private final class KnownLayout {
        /// What the layout of this revision may have in common with the one before.
        let memory = LayoutCache()
        /// The last one, and the revision of the panel that it shows.
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

    /// - Parameter excess: hears which screens are too much.
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

    /// `nil` where there is no such stack.
    ///
    /// - Parameter panel: asked only where the layout of this revision is not there yet. To hand it on is to copy it.
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

    /// - Parameter presentation: reconciled in the layout.
    mutating func picture(
        _ layout: SceneLayout, _ presentation: TerminalState, _ chrome: Chrome, _ profile: TerminalCapabilities
    ) -> CellBuffer {
        work.pictures += 1
        return renderer.paint(layout, reconciled: presentation, chrome, profile)
    }

    mutating func countSlice() { work.slices += 1 }

    /// What turns one picture into another, or into the first one, on a terminal.
    mutating func frame(from old: CellBuffer?, to new: CellBuffer, _ profile: TerminalCapabilities) -> String {
        work.frames += 1
        guard let old else { return TerminalEncoder.full(new, profile: profile) }
        return TerminalEncoder.diff(from: old, to: new, profile: profile)
    }

    /// Keeps no layouts but these: a terminal that is resized all day must not leave one of each size behind.
    mutating func keepLayouts(of shapes: Set<Shape>) {
        for (shape, known) in layouts where !shapes.contains(shape) {
            known.memory.forget()
            layouts[shape] = nil
        }
    }

    /// What follows is of this revision.
    private mutating func begin(_ revision: Int) {
        guard revision != self.revision else { return }
        self.revision = revision
        scenes = [:]
    }
}
