import FasciaDocument
import FasciaModel
import FasciaScene
import FasciaWire
import TestSupport
import Testing

@Suite struct DescriptionTests {
    private func definitions() throws -> JSON.Object {
        try #require(try Description.json()["$defs"]?.objectValue)
    }

    @Test func everyMethodAndEveryFieldHasASummary() {
        for method in Catalogue.methods {
            #expect(method.summary.hasSuffix("."), "\(method.name)")
            for parameter in method.parameters {
                #expect(parameter.summary.hasSuffix("."), "\(method.name) \(parameter.name)")
            }
            for member in method.params["properties"]?.objectValue?.members ?? [] {
                #expect(member.value["description"]?.stringValue?.isEmpty == false, "\(method.name) \(member.key)")
            }
        }
    }

    @Test func namesAreUnique() {
        #expect(Set(Catalogue.methods.map(\.name)).count == Catalogue.methods.count)
    }

    @Test func mutationsShareParametersAndResults() {
        for method in Catalogue.methods where method.kind == .mutation {
            for name in ["ifRevision", "dryRun", "durable"] {
                #expect(method.params["properties"]?[name] != nil, "\(method.name)")
            }
            for name in ["revision", "changed"] { #expect(method.result["properties"]?[name] != nil, "\(method.name)") }
        }
    }

    @Test func everyReferenceLeadsSomewhere() throws {
        let definitions = try definitions()
        func check(_ json: JSON) {
            switch json {
            case .array(let items): items.forEach(check)
            case .object(let object):
                if let reference = object["$ref"]?.stringValue {
                    #expect(
                        reference.hasPrefix("#/$defs/") && definitions[String(reference.dropFirst(8))] != nil,
                        "\(reference)")
                }
                object.members.forEach { check($0.value) }
            default: break
            }
        }
        check(try Description.json())
    }

