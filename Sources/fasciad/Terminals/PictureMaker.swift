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
        /// Turns of the loop in which pictures were made of changes.
        var slices = 0
    }

    private final class Known {
        let look: Look
        /// It lives as long as a terminal shows it.
        private(set) weak var picture: Picture?

        init(_ look: Look, _ picture: Picture) { (self.look, self.picture) = (look, picture) }
    }

    /// What was made of a revision of the panel.
    private struct Made<Value> {
        let revision: Int
        let value: Value
    }

    /// What is known of one shape.
    private final class KnownLayout {
        /// What the layout of this revision may have in common with the one before.
        let memory = LayoutMemory()
        var layout: Made<SceneLayout>?
    }

    private struct Step: Hashable {
        var from: Int?
        var to: Int
        var profile: Profile
    }

    var renderer: Renderer {
        didSet {
            revision = -1
            keepLayouts(of: [])
        }
    }
    private(set) var work = Work()
    /// The one that the pictures and frames are of.
    private var revision = -1
    private var scenes: [String: Scene] = [:]
    private var layouts: [Shape: KnownLayout] = [:]
    private var pictures: [Known] = []
    private var frames: [Step: String] = [:]
    private var frameBytes = 0

    /// Bytes of frames that are kept for other terminals. Those that show the same ask for them soon.
    private static let mostFrameBytes = 1 << 20

    /// - Parameter excess: hears which screens are too much.
    init(styles: StyleRegistry, excess: Excess) {
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
        known.layout = Made(revision: revision, value: layout)
        layouts[shape] = known
        return layout
    }

    /// - Parameters:
    ///   - layout: that of the look's shape.
    ///   - isShared: whether there are other terminals, which may show the same.
    mutating func picture(_ look: Look, _ layout: SceneLayout, isShared: Bool) -> Picture {
        if isShared {
            for known in pictures where known.look == look {
                if let picture = known.picture { return picture }
            }
            pictures.removeAll { $0.picture == nil }
        } else {
            pictures.removeAll(keepingCapacity: true)
        }
        work.pictures += 1
        let cells = renderer.paint(layout, settled: look.presentation, look.chrome, look.profile)
        let picture = Picture(number: work.pictures, cells)
        pictures.append(Known(look, picture))
        return picture
    }

    mutating func countSlice() { work.slices += 1 }

    /// What turns one picture into another, or into the first one, on a terminal.
    ///
    /// - Parameter isShared: whether there are other terminals, which may show the same.
    mutating func frame(from old: Picture?, to new: Picture, _ profile: Profile, isShared: Bool) -> String {
        if old === new { return "" }
        guard isShared else { return encoded(from: old, to: new, profile) }
        let step = Step(from: old?.number, to: new.number, profile: profile)
        if let known = frames[step] { return known }
        let frame = encoded(from: old, to: new, profile)
        frameBytes += frame.utf8.count
        if frameBytes > Self.mostFrameBytes { (frames, frameBytes) = ([:], frame.utf8.count) }
        frames[step] = frame
        return frame
    }

    private mutating func encoded(from old: Picture?, to new: Picture, _ profile: Profile) -> String {
        work.frames += 1
        guard let old else { return TerminalEncoder.full(new.cells, profile: profile) }
        return TerminalEncoder.diff(from: old.cells, to: new.cells, profile: profile)
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
        pictures.removeAll(keepingCapacity: true)
        if !frames.isEmpty { (frames, frameBytes) = ([:], 0) }
    }
}

/// What one or more terminals show.
final class Picture {
    /// No other picture ever has it.
    let number: Int
    let cells: CellBuffer

    init(number: Int, _ cells: CellBuffer) { (self.number, self.cells) = (number, cells) }
}
