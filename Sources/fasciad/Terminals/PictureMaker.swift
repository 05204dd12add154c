import FasciaModel
import FasciaRender

/// Scenes and layouts of the present revision, each made once however many terminals show it.
struct PictureMaker {
    private struct Shape: Hashable {
        var stack: String
        var size: CellSize
        var unicode: Bool
    }

    var renderer: Renderer {
        didSet { forget() }
    }
    private var revision = -1
    private var scenes: [String: Scene] = [:]
    private var layouts: [Shape: SceneLayout] = [:]

    init(styles: StyleRegistry) { renderer = Renderer(styles: styles) }

    /// `nil` where there is no such stack.
    mutating func scene(_ stack: String, of panel: Panel) -> Scene? {
        if revision != panel.revision {
            forget()
            revision = panel.revision
        }
        if let scene = scenes[stack] { return scene }
        let scene = panel.scene(stack: stack)
        scenes[stack] = scene
        return scene
    }

    mutating func layout(_ stack: String, size: CellSize, unicode: Bool, of panel: Panel) -> SceneLayout? {
        guard let scene = scene(stack, of: panel) else { return nil }
        let shape = Shape(stack: stack, size: size, unicode: unicode)
        if let layout = layouts[shape] { return layout }
        let layout = renderer.layout(scene, size: size, unicode: unicode)
        layouts[shape] = layout
        return layout
    }

    private mutating func forget() {
        scenes = [:]
        layouts = [:]
    }
}
