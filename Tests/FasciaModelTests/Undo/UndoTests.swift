import FasciaDocument
import FasciaModel
import TestSupport
import Testing

@Suite struct UndoTests {
    // MARK: What is restored

    @Test func aSwitchGoesBackAndItsMasterWithIt() throws {
        var bench = try Bench(.group("extras", "+cheese", "ham"))
        try bench.do(.set("extras", true))
        let changes = try bench.do(.undo(.steps(1)))
        #expect(changes.words == ["extras/ham- undo", "extras on>mixed"])
        #expect(bench.panel.revision == 3)
    }

    /// Undo does not remove stacks, so the one that a terminal makes for itself is not in the way.
    @Test func theCreationOfAStackIsNoStep() throws {
        var bench = try Bench(.group("g", "a"))
        try bench.do(.set("g/a", true))
        try bench.do(.setPath(stack: "own-1", [PathStep(Route("home"))]))
        #expect(try bench.do(.undo(.steps(1))).words.contains("g/a- undo"))
    }

    /// Else an undo would do nothing, and the next one the same again.
    @Test func theEnvironmentOfAStackThatIsGoneIsNoStep() throws {
        var bench = try Bench(.group("g", "a"))
        try bench.do(.set("g/a", true))
        try bench.do(.setPath(stack: "own-1", [PathStep(Route("home"))]))
        try bench.do(.setEnvironment(.stack("own-1"), ["tint": "red"]))
        try bench.do(.removeStack(name: "own-1"))
        #expect(try bench.do(.undo(.steps(1))).words.contains("g/a- undo"))
    }

    @Test func manyRevisionsGoBackAsOneWithTheNetDifference() throws {
        var bench = try Bench(.group("g", "a", "b", "c"), .setValue(key: "v", 1))
        let then = bench.panel
        for id in ["g/a", "g/b", "g/a", "g/c", "g/b"] { try bench.do(.flip(id)) }
        try bench.do(.setValue(key: "v", 2))
        try bench.do(.setValue(key: "w", "new"))
        let changes = try bench.do(.undo(.revision(then.revision)))
        #expect(changes.words == ["g/c- undo", "g mixed>off", "v 2>1", "removed value w"])
        #expect(bench.panel.holdsTheSame(as: then))
    }

    @Test func undoOfNoNetChange() throws {
        var bench = try Bench(.group("g", "a"))
        try bench.do(.flip("g/a"))
        try bench.do(.flip("g/a"))
        #expect(try bench.do(.undo(.steps(2))).isEmpty)
        #expect(try bench.do(.undo(.revision(3))).isEmpty)
    }

    @Test func undoRestoresEnablement() throws {
        var bench = try Bench(.group("g", "a", "b"), .enableToggle(id: "g", enabled: false))
        let changes = try bench.do(.undo(.steps(1)))
        #expect(changes.words == ["g/a enabled", "g/b enabled", "g enabled"])
    }

    @Test func aRemovedGroupComesBackAsItWasAndWhereItWas() throws {
        var bench = try Bench(.group("f", "x"), .group("g", "+a", "-b"), .group("h", "y"))
        let then = bench.panel
        try bench.do(.removeGroup(id: "g"))
        #expect(try bench.do(.undo(.steps(1))).words == ["declared group g"])
        #expect(bench.panel.groupIDs == ["f", "g", "h"])
        #expect(bench.panel.holdsTheSame(as: then))
    }

    @Test func aDeclarationGoesBackWithWhatWasSet() throws {
        var bench = try Bench(.group("g", "a", "+b"))
        let then = bench.panel
        try bench.do(.group("g", "b", "c", rules: .init(exclusive: true)))
        try bench.do(.set("g/c", true))
        let changes = try bench.do(.undo(.revision(1)))
        #expect(changes.words == ["declared group g", "g/b+ undo"])
        #expect(bench.panel.holdsTheSame(as: then))
        // The restored group also has its former rules.
        try bench.do(.set("g/a", true))
        #expect(bench.state("g") == .on)
    }

    @Test func aNewGroupIsTakenAway() throws {
        var bench = try Bench(.group("g", "a"), .set("g/a", true))
        #expect(try bench.do(.undo(.steps(2))).words == ["removed group g"])
        #expect(bench.panel.groupIDs == [])
    }

    @Test func undoRestoresExclusiveChoice() throws {
        var bench = try Bench(.group("size", "+s", "m", "l", rules: .init(exclusive: true)))
        try bench.do(.set("size/m", true))
        try bench.do(.set("size/l", true))
        #expect(try bench.do(.undo(.steps(2))).words == ["size/s+ undo", "size/l- undo"])
        // The exclusive rule knows the restored choice.
        #expect(try bench.do(.set("size/m", true)).words == ["size/m+ direct", "size/s- exclusive"])
    }