    @Test func itListsTheErrorsAndEvents() throws {
        let description = try Description.json()
        #expect(description["protocol"] == 1)
        #expect(description["methods"]?.arrayValue?.count == Catalogue.methods.count)
        let reasons = description["errors"]?.arrayValue?.compactMap { $0["reason"]?.stringValue } ?? []
        #expect(Set(reasons).isSuperset(of: Refusal.Reason.allCases.map(\.rawValue)))
        #expect(reasons.contains("parseError"))
        #expect(
            description["events"]?.objectValue?.members.map(\.key)
                == [
                    "event", "event.gap", "resumed", "ask.ended", "terminal.frame", "carryOut.cancel", "terminal.detached",
                    "geometry",
                ])
        #expect(description["requests"]?.objectValue?.members.map(\.key) == ["ping", "carryOut", "poll", "action", "rows"])
    }

    @Test func oneMethodAlone() throws {
        let description = try Description.json(method: "toggle.set")
        #expect(description["methods"]?[0]?["name"] == "toggle.set")
        #expect(description["methods"]?[0]?["params"]?["required"] == ["id", "on"])
        #expect(description["methods"]?.arrayValue?.count == 1)
        #expect(description["$defs"] == [:])
        // Includes the definitions that are referred to, directly or indirectly.
        let put = try Description.json(method: "screen.put")["$defs"]?.objectValue
        #expect(put?.members.map(\.key) == ["Node", "Modifier"])
        #expect(
            thrown(WireError.self) { _ = try Description.json(method: "toggle.sett") }
                == .methodNotFound("toggle.sett", nearest: "toggle.set"))
        #expect(thrown(WireError.self) { _ = try Description.json(method: "x.y.z") } == .methodNotFound("x.y.z"))
    }

    @Test func pickersHaveSelectionAndDisplayedElement() throws {
        var panel = Panel()
        let m = PickerElement(id: "m", label: "metres")
        let one = PickerElement(id: "1", label: "1")
        _ = try panel.apply(
            .declarePicker(
                PickerDeclaration(
                    id: "height",
                    components: [
                        PickerComponent(id: "unit", elements: [m], isOptional: true, initial: "m"),
                        PickerComponent(id: "value", title: "Value", dependsOn: "unit", elementsFor: ["m": [one]]),
                    ])))
        let picker = try #require(panel.picker("height"))
        #expect(
            try json(written { $0.write(picker, of: panel) }) == [
                "id": "height", "title": "height",
                "components": [
                    [
                        "id": "height/unit", "title": "unit", "elements": [["id": "m", "label": "metres"]],
                        "selection": .null, "shown": "m", "optional": true, "initial": "m",
                    ],
                    [
                        "id": "height/value", "title": "Value", "elements": [["id": "1", "label": "1"]],
                        "selection": "1", "shown": "1", "dependsOn": "unit",
                        "elementsFor": ["m": [["id": "1", "label": "1"]]],
                    ],
                ],
            ])
    }

    /// A snapshot and `nav.get` agree on an entry that shows its own screen, which is orphaned apart from the route's.
    @Test func snapshotsMarkOrphanedEntryScreens() throws {
        var panel = Panel()
        _ = try panel.apply(.push(stack: "main", route: Route("detail"), handles: []))
        let top = try #require(panel.stack("main")).top
        let own = Screen.id("detail", of: top.id)
        _ = try panel.apply(.putScreen(Screen(id: "detail", title: "All", body: Node(.empty))))
        _ = try panel.apply(.putScreen(Screen(id: own, title: "Own", body: Node(.empty))))
        _ = try panel.apply(.setOrphaned(screens: [own], true))
        let snapshot = try json(written { $0.writeSnapshot(of: panel) })
        let entry = try #require(snapshot["stacks"]?[0]?["layers"]?[0]?["entries"]?.arrayValue?.last)
        #expect(entry["title"] == "Own")
        #expect(entry["orphaned"] == true)
    }

    /// The answer of `ui.tree` conforms to its schema for every kind of node that it can contain.
    @Test func theNodesOfATreeFitTheirSchema() throws {
        var panel = Panel()
        let children = try JSONParser.parse(
            """
            [{"kind":"text","text":"t"},{"kind":"text","text":"h","modifiers":[{"accessibilityRole":"header"}]},
             {"kind":"text","text":"l","modifiers":[{"accessibilityRole":"link"}]},
             {"kind":"button","label":"b","emit":"x"},{"kind":"toggle","label":"t","state":"on","emit":"x"},
             {"kind":"textField","text":"a","secure":true,"emit":"x"},
             {"kind":"slider","value":0.5,"emit":"x"},{"kind":"stepper","value":2,"label":"s","emit":"x"},
             {"kind":"progress","value":0.25},{"kind":"progress"},{"kind":"gauge","value":1},
             {"kind":"picker","selection":"a","options":[{"id":"a","label":"A"}],"emit":"x"},
             {"kind":"menu","label":"m","children":[{"kind":"button","label":"b","emit":"x"}]},
             {"kind":"section","title":"s","children":[]},{"kind":"image","systemName":"star"},{"kind":"value","bind":"gone"},
             {"kind":"vstack","children":[],"modifiers":[{"tap":{"emit":"x"}}]}]
            """)
        let screen: JSON = ["id": "s", "emits": ["x"], "body": ["kind": "form", "children": children]]
        _ = try panel.apply(.putScreen(try Screen.schema.read(screen)))
        _ = try panel.apply(.push(stack: "main", route: Route("s"), handles: []))
        let scene = try #require(panel.scene(stack: "main"))
        let tree = try json(written { $0.writeTree(of: scene, details: true) })
        #expect((tree["nodes"]?.arrayValue?.count ?? 0) > 15)
        let schema = try #require(Catalogue.method(named: "ui.tree")).result
        #expect(SchemaValidator(definitions: try definitions()).fault(tree, schema) == nil)
        for role in AccessibilityRole.allCases { #expect(Element.roles.contains(role.rawValue)) }
    }

    /// The output of the writers conforms to the schemas.
    @Test func theAnswersFitTheirSchemas() throws {
        var panel = Panel()
        let home = Screen(
            id: "home", title: "Home",
            body: Node(
                .form(
                    FormContent(children: [
                        Node(.toggle(ToggleContent(bind: "extras"))), Node(.value(ValueContent(bind: "volume"))),
                        Node(.button(ButtonContent("Red", tap: .call(method: "nav.push", params: ["screen": "red"])))),
                    ]))), emits: ["onTap"])
        let commands: [Command] = [
            .putScreen(home), .setValue(key: "volume", 5), .setEnvironment(.stack("main"), ["style": "neon"]),
            .declareGroup(
                OptionDeclaration(
                    id: "extras",
                    options: [
                        OptionDeclaration(id: "ham"),
                        OptionDeclaration(id: "more", options: [OptionDeclaration(id: "olives", on: true)]),
                    ])),
            .declareGroup(OptionDeclaration(id: "free", options: [OptionDeclaration(id: "x")], independent: true)),
            .declarePicker(
                PickerDeclaration(
                    id: "p",
                    components: [
                        PickerComponent(id: "a", elements: [PickerElement(id: "x", label: "X")], isOptional: true),
                        PickerComponent(
                            id: "b", initial: "y", dependsOn: "a",
                            elementsFor: ["x": [PickerElement(id: "y", label: "Y")]]),
                        PickerComponent(id: "c", role: .label),
                    ])),
            .pick(id: "p/a", element: "x"), .setOrphaned(screens: ["home"], true),
            .report(ActionReport(entry: EntryID("e1"), name: "onX", payload: 1, outcome: .rejected, reason: "no")),
            .reportIssue(FasciaModel.Issue(.error, .unimplemented, "nobody")),
            .declareTarget(
                Target(name: "end", path: [PathStep(Route("home")), PathStep(Route("red"), modal: .sheet)])),
            .push(stack: "main", route: Route("home", args: ["a": 1]), handles: ["onTap"]),
            .modal(stack: "main", route: Route("gone"), style: .alert, handles: []),
        ]
        let validator = SchemaValidator(definitions: try definitions())
        let change: JSON = ["$ref": "#/$defs/Change"]
        for command in commands {
            let changes = try panel.apply(command)
            for each in changes { #expect(validator.fault(try json(written { $0.write(each) }), change) == nil) }
        }
        let stack = try #require(panel.stack("main"))
        let extras = try #require(panel.toggleTree("extras"))
        let scene = try #require(panel.scene(stack: "main"))
        func fits(_ method: String, _ text: String) throws {
            let schema = try #require(Catalogue.method(named: method)).result
            #expect(validator.fault(try json(text), schema) == nil, "\(method): \(text)")
        }
        let picker = try #require(panel.picker("p"))
        try fits("picker.get", written { $0.write(picker, of: panel) })
        try fits("picker.get", written { $0.writePickers(of: panel) })
        try fits("nav.get", written { $0.writeStack(stack, of: panel) })
        try fits("toggle.get", written { $0.writeGroups(of: panel) })
        try fits("toggle.get", written { $0.write(extras, of: panel) })
        try fits("value.get", written { $0.writeValues(panel.valueKeys, of: panel) })
        try fits("screen.list", written { $0.writeScreens(of: panel) })
        try fits("screen.get", written { $0.write(home) })
        try fits("ui.tree", written { $0.writeTree(of: scene) })
        try fits(
            "watch.start",
            "{\"watch\":1,\"cursor\":\"a:1\",\"snapshot\":\(written { $0.writeSnapshot(of: panel) })}"
        )
        try fits("daemon.describe", written(try Description.json()))
    }
}

/// The limits of what a request may have in it, by construction.
@Suite struct LimitOfInputTests {
    /// Texts that people read. The line that they come in is their limit.
    private static let contents: Set<String> = [
        "text", "message", "title", "label", "stale", "failed", "reason", "lines/0", "base", "filters/*", "element", "list",
        "item", "option", "role", "receiver", "since", "unit", "format", "placeholder", "pattern", "hint", "options/0", "search",
        "color",
    ]

    private func unlimited(_ schema: JSON, _ path: String) -> [String] {
        var found: [String] = []
        // What is set in a scope has a limit of its own.
        let isEnvironment = path.contains("/environment") || path.hasPrefix("environment.set/values")
        for key in ["oneOf", "anyOf"] {
            for (index, choice) in (schema[key]?.arrayValue ?? []).enumerated() {
                found += unlimited(choice, path + "|\(index)")
            }
        }
        for (name, member) in schema["properties"]?.objectValue?.members ?? [] { found += unlimited(member, path + "/" + name) }
        if let items = schema["items"] {
            if schema["maxItems"] == nil { found.append(path) }
            found += unlimited(items, path + "/0")
        }
        if let member = schema["additionalProperties"], case .object = member {
            if schema["maxProperties"] == nil, !isEnvironment { found.append(path) }
            found += unlimited(member, path + "/*")
        }
        let isContent = isEnvironment || Self.contents.contains { path.hasSuffix("/" + $0) }
        if schema["type"] == "string", schema["maxLength"] == nil, schema["pattern"] == nil, !isContent { found.append(path) }
        return found
    }

    @Test func everyListAndEveryNameOfARequestHasALimit() throws {
        for method in Catalogue.methods.map(\.name) {
            let description = try Description.json(method: method)
            let params = try #require(description["methods"]?.arrayValue?.first?["params"])
            #expect(unlimited(params, method) == [])
        }
    }

    @Test func whatIsTooLongIsRefusedBeforeItIsRead() throws {
        let long = String(repeating: "x", count: 5_000)
        let name = #expect(throws: WireError.self) { try Catalogue.call("toggle.set", ["id": .string(long), "state": "on"]) }
        #expect(name?.message == "/id: expected at most 4096 bytes, found 5000")
        let topics = JSON.array(Array(repeating: "value:a", count: 10_001))
        let list = #expect(throws: WireError.self) { try Catalogue.call("watch.start", ["topics": topics]) }
        #expect(list?.message == "/topics: expected at most 10000 items, found 10001")
        let rules = JSON.object(JSON.Object((0...10_000).map { ("k\($0)", ["a"]) }))
        let group: JSON = ["id": "g", "options": [["id": "a"]], "rules": ["requires": rules]]
        let object = #expect(throws: WireError.self) { try Catalogue.call("toggle.declare", ["group": group]) }
        #expect(object?.message == "/group/rules/requires: expected at most 10000 members, found 10001")
    }
}
