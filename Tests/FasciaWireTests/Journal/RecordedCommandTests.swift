import FasciaModel
import FasciaWire
import Testing

/// Commands as they stand in the journal, and back.
@Suite struct RecordedCommandTests {
    private static let args: JSON = ["a": [1, 2.0, "x\n\u{1F600}", .null], "b": true]
    private static let step = PathStep(Route("a", args: args), modal: .cover)

    static let commands: [Command] = [
        .push(stack: "main", route: Route("a"), handles: []),
        .push(stack: "side", route: Route("a", args: args), handles: ["onSave"]),
        .pop(stack: "main", entry: nil), .pop(stack: "main", entry: EntryID("e2")),
        .popTo(stack: "main", .entry(EntryID("e2"))), .popTo(stack: "main", .screen("a")),
        .popTo(stack: "main", .index(0)), .replace(stack: "main", entry: nil, route: Route("a")),
        .replace(stack: "main", entry: EntryID("e2"), route: Route("a", args: args)),
        .modal(stack: "main", route: Route("a", args: args), style: .alert, handles: ["onSave"]),
        .close(stack: "main", entry: nil), .close(stack: "main", entry: EntryID("e2")),
        .next(stack: "main", target: "end"), .setPath(stack: "main", [PathStep(Route("home")), step]),
        .declareTarget(Target(name: "t", path: [], mode: .push)),
        .declareTarget(Target(name: "t", path: [step], mode: .popToOrPush)), .removeTarget(name: "t"),
        .removeStack(name: "side"),
        .declareGroup(
            OptionDeclaration(
                id: "g", title: "G",
                options: [
                    OptionDeclaration(id: "a", on: true, disabled: false),
                    OptionDeclaration(id: "s", options: [], independent: true),
                ], rules: .init(exclusive: true, min: 0, max: 3, requires: ["a": ["b"]], excludes: [["a", "b"]]))),
        .removeGroup(id: "g"), .setToggle(id: "g/a", on: true), .setToggle(id: "g/\"ü\"", on: false),
        .flipToggle(id: "g", expect: nil), .flipToggle(id: "g", expect: .mixed), .enableToggle(id: "g/a", enabled: false),
        .declarePicker(
            PickerDeclaration(
                id: "p", title: "P",
                components: [
                    PickerComponent(
                        id: "c", title: "C", elements: [.init(id: "1", label: "one")], selection: "1", isOptional: true,
                        initial: "1"),
                    PickerComponent(id: "l", elements: [.init(id: ",", label: ",")], role: .label),
                    PickerComponent(id: "d", dependsOn: "c", elementsFor: ["1": [.init(id: "2", label: "2")]]),
                ])),
        .removePicker(id: "p"), .pick(id: "p/c", element: "1"), .pick(id: "p/c", element: nil),
        .setElements(id: "p/c", elements: [.init(id: "1", label: "one")], elementsFor: nil),
        .setElements(id: "p/d", elements: [], elementsFor: ["1": [.init(id: "1", label: "one")]]),
        .declareValue(ValueDeclaration(key: "k", kind: .string)),
        .declareValue(ValueDeclaration(key: "k", kind: .double, initial: 1.5, range: -1...2.5, step: 0.25)),
        .setValue(key: "k", args), .setValue(key: "k", .null), .setValue(key: "k", 1), .setValue(key: "k", 1.0),
        .removeValue(key: "k"),
        .putScreen(
            Screen(
                id: "s", title: "S",
                body: Node(.button(ButtonContent("Go", tap: .call(method: "nav.push", params: ["screen": "x"]))), id: "b"),
                emits: ["onSave"], environment: ["tint": "red"])),
        .putRows(
            screen: "s",
            RowsUpdate(
                node: "list", total: 9, keep: [RowRange(0, 2)],
                runs: [.init(first: 4, children: [Node(.text(TextContent("four")), id: "4")])])),
        .putRows(screen: "s", RowsUpdate(node: "list", runs: [])),
        .removeScreen(id: "s"), .setEnvironment(.panel, ["a": 1, "b": .null]), .setEnvironment(.stack("main"), ["a": 1]),
        .setEnvironment(.screen("s"), ["a": [1]]), .setEnvironment(.entry(EntryID("e2")), ["a": "x"]),
        .setOrphaned(screens: ["s", "t"], true), .setOrphaned(screens: [], false),
        .report(ActionReport(entry: EntryID("e2"), name: "onSave", payload: args, outcome: .handled)),
        .report(ActionReport(entry: EntryID("e2"), name: "onSave", payload: .null, outcome: .rejected, reason: "no")),
        .reportIssue(Issue(.warning, .unhandled, "m", breadcrumbs: ["path": [1, 2]])),
        .undo(.steps(3)), .undo(.revision(7)),
        .batch([.setToggle(id: "g/a", on: true), .push(stack: "main", route: Route("a"), handles: [])]),
        .batch([
            .report(ActionReport(entry: EntryID("e2"), name: "onSave", payload: 1, outcome: .unanswered)),
            .reportIssue(Issue(.error, .unanswered, "m")),
        ]),
        .batch([]),
    ]

