import SceneTestSupport
import TestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// Reusing items of earlier layouts saves work and never changes the result.
struct ReuseTests {
    // MARK: - What it costs

    /// The number of items laid out for a scene with this memory.
    private func cost(_ scene: Scene, _ memory: LayoutCache) -> Int {
        var renderer = Renderer()
        let work = RenderStatistics()
        renderer.work = work
        _ = renderer.paint(renderer.layout(scene, size: size(80, 24), reusing: memory))
        return work.laidOut
    }

    @Test(arguments: [90, 2_000])
    func aChangedRowIsLaidOutAndNoOther(_ count: Int) {
        var root = form((0..<count).map { toggle("Row \($0)", id: "\($0)") })
        let memory = LayoutCache()
        #expect(cost(scene(root), memory) > 22)
        root.children[3] = toggle("Row 3", .on, id: "3")
        #expect(cost(scene(root), memory) == 2, "the form and its row")
        #expect(cost(scene(root), memory) == 0)
    }

    /// Items inside unchanged items stay in the memory, although later layouts do not look them up.
    @Test func itemsInsideUnchangedItemsStayCached() {
        let memory = LayoutCache()
        var rows = form((0..<20).map { toggle("Row \($0)", id: "\($0)") })
        _ = cost(scene(rows), memory)
        for _ in 0..<3 { #expect(cost(scene(rows), memory) == 0) }
        rows.children[0] = toggle("Row 0", .on, id: "0")
        #expect(cost(scene(rows), memory) == 2, "rows that nobody has asked for meanwhile")
    }

    @Test func keysThatScrollNothingLayOutNoRow() {
        let work = RenderStatistics()
        var renderer = Renderer()
        renderer.work = work
        let layout = renderer.layout(scene(list((0..<500).map { toggle("Row \($0)", id: "\($0)") })), size: size(80, 24))
        var now = layout.reconcile(.init())
        for key in ["down", "up"] as [Key] { now = layout.handle(key, now).state }
        _ = renderer.paint(layout, now)
        let before = work.laidOut
        for key in ["down", "down", "up"] as [Key] {
            now = layout.handle(key, now).state
            _ = renderer.paint(layout, now)
        }
        #expect(work.laidOut == before)
    }

    /// The items of a menu are not laid out, but keys act on them, so they must be up to date.
    @Test func changedMenuItemsAreLaidOut() {
        let menu = Element(id: "m", .menu(label: "More", shown: ""), children: [toggle("In it", id: "t")])
        let memory = LayoutCache()
        var root = vstack([menu])
        _ = Renderer().layout(scene(root), size: size(40, 12), reusing: memory)
        root.children[0].children[0] = toggle("In it", .on, id: "t")
        let new = Renderer().layout(scene(root), size: size(40, 12), reusing: memory)
        #expect(new.top?.stops.first { $0.element == "m" }?.items.map(\.isChecked) == [true])
    }

    /// Scrolling within a stretch of rows lays out nothing.
    @Test func scrollingByARowIsTheSameWindow() {
        let work = RenderStatistics()
        var renderer = Renderer()
        renderer.work = work
        let layout = renderer.layout(scene(list((0..<500).map { toggle("Row \($0)", id: "\($0)") })), size: size(80, 24))
        var now = layout.reconcile(.init())
        for _ in 0..<45 { now = layout.handle("down", now).state }
        var (new, before) = (0, work.laidOut)
        for _ in 0..<20 {
            now = layout.handle("down", now).state
            _ = renderer.paint(layout, now)
            if work.laidOut != before { (new, before) = (new + 1, work.laidOut) }
        }
        #expect(now.scroll.anchors[.init(entry: EntryID("e1"), element: "list")]?.row == 45, "it was scrolled")
        #expect(new == 1, "20 rows are one stretch")
    }

    // MARK: - What it comes to

    /// A shared budget that runs short starts again, so that layouts are not cut short.
    @Test func exhaustedSharedBudgetRestarts() {
        let words = text(String(repeating: "some words that wrap ", count: 6), id: "words")
        let (memory, renderer) = (LayoutCache(), Renderer())
        var asked = 0
        for step in 0..<3 * LayoutBudget.maximumProposals {
            let beside = text(String(repeating: "x", count: step), id: "beside")
            let scene = scene(hstack([beside.with(.layoutPriority(1)), words]))
            let remembered = renderer.layout(scene, size: size(250, 20), reusing: memory)
            if memory.budget.hasRefused { asked += 1 }
            let picture = renderer.paint(remembered)
            #expect(picture == renderer.paint(renderer.layout(scene, size: size(250, 20))), "\(step)")
        }
        #expect(asked > 0, "or this tests nothing")
    }

    /// With a memory, a layout beyond the bounds is cut like one without, and is reported each time.
    @Test func overBudgetLayoutEqualsUncachedLayout() {
        let long = String(repeating: "many words ", count: 6_000)
        let scene = scene(vstack((0..<80).map { text(long, id: "t\($0)") }))
        let memory = LayoutCache()
        var renderer = Renderer()
        let excess = OverBudgetScreens()
        renderer.overBudget = excess
        let pictures = [nil, memory, memory].map { renderer.paint(renderer.layout(scene, size: size(80, 24), reusing: $0)) }
        #expect(excess.take() == [EntryID("e1"): .layout])
        #expect(pictures.allSatisfy { $0 == pictures[0] })
        _ = renderer.layout(scene, size: size(80, 24), reusing: memory)
        #expect(excess.take() == [EntryID("e1"): .layout], "each time")
    }

    /// Changing trees at changing sizes, with keys in between: reused layouts equal fresh ones.
    @Test(arguments: Torture.all(0..<60 as Range<UInt64>, otherwiseEvery: 10))
    func cachedLayoutEqualsFreshLayout(_ seed: UInt64) {
        var trees = RandomTree(seed: seed)
        var generator = Seeded(seed)
        var root = vstack([trees.element(), trees.element()])
        let over = trees.element()
        var screen = LayoutTests.sizes[Int(seed) % LayoutTests.sizes.count]
        var known = Layouts()
        var now = TerminalState()
        for step in 0..<25 {
            ReuseTests.change(&root, &trees, &generator)
            if step.isMultiple(of: 7) {
                root.environment["colorScheme"] = Bool.random(using: &generator) ? "light" : "dark"
                root.environment["chromeBackground"] = Bool.random(using: &generator) ? "blue" : nil
            }
            if step % 7 == 3 { screen = LayoutTests.sizes.randomElement(using: &generator) ?? screen }
            let isModal = Int.random(in: 0..<5, using: &generator) == 0
            let layers = [layer(root, back: "Back")] + (isModal ? [layer(over, entry: "e2", modal: .sheet)] : [])
            let scene = Scene(stack: "main", layers: layers)
            let size = size(screen.0, screen.1)
            let remembered = known.layout(scene, size)
            let fresh = Renderer().layout(scene, size: size)
            compare(remembered, fresh, now, "seed \(seed), step \(step)")
            now = press(remembered, fresh, now, &generator, "seed \(seed), step \(step)")
            compare(remembered, fresh, now, "seed \(seed), step \(step), after keys")
        }
    }

    /// The daemon's cache: a memory for each size.
    private struct Layouts {
        private var known: [CellSize: LayoutCache] = [:]

        mutating func layout(_ scene: Scene, _ size: CellSize) -> SceneLayout {
            let memory = known[size] ?? LayoutCache()
            known[size] = memory
            return Renderer().layout(scene, size: size, reusing: memory)
        }
    }

    /// A list whose rows change and are inserted and removed while it is scrolled.
    @Test(arguments: Torture.all(0..<20 as Range<UInt64>, otherwiseEvery: 4))
    func rowsOfListsComeOutAsIfTheyWereMadeFromNothing(_ seed: UInt64) {
        var generator = Seeded(seed)
        var count = 150
        var root = list((0..<count).map { toggle("Row \($0)", id: "\($0)") })
        if seed.isMultiple(of: 2) { root = form(Array(root.children)) }
        var known = Layouts()
        var now = TerminalState()
        for step in 0..<40 {
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let index = Int.random(in: 0..<root.children.count, using: &generator)
                switch Int.random(in: 0..<9, using: &generator) {
                case 0: root.children[index].content = .toggle(label: "Changed \(step)", state: .on)
                case 1...5:
                    ReuseTests.touch(
                        &root.children[
                            now.scroll.anchors.first.map { min($0.value.row + index % 12, root.children.count - 1) } ?? index % 12
                        ])
                case 6: root.children.remove(at: index)
                case 7:
                    count += 1
                    root.children.insert(text("Text\n\(count)", id: "\(count)"), at: index)
                default: root.children[index] = root.children[index].with(.padding(Insets(all: 8)))
                }
            }
            let scene = scene(root)
            let size = size(30, Int.random(in: 0..<8, using: &generator) == 0 ? 9 : 12)
            let (remembered, fresh) = (known.layout(scene, size), Renderer().layout(scene, size: size))
            now = press(remembered, fresh, now, &generator, "seed \(seed), step \(step)")
            compare(remembered, fresh, now, "seed \(seed), step \(step)")
        }
    }

