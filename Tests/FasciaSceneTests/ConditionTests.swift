import FasciaDocument
import FasciaModel
import Testing

@testable import FasciaScene

/// Nodes that are there only while a condition holds.
struct ConditionTests {
    @Test(arguments: [
        (Condition(.value("v")), [true, 1, -0.5, "a", [0]] as [JSON], [false, 0, 0.0, "", .null] as [JSON]),
        (Condition(.value("v"), is: 1), [1, 1.0], [2, "1", true, .null]),
        (Condition(.value("v"), is: .null), [.null], [0, ""]),
        (Condition(.value("v"), above: 90), [91, 90.5], [90, "91", .null]),
        (Condition(.value("v"), above: 1, below: 3), [2], [1, 3]),
        (Condition(.value("v"), isNegated: true), [false, .null], [true]),
        (Condition(.toggle("t")), ["on"], ["off", "mixed"]), (Condition(.toggle("t"), is: "mixed"), ["mixed"], ["on"]),
    ])
    func whenItHolds(_ condition: Condition, _ values: [JSON], _ others: [JSON]) {
        for value in values { #expect(condition.holds(for: value), "\(value)") }
        for value in others { #expect(!condition.holds(for: value), "\(value)") }
    }

    @Test func aNodeComesAndGoes_withItsContent() throws {
        var panel = Panel()
        let full = Modifier.shown(Condition(.value("disk"), above: 90))
        let warning = Node(.section(SectionContent(children: [Node(.text(TextContent("Full")))])), modifiers: [full])
        let extra = Node(.text(TextContent("Extra")), modifiers: [.shown(Condition(.toggle("services/web")))])
        let body = Node(.form(FormContent(children: [warning, extra, Node(.text(TextContent("Rest")))])))
        let group = OptionDeclaration(id: "services", title: "Services", options: [.init(id: "web", title: "Web")])
        _ = try panel.apply(.putScreen(Screen(id: "a", body: body)))
        _ = try panel.apply(.push(stack: "main", route: Route("a"), handles: []))
        func shown() -> [String] {
            (panel.scene(stack: "main")?.layers.last?.root.all ?? []).filter { !$0.label.isEmpty }.map(\.label)
        }
        // A switch that does not exist is a mistake; a value may be set later.
        #expect(shown() == ["no switch \"services/web\": no group \"services\"", "Rest"])
        _ = try panel.apply(.declareGroup(group))
        #expect(shown() == ["Rest"])
        _ = try panel.apply(.setValue(key: "disk", 95))
        _ = try panel.apply(.setToggle(id: "services/web", on: true))
        #expect(shown() == ["Full", "Extra", "Rest"])
        _ = try panel.apply(.setValue(key: "disk", 90))
        #expect(shown() == ["Extra", "Rest"])
    }
}