    @Test(arguments: commands) func aCommandIsReadAsItWasWritten(_ command: Command) throws {
        var writer = JSONWriter()
        writer.writeParams(of: command)
        let params = try JSONParser.parse(writer.text)
        #expect(try Command(method: command.method, params: params) == command)
    }

    /// Nothing is said that need not be; an array of commands has each as a call.
    @Test(arguments: [
        (.setToggle(id: "g/a", on: true), #"{"id":"g/a","on":true}"#), (.setToggle(id: "\"", on: false), #"{"id":"\"","on":false}"#),
        (.flipToggle(id: "g", expect: nil), #"{"id":"g"}"#), (.flipToggle(id: "g", expect: .mixed), #"{"id":"g","expect":"mixed"}"#),
        (.pick(id: "p/c", element: "1"), #"{"id":"p/c","element":"1"}"#), (.pick(id: "p/c", element: nil), #"{"id":"p/c","element":null}"#),
        (.setValue(key: "k", [1, .null]), #"{"key":"k","value":[1,null]}"#),
        (.push(stack: "main", route: Route("a"), handles: []), #"{"stack":"main","screen":"a"}"#),
        (.pop(stack: "main", entry: nil), #"{"stack":"main"}"#), (.batch([]), #"{"commands":[]}"#),
        (
            .batch([.setToggle(id: "g", on: true), .removeValue(key: "k")]),
            #"{"commands":[{"method":"toggle.set","params":{"id":"g","on":true}},{"method":"value.remove","params":{"key":"k"}}]}"#
        ),
    ] as [(Command, String)])
    func theParametersAsText(_ command: Command, _ text: String) {
        var writer = JSONWriter()
        writer.writeParams(of: command)
        #expect(writer.text == text)
    }

    /// What an undo came to does the same again, on a panel that knows nothing of what was before.
    @Test func anUndoIsDoneAgain() throws {
        var panel = Panel()
        for command in [
            .setValue(key: "k", Self.args), .declareValue(ValueDeclaration(key: "n", kind: .int, range: 0...9)),
            .declareGroup(OptionDeclaration(id: "g", options: [OptionDeclaration(id: "a"), OptionDeclaration(id: "b")])),
            .push(stack: "main", route: Route("a", args: Self.args), handles: ["onSave"]),
            .setEnvironment(.entry(EntryID("e2")), ["x": 1]), .setEnvironment(.panel, ["y": 2]),
            .declarePicker(
                PickerDeclaration(id: "p", components: [PickerComponent(id: "c", elements: [.init(id: "1", label: "1")])])),
            .setToggle(id: "g", on: true), .enableToggle(id: "g/a", enabled: false), .setValue(key: "n", 3),
            .removeGroup(id: "g"), .removePicker(id: "p"), .removeValue(key: "k"), .setPath(stack: "main", [PathStep(Route("home")), Self.step]),
        ] as [Command] { _ = try panel.apply(command) }
        for goal in [UndoGoal.steps(1), .steps(2), .revision(9), .revision(4), .revision(1), .revision(0)] {
            let restore = Command.restore(try panel.restored(goal))
            var writer = JSONWriter()
            writer.writeParams(of: restore)
            let again = try Command(method: restore.method, params: JSONParser.parse(writer.text))
            #expect(again == restore)
            var (one, other) = (panel, try panel.archive.withUnsafeBytes { try Panel(archive: $0, limits: Limits()) })
            #expect(try one.apply(restore) == other.apply(again))
            #expect(one == other)
        }
    }

    @Test(arguments: ["", "0", "zz", "00", "ff00ff"]) func whatIsNoUndoIsRefused(_ state: String) {
        #expect(throws: WireError.self) { try Command(method: "daemon.restore", params: ["state": .string(state)]) }
    }

    /// Every method that changes the panel has a command here, so that none is forgotten.
    @Test func everyMutationIsThere() {
        let methods = Set(Self.commands.map(\.method))
        for method in Catalogue.methods where method.kind == .mutation {
            #expect(methods.contains(method.name), "\(method.name)")
        }
    }

    @Test func whatTheDaemonDoesIsNoMethodOfTheProtocol() {
        for name in ["daemon.orphaned", "daemon.action", "daemon.issue", "daemon.restore"] {
            #expect(throws: WireError.self) { try Catalogue.call(name, [:]) }
        }
    }

    @Test(arguments: [
        ("toggle.fold", "{}"), ("toggle.set", "{}"), ("toggle.get", "{}"), ("daemon.orphaned", "{}"),
        ("daemon.issue", #"{"severity":"bad","reason":"order","message":"","breadcrumbs":{}}"#),
        ("batch", #"{"commands":[{"method":"toggle.set"}]}"#), ("", "{}"),
    ])
    func whatIsNoCommandIsRefused(_ method: String, _ params: String) throws {
        let params = try JSONParser.parse(params)
        #expect(throws: WireError.self) { try Command(method: method, params: params) }
    }
}
