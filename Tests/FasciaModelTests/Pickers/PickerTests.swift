import FasciaModel
import TestSupport
import Testing

private let unit = PickerComponent(id: "unit", elements: ["m", "cm"])
/// Its elements depend on the unit.
private let value = PickerComponent(
    id: "value", dependsOn: "unit", elementsFor: ["m": ["1", "2"], "cm": ["100", "2", "200"]])

@Suite struct PickerTests {
    private func selection(_ bench: Bench, _ id: String) -> String? { bench.panel.pickerComponent(id)?.selection }
    private func shown(_ bench: Bench, _ id: String) -> String? { bench.panel.pickerComponent(id)?.shown?.id }

    @Test func pickers1_aPickSelectsAnElement() throws {
        var bench = try Bench(.picker("height", unit))
        #expect(try bench.do(.pick("height/unit", "cm")).words == ["height/unit m>cm direct"])
        #expect(try bench.do(.pick("height/unit", "cm")) == [])
        #expect(selection(bench, "height/unit") == "cm")
    }

    @Test func pickers1_anIDThatIsNotAmongTheElementsIsNotFound() throws {
        var bench = try Bench(.picker("height", unit))
        #expect(try bench.refusal(.pick("height/unit", "km")).reason == .notFound)
        let bad = PickerComponent(id: "a", elements: ["x"], selection: "y")
        #expect(try bench.refusal(.picker("p", bad)).reason == .notFound)
        // An element of one component cannot be picked in another.
        let (a, b) = (PickerComponent(id: "a", elements: ["x"]), PickerComponent(id: "b", elements: ["y"]))
        try bench.do(.picker("two", a, b))
        #expect(try bench.refusal(.pick("two/a", "y")).reason == .notFound)
    }

    @Test func pickers2_onlyAnOptionalComponentMayHaveNoSelection() throws {
        let maybe = PickerComponent(id: "maybe", elements: ["x", "y"], isOptional: true)
        var bench = try Bench(.picker("p", unit, maybe))
        #expect(selection(bench, "p/unit") == "m")
        #expect(selection(bench, "p/maybe") == nil)
        try bench.do(.pick("p/maybe", "y"))
        #expect(try bench.do(.pick("p/maybe", nil)).words == ["p/maybe y>- direct"])
        #expect(try bench.refusal(.pick("p/unit", nil)).reason == .refused)
    }

    @Test func pickers2_shownIsTheSelectionElseInitialElseTheFirst() throws {
        let plain = PickerComponent(id: "plain", elements: ["x", "y"], isOptional: true)
        let initial = PickerComponent(id: "initial", elements: ["x", "y"], isOptional: true, initial: "y")
        var bench = try Bench(.picker("p", plain, initial))
        #expect(shown(bench, "p/plain") == "x")
        #expect(shown(bench, "p/initial") == "y")
        // Showing the initial element does not select it.
        #expect(selection(bench, "p/initial") == nil)
        try bench.do(.pick("p/initial", "x"))
        #expect(shown(bench, "p/initial") == "x")
        // An initial element that no longer exists is not shown.
        try bench.do(.pick("p/initial", nil))
        try bench.do(.elements("p/initial", ["a", "b"]))
        #expect(shown(bench, "p/initial") == "a")
    }

    @Test func pickers2_whatMustBeSelectedBeginsWithItsSelectionElseInitialElseTheFirst() throws {
        let given = PickerComponent(id: "given", elements: ["x", "y", "z"], selection: "z", initial: "y")
        let initial = PickerComponent(id: "initial", elements: ["x", "y"], initial: "y")
        let bench = try Bench(.picker("p", given, initial))
        #expect(selection(bench, "p/given") == "z")
        #expect(selection(bench, "p/initial") == "y")
    }

    @Test func pickers3_aLabelHasNoSelectionAndNoEvents() throws {
        let comma = PickerComponent(id: "comma", elements: [","], role: .label)
        var bench = try Bench(.picker("height", unit, comma))
        #expect(bench.panel.pickerComponent("height/comma")?.isEnabled == false)
        #expect(shown(bench, "height/comma") == ",")
        #expect(try bench.refusal(.pick("height/comma", ",")).reason == .refused)
        #expect(try bench.do(.elements("height/comma", [";"])).words == ["declared picker height"])
        #expect(selection(bench, "height/comma") == nil)
    }

