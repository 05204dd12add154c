import FasciaDocument
import FasciaModel
import TestSupport
import Testing

/// The exact message of every refusal.
@Suite struct MessageTests {
    @Test func navigationMessages() throws {
        var limits = Limits()
        (limits.depth, limits.stacks, limits.targets) = (2, 1, 1)
        let panel = try Bench(.target("end", .push, "a"), .push("a"), .pop, .push("a"), limits: limits).panel
        func expect(_ command: Command, _ message: String) throws { try expectRefusal(command, message, in: panel) }
        let route = Route("a")
        try expect(
            .pop(stack: "mian", entry: nil), "notFound: no stack \"mian\": did you mean \"main\"? (nav.set makes a new one)")
        try expect(.pop(stack: "mai", entry: nil), "notFound: no stack \"mai\": did you mean \"main\"? (nav.set makes a new one)")
        try expect(
            .pop(stack: "main", entry: EntryID("x")), "notFound: no entry \"x\" was ever created: nav.get lists the ids")
        try expect(
            .popTo(stack: "main", .index(7)), "notFound: no entry number 7 in stack \"main\": it has 2, e1 home, e3 a")
        try expect(
            .popTo(stack: "main", .screen("b")),
            "notFound: no entry with the screen \"b\" in stack \"main\": it has 2, e1 home, e3 a")
        try expect(
            .popTo(stack: "main", .entry(EntryID("e2"))),
            "notFound: no entry \"e2\" in stack \"main\": it has 2, e1 home, e3 a")
        try expect(
            .replace(stack: "main", entry: EntryID("e2"), route: route),
            "entryGone: entry \"e2\" is no longer in stack \"main\": nothing can be replaced")
        try expect(
            .push("b"),
            "limit: stack \"main\" holds at most 2 entries, not 3: pop some first")
        try expect(.push(""), "invalid: the screen's name is empty")
        try expect(.push("a\n"), "invalid: the screen's name has a control character")
        try expect(.push("a*"), "invalid: the screen's name is \"a*\": \"*\" is for patterns")
        try expect(
            .push(String(repeating: "a", count: 513)), "invalid: the screen's name has 513 bytes: 512 are allowed")
        try expect(.path(), "invalid: the path of stack \"main\" is empty: it needs at least one step")
        try expect(
            .setPath(stack: "main", [PathStep(route, modal: .sheet)]),
            "invalid: the path of stack \"main\" begins with a modal: the first step is the root of the base layer")
        try expect(
            .setPath(stack: "two", [PathStep(route)]), "limit: there are 1 stacks already: remove one first with nav.remove")
        try expect(.next("edn"), "notFound: no target \"edn\": did you mean \"end\"?")
        try expect(.target("two", .push, "a"), "limit: there are 1 targets already: remove one first")
        try expect(
            .target("end", .push, "a", "b", "c"),
            "limit: the path of target \"end\" has 3 steps: a stack holds at most 2 entries")
        try expect(.removeTarget(name: "root"), "notFound: no declared target \"root\": there is only end")
    }

    @Test func aNameThatOnlyLooksLikeOneThatIsThereIsRefused() throws {
        let (known, other) = ("caf\u{E9}", "cafe\u{301}")
        func screen(_ id: String) -> Command { .putScreen(Screen(id: id, body: Node(.text(TextContent("x"))))) }
        func picker(_ id: String) -> Command {
            let elements = [PickerElement(id: "a", label: "a")]
            return .declarePicker(PickerDeclaration(id: id, components: [.init(id: "c", elements: elements)]))
        }
        func value(_ key: String) -> Command { .setValue(key: key, 1) }
        let panel = try Bench(.group(known, "a"), screen(known), picker(known), value(known)).panel
        func expect(_ command: Command, _ what: String) throws {
            try expectRefusal(
                command,
                "invalid: \(what) \"\(known)\" exists, and this name is equivalent in Unicode but has 6 bytes "
                    + "instead of 5: use the existing spelling or another name", in: panel)
        }
        try expect(.group(other, "a", "b"), "group")
        try expect(screen(other), "screen")
        try expect(picker(other), "picker")
        try expect(value(other), "value")
        try expect(.declareValue(ValueDeclaration(key: other, kind: .int)), "value")
    }

