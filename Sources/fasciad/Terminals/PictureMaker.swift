import FasciaModel
import FasciaRender

/// Scenes, layouts and pictures of the present revision, each made once however many terminals show it.
struct PictureMaker {
    /// What a layout depends on.
    struct Shape: Hashable {
        var stack: String
        var size: CellSize
        var unicode: Bool
    }

    /// What a picture depends on, besides the panel.
    struct Look: Equatable {
        var shape: Shape
        var profile: Profile
        /// Settled in the layout of this shape.
        var presentation: Presentation
        var chrome: Chrome
    }

    /// How much has been made since the daemon was started.
    struct Work {
        var scenes = 0
        var layouts = 0
        var pictures = 0
        /// Frames that were encoded; the others were the same as another terminal's.
        var frames = 0
    }

    private struct Known {
        let look: Look
        /// It lives as long as a terminal shows it.
        weak var picture: Picture?
    }

    private struct Step: Hashable {
        var from: Int?
        var to: Int
        var profile: Profile
    }

    var renderer: Renderer {
        didSet {
            forget()
            keepLayouts(of: [])
            styles += 1
        }
    }
    private(set) var work = Work()
    /// Counts how often the styles have changed: nothing that was painted with others is used again.
    private var styles = 0
    private var revision = -1
    private var scenes: [String: Scene] = [:]
    private var layouts: [Shape: SceneLayout] = [:]
    /// The latest ones of those that this revision has none of yet.
    private var before: [Shape: SceneLayout] = [:]
    /// What the layouts of this revision may have in common with those of the one before.
    private var memories: [Shape: LayoutMemory] = [:]
    private var pictures: [Known] = []
    private var frames: [Step: String] = [:]

    private var frameBytes = 0

    /// Bytes of frames that are kept for other terminals. Those that show the same ask for them soon.
    private static let mostFrameBytes = 1 << 20
    /// What the scenes of this revision may have in common with those of the one before.
    private var cache = SceneCache()

    init(styles: StyleRegistry) {
        renderer = Renderer(styles: styles)
        renderer.excess = Excess()
    }

    /// `nil` where there is no such stack.
    mutating func scene(_ stack: String, of panel: Panel) -> Scene? {
        if revision != panel.revision {
            forget()
            revision = panel.revision
        }
        if let scene = scenes[stack] { return scene }
        let scene = panel.scene(stack: stack, reusing: &cache)
        work.scenes += 1
        scenes[stack] = scene
        return scene
    }

    /// `nil` where there is no such stack.
    mutating func layout(_ shape: Shape, of panel: Panel) -> SceneLayout? {
        guard let scene = scene(shape.stack, of: panel) else { return nil }
        if let layout = layouts[shape] { return layout }
        let memory = memories[shape] ?? LayoutMemory()
        memories[shape] = memory
        let layout = renderer.layout(scene, size: shape.size, unicode: shape.unicode, reusing: memory, after: before.removeValue(forKey: shape))
        work.layouts += 1
        layouts[shape] = layout
        return layout
    }

    /// - Parameters:
    ///   - layout: that of the look's shape.
    ///   - last: what the terminal has shown; rows that it has in common with that are taken from there.
    mutating func picture(_ look: Look, _ layout: SceneLayout, over last: Picture?) -> Picture {
        for known in pictures where known.look == look {
            if let picture = known.picture { return picture }
        }
        pictures.removeAll { $0.picture == nil }
        work.pictures += 1
        let painting = renderer.paint(
            layout, settled: look.presentation, look.chrome, look.profile,
            over: last?.styles == styles ? last?.painting : nil)
        let picture = Picture(number: work.pictures, painting, styles: styles)
        pictures.append(Known(look: look, picture: picture))
        return picture
    }

    /// What turns one picture into another, or into the first one, on a terminal.
    mutating func frame(from old: Picture?, to new: Picture, _ profile: Profile) -> String {
        if old === new { return "" }
        let step = Step(from: old?.number, to: new.number, profile: profile)
        if let known = frames[step] { return known }
        work.frames += 1
        let frame =
            old.map { TerminalEncoder.diff(from: $0.cells, to: new.cells, profile: profile) }
            ?? TerminalEncoder.full(new.cells, profile: profile)
        frameBytes += frame.utf8.count
        if frameBytes > Self.mostFrameBytes { (frames, frameBytes) = ([:], frame.utf8.count) }
        frames[step] = frame
        return frame
    }

    /// Keeps no layouts but these: a terminal that is resized all day must not leave one of each size behind.
    mutating func keepLayouts(of shapes: Set<Shape>) {
        layouts = layouts.filter { shapes.contains($0.key) }
        before = before.filter { shapes.contains($0.key) }
        for (shape, memory) in memories where !shapes.contains(shape) {
            memory.forget()
            memories[shape] = nil
        }
    }

    private mutating func forget() {
        cache.forget(except: Set(scenes.values.flatMap { $0.layers.map(\.entry.id) }))
        scenes = [:]
        before.merge(layouts) { $1 }
        layouts = [:]
        pictures = []
        (frames, frameBytes) = ([:], 0)
    }
}

/// What one or more terminals show.
final class Picture {
    /// No other picture ever has it.
    let number: Int
    let painting: Painting
    /// With which styles it was painted.
    let styles: Int

    var cells: CellBuffer { painting.cells }

    init(number: Int, _ painting: Painting, styles: Int) {
        self.number = number
        self.painting = painting
        self.styles = styles
    }
}
