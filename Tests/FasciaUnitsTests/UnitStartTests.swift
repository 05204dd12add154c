import Testing

@testable import FasciaUnits

@Suite struct UnitStartTests {
    private func value(
        _ type: String, trigger: Bool = false, negated: Bool = false, _ parameter: String, _ found: Int
    ) -> BusValue {
        .list([.text(type), .bool(trigger), .bool(negated), .text(parameter), .number(found)])
    }

    @Test func aConditionIsShownAsInTheUnitFile() {
        #expect(
            UnitStart.Condition(value("ConditionPathExists", "/x", -1))
                == UnitStart.Condition("ConditionPathExists=/x", isUnmet: true))
        #expect(
            UnitStart.Condition(value("ConditionHost", trigger: true, negated: true, "box", 1))
                == UnitStart.Condition("ConditionHost=|!box", isUnmet: false))
        #expect(UnitStart.Condition(.list([.text("ConditionHost")])) == nil)
    }

    @Test func whyAUnitIsOffThoughItDidNotFail() {
        let conditions = [("ConditionPathExists=/x", true), ("ConditionHost=box", false)]
        var start = UnitStart(conditions: conditions.map { UnitStart.Condition($0.0, isUnmet: $0.1) })
        #expect(start.whyItIsOff == "it ended at once, or a condition in its unit file is not met")
        start.wasMet = false
        #expect(start.whyItIsOff == "a condition in its unit file is not met: ConditionPathExists=/x")
        start.wasMet = true
        #expect(start.whyItIsOff == "it ended at once")
        #expect(UnitStart(wasMet: false).whyItIsOff == "a condition in its unit file is not met")
    }

    @Test func theLastLinesOfAUnitAreOne() {
        #expect(UnitJournal.joined([]) == nil)
        let lines = ["cannot bind:", "address in use", "giving up."]
        #expect(UnitJournal.joined(lines) == "cannot bind: address in use; giving up.")
        let long = String(repeating: "x", count: 290)
        #expect(UnitJournal.joined([long, "the end of it"]) == "the end of it")
        #expect(UnitJournal.joined([long + long])?.count == 300)
    }
}
