import FasciaDocument
import FasciaModel
import TestSupport
import Testing

/// The exact message of every refusal about pickers.
@Suite struct PickerMessageTests {
    @Test func pickMessages() throws {
        let panel = try Bench(
            .picker(
                "height", PickerComponent(id: "unit", elements: ["m", "cm"]),
                PickerComponent(id: "comma", elements: [","], role: .label), PickerComponent(id: "none"))
        ).panel
        func expect(_ command: Command, _ message: String) throws { try expectRefusal(command, message, in: panel) }
        try expect(.pick("heigth/unit", "m"), "notFound: no picker \"heigth\": did you mean \"height\"?")
        try expect(.pick("x/unit", "m"), "notFound: no picker \"x\": there is only height")
        try expectRefusal(.pick("x", "m"), "notFound: no picker \"x\": none has been declared", in: Panel())
        try expect(
            .pick("height/uint", "m"),
            "notFound: no component \"height/uint\": did you mean \"height/unit\"?")
        try expect(.pick("height/units", "m"), "notFound: no component \"height/units\": did you mean \"height/unit\"?")
        try expect(
            .pick("height", "m"),
            "notFound: \"height\" is a picker: name one of its components, such as \"height/unit\"")
        try expect(.pick("height/unit", "km"), "notFound: no element \"km\" in \"height/unit\": it has m, cm")
        try expect(.pick("height/none", "km"), "notFound: no element \"km\" in \"height/none\": it has none")
        try expect(
            .pick("height/unit", nil),
            "refused: \"height/unit\" is not optional, so an element must be selected: pick one of m, cm")
        try expect(
            .pick("height/none", nil),
            "refused: \"height/none\" is not optional, so an element must be selected: it has no elements")
        try expect(.pick("height/comma", ","), "refused: \"height/comma\" is a label: it is shown and cannot be picked")
        try expect(.removePicker(id: "x"), "notFound: no picker \"x\": there is only height")
        try expect(
            .removePicker(id: "height/x"),
            "notFound: no component \"height/x\": picker \"height\" has unit, comma, none")
        try expect(
            .removePicker(id: "height/unit"),
            "invalid: \"height/unit\" is a component of picker \"height\": declare that picker again without it")
        try expect(
            .elements("height/unit", ["m"], for: ["m": []]),
            "invalid: component \"height/unit\" has elementsFor but no dependsOn: add dependsOn")
    }

    @Test func declarationMessages() throws {
        var limits = Limits()
        (limits.pickers, limits.components, limits.elements) = (1, 2, 3)
        let panel = Panel(limits: limits)
        func expect(_ components: PickerComponent..., message: String) throws {
            try expectRefusal(.declarePicker(PickerDeclaration(id: "p", components: components)), message, in: panel)
        }
        let a = PickerComponent(id: "a", elements: ["x"])
        try expectRefusal(.picker("", a), "invalid: the picker's id is empty", in: panel)
        try expectRefusal(.picker("a/b", a), "invalid: the picker's id is \"a/b\": \"/\" separates the levels", in: panel)
        try expect(message: "invalid: picker \"p\" has no components: it needs at least one")
        try expect(a, a, a, message: "limit: picker \"p\" has 3 components, but at most 2 are allowed")
        try expect(a, a, message: "invalid: id \"p/a\" occurs twice: ids of components must be unique")
        try expect(
            PickerComponent(id: "*"),
            message: "invalid: a component's id in picker \"p\" is \"*\": \"*\" is for patterns")
        try expect(
            PickerComponent(id: "a", elements: ["x", "x"]),
            message: "invalid: element \"x\" occurs twice in component \"p/a\": ids of elements must be unique")
        try expect(
            a, PickerComponent(id: "b", dependsOn: "a", elementsFor: ["x": ["y", "y"]]),
            message: "invalid: element \"y\" occurs twice in component \"p/b\" for \"x\": ids of elements must be unique")
        try expect(
            PickerComponent(id: "a", elements: [PickerElement(id: "", label: "x")]),
            message: "invalid: an element of component \"p/a\" has an id of 0 bytes, but must have 1 to 512")
        try expect(
            a, PickerComponent(id: "b", elements: ["1", "2", "3"]),
            message: "limit: picker \"p\" has more than 3 elements")
        try expect(
            PickerComponent(id: "a", elements: ["x"], selection: "x", role: .label),
            message: "invalid: component \"p/a\" is a label and cannot have a selection: set its initial element instead")
        try expect(
            a, PickerComponent(id: "b", dependsOn: "c"),
            message: "invalid: component \"p/b\" depends on \"c\", which is not a component of this picker: "
                + "there are a, b")
        try expect(
            PickerComponent(id: "a", dependsOn: "b"), PickerComponent(id: "b", dependsOn: "a"),
            message: "invalid: cycle in \"dependsOn\": \"p/a\" depends on \"p/b\" depends on \"p/a\"")
        try expect(
            PickerComponent(id: "a", elements: ["x"], selection: "y"),
            message: "notFound: no element \"y\" in \"p/a\": it has x")
        try expect(
            PickerComponent(id: "a", elements: ["x"], initial: "y"),
            message: "notFound: no element \"y\" in \"p/a\": it has x")
        let full = try Bench(.picker("p", a), limits: limits).panel
        try expectRefusal(.picker("q", a), "limit: there are 1 pickers already: remove one first", in: full)
        try expectRefusal(
            .elements("p/a", ["1", "2", "3", "4"]), "limit: picker \"p\" has more than 3 elements", in: full)
    }

    @Test func elementsOfOtherComponentsCount() throws {
        var limits = Limits()
        limits.elements = 3
        var bench = try Bench(
            .picker("p", PickerComponent(id: "a", elements: ["x", "y"]), PickerComponent(id: "b")), limits: limits)
        #expect(try bench.refusal(.elements("p/b", ["1", "2"])).reason == .limit)
        try bench.do(.elements("p/b", ["1"]))
    }
}
