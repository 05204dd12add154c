import FasciaDocument
import FasciaModel
import Testing

@Suite struct ActionTests {
    private func screen(_ id: String, _ emits: String...) -> Command {
        .putScreen(Screen(id: id, body: Node(.empty), emits: emits))
    }

    private func push(_ screen: String, _ handles: String...) -> Command {
        .push(stack: "main", route: Route(screen), handles: handles)
    }

    /// The candidates as words: `7 parent` is peer 7 in the role `parent`.
    private func candidates(_ name: String, _ entry: String, _ bindings: ActionBindings, _ panel: Panel) -> [String] {
        let stack = panel.stack("main")
        let candidates = stack?.candidates(for: name, of: EntryID(entry), bindings) ?? []
        return candidates.map { "\($0.peer) \($0.part.rawValue)" }
    }

    // MARK: Names

    @Test func parents1_aNameThatIsAnOrderGetsAWarningWhenItIsDeclared() throws {
        var bench = try Bench()
        #expect(
            try bench.do(screen("edit", "onSave", "deleteStandup", "once")).words == [
                "declared screen edit",
                "issue warning order: screen \"edit\" emits \"deleteStandup\", \"once\", which sounds like a command: "
                    + "name it after what the user did, such as \"onDeleteStandupTapped\"",
            ])
        // Each name is reported once, not for every version of the screen.
        #expect(try bench.do(screen("edit", "deleteStandup", "once")).words == ["screen edit 0"])
        #expect(try bench.do(screen("edit", "deleteStandup", "stop")).words.count == 2)
    }

    @Test(arguments: ["onDeleteButtonTapped", "on1", "onÄnderung"])
    func parents1_aNameThatSaysWhatTheUserDidGetsNone(_ name: String) throws {
        var bench = try Bench()
        #expect(try bench.do(screen("edit", name)).words == ["declared screen edit"])
    }

    // MARK: Unhandled actions

    @Test func parents2_whatIsEmittedAndNotHandledIsAWarning() throws {
        let bench = try Bench(
            screen("list"), screen("edit", "onSave", "onDelete"), push("list"), push("edit", "onSave"))
        var bindings = ActionBindings()
        bindings.push(EntryID("e3"), by: 7)
        let issue = try #require(bench.panel.unhandledIssue(of: EntryID("e3"), bindings))
        #expect(issue.severity == .warning && issue.reason == .unhandled)
        #expect(
            issue.message
                == "entry \"e3\" shows screen \"edit\", which emits onDelete, but no client handles that: "
                + "list it in handles of nav.push, or bind it with action.bind"
        )
        #expect(
            issue.breadcrumbs["path"]
                == [["id": "e1", "screen": "home"], ["id": "e2", "screen": "list"], ["id": "e3", "screen": "edit"]])
        bindings.bind(.screen("list"), names: ["onDelete"], to: 8)
        #expect(bench.panel.unhandledIssue(of: EntryID("e3"), bindings) == nil)
        #expect(bench.panel.unhandledIssue(of: EntryID("e2"), bindings) == nil)
    }

    // MARK: Routing

    @Test func parents3_theParentIsAskedFirstThenTheOwnerBelowThenTheRoots() throws {
        let bench = try Bench(push("list"), push("other"), push("edit", "onSave"))
        var bindings = ActionBindings()
        #expect(candidates("onSave", "e4", bindings, bench.panel) == [])
        bindings.bind(.screen("home"), names: ["onSave"], to: 1)
        #expect(candidates("onSave", "e4", bindings, bench.panel) == ["1 root"])
        bindings.bind(.screen("other"), names: ["onSave", "onDelete"], to: 2)
        bindings.bind(.screen("list"), names: ["onSave"], to: 9)
        #expect(candidates("onSave", "e4", bindings, bench.panel) == ["2 below", "1 root"])
        bindings.push(EntryID("e4"), by: 3)
        #expect(candidates("onSave", "e4", bindings, bench.panel) == ["3 parent", "2 below", "1 root"])
        // The parent does not handle this action.
        #expect(candidates("onDelete", "e4", bindings, bench.panel) == ["2 below"])
        #expect(candidates("onSave", "e99", bindings, bench.panel) == [])
    }

    @Test func parents3_whoHasBoundTheEntryOrItsScreenIsAskedBeforeThoseBelow() throws {
        let bench = try Bench(push("list"), push("edit"))
        var bindings = ActionBindings()
        bindings.bind(.screen("list"), names: ["*"], to: 1)
        bindings.bind(.screen("edit"), names: ["onSave"], to: 2)
        bindings.bind(.entry(EntryID("e3")), names: ["onSave"], to: 3)
        #expect(candidates("onSave", "e3", bindings, bench.panel) == ["3 parent", "2 screen", "1 below"])
        #expect(candidates("onAnything", "e3", bindings, bench.panel) == ["1 below"])
    }

    @Test func parents3_candidatesAreUnique() throws {
        let bench = try Bench(push("edit", "onSave"))
        var bindings = ActionBindings()
        bindings.push(EntryID("e2"), by: 1)
        bindings.bind(.entry(EntryID("e2")), names: ["onSave"], to: 1)
        bindings.bind(.screen("home"), names: ["onSave"], to: 1)
        #expect(candidates("onSave", "e2", bindings, bench.panel) == ["1 parent"])
        // No entry is below the root.
        #expect(candidates("onSave", "e1", bindings, bench.panel) == ["1 screen"])
    }

    @Test func parents3_theRoutesGoThroughModals() throws {
        let bench = try Bench(push("list"), .modal("edit"))
        var bindings = ActionBindings()
        bindings.bind(.screen("list"), names: ["onSave"], to: 1)
        #expect(candidates("onSave", "e3", bindings, bench.panel) == ["1 below"])
    }

    // MARK: Breadcrumbs

    @Test func parents4_breadcrumbsSayWhereItWasDeclaredAndWhatCameWithIt() throws {
        let button = Node(.button(ButtonContent("Delete", tap: .emit(name: "onDelete", payload: 1))))
        let edit = Screen(
            id: "edit", body: Node(.form(FormContent(children: [Node(.divider), button]))), emits: ["onDelete"])
        let bench = try Bench(.putScreen(edit), push("edit"))
        let crumbs = bench.panel.breadcrumbs(for: "onDelete", of: EntryID("e2"), payload: ["id": 7], node: "0.1")
        #expect(
            crumbs == [
                "action": "onDelete", "entry": "e2", "stack": "main",
                "path": [["id": "e1", "screen": "home"], ["id": "e2", "screen": "edit"]], "screen": "edit",
                "declared": ["emits": true, "node": "/body/children/1"], "node": "0.1", "payload": ["id": 7],
            ])
        let other = bench.panel.breadcrumbs(for: "onSave", of: EntryID("e2"), payload: 1)
        #expect(other["declared"] == ["emits": false])
    }

    @Test func breadcrumbsNameTheNodeOfAModifiersAction() throws {
        var tappable = Node(.divider)
        tappable.modifiers = [.bold(true), .tap(.emit(name: "onTap", payload: .null))]
        var pressed = Node(.divider)
        pressed.modifiers = [.longPress(PointerGesture(.longPress(seconds: 1), action: .emit(name: "onPress", payload: .null)))]
        var covered = Node(.divider)
        covered.modifiers = [.overlay(Attachment(Node(.form(FormContent(children: [pressed]))), alignment: .center))]
        let screen = Screen(
            id: "edit", body: Node(.form(FormContent(children: [tappable, covered]))), emits: ["onTap", "onPress"])
        let bench = try Bench(.putScreen(screen), push("edit"))
        func node(_ name: String) -> JSON? {
            bench.panel.breadcrumbs(for: name, of: EntryID("e2"), payload: .null)["declared"]?["node"]
        }
        #expect(node("onTap") == "/body/children/0")
        #expect(node("onPress") == "/body/children/1/modifiers/0/overlay/node/children/0")
    }

    // MARK: Bindings

    @Test func parents7_handlersAttachWhenTheirAppConnectsAndGoWithIt() throws {
        let bench = try Bench(.path("list", "edit"))
        let entry = try bench.top().rawValue
        var bindings = ActionBindings()
        bindings.bind(.entry(EntryID(entry)), names: ["onSave"], to: 1)
        bindings.bind(.entry(EntryID(entry)), names: ["onDelete"], to: 1)
        #expect(candidates("onSave", entry, bindings, bench.panel) == ["1 parent"])
        #expect(candidates("onDelete", entry, bindings, bench.panel) == ["1 parent"])
        // The app reconnects before its old connection is closed.
        bindings.bind(.entry(EntryID(entry)), names: ["onSave"], to: 2)
        #expect(candidates("onSave", entry, bindings, bench.panel) == ["2 parent", "1 parent"])
        #expect(bindings.scopes(of: 1) == [.entry(EntryID(entry))])
        bindings.remove(peer: 1)
        #expect(bindings.scopes(of: 1).isEmpty)
        #expect(candidates("onSave", entry, bindings, bench.panel) == ["2 parent"])
        bindings.remove(EntryID(entry))
        #expect(candidates("onSave", entry, bindings, bench.panel) == [])
        #expect(bindings == ActionBindings())
    }

    @Test func unboundPeerIsNotACandidate() throws {
        let bench = try Bench()
        var bindings = ActionBindings()
        let home = ActionBindings.Scope.screen("home")
        bindings.bind(home, names: ["onA", "onB"], to: 1)
        let changed = bindings.unbind(home, names: ["onA"], from: 1)
        #expect(changed)
        #expect(candidates("onA", "e1", bindings, bench.panel) == [])
        #expect(candidates("onB", "e1", bindings, bench.panel) == ["1 screen"])
        let again = bindings.unbind(home, names: ["onA"], from: 1)
        let others = bindings.unbind(home, names: [], from: 2)
        #expect(!again && !others)
        let all = bindings.unbind(home, names: [], from: 1)
        #expect(all && bindings == ActionBindings())
    }

    // MARK: Reports

    @Test func reportsMakeEventsOnly() throws {
        var bench = try Bench(push("edit"))
        let report = ActionReport(entry: EntryID("e2"), name: "onSave", payload: .null, outcome: .unimplemented)
        let issue = FasciaModel.Issue(.error, .unimplemented, "nobody")
        #expect(try bench.do(.report(report)).words == ["action onSave unimplemented"])
        #expect(
            try bench.do(.batch([.report(report), .reportIssue(issue), .reportIssue(issue)])).words
                == ["action onSave unimplemented", "issue error unimplemented: nobody"])
        #expect(bench.panel.stack("main")?.depth == 2)
    }

    @Test func navigation11_screensAreOrphanedUntilTheyArePublishedAgain() throws {
        var bench = try Bench(screen("a"), screen("b"))
        #expect(try bench.do(.setOrphaned(screens: ["a", "gone"], true)).words == ["a orphaned"])
        #expect(try bench.do(.setOrphaned(screens: ["a"], true)) == [])
        #expect(bench.panel.isOrphaned(screen: "a") && !bench.panel.isOrphaned(screen: "b"))
        // Publishing an equal screen does not change it, but shows that its app is connected.
        #expect(try bench.do(screen("a")).words == ["a owned"])
        try bench.do(.setOrphaned(screens: ["a"], true))
        #expect(try bench.do(screen("a", "onX")).words == ["screen a 0", "a owned"])
        try bench.do(.setOrphaned(screens: ["a"], true))
        try bench.do(.removeScreen(id: "a"))
        #expect(!bench.panel.isOrphaned(screen: "a"))
        try bench.do(.setOrphaned(screens: ["b"], true))
        #expect(
            try bench.do(.batch([.setOrphaned(screens: ["b"], false), .setOrphaned(screens: ["b"], true)])) == [])
        #expect(try bench.do(.batch([.setOrphaned(screens: ["b"], false), .push("b")])).words.first == "b owned")
    }

    @Test func aPayloadHasALimit() throws {
        var limits = Limits()
        limits.valueBytes = 10
        let panel = Panel(limits: limits)
        let refusal = #expect(throws: Refusal.self) { try panel.checkAction("onSave", payload: "0123456789") }
        #expect(refusal?.reason == .limit)
        #expect(refusal?.message == "the payload of \"onSave\" would be more than 10 bytes of JSON")
        try panel.checkAction("onSave", payload: "01234567")
    }
}
