import FasciaDocument
import FasciaInteraction
import FasciaRender
import FasciaScene
import FasciaWire

/// Scenes and layouts of the current revision, shared by all terminals that show them, and the frames made from them.
final class FrameRenderer {
    /// What a layout depends on.
    struct Shape: Hashable {
        var stack: String
        var size: CellSize
        var unicode: Bool
        /// Of whoever sees it; `nil` for somebody without limits.
        var permit: Permit?
        /// The part of the stack that this terminal shows.
        var view = StackView.whole
        /// The reasons below fields whose text was refused on this terminal.
        var refusals: [ElementID: String] = [:]

        /// What other terminals of this size show.
        var shared: Shape { Shape(stack: stack, size: size, unicode: unicode, permit: permit) }
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

    /// What a scene depends on.
    private struct SceneKey: Hashable {
        var stack: String
        var view: StackView
        var hasAside: Bool
        var permit: Permit?
    }

    /// The cached layout of a shape.
    private final class CachedLayout {
        /// Reuses parts of the previous revision's layout.
        let parts = LayoutCache()
        /// The latest layout, and the revision of the panel that it shows.
        var layout: (revision: Int, value: SceneLayout)?
    }

    private let live: LivePanel
    private let samples: SampleRecorder
    private let logs: Logs
    private let plugins: PluginSet
    private var renderer: Renderer
    private(set) var work = Work()
    /// Collects the screens that are too expensive to lay out.
    let overBudget = OverBudgetScreens()
    /// The revision that `scenes` belongs to.
    private var revision = -1
    private var scenes: [SceneKey: Scene] = [:]
    private var layouts: [Shape: CachedLayout] = [:]

    init(_ live: LivePanel, _ samples: SampleRecorder, _ logs: Logs, plugins: PluginSet) {
        self.live = live
        self.samples = samples
        self.logs = logs
        self.plugins = plugins
        renderer = Renderer(styles: plugins.styles)
        renderer.overBudget = overBudget
    }

    /// Replaces the styles, and drops all scenes and layouts.
    func use(_ styles: StyleRegistry) {
        renderer.styles = styles
        dropScenes()
    }

    /// Resolves the screens of a stack; `nil` if there is no such stack.
    ///
    /// - Parameters:
    ///   - view: the part of the stack to show.
    ///   - size: the size to show them in, which may have room for an entry aside.
    ///   - permit: of whoever sees them; `nil` for somebody without limits.
    func resolve(_ stack: String, view: StackView = .whole, for size: CellSize? = nil, permit: Permit? = nil) -> Scene? {
        if revision != live.revision { (revision, scenes) = (live.revision, [:]) }
        let hasRoom = size.map(Panes.fit) ?? false
        let panel = permit?.panel(live) ?? live.panel
        let key = SceneKey(
            stack: stack, view: view, hasAside: hasRoom && panel.entryAside(stack: stack, view: view) != nil, permit: permit)
        if let scene = scenes[key] { return scene }
        var scene = panel.scene(stack: stack, view: view, feeds: feeds(permit), withAside: key.hasAside)
        if let permit, let whole = scene {
            scene = SceneDenials(check: AccessCheck(live: live), permit: permit).applied(to: whole)
        }
        work.scenes += 1
        scenes[key] = scene
        return scene
    }

    private func feeds(_ permit: Permit?) -> Feeds {
        var feeds = Feeds()
        feeds.samples = samples.samples
        feeds.logs = logs.tails
        if let permit, permit.hides { feeds.logs = feeds.logs.filter { permit.sees(Resource(.log, $0.key)) } }
        return feeds
    }

    /// Drops all scenes and layouts, because something differs that made no revision.
    func dropScenes() {
        revision = -1
        keepLayouts(of: [])
    }

    /// Drops the scenes and layouts that show a log, because it has new lines.
    ///
    /// - Returns: their stacks.
    func dropScenes(showing log: String) -> Set<String> {
        let stacks = Set(scenes.filter { $0.value.logs.contains(log) }.keys.map(\.stack))
        for key in scenes.keys where stacks.contains(key.stack) { scenes[key] = nil }
        for (shape, cached) in layouts where stacks.contains(shape.stack) { cached.layout = nil }
        return stacks
    }

    /// The layout of the current revision; `nil` if there is no such stack.
    func layOut(_ shape: Shape) -> SceneLayout? {
        if let cached = layouts[shape]?.layout, cached.revision == live.revision { return cached.value }
        guard let scene = resolve(shape.stack, view: shape.view, for: shape.size, permit: shape.permit) else { return nil }
        // What such a terminal alone has shown has been replaced; those layouts must not accumulate.
        if shape != shape.shared {
            keepLayouts { $0 == shape || $0 == $0.shared || $0.shared != shape.shared }
        }
        let cached = layouts[shape] ?? CachedLayout()
        let layout = plugins.answering(isLayout: true) { isRepeated in
            if isRepeated { cached.parts.removeAll() }
            return renderer.layout(
                scene.adding(shape.refusals), size: shape.size, unicode: shape.unicode, reusing: cached.parts)
        }
        work.layouts += 1
        cached.layout = (live.revision, layout)
        layouts[shape] = cached
        return layout
    }

    /// - Parameter state: Already reconciled with the layout.
    func paint(
        _ layout: SceneLayout, _ state: TerminalState, _ chrome: Chrome, _ capabilities: TerminalCapabilities
    ) -> CellBuffer {
        work.pictures += 1
        return plugins.answering { _ in renderer.paint(layout, reconciled: state, chrome, capabilities) }
    }

    /// The current picture of a terminal.
    func picture(
        of layout: SceneLayout, _ state: TerminalState, _ chrome: Chrome, _ capabilities: TerminalCapabilities
    ) -> CellBuffer {
        plugins.answering { _ in renderer.paint(layout, state, chrome, capabilities) }
    }

    /// A picture that no terminal shows.
    func picture(
        of scene: Scene, size: CellSize, unicode: Bool, colors: ColorDepth
    ) -> CellBuffer {
        let layout = plugins.answering(isLayout: true) { _ in renderer.layout(scene, size: size, unicode: unicode) }
        return plugins.answering { _ in renderer.paint(layout, TerminalState(), colors: colors) }
    }

    /// The output that changes a terminal's picture from `old` to `new`; a full frame if `old` is `nil`.
    func diff(from old: CellBuffer?, to new: CellBuffer, _ capabilities: TerminalCapabilities) -> String {
        work.frames += 1
        guard let old else { return TerminalEncoder.full(new, profile: capabilities) }
        return TerminalEncoder.diff(from: old, to: new, profile: capabilities)
    }

    func countSlice() { work.slices += 1 }

    /// Drops all other layouts, so that repeated resizing does not accumulate one for each size.
    func keepLayouts(of shapes: Set<Shape>) { keepLayouts { shapes.contains($0) } }

    private func keepLayouts(where isKept: (Shape) -> Bool) {
        for (shape, cached) in layouts where !isKept(shape) {
            cached.parts.removeAll()
            layouts[shape] = nil
        }
    }
}
