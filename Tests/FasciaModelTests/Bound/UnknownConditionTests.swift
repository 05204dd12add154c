import FasciaDocument
import FasciaModel
import Testing

/// A condition on a state that nobody knows holds in neither direction.
@Suite struct UnknownConditionTests {
    @Test(arguments: [Condition.Subject.value("host"), .toggle("services/nginx")])
    func nothingHoldsOfWhatIsUnknown(_ subject: Condition.Subject) throws {
        var bench = try BoundBench()
        var otherwise = Condition(subject, isNegated: true)
        otherwise.isMetByUnknown = true
        #expect(!bench.panel.holds(Condition(subject)) && !bench.panel.holds(Condition(subject, isNegated: true)))
        #expect(bench.panel.holds(otherwise), "what is disabled is there")
        try bench.report("value:host", "box")
        try bench.report("services/nginx", true)
        #expect(bench.panel.holds(Condition(subject)) && !bench.panel.holds(Condition(subject, isNegated: true)))
        #expect(!bench.panel.holds(otherwise))
    }
}