    static let keys: [Key] = [
        "up", "down", "down", "left", "right", "tab", "backtab", "home", "end", "pageup", "pagedown", "x",
    ]

    private func press(
        _ remembered: SceneLayout, _ fresh: SceneLayout, _ before: TerminalState, _ generator: inout Seeded,
        _ place: Comment
    ) -> TerminalState {
        var now = before
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            guard let key = ReuseTests.keys.randomElement(using: &generator) else { continue }
            let reaction = remembered.handle(key, now)
            #expect(reaction == fresh.handle(key, now), place)
            now = reaction.state
            let at = CellPoint(
                column: Int.random(in: 0...40, using: &generator), row: Int.random(in: 0...15, using: &generator))
            let mouse = Mouse(MouseKind.allCases.randomElement(using: &generator) ?? .press, at: at)
            let moved = remembered.handle(mouse, now)
            #expect(moved == fresh.handle(mouse, now), place)
            now = moved.state
        }
        return now
    }

    private func compare(_ one: SceneLayout, _ other: SceneLayout, _ now: TerminalState, _ place: Comment) {
        #expect(one.reconcileReportingMismatches(now).reconciled == other.reconcileReportingMismatches(now).reconciled, place)
        #expect(one.reconcileReportingMismatches(now).mismatches == other.reconcileReportingMismatches(now).mismatches, place)
        #expect(one.visibleRows(one.reconcile(now)) == other.visibleRows(other.reconcile(now)), place)
        #expect(Renderer().paint(one, now) == Renderer().paint(other, now), place)
        let chrome = Chrome(banner: Banner("Something is wrong", isIssue: true))
        let reconciled = one.reconcile(now)
        #expect(
            Renderer().paint(one, reconciled, chrome, TerminalCapabilities())
                == Renderer().paint(other, reconciled, chrome, TerminalCapabilities()), place)
        #expect(one.top?.stops.map(\.behavior.activation) == other.top?.stops.map(\.behavior.activation), place)
    }

    /// Changes the content of an element, in the same or another size.
    private static func touch(_ element: inout Element) {
        switch element.content {
        case .control(let control) where control.kind == .toggle:
            element.content = .toggle(label: control.label, state: control.state == .on ? .off : .on)
            element.activation = .flip(id: element.id, expect: control.state == .on ? .off : .on)
        case .text(let words): element.content = .text(words == "one" ? "two" : words.count == 3 ? "four" : "one")
        case .control(let control) where control.kind == .button:
            element.content = .button(label: String(control.label.reversed()), role: control.role)
        default: break
        }
    }

    /// Changes the content of some elements on a random path.
    private static func touchSome(_ element: inout Element, _ generator: inout Seeded) {
        touch(&element)
        guard let index = element.children.indices.randomElement(using: &generator) else { return }
        touchSome(&element.children[index], &generator)
    }

    /// Changes one random element.
    static func change(_ element: inout Element, _ trees: inout RandomTree, _ generator: inout Seeded) {
        if Bool.random(using: &generator) { return touchSome(&element, &generator) }
        guard !element.children.isEmpty, Int.random(in: 0..<4, using: &generator) > 0 else {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: element.children.append(trees.element(depth: 2))
            case 1: if !element.children.isEmpty { element.children.removeLast() }
            case 2: element.isEnabled.toggle()
            default: element.modifiers.append(.bold(true))
            }
            return
        }
        let index = Int.random(in: element.children.indices, using: &generator)
        if Int.random(in: 0..<6, using: &generator) == 0 { return element.children[index] = trees.element(depth: 2) }
        change(&element.children[index], &trees, &generator)
    }
}
