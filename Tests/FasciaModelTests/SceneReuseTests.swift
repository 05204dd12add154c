import Testing

@testable import FasciaModel

/// What a scene has in common with the one before is the very same, and never something else than what is there.
struct SceneReuseTests {
    private func toggle(_ bind: String) -> Node { Node(.toggle(ToggleContent(bind: bind))) }
    private func value(_ key: String) -> Node { Node(.value(ValueContent(bind: key))) }
    private func picker(_ bind: String, _ style: PickerStyle) -> Node {
        Node(.picker(PickerContent(bind: bind, style: style)))
    }

    private func form(_ id: String, _ rows: [Node]) -> Command {
        .putScreen(Screen(id: id, body: Node(.form(FormContent(children: rows)))))
    }

    private let extras = Command.declareGroup(
        OptionDeclaration(
            id: "extras", options: (0..<20).map { OptionDeclaration(id: "o\($0)", title: "Option \($0)") }))

    private func root(_ bench: Bench, _ cache: inout SceneCache) throws -> Element {
        let scene = try #require(bench.panel.scene(stack: "main", reusing: &cache))
        #expect(scene == bench.panel.scene(stack: "main"))
        return try #require(scene.layers.last?.root)
    }

    /// Which of the elements are not the very same.
    private func different(_ new: Element, _ old: Element) -> [String] {
        zip(new.children, old.children).filter { !$0.isSame(as: $1) }.map(\.0.id)
    }

    @Test func aSwitchThatChangesIsTheOnlyRowThatIsMadeAnew() throws {
        var bench = try Bench(extras, form("s", (0..<20).map { toggle("extras/o\($0)") }), .push("s"))
        var cache = SceneCache()
        let before = try root(bench, &cache)
        try bench.do(.setToggle(id: "extras/o7", on: true))
        let after = try root(bench, &cache)
        #expect(different(after, before) == ["0.7"])
        #expect(try root(bench, &cache).isSame(as: after), "nothing has changed")
        try bench.do(.setValue(key: "other", 1))
        #expect(try root(bench, &cache).isSame(as: after), "what it does not show has changed")
    }

    @Test func eachKindOfNodeHearsOfWhatItShows() throws {
        let nodes: [Node] = [
            toggle("extras/o1"), value("n"), Node(.slider(SliderContent(.bind("n")))),
            Node(.stepper(StepperContent(.bind("n")))), Node(.progress(ProgressContent(.bind("n")))),
            Node(.gauge(GaugeContent(.bind("n")))), Node(.textField(TextFieldContent(.bind("t")))),
            picker("size", .wheel), picker("size", .segmented), picker("size", .inline), toggle("extras"),
            Node(.group(GroupContent(bind: "extras"))), toggle("late/a"), value("late"),
        ]
        var bench = try Bench(extras, form("s", nodes), .push("s"))
        let size = PickerDeclaration(
            id: "size", components: [PickerComponent(id: "size", elements: [PickerElement(id: "s", label: "S"), PickerElement(id: "l", label: "L")])])
        var cache = SceneCache()
        _ = try root(bench, &cache)
        let commands: [Command] = [
            .setValue(key: "n", 0.5), .setValue(key: "t", "words"), .declarePicker(size),
            .pick(id: "size/size", element: "l"), .setToggle(id: "extras/o1", on: true), .setToggle(id: "extras", on: true),
            .enableToggle(id: "extras/o1", enabled: false),
            .declareValue(ValueDeclaration(key: "n", kind: .int, range: 0...9, step: 3)), .setValue(key: "n", 6),
            .setValue(key: "late", "now"),
            .declareGroup(OptionDeclaration(id: "late", options: [OptionDeclaration(id: "b")])),
            .declareGroup(OptionDeclaration(id: "late", options: [OptionDeclaration(id: "a", title: "Aye")])),
            .removeGroup(id: "late"), .removeValue(key: "t"), .removePicker(id: "size"),
            .setEnvironment(.panel, ["tint": "red"]), .setEnvironment(.screen("s"), ["tint": "blue"]),
        ]
        for command in commands {
            let before = try root(bench, &cache)
            try bench.do(command)
            #expect(try root(bench, &cache) != before, "\(command)")
        }
    }

    @Test func aScreenThatIsPutAgainKeepsWhatIsTheSame() throws {
        func rows(_ names: [String]) -> [Node] { names.map { Node(.text(TextContent($0)), id: $0) } }
        var bench = try Bench(form("s", rows(["a", "b", "c", "d"])), .push("s"))
        var cache = SceneCache()
        let before = try root(bench, &cache)
        try bench.do(form("s", rows(["new", "a", "b", "d"])))
        let after = try root(bench, &cache)
        #expect(after.children.map { row in before.children.contains { $0.isSame(as: row) } } == [false, true, true, true])
    }