    @Test func toggleMessages() throws {
        let panel = try Bench(
            .group("extras", "ham", "cheese", "-olives"), .group("empty"),
            .declareGroup(OptionDeclaration(id: "free", options: ["a"], independent: true)),
            .group("off", "-a")
        ).panel
        func expect(_ command: Command, _ message: String) throws { try expectRefusal(command, message, in: panel) }
        try expect(.set("extras/chese", true), "notFound: no switch \"extras/chese\": did you mean \"extras/cheese\"?")
        try expect(.set("extras/x", true), "notFound: no switch \"extras/x\": group \"extras\" has ham, cheese, olives")
        try expect(.set("extras/ham/x", true), "notFound: no switch \"extras/ham/x\": \"extras/ham\" is a switch, not a group")
        try expect(.set("empty/x", true), "notFound: no switch \"empty/x\": group \"empty\" is empty")
        try expect(.flip("extra"), "notFound: no group \"extra\": did you mean \"extras\"?")
        try expect(.flip("zzzzz"), "notFound: no group \"zzzzz\": there are extras, empty, free, off")
        try expectRefusal(.flip("x"), "notFound: no group \"x\": none has been declared", in: Panel())
        try expect(
            .flip("extras/olives"),
            "refused: switch \"extras/olives\" is disabled: only the program that has declared it can set it")
        try expect(.flip("off"), "refused: group \"off\" is disabled, because all its switches are")
        try expect(
            .flip("free"), "refused: group \"free\" is independent and has no master switch: set its switches individually")
        try expect(.flipToggle(id: "extras", expect: .on), "conflict: \"extras\" is off, not on")
        try expect(
            .removeGroup(id: "extras/ham"),
            "invalid: \"extras/ham\" is a part of group \"extras\": declare that group again without it")
    }

    @Test func declarationMessages() throws {
        var limits = Limits()
        (limits.options, limits.nesting, limits.groups) = (3, 2, 1)
        let panel = Panel(limits: limits)
        func expect(_ command: Command, _ message: String) throws { try expectRefusal(command, message, in: panel) }
        try expect(
            .declareGroup("g"), "invalid: group \"g\" has no options: add a list of options, or [] for an empty group")
        try expect(.group("", "a"), "invalid: the group's id is empty")
        try expect(.group("g", "a/b"), "invalid: an id in group \"g\" is \"a/b\": \"/\" separates the levels")
        try expect(.group("g", "a", "a"), "invalid: duplicate id \"g/a\": ids in one group must be unique")
        try expect(
            .group("g", OptionDeclaration(id: "a", independent: true)),
            "invalid: switch \"g/a\" has rules or is independent, which only groups can")
        try expect(
            .group("g", "a", "b", "c", "d"),
            "limit: the panel may have at most 3 switches, and group \"g\" would exceed that")
        try expect(
            .group("g", OptionDeclaration(id: "a", options: ["b"])), "limit: group \"g\" is nested more than 2 levels deep")
        try expectRefusal(
            .group("h"), "limit: there are 1 groups already: remove one first",
            in: try Bench(.group("g"), limits: limits).panel)
        func rules(_ rules: ToggleRules, _ message: String) throws {
            try expect(.group("g", "+a", "+b", "c", rules: rules), "invalid: " + message)
        }
        try rules(
            .init(requires: ["a": ["x"]]), "rule \"requires\" of group \"g\" names \"x\": there is no switch \"g/x\"")
        try rules(.init(min: 3, max: 2), "group \"g\" needs at least 3 and at most 2 on, which cannot both hold")
        try rules(
            .init(requires: ["a": ["b"], "b": ["a"]]), "cycle in \"requires\": \"g/a\" needs \"g/b\" needs \"g/a\"")
        try rules(.init(exclusive: true), "group \"g\" is exclusive: 2 of its switches are on")
        try rules(.init(min: 3), "group \"g\" needs at least 3 on: 2 of its switches are on")
        try rules(.init(max: 1), "group \"g\" has at most 1 on: 2 of its switches are on")
        try rules(.init(requires: ["a": ["c"]]), "\"g/a\" is on and needs \"g/c\", which is off")
        try rules(
            .init(excludes: [["a", "a"]]),
            "rule \"excludes\" of group \"g\" needs two switches that exclude each other, not \"a\" alone")
        try rules(
            .init(excludes: [[]]),
            "rule \"excludes\" of group \"g\" needs two switches that exclude each other, not an empty list")
        try rules(.init(excludes: [["a", "b"]]), "\"g/a\" and \"g/b\" are on and exclude each other")
        try expectRefusal(
            .group("g", OptionDeclaration(id: "s", options: []), rules: .init(excludes: [["s"]])),
            "invalid: rule \"excludes\" of group \"g\" names \"s\", which is a group: name its switches", in: Panel())
    }

