import FasciaDocument
import FasciaModel
import Testing

/// An undo of one user's changes, which keeps those of others.
@Suite struct UndoOfUserTests {
    private var panel = Panel()
    private let me = 1_000
    private let other = 1_001

    private mutating func apply(_ command: Command, by uid: Int) throws { _ = try panel.apply(command, by: Sender(uid: uid)) }

    private mutating func undo(_ steps: Int = 1) throws -> [String] {
        try panel.apply(.undo(.stepsOf(uid: me, steps)), by: Sender(uid: me)).words
    }

    private func refusal(_ steps: Int = 1) -> Refusal? {
        var panel = panel
        return #expect(throws: Refusal.self) { _ = try panel.apply(.undo(.stepsOf(uid: me, steps))) }
    }

    @Test mutating func changesOfOthersStay() throws {
        try apply(.setValue(key: "a", 1), by: me)
        try apply(.setValue(key: "b", 1), by: other)
        try apply(.setValue(key: "a", 2), by: me)
        for load in 1...3 { try apply(.setValue(key: "b", .int(load)), by: other) }
        #expect(try undo() == ["a 2>1"])
        #expect(panel.value("b") == 3)
    }

    @Test mutating func severalStepsGoBackTogether() throws {
        try apply(.setValue(key: "a", 1), by: me)
        try apply(.setValue(key: "b", 1), by: other)
        try apply(.setValue(key: "c", 1), by: me)
        #expect(try undo(2) == ["removed value a", "removed value c"])
        #expect(panel.valueKeys == ["b"])
    }

    @Test mutating func changesOfOtherUsersAreNotUndone() throws {
        try apply(.setValue(key: "a", 1), by: me)
        try apply(.setValue(key: "a", 2), by: other)
        #expect(refusal()?.reason == .conflict)
        #expect(
            refusal()?.message == "value \"a\" was changed since by another user: undo that first, or set it by hand")
    }

    @Test mutating func theLastSettingIsNeitherANavigationNorADeclaration() throws {
        func undo(_ panel: inout Panel) throws -> [String] {
            try panel.apply(.undo(.settingOf(uid: 1_000)), by: Sender(uid: 1_000)).words
        }
        try apply(.group("g", "a", "b"), by: me)
        #expect(throws: Refusal.self) { try undo(&panel) }
        try apply(.flip("g/a"), by: me)
        try apply(.flip("g/b"), by: other)
        try apply(.push(stack: "main", route: Route("s"), handles: []), by: me)
        try apply(.setEnvironment(.panel, ["tint": "red"]), by: me)
        #expect(try undo(&panel) == ["g/a- undo", "g on>mixed"])
        #expect(try undo(&panel) == ["g/a+ undo", "g mixed>on"])
        try apply(.removeGroup(id: "g"), by: me)
        #expect(#expect(throws: Refusal.self) { try undo(&panel) }?.reason == .conflict, "the option is gone")
    }

    @Test mutating func optionsOfAGroupWithoutRulesAreIndependent() throws {
        try apply(.group("g", "a", "b"), by: other)
        try apply(.flip("g/a"), by: me)
        try apply(.flip("g/b"), by: other)
        #expect(try undo() == ["g/a- undo", "g on>mixed"])
    }

    @Test mutating func optionsOfAGroupWithRulesAreOne() throws {
        let options = ["a", "b", "c"].map { OptionDeclaration(id: $0) }
        try apply(.declareGroup(OptionDeclaration(id: "g", options: options, rules: .init(max: 2))), by: other)
        try apply(.flip("g/a"), by: me)
        try apply(.flip("g/b"), by: other)
        #expect(refusal()?.reason == .conflict)
    }

    @Test mutating func componentsOfAPickerAreIndependentUnlessOneDependsOnTheOther() throws {
        func picker(_ id: String, _ parent: String?) -> Command {
            let elements = ["1", "2"].map { PickerElement(id: $0, label: $0) }
            var second = PickerComponent(id: "y", elements: elements)
            second.dependsOn = parent
            return .declarePicker(PickerDeclaration(id: id, components: [PickerComponent(id: "x", elements: elements), second]))
        }
        try apply(picker("p", nil), by: other)
        try apply(picker("q", "x"), by: other)
        for id in ["p", "q"] {
            try apply(.pick(id: id + "/x", element: "2"), by: me)
            try apply(.pick(id: id + "/y", element: "2"), by: other)
        }
        #expect(refusal()?.reason == .conflict, "y depends on x")
        try apply(.removePicker(id: "q"), by: me)
        try apply(.pick(id: "p/x", element: "1"), by: me)
        try apply(.pick(id: "p/y", element: "1"), by: other)
        #expect(try undo().contains { $0.contains("p/x") })
    }

    /// It is as it was before.
    @Test mutating func whatAnotherUserHasChangedTwiceIsUndone() throws {
        try apply(.group("g", "a", "b"), by: other)
        try apply(.flip("g/a"), by: me)
        try apply(.batch([.flip("g/a"), .flip("g/a"), .setValue(key: "v", 1)]), by: other)
        #expect(try undo() == ["g/a- undo", "g mixed>off"])
        try apply(.flip("g/a"), by: me)
        try apply(.batch([.flip("g/a"), .setValue(key: "v", 2)]), by: other)
        #expect(refusal()?.reason == .conflict)
    }

    /// It is as the other one has left it.
    @Test mutating func whatTheUserHasChangedTwiceStays() throws {
        try apply(.group("g", "a", "b"), by: other)
        try apply(.batch([.flip("g/a"), .flip("g/a"), .setValue(key: "v", 1)]), by: me)
        try apply(.flip("g/a"), by: other)
        #expect(try undo() == ["removed value v"])
        #expect(panel.shownValue(of: .option("g/a")) == true)
    }

    @Test mutating func nothingIsUndoneWithoutAChangeOfTheUser() throws {
        try apply(.setValue(key: "a", 1), by: other)
        #expect(refusal()?.reason == .notFound)
        #expect(refusal()?.message == "there is nothing of uid 1000 to undo: the undo history starts at revision 0")
        try apply(.setValue(key: "b", 1), by: me)
        #expect(refusal(2)?.message.hasPrefix("there are only 1 changes of uid 1000 to undo") == true)
    }

    @Test mutating func anUndoIsAChangeOfTheUser() throws {
        try apply(.setValue(key: "a", 1), by: me)
        try apply(.setValue(key: "b", 1), by: other)
        #expect(try undo() == ["removed value a"])
        #expect(try undo() == ["declared value a", "a null>1"])
    }
}