    /// Large parts that show nothing of the panel are resolved once, and anew where they, or what they inherit, are
    /// something else.
    @Test func whatShowsNothingOfThePanelIsNeverThatOfAnotherScreen() throws {
        func page(_ last: String, isDisabled: Bool = false) -> Command {
            let rows = (0..<20).map { Node(.text(TextContent($0 == 19 ? last : "row \($0)"))) }
            let part = Node(.section(SectionContent(title: "Fixed", children: rows)))
            return .putScreen(
                Screen(
                    id: "s",
                    body: Node(.form(FormContent(children: [part, toggle("extras/o1")])), modifiers: [.disabled(isDisabled)])))
        }
        var bench = try Bench(extras, page("one"), .push("s"))
        var cache = SceneCache()
        var last = try root(bench, &cache)
        for command in [
            page("two"), .setEnvironment(.panel, ["tint": "red"]), page("two", isDisabled: true), page("three"),
        ] {
            try bench.do(command)
            let next = try root(bench, &cache)
            #expect(next != last, "\(command)")
            last = next
        }
        try bench.do(.setToggle(id: "extras/o1", on: true))
        #expect(try different(root(bench, &cache), last) == ["0.1"])
    }

    @Test func theTitleSaysThatTheAppHasGone() throws {
        var bench = try Bench(extras, form("s", [toggle("extras/o1")]), .push("s"))
        var cache = SceneCache()
        _ = try root(bench, &cache)
        for isOrphaned in [true, false] {
            try bench.do(.setOrphaned(screens: ["s"], isOrphaned))
            _ = try root(bench, &cache)
            let title = bench.panel.scene(stack: "main", reusing: &cache)?.layers.last?.title
            #expect(title == (isOrphaned ? "s (its app is gone)" : "s"))
        }
    }

    @Test func whatIsNotShownAnyMoreIsForgotten() throws {
        var bench = try Bench(form("s", (0..<20).map { Node(.text(TextContent("\($0)"))) }), .push("s"))
        var cache = SceneCache()
        _ = try root(bench, &cache)
        let screen = try #require(bench.panel.screens["s"])
        let entry = try #require(bench.panel.stack("main")?.top.id)
        cache.forget(except: [entry])
        #expect(!cache.take(entry, screen).isEmpty)
        try bench.do(.push("s"))
        cache.forget(except: [try #require(bench.panel.stack("main")?.top.id)])
        #expect(cache.take(entry, screen).isEmpty)
    }

    @Test func rowsOfSectionsInAListAreFoundAgain() throws {
        let section = Node(
            .section(SectionContent(title: "S", footer: "F", children: [toggle("extras/o1"), toggle("extras/o2")])))
        let dim = Node(section.content, modifiers: [.dim(true)])
        let list = Node(.list(ListContent(children: [toggle("extras/o3"), section, dim])))
        var bench = try Bench(extras, .putScreen(Screen(id: "s", body: list)), .push("s"))
        var cache = SceneCache()
        let before = try root(bench, &cache)
        try bench.do(.setToggle(id: "extras/o2", on: true))
        #expect(different(try root(bench, &cache), before) == ["0.1.1", "0.2.1"])
    }

    /// Whatever is done to a panel, a scene that remembers is the one that is made from nothing.
    @Test(arguments: UInt64(1)...30) func aSceneThatRemembersIsTheOneMadeFromNothing(seed: UInt64) throws {
        var random = Random(seed: seed)
        var panel = Panel()
        let rows: [Node] = [
            toggle("g/a"), toggle("g/s/c"), toggle("g/s"), toggle("h/x"), Node(.group(GroupContent(bind: "g"))),
            value("v"), Node(.slider(SliderContent(.bind("v")))), Node(.textField(TextFieldContent(.bind("w")))),
            picker("p", .wheel), picker("p", .inline), picker("p/c", .segmented), picker("p/d", .menu),
        ]
        for screen in ["home", "a", "b"] {
            let some = rows.filter { _ in random.chance(60) }
            let section = Node(.section(SectionContent(title: "More", children: some)), modifiers: [.bold(true)])
            let content: Node.Content = screen == "b"
                ? .list(ListContent(children: some + [section])) : .form(FormContent(children: some + [section]))
            _ = try panel.apply(.putScreen(Screen(id: screen, body: Node(content))))
        }
        var cache = SceneCache()
        for step in 0..<150 {
            let command = random.command(in: panel)
            _ = try? panel.apply(command)
            let scene = panel.scene(stack: "main", reusing: &cache)
            #expect(scene == panel.scene(stack: "main"), "seed \(seed), step \(step): \(command)")
            if random.chance(20) { cache.forget(except: Set((scene?.layers ?? []).map(\.entry.id))) }
        }
    }
}
