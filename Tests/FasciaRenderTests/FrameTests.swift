import SceneTestSupport
import TestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// The bytes sent for successive frames make a terminal show each of them.
@Suite(.mustEnd) struct FrameTests {
    /// A terminal that shows successive scenes.
    private struct Viewer {
        var renderer = Renderer()
        let memory = LayoutCache()
        var size = SceneTestSupport.size(80, 24)
        var chrome = Chrome()
        var profile = TerminalCapabilities()
        var now = TerminalState()
        var last: CellBuffer?
        /// The terminal that receives the bytes.
        private var terminal = TerminalModel(size: .zero)
        /// The profile of that terminal, which is fixed: another profile needs a new terminal.
        private var shownWith: TerminalCapabilities?

        mutating func look(at scene: Scene, _ place: Comment = "", pressing keys: Key...) {
            let layout = layout(of: scene)
            for key in keys { press(key, at: layout) }
            look(at: layout, place)
        }

        func layout(of scene: Scene) -> SceneLayout {
            renderer.layout(scene, size: size, unicode: profile.unicode, reusing: memory)
        }

        mutating func press(_ key: Key, at layout: SceneLayout) { now = layout.handle(key, now).state }

        mutating func look(at layout: SceneLayout, _ place: Comment = "") {
            now = layout.reconcile(now)
            #expect(layout.reconcile(now) == now, place)
            let picture = renderer.paint(layout, reconciled: now, chrome, profile)
            var writing = profile
            writing.features = TerminalFeature.allCases
            let isOther = terminal.size != picture.size || shownWith != profile
            shownWith = profile
            if isOther { terminal = TerminalModel(size: picture.size) }
            let sent = isOther ? nil : last.map { TerminalEncoder.diff(from: $0, to: picture, profile: writing) }
            terminal.receive(sent ?? TerminalEncoder.full(picture, profile: writing))
            if picture.size.columns > 0, picture.size.rows > 0 {
                #expect(terminal.fault(beside: picture, colors: profile.colors) == nil, place)
            }
            last = picture
        }
    }

    /// `turns` is set while the frame shows an animation, and not if a modal covers it.
    @Test func animatedFramesAreMarked() {
        let turning = Element(id: "p", .progress(label: "Busy", value: nil, total: 1))
        var viewer = Viewer()
        let root = vstack([turning, toggle("One", id: "1"), toggle("Two", id: "2")])
        viewer.look(at: scene(root))
        for phase in 1...5 {
            viewer.now.animationStep = phase
            viewer.look(at: scene(root), pressing: "down")
            #expect(viewer.last?.isAnimated == true)
        }
        // A modal covers the animation.
        let sheets = ["e2", "e3"].map { layer($0 == "e2" ? turning : text("over"), entry: $0, modal: .sheet) }
        viewer.look(at: Scene(stack: "main", layers: [layer(toggle("One"))] + sheets))
        #expect(viewer.last?.isAnimated == false)
    }

    private typealias Step = @Sendable (inout Viewer, inout Scene) -> Void

    /// Each input of a frame besides its boxes, changed one at a time: each must change the frame at once.
    private static let steps: [(name: String, step: Step)] = [
        ("title", { $1.layers[0].title = "Other" }),
        ("back", { $1.layers[0].back = "Home" }),
        ("status", { viewer, _ in viewer.chrome.footer?.otherTerminals = 2 }),
        ("banner", { viewer, _ in viewer.chrome.banner = Banner("no") }),
        ("no colours", { viewer, _ in viewer.profile.colors = .none }),
        ("16 colours", { viewer, _ in viewer.profile.colors = .ansi16 }),
        ("a light terminal", { viewer, _ in viewer.profile.scheme = .light }),
        ("a tap has the focus", { viewer, _ in viewer.now.focus[EntryID("e1")] = .init(element: "tap") }),
        ("a tap is pending", { viewer, _ in viewer.now.pending = [.init(entry: EntryID("e1"), element: "tap")] }),
        ("chrome", { $1.layers[0].root.environment["chromeBackground"] = "red" }),
        ("accent", { $1.layers[0].root.environment["accent"] = "red" }),
        ("a light screen", { $1.layers[0].root.environment["colorScheme"] = "light" }),
        (
            "a light screen that is in a light terminal now",
            { viewer, scene in
                scene.layers[0].root.environment["colorScheme"] = "light"
                viewer.look(at: scene)
                viewer.profile.scheme = .light
            }
        ),
    ]

