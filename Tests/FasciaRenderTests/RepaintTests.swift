import FasciaModel
import Testing

@testable import FasciaRender

/// Of a picture only those rows are painted that are different from the one before, and of a presentation only that is
/// settled which may be different; and this is never seen: all comes out as if it were made from nothing.
@Suite struct RepaintTests {
    /// Somebody who looks at scenes one after the other.
    private struct Viewer {
        var renderer = Renderer()
        let memory = LayoutMemory()
        var size = FasciaRenderTests.size(80, 24)
        var chrome = Chrome()
        var profile = Profile()
        var now = Presentation()
        var last: Painting?
        private var lastLayout: SceneLayout?
        /// Where the presentation is settled.
        private var settledIn: SceneLayout.Identity?
        /// What the bytes make of a terminal.
        private var terminal = TerminalModel(size: .zero)
        /// What that has does not change: with another profile it is another one.
        private var shownWith: Profile?

        /// - Returns: how many rows were painted.
        @discardableResult
        mutating func look(at scene: Scene, _ place: Comment = "", pressing keys: Key...) -> Int {
            let layout = layout(of: scene)
            for key in keys { press(key, at: layout, place) }
            return look(at: layout, place)
        }

        /// Made of the last one, as far as that goes.
        mutating func layout(of scene: Scene) -> SceneLayout {
            let layout = renderer.layout(scene, size: size, unicode: profile.unicode, reusing: memory, after: lastLayout)
            lastLayout = layout
            return layout
        }

        mutating func press(_ key: Key, at layout: SceneLayout, _ place: Comment = "") {
            let reaction = layout.handle(key, now, isSettled: settledIn === layout.settling)
            #expect(reaction == layout.handle(key, now), place)
            now = reaction.presentation
            if reaction.isSettled { #expect(layout.settle(now) == now, place) }
            settledIn = reaction.isSettled ? layout.settling : nil
        }

        /// Whether it is known, without a look at it, that all is settled there.
        func isSettled(in layout: SceneLayout) -> Bool { settledIn === layout.settling }

        @discardableResult
        mutating func look(at layout: SceneLayout, _ place: Comment = "") -> Int {
            now = layout.settle(now)
            settledIn = now.isPlain ? layout.settling : nil
            let painting = renderer.paint(layout, settled: now, chrome, profile, over: last)
            let whole = renderer.paint(layout, settled: now, chrome, profile).cells
            #expect(painting.cells.differences(from: whole) == "", place)
            var writing = profile
            writing.features = .all
            let isOther = terminal.size != whole.size || shownWith != profile
            shownWith = profile
            if isOther { terminal = TerminalModel(size: whole.size) }
            let sent = isOther ? nil : last.map { TerminalEncoder.diff(from: $0.cells, to: painting, profile: writing) }
            terminal.receive(sent ?? TerminalEncoder.full(whole, profile: writing))
            if whole.size.columns > 0, whole.size.rows > 0 {
                #expect(terminal.fault(beside: whole, colors: profile.colors) == nil, place)
            }
            last = painting
            return painting.painted
        }
    }

    // MARK: - What it costs

    @Test func aTickIsOneRowAndAMovedFocusTwo() {
        var viewer = Viewer()
        viewer.chrome.status = StatusLine(daemon: "box")
        var root = list((0..<100).map { toggle("Row \($0)", id: "\($0)") })
        #expect(viewer.look(at: scene(root)) == 25)
        #expect(viewer.look(at: scene(root)) == 0)
        root.children[3] = toggle("Row 3", .on, id: "3")
        #expect(viewer.look(at: scene(root)) == 1)
        #expect(viewer.look(at: scene(root), pressing: "down") == 2)
        viewer.chrome.status?.others = 1
        #expect(viewer.look(at: scene(root)) == 1)
        viewer.chrome.banner = Banner("no")
        #expect(viewer.look(at: scene(root)) == 1)
    }

