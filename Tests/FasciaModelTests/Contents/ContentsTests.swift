import FasciaModel
import Testing

/// Contents that no panel can have are refused with a message. `ArchiveTests` checks the round trip of valid contents.
@Suite struct ContentsTests {
    private static func contents(_ change: (inout PanelContents) -> Void) -> PanelContents {
        var contents = Panel().contents
        change(&contents)
        return contents
    }

    private static func entry(_ id: String, _ screen: String = "a") -> Entry { Entry(id: EntryID(id), route: Route(screen)) }

    static let wrong: [(PanelContents, String)] = [
        (contents { $0.revision = -1 }, "revision -1 is less than 0"),
        (contents { $0.lastEntry = 0 }, "the last entry's number is 0: at least 1"),
        (contents { $0.stacks = [] }, "the first stack is not \"main\""),
        (contents { $0.stacks[0].name = "side" }, "the first stack is not \"main\""),
        (contents { $0.stacks[0].layers = [] }, "stack main has no layer"),
        (contents { $0.stacks[0].layers[0].entries = [] }, "stack main: layer 0 is empty"),
        (contents { $0.stacks[0].layers[0].modal = .alert }, "stack main: layer 0 has the wrong style"),
        (contents { $0.stacks.append($0.stacks[0]) }, "stack \"main\" is there twice"),
        (
            contents { $0.stacks.append(.init(name: "side", layers: $0.stacks[0].layers)) },
            "entry \"e1\" is there twice"
        ),
        (
            contents { $0.stacks[0].layers[0].entries.append(entry("e7")) },
            "entry \"e7\" is not among e1 to e1, the last that was minted"
        ),
        (contents { $0.stacks[0].layers[0].entries = [entry("e1", "")] }, "the screen's name is empty"),
        (contents { $0.orphaned = ["gone"] }, "no screen \"gone\": none has been published"),
        (contents { $0.groups = [OptionDeclaration(id: "g")] }, "group \"g\" has no options"),
        (
            contents { $0.groups = Array(repeating: OptionDeclaration(id: "g", options: []), count: 2) },
            "group \"g\" is there twice"
        ),
        (
            contents {
                $0.groups = [
                    OptionDeclaration(id: "g", options: [OptionDeclaration(id: "a", on: false)], rules: .init(min: 1))
                ]
            }, "at least 1"
        ),
        (
            contents {
                $0.values = [.init(key: "n", value: "x", declaration: ValueDeclaration(key: "n", kind: .int))]
            }, "\"n\""
        ),
        (
            contents {
                $0.pickers = [
                    .init(id: "p", components: [.init(id: "c", elements: [.init(id: "1", label: "1")], selection: "2")])
                ]
            }, "no element \"2\" in \"p/c\""
        ),
        (
            contents { $0.pickers = [.init(id: "p", components: [.init(id: "c", elements: [.init(id: "1", label: "1")])])] },
            "\"p/c\" has no selection, and is not optional: select one of its elements"
        ),
        (contents { $0.environment = [.init(.stack("none"), values: ["a": 1])] }, "no stack \"none\""),
        (contents { $0.environment = [.init(.entry(EntryID("e1")), values: ["a": 1])] }, ""),
    ]

    @Test(arguments: wrong) func invalidContentsAreRefused(_ contents: PanelContents, _ message: String) {
        do throws(Refusal) {
            _ = try Panel(contents: contents)
            #expect(message == "", "it was taken")
        } catch {
            #expect(!message.isEmpty && error.message.contains(message), "\(error.message)")
        }
    }

    /// Replacing the elements may remove the initial element. Such a picker can still be restored.
    @Test func aPickerWhoseInitialElementIsGone() throws {
        var panel = Panel()
        _ = try panel.apply(
            .declarePicker(
                .init(
                    id: "p", components: [.init(id: "c", elements: [.init(id: "1", label: "1")], initial: "1")])))
        _ = try panel.apply(.setElements(id: "p/c", elements: [.init(id: "2", label: "2")], elementsFor: nil))
        #expect(try Panel(contents: panel.contents) == panel)
    }

    /// A report is shown whatever rules its group has.
    @Test func whatIsReportedMayBreakARule() throws {
        var bench = try BoundBench(claiming: nil)
        let options = ["a", "b"].map { OptionDeclaration(id: $0) }
        try bench.perform(.declareGroup(OptionDeclaration(id: "one", options: options, rules: .init(exclusive: true))))
        try bench.claim(["one/**"])
        for id in ["one/a", "one/b"] { try bench.report(id, true) }
        let contents = bench.panel.contents
        #expect(try Panel(contents: contents).contents == contents)
    }

    /// Whatever is claimed stays claimed, by clients that have gone. What a release left to finish is not.
    @Test func claimsAreThoseOfClientsThatHaveGone() throws {
        var bench = try BoundBench(claiming: ["services/**"]) { $0.retry = true }
        try bench.claim(["picker:clock/zone"]) { ($0.isAssumed, $0.revertWithin) = (true, 5_000) }
        try bench.claim(["value:host"])
        try bench.perform(.setValue(key: "host", "other"))
        try bench.perform(.release([ThingPattern("value:host")]), by: BoundBench.agent)
        let contents = bench.panel.contents
        #expect(contents.claims.map { $0.request.ids.map(\.text) } == [["services/**"], ["picker:clock/zone"]])
        let restored = try Panel(contents: contents, at: 9)
        #expect(restored.contents == contents)
        #expect(restored.checkInvariants() == [])
        #expect(restored.claims.map(\.request) == bench.panel.claims.prefix(2).map(\.request))
        #expect(restored.claims.map(\.left?.time) == [9, 9])
        #expect(
            restored.condition(of: .option("services/cron"))?.stale?.reason
                == "agent (pid 7) has to come back, because the state was imported")
        var limits = Limits()
        limits.claimed = 1
        #expect(throws: Refusal.self) { try Panel(contents: contents, limits: limits) }
    }
}