    @Test func aPickerGoesBackWithWhatDependsOnIt() throws {
        var bench = try Bench(
            .picker(
                "height", PickerComponent(id: "unit", elements: ["m", "cm"]),
                PickerComponent(id: "value", dependsOn: "unit", elementsFor: ["m": ["1", "2"], "cm": ["100", "200"]])),
            .pick("height/value", "2"))
        let then = bench.panel
        try bench.do(.pick("height/unit", "cm"))
        try bench.do(.pick("height/value", "200"))
        let changes = try bench.do(.undo(.steps(2)))
        #expect(changes.words == ["height/unit cm>m undo", "height/value 200>2 undo"])
        #expect(bench.panel.holdsTheSame(as: then))
    }

    @Test func elementsThatWereReplacedComeBack() throws {
        var bench = try Bench(.picker("p", PickerComponent(id: "c", elements: ["a", "b"])), .pick("p/c", "b"))
        let then = bench.panel
        try bench.do(.elements("p/c", ["x", "y"]))
        #expect(try bench.do(.undo(.steps(1))).words == ["declared picker p", "p/c x>b undo"])
        #expect(bench.panel.holdsTheSame(as: then))
    }

    @Test func aRemovedPickerComesBack() throws {
        var bench = try Bench(
            .picker("o", PickerComponent(id: "c", elements: ["a"])),
            .picker("p", PickerComponent(id: "c", elements: ["a", "b"])),
            .picker("q", PickerComponent(id: "c", elements: ["a"])))
        let then = bench.panel
        try bench.do(.removePicker(id: "p"))
        #expect(try bench.do(.undo(.steps(1))).words == ["declared picker p"])
        #expect(bench.panel.holdsTheSame(as: then))
    }

    @Test func aValueGoesBackWithItsDeclaration() throws {
        var bench = try Bench(.setValue(key: "u", 1), .setValue(key: "v", 7), .setValue(key: "w", 1))
        let then = bench.panel
        try bench.do(.declareValue(.init(key: "v", kind: .string, initial: "seven")))
        try bench.do(.removeValue(key: "v"))
        #expect(try bench.do(.undo(.steps(2))).words == ["declared value v", "v null>7"])
        #expect(bench.panel.holdsTheSame(as: then))
        try bench.do(.declareValue(.init(key: "v", kind: .int)))
        #expect(try bench.do(.undo(.steps(1))).words == ["declared value v"])
        #expect(bench.panel.valueDeclaration("v") == nil)
    }

    @Test func theEnvironmentGoesBack() throws {
        var bench = try Bench(.setEnvironment(.panel, ["tint": "red"]))
        try bench.do(.setEnvironment(.panel, ["tint": "blue", "x": 1]))
        try bench.do(.setEnvironment(.screen("s"), ["y": 2]))
        let changes = try bench.do(.undo(.steps(2)))
        #expect(changes.words == [#"environment panel {tint:"red"}"#, #"environment screen("s") {}"#])
    }

    // MARK: Stacks

    @Test func entriesThatComeBackHaveNewIDs() throws {
        var bench = try Bench(.push("a", 1), .push("b"), .pop)
        let changes = try bench.do(.undo(.steps(1)))
        #expect(changes.words == ["main set +e4 top e4"])
        #expect(bench.path() == "home a b")
        #expect(try bench.refusal(.popTo(stack: "main", .entry(EntryID("e3")))).reason == .notFound)
    }

    @Test func entriesThatAreStillThereKeepTheirIDs() throws {
        var bench = try Bench(.push("a"), .push("b"), .push("c"))
        let changes = try bench.do(.undo(.steps(2)))
        #expect(changes.words == ["main set -e4:reset -e3:reset top e2"])
        #expect(bench.path() == "home a")
    }

    @Test func modalsComeBackAsLayers() throws {
        var bench = try Bench(.push("a"), .modal("m", .alert), .push("n"), .modal("o"))
        let then = bench.panel
        try bench.do(.next("root"))
        let changes = try bench.do(.undo(.steps(1)))
        #expect(changes.words == ["main set +e6 +e7 +e8 +e9 top e9"])
        #expect(bench.path() == "home a | m n | o")
        #expect(bench.panel.holdsTheSame(as: then))
    }

    /// Entries above a restored one are replaced, too: clients that follow a stack remove entries from the top.
    @Test func entriesAboveReplacedEntryGetNewIDs() throws {
        var bench = try Bench(.push("a"), .push("b"))
        let then = bench.panel
        try bench.do(.replace(stack: "main", entry: EntryID("e2"), route: Route("x")))
        let changes = try bench.do(.undo(.steps(1)))
        #expect(changes.words == ["main set +e5 +e6 -e3:reset -e4:reset top e6"])
        #expect(bench.panel.holdsTheSame(as: then))
    }