    @Test func whatIsPaintedAfterFewChangesIsComparedWithWhatCameOfThem() {
        var viewer = Viewer()
        var root = list((0..<100).map { toggle("Row \($0)", id: "\($0)") })
        viewer.look(at: scene(root))
        viewer.look(at: scene(root), pressing: "down")
        root.children[5] = toggle("Row 5", .on, id: "5")
        #expect(viewer.look(at: scene(root)) == 1)
        root.children[6] = toggle("Row 6", .on, id: "6")
        _ = viewer.layout(of: scene(root))
        root.children[7] = toggle("Row 7", .on, id: "7")
        #expect(viewer.look(at: scene(root)) == 2, "a layout in between was never seen")
        root.children[8] = text("Row 8", id: "8")
        #expect(viewer.look(at: scene(root)) <= 4, "what takes another room is laid out, and with it what was replaced")
        root.children[9] = toggle("Row 9", .on, id: "9")
        #expect(viewer.look(at: scene(root), pressing: "down") == 3, "and the two of the focus")
    }

    @Test(arguments: [false, true])
    func aRowThatScrollsIsNotPaintedAgain(_ isForm: Bool) {
        var viewer = Viewer()
        let rows = (0..<100).map { toggle("Row \($0)", id: "\($0)") }
        let root = isForm ? form(rows) : list(rows)
        viewer.look(at: scene(root))
        for _ in 0..<40 { viewer.look(at: scene(root), pressing: "down") }
        for _ in 0..<20 {
            let painted = viewer.look(at: scene(root), pressing: "down")
            #expect(painted <= 7, "what comes in, the focus, and the marks that there is more")
            #expect(painted > 0)
        }
    }

    @Test func whatHasScrolledIsMovedAndNotLookedFor() throws {
        var viewer = Viewer()
        let root = scene(list((0..<100).map { toggle("Row \($0)", id: "\($0)") }))
        for _ in 0..<30 { viewer.look(at: root, pressing: "down") }
        #expect(try #require(viewer.last?.shift).up == 1)
        for _ in 0..<25 { viewer.look(at: root, pressing: "up") }
        #expect(try #require(viewer.last?.shift).up == -1)
        viewer.look(at: root, pressing: "home")
        viewer.look(at: root, pressing: "down")
        #expect(try #require(viewer.last).shift == nil, "it has not scrolled")
    }

    @Test func aMovedFocusLeavesAPresentationSettled() {
        let rows = (0..<100).map { toggle("Row \($0)", id: "\($0)") }
        for root in [list(rows), form(Array(rows[..<5])), vstack([rows[0], list(Array(rows[1...]), id: "inner")])] {
            var viewer = Viewer()
            let layout = viewer.renderer.layout(scene(root), size: viewer.size)
            viewer.look(at: layout)
            for key in ["down", "down", "up", "tab"] as [Key] {
                viewer.press(key, at: layout)
                #expect(viewer.isSettled(in: layout))
            }
            let other = viewer.renderer.layout(scene(root), size: viewer.size)
            #expect(!viewer.isSettled(in: other), "that is another layout")
        }
    }

    @Test func whereMoreThanTheFocusChangesAllIsSettled() {
        var field = Element(id: "f", .textField(TextFieldLook(label: "Name", text: "Ada", updates: .change)))
        field.edit = Edit(.value(key: "k", kind: nil), .text)
        var viewer = Viewer()
        let typed = viewer.renderer.layout(scene(form([field, toggle("One")])), size: viewer.size)
        viewer.look(at: typed)
        viewer.press("a", at: typed)
        #expect(!viewer.isSettled(in: typed), "a text is being typed")
        // Other rows are laid out at the end.
        let long = viewer.renderer.layout(scene(list((0..<500).map { toggle("Row \($0)", id: "\($0)") })), size: viewer.size)
        viewer.look(at: long)
        viewer.press("end", at: long)
        #expect(!viewer.isSettled(in: long))
    }