    @Test func pickers3_aLabelMayShowWhatAnotherComponentSays() throws {
        let name = PickerComponent(
            id: "name", role: .label, dependsOn: "unit", elementsFor: ["m": ["metres"], "cm": ["centimetres"]])
        var bench = try Bench(.picker("height", name, unit))
        #expect(shown(bench, "height/name") == "metres")
        #expect(try bench.do(.pick("height/unit", "cm")).words == ["height/unit m>cm direct"])
        #expect(shown(bench, "height/name") == "centimetres")
    }

    @Test func pickers4_theSelectionStaysWhereItsIDStillIs() throws {
        var bench = try Bench(.picker("p", PickerComponent(id: "a", elements: ["x", "y"], selection: "y")))
        #expect(try bench.do(.elements("p/a", ["new", "y"])).words == ["declared picker p"])
        #expect(selection(bench, "p/a") == "y")
        #expect(try bench.do(.elements("p/a", ["new", "y"])) == [])
    }

    @Test func pickers4_aSelectionThatIsGoneBecomesNoneElseInitialElseTheFirst() throws {
        let optional = PickerComponent(id: "a", elements: ["x", "i"], selection: "x", isOptional: true)
        var bench = try Bench(.picker("p", optional))
        #expect(try bench.do(.elements("p/a", ["i", "z"])).words == ["declared picker p", "p/a x>- removed"])
        let initial = PickerComponent(id: "a", elements: ["x", "i"], selection: "x", initial: "i")
        bench = try Bench(.picker("p", initial))
        #expect(try bench.do(.elements("p/a", ["z", "i"])).words == ["declared picker p", "p/a x>i removed"])
        #expect(try bench.do(.elements("p/a", ["z", "w"])).words == ["declared picker p", "p/a i>z removed"])
    }

    @Test func pickers4_aComponentWithoutElementsSelectsNothingUntilTheyCome() throws {
        var bench = try Bench(.picker("p", PickerComponent(id: "a")))
        #expect(bench.panel.pickerComponent("p/a")?.isEnabled == false)
        #expect(try bench.do(.elements("p/a", ["x"])).words == ["declared picker p", "p/a ->x removed"])
        #expect(try bench.do(.elements("p/a", [])).words == ["declared picker p", "p/a x>- removed"])
    }

    @Test func pickers4_declaringAgainKeepsWhatIsSelected() throws {
        let given = PickerComponent(id: "a", elements: ["x", "y"], selection: "x")
        var bench = try Bench(.picker("p", given), .pick("p/a", "y"))
        #expect(try bench.do(.picker("p", given)) == [])
        let fewer = PickerComponent(id: "a", elements: ["x", "z"], selection: "z")
        #expect(try bench.do(.picker("p", fewer)).words == ["declared picker p", "p/a y>x removed"])
        let other = PickerComponent(id: "b", elements: ["x"])
        #expect(try bench.do(.picker("p", other, fewer)).words == ["declared picker p"])
        #expect(selection(bench, "p/a") == "x")
    }

