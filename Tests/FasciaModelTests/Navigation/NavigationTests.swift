import FasciaDocument
import FasciaModel
import Testing

@Suite struct NavigationTests {
    @Test func navigation1_pushGoesToTheTopLayer() throws {
        var bench = try Bench()
        #expect(try bench.do(.push("a")).words == ["main push +e2 top e2"])
        try bench.do(.modal("b"))
        #expect(try bench.do(.push("c")).words == ["main push +e4 top e4"])
        #expect(bench.path() == "home a | b c")
        #expect(bench.panel.stack("main")?.layers.map(\.modal) == [nil, .sheet])
    }

    @Test func navigation2_aNewPanelHasItsRoot() throws {
        let bench = try Bench()
        #expect(bench.path() == "home")
        #expect(try bench.top() == EntryID("e1"))
        #expect(bench.panel.revision == 0)
        #expect(bench.panel.checkInvariants() == [])
    }

    @Test func onlyStackWithRootAloneCanBeRemoved() throws {
        var bench = try Bench()
        try bench.do(.setPath(stack: "side", [PathStep(Route("a")), PathStep(Route("b"))]))
        try bench.do(.setEnvironment(.stack("side"), ["tint": "red"]))
        #expect(
            try bench.message(.removeStack(name: "side"))
                == "refused: stack \"side\" has 2 entries, but only a stack with its root alone can be removed; "
                + "nav.popTo {\"stack\": \"side\", \"index\": 0} goes back to its root")
        try bench.do(.pop(stack: "side", entry: nil))
        #expect(try bench.do(.removeStack(name: "side")).words == ["removed stack side"])
        #expect(bench.panel.stackNames == ["main"])
        #expect(bench.panel.environment(.stack("side")) == [:])
        #expect(bench.panel.checkInvariants() == [])
        #expect(
            try bench.message(.removeStack(name: "side"))
                == "notFound: no stack \"side\": there is only main (nav.set makes a new one)")
        #expect(
            try bench.message(.removeStack(name: "main"))
                == "refused: the stack \"main\" cannot be removed: nav.popTo {\"index\": 0} goes back to its root")
        // Creating and removing a stack in one batch is no change, and its name can be reused.
        let made = Command.setPath(stack: "side", [PathStep(Route("a"))])
        var panel = bench.panel
        #expect(try panel.apply(.batch([made, .removeStack(name: "side")])) == [])
        try bench.do(made)
        #expect(try bench.do(.batch([.removeStack(name: "side")])).words == ["removed stack side"])
    }

    @Test func removedStackFreesItsSlot() throws {
        var bench = try Bench()
        for number in 1...200 {
            try bench.do(.setPath(stack: "s\(number)", [PathStep(Route("a"))]))
            try bench.do(.removeStack(name: "s\(number)"))
        }
    }

    @Test func navigation3_popRemovesTheTopAndClosesAModalWithItsOnlyEntry() throws {
        var bench = try Bench(.push("a"), .modal("b"))
        #expect(try bench.do(.pop).words == ["main pop -e3:popped top e2"])
        #expect(bench.path() == "home a")
        #expect(try bench.do(.pop).words == ["main pop -e2:popped top e1 root"])
        #expect(try bench.do(.pop) == [])
        #expect(bench.path() == "home")
    }

    @Test func navigation4_aGestureNamesTheEntryItMeans() throws {
        var bench = try Bench(.push("a"), .push("b"))
        let seen = try bench.top()
        try bench.do(.pop(stack: "main", entry: seen))
        // The second press of Back still names the entry that the user saw.
        #expect(try bench.do(.pop(stack: "main", entry: seen)) == [])
        #expect(bench.path() == "home a")
    }

    @Test func navigation5_popToTakesAnEntryAScreenOrAnIndexAndKeepsIt() throws {
        var bench = try Bench(.path("home", "a", "b", "a", "c"))
        try bench.do(.popTo(stack: "main", .screen("a")))
        #expect(bench.path() == "home a b a")
        try bench.do(.popTo(stack: "main", .entry(EntryID("e3"))))
        #expect(bench.path() == "home a b")
        try bench.do(.modal("m"))
        #expect(try bench.do(.popTo(stack: "main", .index(0))).words.first?.hasSuffix("top e1 root") == true)
        #expect(bench.path() == "home")
        #expect(try bench.do(.popTo(stack: "main", .index(0))) == [])
        for place in [Command.Place.index(1), .index(-1), .screen("a"), .entry(EntryID("e2"))] {
            #expect(try bench.refusal(.popTo(stack: "main", place)).reason == .notFound)
        }
    }

    @Test func navigation6_modalAlwaysOpensAndCloseAlwaysCloses() throws {
        var bench = try Bench()
        #expect(try bench.do(.close) == [])
        try bench.do(.modal("a", .alert))
        try bench.do(.modal("a", .alert))
        try bench.do(.push("b"))
        try bench.do(.modal("c", .cover))
        #expect(bench.path() == "home | a | a b | c")
        // Closing by entry closes that entry's modal and all above it.
        #expect(
            try bench.do(.close(stack: "main", entry: EntryID("e4"))).words
                == ["main close -e5:closed -e4:closed -e3:closed top e2"])
        #expect(try bench.do(.close(stack: "main", entry: EntryID("e4"))) == [])
        #expect(try bench.do(.close(stack: "main", entry: EntryID("e1"))) == [])
        #expect(try bench.do(.close).words == ["main close -e2:closed top e1 root"])
    }

    @Test func navigation7_replaceSwapsOneEntryForANewOne() throws {
        var bench = try Bench(.push("a"), .push("b"))
        #expect(
            try bench.do(.replace(stack: "main", entry: nil, route: Route("c"))).words
                == ["main replace +e4 -e3:replaced top e4"])
        // An entry below the top is replaced in place.
        #expect(
            try bench.do(.replace(stack: "main", entry: EntryID("e2"), route: Route("d"))).words
                == ["main replace +e5 -e2:replaced top e4"])
        #expect(bench.path() == "home d c")
        let gone = try bench.refusal(.replace(stack: "main", entry: EntryID("e2"), route: Route("x")))
        #expect(gone.reason == .entryGone)
    }

    @Test func navigation7_setKeepsTheLongestCommonPrefix() throws {
        var bench = try Bench(.path("home", "a", "b"))
        #expect(try bench.do(.path("home", "a", "c", "d")).words == ["main set +e4 +e5 -e3:reset top e5"])
        #expect(try bench.do(.path("home", "a", "c", "d")) == [])
        // A route with different arguments is a different route.
        let steps = [PathStep(Route("home")), PathStep(Route("a", args: 1)), PathStep(Route("m"), modal: .sheet)]
        #expect(
            try bench.do(.setPath(stack: "main", steps)).words
                == ["main set +e6 +e7 -e5:reset -e4:reset -e2:reset top e7"])
        #expect(bench.path() == "home a | m")
        // The same screens without the modal are a different path.
        try bench.do(.setPath(stack: "main", [steps[0], steps[1], PathStep(Route("m"))]))
        #expect(bench.path() == "home a m")
        try bench.do(.path("other"))
        #expect(bench.path() == "other")
    }

    @Test func navigation7_setMakesANewStack() throws {
        var bench = try Bench()
        let changes = try bench.do(.setPath(stack: "kiosk", [PathStep(Route("x")), PathStep(Route("y"))]))
        #expect(changes.words == ["kiosk set +e2 +e3 top e3"])
        #expect(bench.panel.stackNames == ["main", "kiosk"])
        try bench.do(.pop(stack: "kiosk", entry: nil))
        #expect(bench.path("kiosk") == "x")
        #expect(bench.path() == "home")
    }

    @Test func navigation8_nextGoesToATargetInItsMode() throws {
        var bench = try Bench(
            .target("start", .reset, "home", "a"), .target("more", .push, "x", "y"),
            .target("end", .popToOrPush, "x", "y"))
        try bench.do(.next("start"))
        #expect(bench.path() == "home a")
        try bench.do(.next("more"))
        try bench.do(.next("more"))
        #expect(bench.path() == "home a x y x y")
        try bench.do(.push("z"))
        #expect(try bench.do(.next("end")).words == ["main pop -e7:popped top e6"])
        #expect(try bench.do(.next("end")) == [])
        try bench.do(.next("start"))
        #expect(bench.path() == "home a")
        try bench.do(.next("end"))
        #expect(bench.path() == "home a x y")
    }

    @Test func navigation8_popToOrPushHeedsLayers() throws {
        let step = PathStep(Route("m"), modal: .sheet)
        var bench = try Bench(
            .declareTarget(Target(name: "ask", path: [step])), .target("both", .popToOrPush, "a", "m"),
            .push("a"), .modal("m", .alert))
        // An alert does not match a sheet, and the layer boundary separates a and m.
        try bench.do(.next("ask"))
        #expect(bench.path() == "home a | m | m")
        try bench.do(.next("both"))
        #expect(bench.path() == "home a | m | m a m")
        try bench.do(.next("ask"))
        #expect(bench.path() == "home a | m | m")
    }

    @Test func navigation8_rootIsThereWithoutBeingDeclared() throws {
        var bench = try Bench(.push("a"), .modal("b"))
        #expect(try bench.do(.next("root")).words == ["main set -e3:reset -e2:reset top e1 root"])
        #expect(try bench.do(.next("root")) == [])
        try bench.do(.target("root", .reset, "other"))
        try bench.do(.next("root"))
        #expect(bench.path() == "other")
        try bench.do(.removeTarget(name: "root"))
        #expect(bench.panel.targets == [])
        #expect(try bench.do(.next("root")) == [])
    }

    @Test func navigation8_aTargetIsDeclaredAgainOrRemoved() throws {
        var bench = try Bench()
        #expect(try bench.do(.target("t", .push, "a")).words == ["declared target t"])
        #expect(try bench.do(.target("t", .push, "a")) == [])
        #expect(try bench.do(.target("t", .push, "b")).words == ["declared target t"])
        #expect(try bench.do(.removeTarget(name: "t")).words == ["removed target t"])
    }

    @Test func navigation9_removalListsTheEntriesFromTopToBottom() throws {
        var bench = try Bench(.push("a", ["n": 1]), .push("b", 2))
        guard case .nav(let change)? = try bench.do(.popTo(stack: "main", .index(0))).first else {
            Issue.record("no nav change")
            return
        }
        #expect(change.removed.map(\.entry.route) == [Route("b", args: 2), Route("a", args: ["n": 1])])
        #expect(change.removed.map(\.outcome) == [.popped, .popped])
    }

    @Test func navigation10_anUnknownScreenIsNoError() throws {
        var bench = try Bench(.push("nowhere"))
        #expect(bench.panel.screen("nowhere") == nil)
        try bench.do(.putScreen(Screen(id: "nowhere", body: Node(.empty))))
        #expect(bench.path() == "home nowhere")
    }

    @Test func navigation12_depthIsCapped() throws {
        var limits = Limits()
        limits.depth = 3
        var bench = try Bench(.push("a"), .modal("b"), limits: limits)
        for command in [
            Command.push("c"), .modal("c"), .path("1", "2", "3", "4"),
            .setPath(stack: "new", Array(repeating: PathStep(Route("a")), count: 4)),
        ] {
            let refusal = try bench.refusal(command)
            #expect(refusal.reason == .limit)
            #expect(refusal.details["limit"] == "depth")
            #expect(refusal.details["value"] == 3)
        }
        try bench.do(.target("t", .push, "x", "y"))
        #expect(try bench.refusal(.next("t")).reason == .limit)
        #expect(Limits().depth == 256)
    }

    @Test func entryIDsAreNeverUsedAgain() throws {
        let bench = try Bench(.push("a"), .pop, .push("b"))
        #expect(try bench.top() == EntryID("e3"))
        #expect(bench.panel.wasMinted(EntryID("e2")))
        #expect(bench.panel.find(EntryID("e2")) == nil)
        for id in ["e4", "e02", "e+1", "e0", "x", ""] { #expect(!bench.panel.wasMinted(EntryID(id))) }
        #expect(bench.panel.find(EntryID("e3"))?.stack == "main")
    }
}
