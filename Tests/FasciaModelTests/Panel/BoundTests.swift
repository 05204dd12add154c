import FasciaDocument
import FasciaModel
import Testing

/// Limits on size and nesting, and names that are equal only under Unicode equivalence.
@Suite struct BoundTests {
    private func screen(_ body: Node, environment: JSON.Object = [:]) -> Command {
        .putScreen(Screen(id: "s", body: body, environment: environment))
    }

    private func nested(_ levels: Int) -> JSON { (0..<levels).reduce(JSON.int(1)) { inner, _ in [inner] } }

    @Test func screenLayerLimit() throws {
        let message =
            "limit: screen \"s\" has more than 256 nodes and modifiers on one path: remove some modifiers"
        var bench = try Bench()
        func text(_ count: Int, _ modifier: Modifier) -> Node {
            Node(.text(.init("t")), modifiers: Array(repeating: modifier, count: count))
        }
        #expect(try bench.message(screen(text(3_000, .padding(.init(all: 1))))) == message)
        #expect(try bench.message(screen(text(15_000, .bold(true)))) == message)
        let stacks = (0..<58).reduce(text(0, .bold(true))) { inner, _ in
            Node(.stack(.init(.vertical, children: [inner])), modifiers: Array(repeating: .dim(true), count: 30))
        }
        #expect(try bench.message(screen(stacks)) == message)
        #expect(try bench.message(screen(text(256, .bold(true)))) == message)
        try bench.do(screen(text(255, .bold(true))))
    }

    @Test func entryIDsAreNotUsedAgainAfterABatchWithoutEffect() throws {
        var panel = Panel()
        #expect(try panel.apply(.batch([.push("red"), .pop])) == [])
        #expect(panel.revision == 0)
        _ = try panel.apply(.push("blue"))
        #expect(panel.stack("main")?.top.id == EntryID("e3"))
    }

    @Test func jsonNestingLimit() throws {
        var bench = try Bench()
        let ending = " is nested more than 64 levels deep: flatten it"
        func expect(_ command: Command, _ what: String) throws {
            #expect(try bench.message(command) == "invalid: " + what + ending)
        }
        let deep = nested(65)
        let button = { (tap: Action) in Node(.button(.init("b", tap: tap))) }
        try expect(.setValue(key: "v", deep), "value \"v\"")
        try expect(.push("x", deep), "the args of screen \"x\"")
        try expect(.target("t", .push, "x", args: deep), "the args of screen \"x\"")
        try expect(.setEnvironment(.panel, ["a": nested(64)]), "the environment")
        try expect(screen(Node(.empty), environment: ["a": deep]), "the environment of screen \"s\"")
        try expect(
            screen(Node(.empty, modifiers: [.environment(["a": deep])])), "an environment in screen \"s\"")
        try expect(
            screen(button(.call(method: "m", params: deep))), "the params of \"m\" in screen \"s\"")
        try expect(
            screen(button(.emit(name: "e", payload: deep))), "the payload of \"e\" in screen \"s\"")
        let refusal = #expect(throws: Refusal.self) { try Panel().checkAction("e", payload: deep) }
        #expect(refusal?.message == "the payload of \"e\"" + ending)
        try bench.do(.setValue(key: "v", nested(64)))
    }