    @Test func whatShowsThroughIsPaintedWithWhatIsUnderIt() {
        var viewer = Viewer()
        let veil = Element(id: "veil", .color(NamedColor("red", opacity: 0.5))).with(frame(30, 6))
        let rows = (0..<10).map { text("Row \($0)", id: "t\($0)") }
        func root(_ words: String) -> Element {
            zstack([vstack(rows[..<4] + [text(words, id: "t4")] + rows[5...]), veil])
        }
        viewer.look(at: scene(root("one")))
        #expect(viewer.look(at: scene(root("two"))) == 1)
        let modal = layer(vstack([text("over", id: "over")]), entry: "e2", modal: .sheet)
        for words in ["two", "one", "three"] {
            viewer.look(at: Scene(stack: "main", layers: [layer(root(words)), modal]), "\(words) under a sheet")
        }
        #expect(viewer.look(at: Scene(stack: "main", layers: [layer(root("four")), modal])) <= 2)
    }

    @Test func whatCannotBePaintedAsItIsMeantIsPaintedAnew() {
        let veils = (0..<1_500).map { Element(id: "v\($0)", .color(NamedColor("red", opacity: 0.3))) }
        var viewer = Viewer()
        viewer.size = size(200, 60)
        let (work, excess) = (WorkCount(), Excess())
        viewer.renderer.excess = excess
        for step in 0..<3 {
            viewer.look(at: scene(zstack([text("\(step)", id: "t")] + veils)))
            #expect(excess.take() == [EntryID("e1"): [.paint]], "each time")
        }
        viewer.renderer.work = work
        let layout = viewer.renderer.layout(scene(zstack(veils)), size: viewer.size)
        _ = viewer.renderer.paint(layout, settled: viewer.now, over: viewer.last)
        #expect(work.drawn <= PaintPlan.most(viewer.size))
    }

    // MARK: - What it comes to

    @Test func whatTurnsIsPaintedAndCounted() {
        let turning = Element(id: "p", .progress(label: "Busy", value: nil, total: 1))
        var viewer = Viewer()
        let root = vstack([turning, toggle("One", id: "1"), toggle("Two", id: "2")])
        viewer.look(at: scene(root))
        for phase in 1...5 {
            viewer.now.phase = phase
            viewer.look(at: scene(root), pressing: "down")
            #expect(viewer.last?.cells.turns == true)
        }
        // Covered, nothing turns.
        viewer.look(at: scene(zstack([root, color("blue")])))
        #expect(viewer.last?.cells.turns == false)
    }

    private typealias Step = @Sendable (inout Viewer, inout Scene) -> Void

    /// What a picture is made of besides its boxes, one thing at a time: each is to be seen at once.
    private static let steps: [(name: String, step: Step)] = [
        ("title", { $1.layers[0].title = "Other" }),
        ("back", { $1.layers[0].back = "Home" }),
        ("status", { viewer, _ in viewer.chrome.status?.others = 2 }),
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
    func whatIsAroundTheBoxesIsPartOfThePicture(_ name: String) throws {
        let (_, step) = try #require(Self.steps.first { $0.name == name })
        var words = text("words", [.tap(.emit(name: "onTap", payload: .null))], id: "tap")
        words.activation = .action(.emit(name: "onTap", payload: .null))
        let veil = Element(id: "veil", .color(NamedColor("blue", opacity: 0.5))).with(frame(30, 3))
        var (viewer, scene) = (Viewer(), scene(vstack([toggle("One"), words, veil, button("Two")])))
        viewer.chrome.status = StatusLine(daemon: "box")
        viewer.look(at: scene)
        let before = try #require(viewer.last?.cells)
        step(&viewer, &scene)
        viewer.look(at: scene, "\(name)")
        #expect(viewer.last?.cells.differences(from: before) != "", "it is to be seen")
    }

    /// Fields that are typed in, wheels that are turned, menus that are opened.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func whatIsOneTerminalsOwnComesOutAsIfItWerePaintedFromNothing(_ seed: UInt64) {
        var generator = Seeded(seed)
        var field = Element(id: "f", .textField(TextFieldLook(label: "Name", text: "Ada", updates: .change)))
        field.edit = Edit(.value(key: "k", kind: nil), .text)
        var menu = Element(id: "menu", .menu(label: "More", shown: ""))
        menu.children = ChunkedArray((0..<5).map { button("Item \($0)", enabled: $0 != 2) })
        var controls = [field, menu, picker("Wheel", "b"), toggle("One"), button("Two"), toggle("Three", enabled: false)]
        controls += (0..<20).map { toggle("Row \($0)", id: "r\($0)") }
        let root = seed.isMultiple(of: 2) ? form(controls) : list(controls)
        var viewer = Viewer()
        viewer.size = size(40, 14)
        let layout = viewer.renderer.layout(scene(root, back: "Back"), size: viewer.size, reusing: viewer.memory)
        let keys: [Key] = ReuseTests.keys + ["enter", "space", "a", "b", "backspace", "escape", "?", "tab", "down"]
        for step in 0..<80 {
            if let key = keys.randomElement(using: &generator) { viewer.press(key, at: layout, "seed \(seed), step \(step)") }
            viewer.look(at: layout, "seed \(seed), step \(step)")
        }
    }