    @Test func restoredEntryHasItsEnvironment() throws {
        var bench = try Bench(.push("a"), .setEnvironment(.entry(EntryID("e2")), ["tint": "red"]), .pop)
        let changes = try bench.do(.undo(.steps(1)))
        #expect(
            changes.words == [
                "main set +e3 top e3", #"environment entry(e3) {tint:"red"}"#,
            ])
        #expect(bench.panel.environment(.entry(EntryID("e3"))) == ["tint": "red"])
    }

    /// A restored entry has no parent, so its former parent is not asked to handle its actions.
    @Test func anEntryComesBackWithoutAParent() throws {
        var bench = try Bench(.push(stack: "main", route: Route("a"), handles: ["onDone"]), .pop)
        try bench.do(.undo(.steps(1)))
        #expect(bench.panel.stack("main")?.top.handles == [])
    }

    @Test func aStackThatWasMadeSinceStaysAsItIs() throws {
        var bench = try Bench(.setValue(key: "v", 1))
        try bench.do(.setPath(stack: "side", [PathStep(Route("x"))]))
        try bench.do(.push(stack: "side", route: Route("y"), handles: []))
        try bench.do(.setEnvironment(.stack("side"), ["tint": "red"]))
        try bench.do(.setEnvironment(.entry(EntryID("e3")), ["tint": "blue"]))
        #expect(try bench.do(.undo(.revision(0))).words == ["removed value v"])
        #expect(bench.path("side") == "x y")
        #expect(bench.panel.environment(.stack("side")) == ["tint": "red"])
        #expect(bench.panel.environment(.entry(EntryID("e3"))) == ["tint": "blue"])
    }

    // MARK: What is kept

    @Test func undoKeepsPublishedScreens() throws {
        let screen = Screen(id: "s", body: Node(.text(TextContent("one"))))
        var bench = try Bench(.putScreen(screen), .target("t", .push, "a"), .setValue(key: "v", 1))
        try bench.do(.putScreen(Screen(id: "s", body: Node(.text(TextContent("two"))))))
        try bench.do(.putScreen(Screen(id: "new", body: Node(.text(TextContent("new"))))))
        try bench.do(.removeTarget(name: "t"))
        try bench.do(.setOrphaned(screens: ["s"], true))
        #expect(try bench.do(.undo(.revision(2))).words == ["removed value v"])
        #expect(bench.panel.screen("s")?.body == Node(.text(TextContent("two"))))
        #expect(bench.panel.screen("new") != nil)
        #expect(bench.panel.target("t") == nil)
        #expect(bench.panel.isOrphaned(screen: "s"))
    }

    @Test func undoSkipsNonUndoableRevisions() throws {
        var bench = try Bench(.setValue(key: "v", 1), .setValue(key: "v", 2))
        try bench.do(.putScreen(Screen(id: "s", body: Node(.text(TextContent("one"))))))
        try bench.do(.reportIssue(Issue(.warning, .reported, "something")))
        #expect(try bench.panel.revision(of: .steps(1)) == 1)
        #expect(try bench.do(.undo(.steps(1))).words == ["v 2>1"])
    }

    // MARK: Undoing an undo

    @Test func theUndoOfAnUndoDoesItAgain() throws {
        var bench = try Bench(.group("g", "a", "b"), .set("g/a", true))
        try bench.do(.push("x"))
        try bench.do(.removeGroup(id: "g"))
        let then = bench.panel
        try bench.do(.undo(.revision(1)))
        #expect(bench.path() == "home")
        #expect(try bench.do(.undo(.steps(1))).words == ["main set +e3 top e3", "removed group g"])
        #expect(bench.panel.holdsTheSame(as: then))
    }

    /// Undoing back and forth retains only the net effects, not those of all earlier undos.
    @Test func repeatedUndoRetainsNetEffects() throws {
        var limits = Limits()
        limits.undoBytes = 100_000
        var bench = try Bench(.group("g", "a", "b", "c"), .push("x"), .setValue(key: "v", 1), limits: limits)
        for _ in 1...40 { try bench.do(.undo(.revision(0))) }
        #expect(try bench.panel.revision(of: .revision(0)) == 0, "all of it is still known")
        #expect(bench.panel.revision == 4)
        for _ in 1...40 { try bench.do(.undo(.steps(1))) }
        #expect(try bench.panel.revision(of: .revision(0)) == 0, "all of it is still known")
        #expect(bench.panel.revision == 44)
    }

    @Test func anUndoGoesBackBeyondAnUndo() throws {
        var bench = try Bench(.setValue(key: "v", 1), .setValue(key: "v", 2), .setValue(key: "v", 3))
        try bench.do(.undo(.steps(1)))
        #expect(try bench.do(.undo(.steps(3))).words == ["v 2>1"])
        #expect(bench.panel.value("v") == 1)
    }

    @Test func aBatchGoesBackAsOne() throws {
        var bench = try Bench(.group("g", "a"))
        let then = bench.panel
        try bench.do(
            .batch([
                .set("g/a", true), .group("g", "a", "b"), .set("g/b", true), .push("x"), .setValue(key: "v", 1),
                .removeGroup(id: "g"), .group("g", "c"),
            ]))
        try bench.do(.undo(.steps(1)))
        #expect(bench.panel.holdsTheSame(as: then))
    }
}