    @Test func argsAndHandlesAreNoLongerThanValues() throws {
        var bench = try Bench()
        let long = String(repeating: "x", count: 65_536)
        let ending = " would be more than 65536 bytes of JSON"
        #expect(try bench.message(.push("x", .string(long))) == "limit: the args of screen \"x\"" + ending)
        #expect(
            try bench.message(.push(stack: "main", route: Route("x"), handles: [long]))
                == "limit: the handles of screen \"x\"" + ending)
    }

    @Test func changeRetainedBytes() throws {
        let long = JSON.string(String(repeating: "x", count: 10_000))
        var bench = try Bench(.push("x", long), .setValue(key: "v", long))
        func bytes(_ command: Command) throws -> Int { try bench.do(command).reduce(0) { $0 + $1.retainedBytes } }
        #expect(try bytes(.pop) > 10_000)
        #expect(try bytes(.setValue(key: "v", 1)) > 10_000)
        #expect(try bytes(.setValue(key: "v", long)) > 10_000)
        #expect(try bytes(.push("y")) < 1_000)
        #expect(try bytes(.setEnvironment(.panel, ["a": long])) > 10_000)
    }

    @Test func canonicallyEquivalentTextsDiffer() throws {
        let (composed, decomposed) = ("\u{e9}", "e\u{301}")
        var bench = try Bench(.setValue(key: "v", .string(composed)))
        #expect(try bench.do(.setValue(key: "v", .string(decomposed))).count == 1)
        #expect(JSON.object([composed: 1]) != JSON.object([decomposed: 1]))
        #expect(JSON.object([composed: 1, "a": 2]) == JSON.object(["a": 2, composed: 1]))
    }

    @Test func namesOfStacksAndTargetsThatOnlyLookTheSameAreRefused() throws {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        var bench = try Bench(
            .setPath(stack: composed, [PathStep(Route("x"))]), .target(composed, .push, "x"))
        let ending =
            ", and this name is equivalent in Unicode but has 6 bytes instead of 5: use the existing spelling or another name"
        #expect(
            try bench.message(.setPath(stack: decomposed, [PathStep(Route("y"))]))
                == "invalid: stack \"\(composed)\" exists" + ending)
        #expect(try bench.message(.target(decomposed, .push, "y")) == "invalid: target \"\(composed)\" exists" + ending)
    }

    @Test func reservedShortcutWarnsOnce() throws {
        func screen(_ keys: String...) -> Screen {
            let nodes = keys.map {
                Node(.button(ButtonContent("x", tap: .emit(name: "onX", payload: .null))), modifiers: [.shortcut($0)])
            }
            return Screen(id: "s", body: Node(.form(FormContent(children: nodes))), emits: ["onX"])
        }
        func warnings(_ changes: [Change]) -> [String] {
            changes.compactMap { if case .issue(let issue) = $0, issue.reason == .shortcut { issue.message } else { nil } }
        }
        var panel = Panel()
        #expect(
            warnings(try panel.apply(.putScreen(screen("ctrl+s", "q"))))
                == ["screen \"s\" uses the key \"q\", which quits at every terminal: use another one, such as ctrl+q"])
        #expect(warnings(try panel.apply(.putScreen(screen("q", "ctrl+d")))) == [])
        #expect(
            warnings(try panel.apply(.putScreen(screen("q", "tab"))))
                == [
                    "screen \"s\" uses the key \"tab\", which moves the focus at every terminal: use another one, such as ctrl+s"
                ])
    }

    @Test func everyKeyOfATerminalIsWarnedOf() throws {
        func warns(_ key: String, _ role: ButtonContent.Role? = nil) throws -> Bool {
            let button = ButtonContent("x", role: role, tap: .emit(name: "onX", payload: .null))
            let node = Node(.button(button), modifiers: [.shortcut(key)])
            var panel = Panel()
            return try panel.apply(.putScreen(Screen(id: "s", body: node, emits: ["onX"]))).contains { change in
                if case .issue(let issue) = change { issue.reason == .shortcut } else { false }
            }
        }
        for key in ["/", "?", "f1", "ctrl+u", "ctrl+k", "escape"] { #expect(try warns(key), "\(key)") }
        for key in TerminalKey.allCases.flatMap(\.names) { #expect(try warns(key) == (key != "enter"), "\(key)") }
        #expect(try !warns("escape", .cancel), "it does what Escape does")
        #expect(try !warns("x"))
    }

    @Test func integersAreComparedWithARangeExactly() throws {
        let bound = 9_007_199_254_740_992
        var bench = try Bench(
            .declareValue(.init(key: "v", kind: .int, range: 0...Double(bound))),
            .declareValue(.init(key: "w", kind: .int, range: -1e300...1e300)))
        try bench.do(.setValue(key: "v", .int(bound)))
        #expect(
            try bench.message(.setValue(key: "v", .int(bound + 1)))
                == "invalid: value \"v\" must be from 0 to 9007199254740992, not 9007199254740993")
        try bench.do(.setValue(key: "w", .int(.max)))
        try bench.do(.setValue(key: "w", .int(.min)))
    }

    @Test func aDeclaredRootIsNamedOnce() throws {
        var bench = try Bench(.target("root", .reset, "home"), .target("end", .push, "x"))
        #expect(try bench.message(.next("nope")) == "notFound: no target \"nope\": there are end, root")
    }
}

extension Command {
    fileprivate static func target(_ name: String, _ mode: Target.Mode, _ screen: String, args: JSON) -> Command {
        .declareTarget(Target(name: name, path: [PathStep(Route(screen, args: args))], mode: mode))
    }
}
