import FasciaModel
import TestSupport
import Testing

private let extras = Command.group("extras", "ham", "cheese", "olives")
private let nested = Command.group(
    "all", OptionDeclaration(id: "a", options: ["x", OptionDeclaration(id: "deep", options: ["y"])]), "z")

@Suite struct ToggleTests {
    @Test func toggles1_theFourBehavioursOfAMaster() throws {
        var bench = try Bench(extras)
        // Turning the master on turns on every option.
        #expect(
            try bench.do(.set("extras", true)).words
                == ["extras/ham+ group", "extras/cheese+ group", "extras/olives+ group", "extras off>on"])
        // Turning off one option makes the master mixed.
        #expect(try bench.do(.set("extras/ham", false)).words == ["extras/ham- direct", "extras on>mixed"])
        // Turning on the last option turns the master on.
        #expect(try bench.do(.set("extras/ham", true)).words == ["extras/ham+ direct", "extras mixed>on"])
        // Turning the master off turns off every option.
        #expect(
            try bench.do(.set("extras", false)).words
                == ["extras/ham- group", "extras/cheese- group", "extras/olives- group", "extras on>off"])
    }

    @Test(arguments: [1, 2, 5, 20, 60]) func toggles2_aLeafTouchesOnlyTheGroupsAroundIt(depth: Int) throws {
        // Each group contains the next one and 50 other options, which changing the leaf must not touch.
        var declaration = OptionDeclaration(id: "leaf")
        for level in (0..<depth).reversed() {
            let others = level == depth - 1 ? [] : (0..<50).map { OptionDeclaration(id: "other\($0)", on: true) }
            declaration = OptionDeclaration(id: "g\(level)", options: [declaration] + others)
        }
        var bench = try Bench(.declareGroup(declaration))
        let leaf = (0..<depth).map { "g\($0)/" }.joined() + "leaf"
        let changes = try bench.do(.set(leaf, true))
        #expect(changes.count == 1 + depth)
        let groups = changes.dropFirst().compactMap { if case .group(let id, _, _) = $0 { id } else { nil } }
        #expect(groups == (0..<depth).reversed().map { last in (0...last).map { "g\($0)" }.joined(separator: "/") })
    }

    @Test func toggles3_tapOnMixedGroupTurnsOn() throws {
        var bench = try Bench(extras, .set("extras/ham", true))
        #expect(bench.state("extras") == .mixed)
        #expect(try bench.do(.flip("extras")).words == ["extras/cheese+ group", "extras/olives+ group", "extras mixed>on"])
        try bench.do(.flip("extras"))
        #expect(bench.state("extras") == .off)
        try bench.do(.flip("extras/ham"))
        #expect(bench.state("extras/ham") == .on)
    }

    @Test func toggles4_setIsIdempotentAndFlipExpects() throws {
        var bench = try Bench(extras, .set("extras/ham", true))
        #expect(try bench.do(.set("extras/ham", true)) == [])
        #expect(try bench.do(.set("extras/cheese", false)) == [])
        // Two terminals tap at once: the second tap does not undo the first.
        try bench.do(.flipToggle(id: "extras", expect: .mixed))
        let conflict = try bench.refusal(.flipToggle(id: "extras", expect: .mixed))
        #expect(conflict.reason == .conflict)
        #expect(conflict.details == ["id": "extras", "expect": "mixed", "state": "on"])
        #expect(try bench.refusal(.flipToggle(id: "extras/ham", expect: .off)).reason == .conflict)
    }

    @Test func toggles5_disabledOptionsAreSkippedAndCount() throws {
        var bench = try Bench(.group("g", "a", "-b", "-+c"))
        #expect(try bench.do(.set("g", true)).words == ["g/a+ group"])
        #expect(bench.state("g") == .mixed)
        // All enabled options are on, so a tap turns them off.
        #expect(try bench.do(.flip("g")).words == ["g/a- group"])
        #expect(try bench.refusal(.flip("g/b")).reason == .refused)
        // A set also changes a disabled option.
        #expect(try bench.do(.set("g/b", true)).words == ["g/b+ direct"])
        #expect(try bench.do(.enableToggle(id: "g/a", enabled: false)).words == ["g/a disabled", "g disabled"])
        #expect(bench.panel.toggle("g")?.isEnabled == false)
        #expect(bench.state("g") == .mixed)
        #expect(try bench.refusal(.flip("g")).reason == .refused)
        #expect(try bench.do(.set("g", true)) == [])
        #expect(
            try bench.do(.enableToggle(id: "g", enabled: true)).words
                == ["g/a enabled", "g/b enabled", "g/c enabled", "g enabled"])
        #expect(try bench.do(.enableToggle(id: "g", enabled: true)) == [])
    }

    @Test func toggles5_anEmptyGroupIsOffAndDisabled() throws {
        var bench = try Bench(.group("g"))
        let info = try #require(bench.panel.toggle("g"))
        #expect(info.state == .off && !info.isEnabled && info.isGroup && info.title == "g")
        #expect(try bench.do(.flip("g")) == [])
        #expect(try bench.do(.set("g", true)) == [])
    }

    @Test func toggles6_exclusiveTurnsTheOtherOff() throws {
        var bench = try Bench(.group("size", "small", "+large", rules: .init(exclusive: true)))
        #expect(
            try bench.do(.set("size/small", true)).words == ["size/small+ direct", "size/large- exclusive"])
        #expect(bench.state("size") == .mixed)
        for command in [Command.set("size/small", false), .flip("size/small"), .set("size", false), .set("size", true)] {
            let refusal = try bench.refusal(command)
            #expect(refusal.reason == .refused)
            #expect(refusal.details["rule"] == "exclusive")
        }
        try bench.do(.enableToggle(id: "size/small", enabled: false))
        #expect(try bench.refusal(.set("size/large", true)).details["options"] == ["size/small"])
    }

    @Test func toggles6_exclusiveReachesAroundNestedGroups() throws {
        var bench = try Bench(
            .group("g", OptionDeclaration(id: "s", options: ["a"]), "+b", rules: .init(exclusive: true)))
        #expect(
            try bench.do(.flip("g/s")).words == ["g/s/a+ group", "g/b- exclusive", "g/s off>on"])
    }

    @Test func toggles6_requiresTurnsOnAndLocksDependencies() throws {
        let rules = ToggleRules(requires: ["a": ["b"], "b": ["s/c"]])
        var bench = try Bench(.group("g", "a", "b", OptionDeclaration(id: "s", options: ["c"]), rules: rules))
        #expect(
            try bench.do(.set("g/a", true)).words
                == ["g/a+ direct", "g/b+ requires", "g/s/c+ requires", "g/s off>on", "g off>on"])
        let refusal = try bench.refusal(.set("g/s/c", false))
        #expect(refusal.details == ["rule": "requires", "options": ["g/s/c", "g/b"]])
        #expect(try bench.refusal(.set("g/s", false)).details["rule"] == "requires")
        // Turning off all of them together is allowed.
        try bench.do(.set("g", false))
        try bench.do(.enableToggle(id: "g/s/c", enabled: false))
        #expect(try bench.refusal(.set("g/a", true)).details["options"] == ["g/b", "g/s/c"])
        #expect(try bench.refusal(.set("g", true)).details["options"] == ["g/b", "g/s/c"])
    }

    @Test func toggles6_excludesMinAndMaxRefuseWhole() throws {
        var rules = ToggleRules(excludes: [["a", "b"]])
        rules.min = 1
        rules.max = 2
        var bench = try Bench(.group("g", "+a", "b", "c", "d", rules: rules))
        #expect(try bench.refusal(.set("g/b", true)).details == ["rule": "excludes", "options": ["g/b", "g/a"]])
        #expect(try bench.refusal(.set("g/a", false)).details == ["rule": "min", "options": ["g/a"]])
        try bench.do(.set("g/c", true))
        #expect(try bench.refusal(.set("g/d", true)).details == ["rule": "max", "options": ["g/d"]])
        #expect(try bench.refusal(.set("g", false)).details["rule"] == "min")
        #expect(try bench.refusal(.set("g", true)).details["rule"] == "excludes")
    }

    @Test func toggles6_rulesThatContradictEachOtherRefuse() throws {
        // Turning on a requires b, but both are in one exclusive group.
        var bench = try Bench(
            .group("g", "a", "b", "+c", rules: .init(exclusive: true, requires: ["a": ["b"]])))
        #expect(try bench.refusal(.set("g/a", true)).details["rule"] == "exclusive")
        // Turning on a displaces c, which d requires.
        var other = try Bench(
            .declareGroup(
                OptionDeclaration(
                    id: "g", options: [OptionDeclaration(id: "r", options: ["a", "+c"], rules: .init(exclusive: true)), "+d"],
                    rules: .init(requires: ["d": ["r/c"]]))))
        #expect(try other.refusal(.set("g/r/a", true)).details == ["rule": "requires", "options": ["g/r/c", "g/d"]])
    }

    @Test func toggles6_aCircleIsRefusedWhenItIsDeclared() throws {
        var bench = try Bench()
        let rules = ToggleRules(requires: ["a": ["b"], "b": ["c"], "c": ["b"]])
        let refusal = try bench.refusal(.group("g", "a", "b", "c", rules: rules))
        #expect(refusal.reason == .invalid)
        #expect(refusal.details["options"] == ["g/b", "g/c"])
    }

    @Test func toggles7_oneCommandOneEventWithEveryLeafAndGroup() throws {
        var bench = try Bench(nested)
        #expect(
            try bench.do(.flip("all")).words
                == [
                    "all/a/x+ group", "all/a/deep/y+ group", "all/z+ group", "all/a/deep off>on", "all/a off>on",
                    "all off>on",
                ])
        #expect(
            try bench.do(.set("all/a/deep", false)).words
                == ["all/a/deep/y- group", "all/a/deep on>off", "all/a on>mixed", "all on>mixed"])
        #expect(bench.panel.revision == 3)
    }

    @Test func toggles8_declaringAgainKeepsTheValuesOfTheOptionsThatStay() throws {
        var bench = try Bench(extras, .set("extras/ham", true), .enableToggle(id: "extras/cheese", enabled: false))
        #expect(try bench.do(extras) == [])
        let again = Command.group(
            "extras", "new", "cheese", OptionDeclaration(id: "ham", title: "Parma ham", on: false))
        #expect(try bench.do(again).words == ["declared group extras"])
        #expect(bench.state("extras/ham") == .on)
        #expect(bench.panel.toggle("extras/ham")?.title == "Parma ham")
        #expect(bench.panel.toggle("extras/cheese")?.isEnabled == false)
        #expect(bench.panel.toggle("extras/olives") == nil)
        // The group's state is derived from the remaining options.
        #expect(try bench.do(.group("extras", "ham")).words == ["declared group extras", "extras mixed>on"])
        #expect(try bench.do(.group("extras", "-ham")).words == ["extras/ham disabled", "extras disabled"])
    }

    @Test func toggles8_idsThatOnlyLookTheSameAreDifferent() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed == decomposed)
        var panel = Panel()
        _ = try panel.apply(
            .declareGroup(
                OptionDeclaration(
                    id: "g", options: [OptionDeclaration(id: composed), OptionDeclaration(id: decomposed)])))
        _ = try panel.apply(.setToggle(id: "g/" + decomposed, on: true))
        let states = try #require(panel.toggleTree("g")).options?.map(\.info.state)
        #expect(states == [.off, .on])
    }

    @Test func toggles9_independentGroupsHaveNoMaster() throws {
        var bench = try Bench(.declareGroup(OptionDeclaration(id: "g", options: ["a", "b"], independent: true)))
        #expect(bench.panel.toggle("g")?.state == nil)
        #expect(try bench.do(.set("g/a", true)).words == ["g/a+ direct"])
        #expect(try bench.refusal(.set("g", true)).reason == .refused)
        #expect(try bench.refusal(.flip("g")).reason == .refused)
        #expect(
            try bench.do(.enableToggle(id: "g", enabled: false)).words == ["g/a disabled", "g/b disabled"])
    }

    @Test func groupsHandDownTheirInitialValues() throws {
        let bench = try Bench(
            .declareGroup(
                OptionDeclaration(id: "g", on: true, disabled: true, options: ["a", OptionDeclaration(id: "b", on: false)])))
        #expect(bench.state("g/a") == .on)
        #expect(bench.state("g/b") == .off)
        #expect(bench.panel.toggle("g")?.isEnabled == false)
    }

    @Test func groupsAreListedAndRemoved() throws {
        var bench = try Bench(nested, extras)
        #expect(bench.panel.groupIDs == ["all", "extras"])
        #expect(bench.panel.children(of: "all") == ["all/a", "all/z"])
        #expect(bench.panel.children(of: "all/z") == nil)
        let tree = try #require(bench.panel.toggleTree("all"))
        #expect(tree.options?.first?.options?.map(\.info.id) == ["all/a/x", "all/a/deep"])
        #expect(tree.options?.last?.options == nil)
        #expect(bench.panel.counts.options == 6)
        #expect(try bench.do(.removeGroup(id: "all")).words == ["removed group all"])
        #expect(bench.panel.toggle("all/z") == nil)
        #expect(bench.panel.toggle("extras/ham") != nil)
    }
}
