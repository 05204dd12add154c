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

    /// The end of one change may take away what another one is for, which is made all the same.
    @Test func aChoiceThatCannotBeShownIsUnknown() throws {
        func elements(_ ids: String...) -> [PickerElement] { ids.map { PickerElement(id: $0, label: $0) } }
        var bench = try BoundBench(claiming: nil)
        let city = PickerComponent(
            id: "city", dependsOn: "land", elementsFor: ["A": elements("a1", "a2"), "B": elements("b1")])
        let land = PickerComponent(id: "land", elements: elements("A", "B"))
        try bench.perform(.declarePicker(PickerDeclaration(id: "place", components: [land, city])))
        try bench.claim(["picker:place/*"])
        try bench.report("picker:place/land", "A")
        try bench.report("picker:place/city", "a2")
        try bench.perform(.pick(id: "place/land", element: "B"))
        try bench.answer("picker:place/land", failure: "no")
        #expect(try bench.answer("picker:place/city").last == "picker:place/city confirmed \"b1\"")
        #expect(bench.state("picker:place/city") == "\"a1\" unknown")
    }

    @Test func aValueThatNoLongerFitsIsNotShown() throws {
        var bench = try BoundBench()
        try bench.report("value:host", "box")
        try bench.perform(.setValue(key: "host", "web"))
        try bench.perform(.declareValue(ValueDeclaration(key: "host", kind: .int)), by: BoundBench.agent)
        #expect(bench.state("value:host") == "0 pending")
        try bench.answer("value:host")
        #expect(bench.state("value:host") == "0 unknown")
    }
}
