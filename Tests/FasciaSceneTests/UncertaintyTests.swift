import Testing

@testable import FasciaDocument
@testable import FasciaModel
@testable import FasciaScene

/// What is pending, stale or unknown is not shown as certain.
struct UncertaintyTests {
    private let agent = Sender(client: 7, name: "agent")

    /// A panel whose things an agent has claimed, and a screen with these nodes.
    private func panel(claiming ids: [String], isAssumed: Bool = false, _ nodes: [JSON]) throws -> Panel {
        var panel = Panel()
        let options = ["a", "b", "c"].map { OptionDeclaration(id: $0, title: $0) }
        _ = try panel.apply(.declareGroup(OptionDeclaration(id: "box", title: "Box", options: options)))
        _ = try panel.apply(.declareValue(ValueDeclaration(key: "n", kind: .int, initial: 0)))
        _ = try panel.apply(.declareValue(ValueDeclaration(key: "flag", kind: .bool, initial: false)))
        let component = PickerComponent(id: "c", elements: ["alpha", "beta"], isOptional: true)
        _ = try panel.apply(.declarePicker(PickerDeclaration(id: "pk", title: "Pick", components: [component])))
        let body = try Node.schema.read(["kind": "form", "children": .array(nodes)])
        _ = try panel.apply(.putScreen(Screen(id: "home", title: "Home", body: body)))
        _ = try panel.apply(.push(stack: "main", route: Route("home"), handles: []))
        guard !ids.isEmpty else { return panel }
        var claim = ClaimRequest()
        claim.ids = ids.map { ThingPattern($0) }
        claim.isAssumed = isAssumed
        _ = try panel.apply(.claim(claim), by: agent)
        return panel
    }

    private func root(_ panel: Panel) throws -> Element { try #require(panel.scene(stack: "main")?.layers.last?.root) }

    private func bound(_ panel: Panel) throws -> [Element] { try root(panel).all.filter { !$0.conditions.isEmpty } }

    @Test func anUnknownValueIsNotShown() throws {
        var panel = try panel(
            claiming: ["value:n"],
            [
                ["kind": "value", "bind": "n", "label": "N"], ["kind": "gauge", "bind": "n", "range": [0, 9]],
                ["kind": "slider", "bind": "n", "range": [0, 9]], ["kind": "stepper", "bind": "n"],
                ["kind": "textField", "bind": "n"], ["kind": "progress", "bind": "n", "total": 9],
            ])
        let unknown = try bound(panel)
        #expect(unknown.count == 6 && unknown.allSatisfy { $0.conditions.map(\.word) == [.unknown] })
        #expect(unknown.first?.content == .labeledValue(label: "N", value: ""))
        for element in unknown.dropFirst() {
            let control = try #require(element.control)
            #expect(control.value == "" && control.fraction == nil, "\(control.kind)")
        }
        _ = try panel.apply(.reportThing(ThingID("value:n"), .value(5, failure: nil)), by: agent)
        let known = try root(panel).all
        #expect(known.contains { $0.content == .labeledValue(label: "N", value: "5") })
        #expect(known.contains { $0.controlKind == .textField && $0.control?.value == "5" })
    }

    @Test func aRowThatLeadsToAnUnknownThingShowsNoState() throws {
        var panel = try panel(
            claiming: ["box/a"], [["kind": "button", "label": "Go", "bind": "box/a", "tap": ["method": "nav.pop"]]])
        #expect(try bound(panel).map { $0.control?.value } == [""])
        #expect(try bound(panel).first?.conditions.map(\.word) == [.unknown])
        _ = try panel.apply(.reportThing(ThingID("box/a"), .value(true, failure: nil)), by: agent)
        _ = try panel.apply(.leave(clients: [7], reason: "it ended"), by: Sender())
        #expect(try bound(panel).map { $0.control?.value } == ["on"])
        #expect(try bound(panel).first?.conditions.map(\.word) == [.stale])
    }

    /// It was never known, although its agent has gone.
    @Test func aGroupWithAnUnknownSwitchSaysSo() throws {
        var panel = try panel(claiming: ["box/**"], [["kind": "toggle", "bind": "box"]])
        _ = try panel.apply(.leave(clients: [7], reason: "it ended"), by: Sender())
        #expect(try bound(panel).first?.conditions.map(\.word) == [.unknown, .stale])
    }

    // MARK: - Reasons

    private func reasons(_ panel: Panel) throws -> [String] { try bound(panel).map { $0.conditions.map(\.note).joined() } }

    private func unreadable(_ things: [String], _ panel: inout Panel) throws {
        for thing in things {
            _ = try panel.apply(.reportThing(ThingID(thing), .unreadable("exit status 5")), by: agent)
        }
    }

    @Test func onlyRowsDirectlyBelowEachOtherShareAReason() throws {
        func toggle(_ id: String) -> JSON { ["kind": "toggle", "bind": .string("box/" + id)] }
        var panel = try panel(
            claiming: ["box/**"], [toggle("a"), toggle("b"), ["kind": "text", "text": "between"], toggle("c")])
        try unreadable(["box/a", "box/b", "box/c"], &panel)
        #expect(try reasons(panel) == ["exit status 5", "", "exit status 5"])
    }

    @Test func theReasonOfAValueBesideButtonsIsBelowTheirRow() throws {
        func button(_ label: String, _ value: JSON) -> JSON {
            [
                "kind": "button", "label": .string(label),
                "tap": ["method": "value.set", "params": ["key": "flag", "value": value]],
            ]
        }
        let row: JSON = [
            "kind": "hstack",
            "children": [["kind": "value", "bind": "flag", "label": "Flag"], button("On", true), button("Off", false)],
        ]
        var panel = try panel(claiming: ["value:flag"], [row])
        try unreadable(["value:flag"], &panel)
        #expect(try reasons(panel) == ["exit status 5"])
        let whole = try #require(try root(panel).children.first)
        #expect(whole.children.map(\.label) == ["", "exit status 5"])
        #expect(try !root(panel).accessible.contains { $0.label == "exit status 5" }, "the value tells it")
        _ = try panel.apply(.reportThing(ThingID("value:flag"), .value(true, failure: nil)), by: agent)
        #expect(try root(panel).children.first?.children.count == 3)
    }

    // MARK: - Pickers

    @Test func aPickerWithoutASelectionIsNotAssumed() throws {
        let nodes: [JSON] = [["kind": "picker", "bind": "pk/c"], ["kind": "toggle", "bind": "box/a"]]
        let panel = try panel(claiming: ["picker:pk/c", "box/a"], isAssumed: true, nodes)
        let picked = panel.pickerComponent("pk/c")?.selection
        #expect(picked == nil)
        let roles = try bound(panel).map(\.role)
        #expect(roles == ["toggle"])
        let selected = try root(panel).all.first { $0.options != nil }?.options?.selected
        #expect(selected == nil)
    }

    @Test func anUnknownPickerSelectsNothing() throws {
        var panel = try panel(claiming: [], [["kind": "picker", "bind": "pk/c", "style": "segmented"]])
        _ = try panel.apply(.pick(id: "pk/c", element: "beta"))
        #expect(try root(panel).all.first { $0.options != nil }?.options?.selected == 1)
        var claim = ClaimRequest()
        claim.ids = [ThingPattern("picker:pk/c")]
        _ = try panel.apply(.claim(claim), by: agent)
        #expect(try bound(panel).first?.options?.selected == nil)
    }
}
