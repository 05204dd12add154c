import FasciaModel
import TestSupport
import Testing

/// What an undo refuses, and what it does not touch.
@Suite struct UndoRefusalTests {
    @Test func aRevisionThatIsTooFarBackIsNamed() throws {
        var limits = Limits()
        limits.undoSteps = 100
        var bench = try Bench(limits: limits)
        for number in 1...300 { try bench.do(.setValue(key: "v", .int(number))) }
        let refusal = try bench.refusal(.undo(.revision(3)))
        let start = try #require(refusal.details["start"]?.intValue)
        #expect(start == 200)
        #expect(refusal.reason == .notFound)
        #expect(refusal.message == "revision 3 is older than the undo history, which starts at revision \(start)")
        try bench.do(.undo(.revision(start)))
        #expect(bench.panel.value("v") == .int(start))
    }

    @Test func undoLogByteLimit() throws {
        var limits = Limits()
        limits.undoBytes = 1_000_000
        var bench = try Bench(limits: limits)
        let long = String(repeating: "x", count: 50_000)
        for number in 1...100 { try bench.do(.setValue(key: "v", .string("\(number)" + long))) }
        let start = try #require(try bench.refusal(.undo(.revision(0))).details["start"]?.intValue)
        #expect((80...82).contains(start), "each revision holds the text before it")
        // The latest step can always be undone, whatever its size.
        limits.undoBytes = 10
        bench = try Bench(.setValue(key: "v", 1), .setValue(key: "v", .string(long)), limits: limits)
        try bench.do(.undo(.steps(1)))
        #expect(bench.panel.value("v") == 1)
    }

    /// A copy without the undo log is equal to the original, which keeps its log.
    @Test func aPanelWithoutItsStepsIsTheSame_butCannotBeUndone() throws {
        var bench = try Bench(.setValue(key: "v", 1), .setValue(key: "v", 2))
        let bare = bench.panel.withoutUndoLog
        #expect(bare == bench.panel)
        #expect(bare.revision == 2)
        var copy = bare
        #expect(throws: Refusal.self) { _ = try copy.apply(.undo(.steps(1))) }
        try bench.do(.undo(.steps(1)))
        #expect(bench.panel.value("v") == 1)
    }

    @Test func aRevisionThatIsStillToComeIsRefused() throws {
        var bench = try Bench(.setValue(key: "v", 1))
        #expect(
            try bench.message(.undo(.revision(5)))
                == "notFound: there is no revision 5 yet: the panel is at 1")
    }

    @Test func moreStepsThanThereAreAreRefused() throws {
        var bench = try Bench()
        #expect(
            try bench.message(.undo(.steps(1)))
                == "notFound: there is nothing to undo: the undo history starts at revision 0")
        try bench.do(.setValue(key: "v", 1))
        #expect(
            try bench.message(.undo(.steps(3)))
                == "notFound: 1 of these 3 steps can be undone: the undo history starts at revision 0")
    }

    @Test func anUndoCannotStandInABatch() throws {
        var bench = try Bench(.setValue(key: "v", 1))
        #expect(
            try bench.message(.batch([.setValue(key: "v", 2), .undo(.steps(1))]))
                == "invalid: a batch cannot contain an undo: send it separately")
    }

    @Test func undoKeepsDeclarationsOfConnectedPrograms() throws {
        var bench = try Bench(.setValue(key: "u", 1), .group("g", "a"))
        try bench.do(.group("g", "a", "b"))
        try bench.do(.set("g/b", true))
        try bench.do(.picker("p", PickerComponent(id: "c", elements: ["x", "y"])))
        try bench.do(.declareValue(.init(key: "v", kind: .int)))
        try bench.do(.setValue(key: "u", 2))
        let terms = UndoConstraints(kept: [.group("g"), .picker("p"), .value("v")])
        // A mere change of state is undone.
        #expect(try bench.panel.undo(.revision(1), terms).words == ["g/b- undo", "g mixed>off", "u 2>1"])
        #expect(bench.panel.children(of: "g") == ["g/a", "g/b"])
        try bench.do(.set("g/b", true))
        try bench.do(.set("g/a", true))
        try bench.do(.pick("p/c", "y"))
        try bench.do(.setValue(key: "v", 5))
        #expect(
            try bench.panel.undo(.steps(3), terms).words == ["g/a- undo", "g on>mixed", "p/c y>x undo", "v 5>0"])
        #expect(bench.panel.checkInvariants() == [])
    }

    @Test func undoRespectsLimits() throws {
        var limits = Limits()
        limits.groups = 1
        var bench = try Bench(.group("g", "a"), .removeGroup(id: "g"), .group("h", "b"), limits: limits)
        let before = bench.panel
        let refusal = #expect(throws: Refusal.self) {
            _ = try bench.panel.undo(.revision(1), UndoConstraints(kept: [.group("h")]))
        }
        #expect(refusal?.message == "undo would make 2 groups, but at most 1 are allowed: remove some first")
        #expect(refusal?.reason == .limit)
        #expect(bench.panel == before)
    }
}

extension Panel {
    fileprivate mutating func undo(_ goal: UndoTarget, _ terms: UndoConstraints) throws -> [Change] {
        try apply(.restore(try restored(goal, terms)))
    }
}