    @Test func pickers5_theElementsAreChosenByTheOthersSelectionInTheSameChange() throws {
        var bench = try Bench(.picker("height", value, unit))
        #expect(selection(bench, "height/value") == "1")
        #expect(
            try bench.do(.pick("height/unit", "cm")).words
                == ["height/unit m>cm direct", "height/value 1>100 dependency"])
        #expect(bench.panel.pickerComponent("height/value")?.elements.map(\.id) == ["100", "2", "200"])
        // A selection that is still available stays.
        try bench.do(.pick("height/value", "2"))
        #expect(try bench.do(.pick("height/unit", "m")).words == ["height/unit cm>m direct"])
        #expect(selection(bench, "height/value") == "2")
    }

    @Test func pickers5_dependentComponentsAreRecomputedInOrder() throws {
        // Each component is declared before the one it depends on.
        let street = PickerComponent(
            id: "street", dependsOn: "town", elementsFor: ["a": ["a1"], "b": ["b1"], "c": ["c1"]])
        let town = PickerComponent(id: "town", dependsOn: "land", elementsFor: ["x": ["a"], "y": ["b", "c"]])
        let land = PickerComponent(id: "land", elements: ["x", "y"])
        var bench = try Bench(.picker("where", street, town, land))
        #expect(
            try bench.do(.pick("where/land", "y")).words == [
                "where/land x>y direct", "where/town a>b dependency", "where/street a1>b1 dependency",
            ])
        #expect(
            try bench.do(.elements("where/land", ["x"])).words == [
                "declared picker where", "where/land y>x removed", "where/town b>a dependency",
                "where/street b1>a1 dependency",
            ])
    }

    @Test func pickers5_aSelectionThatElementsForDoesNotNameGivesTheOtherElements() throws {
        let size = PickerComponent(
            id: "size", elements: ["any"], dependsOn: "unit", elementsFor: ["cm": ["100"]])
        var bench = try Bench(.picker("p", unit, size))
        #expect(selection(bench, "p/size") == "any")
        #expect(try bench.do(.pick("p/unit", "cm")).words == ["p/unit m>cm direct", "p/size any>100 dependency"])
        // Replaces `elements` and `elementsFor` at once.
        try bench.do(.elements("p/size", ["some"], for: ["m": ["1"]]))
        #expect(selection(bench, "p/size") == "some")
        try bench.do(.pick("p/unit", "m"))
        #expect(selection(bench, "p/size") == "1")
    }

    @Test func pickers5_whatIsShownChoosesWhereNothingIsSelected() throws {
        let maybe = PickerComponent(id: "unit", elements: ["m", "cm"], isOptional: true, initial: "cm")
        var bench = try Bench(.picker("height", maybe, value))
        #expect(selection(bench, "height/value") == "100")
        // Selecting the element already shown has no effect on dependent components.
        #expect(try bench.do(.pick("height/unit", "cm")).words == ["height/unit ->cm direct"])
    }

    @Test func pickers5_circlesAreRefused() throws {
        var bench = try Bench()
        let refusal = try bench.refusal(
            .picker(
                "p", PickerComponent(id: "a", dependsOn: "b"), PickerComponent(id: "b", dependsOn: "c"),
                PickerComponent(id: "c", dependsOn: "b")))
        #expect(refusal.reason == .invalid)
        #expect(refusal.details["components"] == ["p/b", "p/c"])
        #expect(try bench.refusal(.picker("p", PickerComponent(id: "a", dependsOn: "a"))).reason == .invalid)
    }

    @Test func pickers6_oneBadComponentNeverStopsTheOthers() throws {
        var bench = try Bench(.picker("p", PickerComponent(id: "empty"), unit))
        #expect(try bench.do(.pick("p/unit", "cm")).words == ["p/unit m>cm direct"])
        #expect(selection(bench, "p/empty") == nil)
    }

    @Test func pickersAreListedAndRemoved() throws {
        var bench = try Bench(.picker("a", unit), .picker("b", unit))
        #expect(bench.panel.pickerIDs == ["a", "b"])
        #expect(bench.panel.counts.pickers == 2)
        #expect(bench.panel.picker("a")?.components.map(\.id) == ["a/unit"])
        #expect(try bench.do(.removePicker(id: "a")).words == ["removed picker a"])
        #expect(bench.panel.picker("a") == nil)
    }

    // MARK: Batches

    @Test func aBatchTellsOnlyWhatIsDifferentInTheEnd() throws {
        var bench = try Bench(.picker("height", unit, value), .picker("p", unit))
        #expect(try bench.do(.batch([.pick("p/unit", "cm"), .pick("p/unit", "m")])) == [])
        #expect(
            try bench.do(
                .batch([.pick("height/unit", "cm"), .pick("height/value", "200"), .pick("p/unit", "cm")])
            ).words
                == ["height/unit m>cm direct", "height/value 1>200 direct", "p/unit m>cm direct"])
        #expect(try bench.do(.batch([.picker("q", unit), .pick("q/unit", "cm"), .removePicker(id: "q")])) == [])
        #expect(try bench.do(.batch([.picker("q", unit), .pick("q/unit", "cm")])).words == ["declared picker q"])
        #expect(
            try bench.do(.batch([.elements("q/unit", ["m"]), .elements("q/unit", ["m", "km"])])).words
                == ["declared picker q", "q/unit cm>m removed"])
        #expect(
            try bench.do(.batch([.removePicker(id: "q"), .picker("q", unit), .pick("q/unit", "cm")])).words
                == ["declared picker q", "q/unit m>cm direct"])
    }
}