    @Test(arguments: steps.map(\.name))
    func everyFrameInputChangesTheFrame(_ name: String) throws {
        let (_, step) = try #require(Self.steps.first { $0.name == name })
        var words = text("words", [.tap(.emit(name: "onTap", payload: .null))], id: "tap")
        words.activation = .action(.emit(name: "onTap", payload: .null))
        let veil = Element(id: "veil", .color(NamedColor("blue", opacity: 0.5))).with(frame(30, 3))
        var (viewer, scene) = (Viewer(), scene(vstack([toggle("One"), words, veil, button("Two")])))
        viewer.chrome.footer = Footer(daemon: "box")
        viewer.look(at: scene)
        let before = try #require(viewer.last)
        step(&viewer, &scene)
        viewer.look(at: scene, "\(name)")
        #expect(viewer.last != before, "it is to be seen")
    }

    /// State of one terminal: text fields with drafts, turned pickers, open menus.
    @Test(arguments: Torture.all(0..<20 as Range<UInt64>, otherwiseEvery: 4))
    func diffsReproduceTerminalState(_ seed: UInt64) {
        var generator = Seeded(seed)
        var field = Element(id: "f", .textField(TextFieldState(label: "Name", text: "Ada", updates: .change)))
        field.edit = Edit(.value(key: "k", kind: nil), .text)
        var menu = Element(id: "menu", .menu(label: "More", shown: ""))
        menu.children = (0..<5).map { button("Item \($0)", enabled: $0 != 2) }
        var controls = [field, menu, picker("Wheel", "b"), toggle("One"), button("Two"), toggle("Three", enabled: false)]
        controls += (0..<20).map { toggle("Row \($0)", id: "r\($0)") }
        let root = seed.isMultiple(of: 2) ? form(controls) : list(controls)
        var viewer = Viewer()
        viewer.size = size(40, 14)
        let layout = viewer.renderer.layout(scene(root, back: "Back"), size: viewer.size, reusing: viewer.memory)
        let keys: [Key] = ReuseTests.keys + ["enter", "space", "a", "b", "backspace", "escape", "?", "tab", "down"]
        for step in 0..<80 {
            if let key = keys.randomElement(using: &generator) { viewer.press(key, at: layout) }
            viewer.look(at: layout, "seed \(seed), step \(step)")
        }
    }

    /// Changing trees, with keys, resizes, banners and footers in between.
    @Test(arguments: Torture.all(0..<80 as Range<UInt64>, otherwiseEvery: 10))
    func diffsReproduceRandomFrames(_ seed: UInt64) {
        var trees = RandomTree(seed: seed)
        var generator = Seeded(seed)
        var root = vstack([trees.element(), trees.element()])
        let over = trees.element()
        var viewer = Viewer()
        viewer.profile.colors = ColorDepth.allCases.randomElement(using: &generator) ?? .trueColor
        viewer.profile.unicode = !seed.isMultiple(of: 5)
        for step in 0..<40 {
            func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
            if once(in: 3) { ReuseTests.change(&root, &trees, &generator) }
            if once(in: 12) || step == 0 {
                let screen = LayoutTests.sizes.randomElement(using: &generator) ?? (80, 24)
                viewer.size = size(screen.0, screen.1)
            }
            if once(in: 8) { viewer.chrome.banner = once(in: 2) ? nil : Banner("Refused \(step)", isIssue: once(in: 2)) }
            if once(in: 8) { viewer.chrome.footer = once(in: 3) ? nil : Footer(daemon: "box", pending: step % 3) }
            if once(in: 10) {
                root.environment =
                    once(in: 2)
                    ? [:]
                    : [
                        "colorScheme": once(in: 2) ? "light" : "dark", "chromeBackground": "indigo", "accent": "orange",
                    ]
            }
            if once(in: 10) { viewer.now.help = viewer.now.help == nil ? 0 : nil }
            viewer.now.animationStep = once(in: 4) ? step : viewer.now.animationStep
            let modal: ModalStyle? = once(in: 2) ? nil : ModalStyle.allCases.randomElement(using: &generator)
            let layers = [layer(root, back: "Back")] + (modal.map { [layer(over, entry: "e2", modal: $0)] } ?? [])
            let layout = viewer.layout(of: Scene(stack: "main", layers: layers))
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                if let key = ReuseTests.keys.randomElement(using: &generator) {
                    viewer.press(key, at: layout)
                }
                if let stop = layout.top?.stops.randomElement(using: &generator), let entry = layout.top?.entry, once(in: 3) {
                    let place = ElementID(entry: entry, element: stop.element)
                    viewer.now.pending = viewer.now.pending.isEmpty ? [place] : []
                }
            }
            viewer.look(at: layout, "seed \(seed), step \(step)")
        }
    }
}