    @Test func ruleMessages() throws {
        func expect(_ rules: ToggleRules, _ command: Command, _ message: String) throws {
            let panel = try Bench(.group("g", "+a", "b", "-c", "d", rules: rules)).panel
            try expectRefusal(command, "refused: " + message, in: panel)
        }
        try expect(
            .init(exclusive: true), .set("g/a", false),
            "group \"g\" is exclusive, so one switch must stay on: turn on another one instead")
        try expect(
            .init(exclusive: true), .set("g", true), "group \"g\" is exclusive: one switch of it can be on, not 3")
        try expect(.init(min: 1), .set("g/a", false), "group \"g\" needs at least 1 on: this would leave 0")
        try expect(.init(max: 1), .set("g/b", true), "group \"g\" has at most 1 on: this would make 2")
        try expect(
            .init(excludes: [["a", "b"]]), .set("g/b", true),
            "\"g/b\" and \"g/a\" exclude each other: only one of them can be on")
        try expect(
            .init(requires: ["b": ["c"]]), .set("g/b", true), "\"g/b\" cannot be turned on: it needs \"g/c\", which is disabled")
        let held = try Bench(.group("g", "+a", "+b", rules: .init(requires: ["b": ["a"]]))).panel
        try expectRefusal(.set("g/a", false), "refused: \"g/a\" cannot be turned off: \"g/b\" is on and needs it", in: held)
        let stuck = try Bench(.group("g", "-+a", "b", rules: .init(exclusive: true))).panel
        try expectRefusal(
            .set("g/b", true),
            "refused: \"g/a\" would be turned off, because group \"g\" is exclusive, but it is disabled", in: stuck)
    }

    @Test func valueScreenAndEnvironmentMessages() throws {
        var limits = Limits()
        (limits.valueBytes, limits.values, limits.screens, limits.nodes, limits.nesting) = (20, 1, 1, 2, 2)
        let text = Node(.text(.init("t")), id: "n")
        func screen(_ id: String, _ body: Node) -> Command { .putScreen(Screen(id: id, body: body)) }
        let panel = try Bench(
            .declareValue(.init(key: "v", kind: .int, range: 0...5.5)), screen("s", text), .push("a"), .pop,
            limits: limits
        ).panel
        func expect(_ command: Command, _ message: String) throws { try expectRefusal(command, message, in: panel) }
        try expect(.setValue(key: "v", "x"), "invalid: value \"v\" must be an integer, not a string")
        try expect(.setValue(key: "v", 6), "invalid: value \"v\" must be from 0 to 5.5, not 6")
        try expect(
            .setValue(key: "v", "01234567890123456789"), "limit: value \"v\" would be more than 20 bytes of JSON")
        try expect(.setValue(key: "w", 1), "limit: there are 1 values already: remove one first")
        try expect(.removeValue(key: "w"), "notFound: no value \"w\": there is only v")
        try expect(
            .declareValue(.init(key: "v", kind: .bool, step: 1)),
            "invalid: value \"v\" is a boolean: only numbers have a range and a step")
        try expect(
            .declareValue(.init(key: "v", kind: .int, step: 0)), "invalid: the step of value \"v\" must be above 0, not 0")
        try expect(
            .declareValue(.init(key: "v", kind: .int, range: 0.2...0.8)),
            "invalid: value \"v\" has the range 0.2 to 0.8, which contains no integer")
        try expectRefusal(.setValue(key: "", 1), "invalid: the value's key is empty", in: Panel())
        try expect(screen("t", text), "limit: there are 1 screens already: remove one first")
        func stack(_ children: Node...) -> Node { Node(.stack(.init(.vertical, children: children))) }
        try expect(screen("s", stack(stack(text))), "limit: screen \"s\" is nested more than 2 levels deep")
        try expect(screen("s", stack(text, text)), "limit: screen \"s\" has 3 nodes, but at most 2 are allowed")
        try expectRefusal(
            screen("s", stack(text, text)),
            "invalid: node id \"n\" occurs twice in screen \"s\", the second time at body/children/1: "
                + "ids in one screen must be unique", in: Panel())
        try expect(screen("", text), "invalid: the screen's id is empty")
        try expect(.removeScreen(id: "t"), "notFound: no screen \"t\": there is only s")
        try expect(.setEnvironment(.entry(EntryID("e2")), [:]), "entryGone: entry \"e2\" was removed")
        try expect(
            .setEnvironment(.panel, ["a": "0123456789", "b": 1]),
            "limit: the environment of one scope holds at most 20 bytes of JSON")
        // Merged with what is there, and members to remove.
        let dark = try Bench(.setEnvironment(.panel, ["a": "0123"]), limits: limits).panel
        for more: JSON.Object in [["b": "0123"], ["a": .null, "b": .null, "c": .null]] {
            try expectRefusal(
                .setEnvironment(.panel, more), "limit: the environment of one scope holds at most 20 bytes of JSON", in: dark)
        }
        try expect(.batch([.batch([])]), "invalid: batches cannot be nested: list the commands directly")
    }
}