    /// Trees that change here and there, looked at by somebody who presses keys, resizes the window, and is told things.
    @Test(arguments: 0..<80 as Range<UInt64>)
    func allComesOutAsIfItWerePaintedFromNothing(_ seed: UInt64) {
        var trees = RandomTree(seed: seed)
        var generator = Seeded(seed)
        var root = vstack([trees.element(), trees.element()])
        let over = trees.element()
        var viewer = Viewer()
        viewer.profile.colors = Profile.Colors.allCases.randomElement(using: &generator) ?? .trueColor
        viewer.profile.unicode = !seed.isMultiple(of: 5)
        for step in 0..<40 {
            func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
            if once(in: 3) { ReuseTests.change(&root, &trees, &generator) }
            if once(in: 12) || step == 0 {
                let screen = LayoutTests.sizes.randomElement(using: &generator) ?? (80, 24)
                viewer.size = size(screen.0, screen.1)
            }
            if once(in: 8) { viewer.chrome.banner = once(in: 2) ? nil : Banner("Refused \(step)", isIssue: once(in: 2)) }
            if once(in: 8) { viewer.chrome.status = once(in: 3) ? nil : StatusLine(daemon: "box", pending: step % 3) }
            if once(in: 10) {
                root.environment = once(in: 2) ? [:] : [
                    "colorScheme": once(in: 2) ? "light" : "dark", "chromeBackground": "indigo", "accent": "orange",
                ]
            }
            if once(in: 10) { viewer.now.help = viewer.now.help == nil ? 0 : nil }
            viewer.now.phase = once(in: 4) ? step : viewer.now.phase
            let modal: ModalStyle? = once(in: 2) ? nil : ModalStyle.allCases.randomElement(using: &generator)
            let layers = [layer(root, back: "Back")] + (modal.map { [layer(over, entry: "e2", modal: $0)] } ?? [])
            let layout = viewer.layout(of: Scene(stack: "main", layers: layers))
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                if let key = ReuseTests.keys.randomElement(using: &generator) {
                    viewer.press(key, at: layout, "seed \(seed), step \(step)")
                }
                if let stop = layout.top?.stops.randomElement(using: &generator), let entry = layout.top?.entry, once(in: 3) {
                    let place = Presentation.ElementPlace(entry: entry, element: stop.element)
                    viewer.now.pending = viewer.now.pending.isEmpty ? [place] : []
                }
            }
            viewer.look(at: layout, "seed \(seed), step \(step)")
        }
    }
}

extension CellBuffer {
    /// Empty where it is the same picture.
    fileprivate func differences(from other: CellBuffer) -> String {
        if self == other { return "" }
        guard size == other.size, turns == other.turns else { return "\(size), \(turns) and not \(other.size), \(other.turns)" }
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let (one, two) = (self[column: column, row: row], other[column: column, row: row])
                if one != two { return "row \(row), column \(column): \(one) and not \(two)\n\(plainText)\n\(other.plainText)" }
            }
        }
        return "the scheme"
    }
}
