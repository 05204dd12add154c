import TestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaModel

@Suite struct PanelBudgetTests {
    private static let (owner, root, ada, bob) = (1_000, 0, 1_001, 1_002)

    /// A panel with its budget, as the daemon keeps them.
    private struct Budgeted {
        var panel = Panel()
        var budget: PanelBudget
        /// What a daemon finds that replays the journal.
        var replayed = Panel()
        var owners = PartOwners()

        init(bytes: Int) { budget = PanelBudget(bytes: bytes, owner: owner, counting: panel) }

        mutating func apply(_ command: Command, by uid: Int, as sender: Sender = Sender()) throws {
            var command = command
            if case .undo(let goal) = command { command = .restore(try panel.restored(goal)) }
            var trial = panel
            let (changes, effects) = try trial.perform(command, by: sender)
            budget = try budget.counting(changes, effects, in: trial, by: uid)
            panel = trial
            owners.note(effects, in: replayed, by: uid)
            replayed.replay(effects, makesRevision: !changes.isEmpty)
        }

        /// How often it goes until it is refused, and why.
        mutating func repeated(
            by uid: Int, as sender: Sender = Sender(), _ command: (Int) -> Command
        ) throws -> (times: Int, refusal: Refusal) {
            for number in 0..<20_000 {
                do { try apply(command(number), by: uid, as: sender) } catch let refusal as Refusal { return (number, refusal) }
            }
            throw Refusal(.invalid, "it goes on for ever")
        }
    }

    private static let long = JSON.string(String(repeating: "x", count: 60_000))

    @Test func valuesOfOneUserStopAtItsShare() throws {
        var state = Budgeted(bytes: 16 << 20)
        let (times, refusal) = try state.repeated(by: Self.ada) { .setValue(key: "v\($0)", Self.long) }
        #expect(times == 69)
        #expect(refusal.reason == .limit)
        #expect(refusal.details["limit"] == "panelShareBytes")
        #expect(refusal.details["value"] == .int(4 << 20))
        #expect(refusal.details["budget"] == .int(16 << 20))
        #expect(refusal.message.contains("--panel-bytes"))
        // Others still have theirs, and what is there may be replaced, made smaller and removed.
        try state.apply(.setValue(key: "bob", Self.long), by: Self.bob)
        try state.apply(.setValue(key: "v1", .string(String(repeating: "y", count: 60_000))), by: Self.ada)
        try state.apply(.setValue(key: "v1", 1), by: Self.ada)
        try state.apply(.setValue(key: "v1", Self.long), by: Self.ada)
        // A command that changes nothing takes nothing over.
        try state.apply(.setValue(key: "bob", Self.long), by: Self.ada)
        let other = JSON.string(String(repeating: "z", count: 60_000))
        #expect(throws: Refusal.self) { try state.apply(.setValue(key: "bob", other), by: Self.ada) }
        try state.apply(.removeValue(key: "v2"), by: Self.ada)
        try state.apply(.setValue(key: "v2", Self.long), by: Self.ada)
    }

    @Test func entriesStopAtTheShareHoweverManyStacksThereAre() throws {
        var state = Budgeted(bytes: 16 << 20)
        for stack in 0..<32 { try state.apply(.setPath(stack: "s\(stack)", [PathStep(Route("a"))]), by: Self.owner) }
        let (times, refusal) = try state.repeated(by: Self.ada) {
            .push(stack: "s\($0 % 32)", route: Route("a", args: Self.long), handles: [])
        }
        #expect(times == 69)
        #expect(refusal.details["limit"] == "panelShareBytes")
        // What was popped makes room.
        for stack in 0..<2 { try state.apply(.pop(stack: "s\(stack)", entry: nil), by: Self.bob) }
        try state.apply(.push(stack: "s0", route: Route("a", args: Self.long), handles: []), by: Self.ada)
    }

    @Test func theOwnerAndRootHaveAllOfItAndAlwaysAQuarter() throws {
        var state = Budgeted(bytes: 8 << 20)
        for uid in 2_000..<2_005 {
            _ = try state.repeated(by: uid) { .setValue(key: "\(uid)/\($0)", Self.long) }
        }
        let foreign = state.budget.total - state.budget.usage(of: Self.owner)
        #expect(foreign <= 6 << 20)
        #expect(foreign > 5 << 20)
        let (times, refusal) = try state.repeated(by: Self.root) { .setValue(key: "root\($0)", Self.long) }
        #expect(times > 30)
        #expect(refusal.details["limit"] == "panelBytes")
        #expect(state.budget.total <= 8 << 20)
        #expect(throws: Refusal.self) { try state.apply(.setValue(key: "mine", Self.long), by: Self.owner) }
        try state.apply(.removeValue(key: "root0"), by: Self.root)
        try state.apply(.setValue(key: "mine", Self.long), by: Self.owner)
    }

    @Test func everyKindOfThingCounts() throws {
        let text = String(repeating: "x", count: 20_000)
        let button = Node(.button(ButtonContent(text, tap: .emit(name: "onX", payload: Self.long))))
        let commands: [Command] = [
            .setValue(key: "v", .string(text)), .declareValue(.init(key: "d", kind: .string, initial: .string(text))),
            .push("a", .string(text)), .setPath(stack: "s", [PathStep(Route("a", args: .string(text)))]),
            .declareTarget(Target(name: "t", path: [PathStep(Route("a", args: .string(text)))])),
            .declareGroup(OptionDeclaration(id: "g", options: [OptionDeclaration(id: "a", title: text)])),
            .declarePicker(
                PickerDeclaration(
                    id: "p", components: [PickerComponent(id: "a", elements: [PickerElement(id: "a", label: text)])])),
            .putScreen(Screen(id: "b", body: button)),
            .putScreen(Screen(id: "o", body: Node(.empty, modifiers: [.overlay(Attachment(button))]))),
            .setEnvironment(.panel, ["a": .string(text)]),
            .batch([.setValue(key: "w", .string(text)), .setValue(key: "x", 1)]),
        ]
        var state = Budgeted(bytes: 64 << 20)
        for command in commands {
            let before = state.budget.usage(of: Self.ada)
            try state.apply(command, by: Self.ada)
            #expect(state.budget.usage(of: Self.ada) >= before + 20_000, "\(command)")
            // And it is what would have been refused.
            var full = Budgeted(bytes: 40_000)
            #expect(throws: Refusal.self, "\(command)") { try full.apply(command, by: Self.ada) }
        }
    }

    @Test func anUndoCountsForWhoAsksForIt() throws {
        var state = Budgeted(bytes: 16 << 20)
        _ = try state.repeated(by: Self.ada) { .setValue(key: "v\($0)", Self.long) }
        try state.apply(.setValue(key: "w", Self.long), by: Self.owner)
        try state.apply(.removeValue(key: "w"), by: Self.owner)
        #expect(throws: Refusal.self) { try state.apply(.undo(.steps(1)), by: Self.ada) }
        try state.apply(.undo(.steps(1)), by: Self.bob)
        #expect(state.panel.value("w") == Self.long)
        #expect(state.budget.usage(of: Self.bob) > 60_000)
        #expect(state.budget.usage(of: Self.bob) < 61_000)
    }

    /// Now and after a restart. The end of a change is not refused.
    @Test func aReportedValueCountsForWhoReportsIt() throws {
        var state = Budgeted(bytes: 16 << 20)
        let claimer = Sender(client: 7)
        var claim = ClaimRequest()
        claim.ids = [ThingPattern("value:**")]
        for number in 0..<100 { try state.apply(.setValue(key: "v\(number)", 1), by: Self.owner) }
        try state.apply(.claim(claim), by: Self.ada, as: claimer)
        let (times, refusal) = try state.repeated(by: Self.ada, as: claimer) {
            .reportThing(.value("v\($0)"), .value(Self.long, failure: nil))
        }
        #expect(times == 69)
        #expect(refusal.details["limit"] == "panelShareBytes")
        let found = PanelBudget(bytes: 16 << 20, owner: Self.owner, counting: state.replayed, of: state.owners)
        #expect(found.usage(of: Self.ada) == state.budget.usage(of: Self.ada) && found.total == state.budget.total)
        #expect(state.budget.surelyFits(.settle(.value("v0"), begun: 1, failure: "no"), lineBytes: 0, by: Self.ada))
    }

    /// What its claimer has reported is kept while another value is shown, which may be a short one.
    @Test(arguments: [false, true]) func theStateOfABoundValueCounts(isVolatile: Bool) throws {
        var state = Budgeted(bytes: 16 << 20)
        let claimer = Sender(client: 7)
        var claim = ClaimRequest()
        claim.ids = [ThingPattern("value:**")]
        for number in 0..<100 {
            try state.apply(
                .declareValue(.init(key: "v\(number)", kind: .json, initial: 1, isVolatile: isVolatile)), by: Self.owner)
        }
        try state.apply(.claim(claim), by: Self.ada, as: claimer)
        var (times, refusal) = (0, Refusal?.none)
        do throws(any Error) {
            while times < 100 {
                let key = "v\(times)"
                try state.apply(.reportThing(.value(key), .value(Self.long, failure: nil)), by: Self.ada, as: claimer)
                try state.apply(.setValue(key: key, 2), by: Self.ada)
                #expect(state.panel.value(key) == 2)
                times += 1
            }
        } catch let error as Refusal { refusal = error }
        #expect(times == 69)
        #expect(refusal?.details["limit"] == "panelShareBytes")
        #expect(state.budget.total == PanelBudget(bytes: 16 << 20, owner: Self.owner, counting: state.panel).total)
        // When the change is done, only the value is left.
        for number in 0..<times {
            try state.apply(.reportThing(.value("v\(number)"), .value(2, failure: nil)), by: Self.ada, as: claimer)
        }
        #expect(state.budget.usage(of: Self.ada) < 60_000)
        #expect(state.budget.total == PanelBudget(bytes: 16 << 20, owner: Self.owner, counting: state.panel).total)
    }

    /// What is set for an entry comes back with the entry, and so does its share.
    @Test func anEntryThatIsRestoredCountsWithItsEnvironment() throws {
        var state = Budgeted(bytes: 16 << 20)
        try state.apply(.push("a", 1), by: Self.ada)
        let entry = try #require(state.panel.stack("main")?.top.id)
        try state.apply(.setEnvironment(.entry(entry), ["x": Self.long]), by: Self.ada)
        try state.apply(.pop(stack: "main", entry: nil), by: Self.owner)
        #expect(state.budget.usage(of: Self.ada) == 0)
        try state.apply(.undo(.steps(1)), by: Self.bob)
        #expect(state.budget.usage(of: Self.bob) > 60_000)
    }

    // MARK: - Against a recount

    /// After anything at all, what was counted on the way is what a count of the whole panel gives, and what was allowed
    /// is within the budget.
    @Test(arguments: Torture.all(UInt64(1)...40, otherwiseEvery: 4)) func theCountIsThatOfTheWholePanel(seed: UInt64) throws {
        var random = Random(seed: seed)
        var state = Budgeted(bytes: 24_000)
        let uids = [Self.owner, Self.root, Self.ada, Self.bob]
        var refused = 0
        for step in 0..<300 {
            let (command, uid) = (random.sized(in: state.panel), random.pick(uids))
            let place: Comment = "seed \(seed), step \(step): \(command)"
            let before = uids.map { state.budget.usage(of: $0) }
            do { try state.apply(command, by: uid) } catch let refusal as Refusal {
                if refusal.details["budget"] != nil { refused += 1 }
                #expect(uids.map { state.budget.usage(of: $0) } == before, place)
                continue
            }
            let recount = PanelBudget(bytes: 24_000, owner: Self.owner, counting: state.panel)
            #expect(state.budget.total == recount.total, place)
            let found = PanelBudget(bytes: 24_000, owner: Self.owner, counting: state.replayed, of: state.owners)
            #expect(uids.map { found.usage(of: $0) } == uids.map { state.budget.usage(of: $0) }, place)
            #expect(uids.reduce(0) { $0 + state.budget.usage(of: $1) } == recount.total, place)
            #expect(state.budget.total <= 24_000, place)
            for (other, was) in zip(uids, before) {
                let now = state.budget.usage(of: other)
                if other != uid { #expect(now <= was, place) }
                if other == Self.ada || other == Self.bob, now > was { #expect(now <= 6_000, place) }
            }
            guard state.budget.total == recount.total else { return }
        }
        #expect(refused > 0, "seed \(seed): the budget has been reached")
    }
}

extension Random {
    fileprivate mutating func text() -> JSON { .string(String(repeating: "x", count: below(4) * 700)) }

    fileprivate mutating func sized(in panel: Panel, inBatch: Bool = false) -> Command {
        let stack = pick(["main", "s", "t"])
        switch below(inBatch ? 15 : 18) {
        case 0: return .setValue(key: pick(["v", "w", "x", "y"]), text())
        case 1: return .removeValue(key: pick(["v", "w", "x", "y"]))
        case 2:
            return .declareValue(
                .init(key: pick(["v", "w"]), kind: pick([.int, .string, .json]), initial: chance(50) ? text() : nil))
        case 3: return .push(stack: stack, route: Route("a", args: text()), handles: chance(30) ? ["onSomethingLong"] : [])
        case 4: return .setPath(stack: stack, (0..<1 + below(3)).map { _ in PathStep(Route("a", args: text())) })
        case 5: return .popTo(stack: stack, .index(0))
        case 6: return .removeStack(name: stack)
        case 7: return .replace(stack: stack, entry: nil, route: Route("b", args: text()))
        case 8:
            return chance(70)
                ? .declareTarget(Target(name: "t", path: [PathStep(Route("c", args: text()))])) : .removeTarget(name: "t")
        case 9: return .next(stack: stack, target: pick(["t", "root"]))
        case 10:
            let scopes =
                [.panel, .stack(stack), .screen("a")] + (panel.stack(stack)?.entries ?? []).map { EnvironmentScope.entry($0.id) }
            return .setEnvironment(pick(scopes), ["x": chance(30) ? .null : text()])
        case 11:
            let nodes = (0..<below(6)).map { _ in
                Node(.button(ButtonContent("press", tap: .emit(name: "onTap", payload: text()))))
            }
            return chance(70)
                ? .putScreen(Screen(id: pick(["a", "b"]), body: Node(.form(FormContent(children: nodes)))))
                : .removeScreen(id: pick(["a", "b"]))
        case 12: return .pop(stack: stack, entry: nil)
        case 13, 14: return command(in: panel, inBatch: true)
        case 15: return .undo(.steps(1 + below(3)))
        default: return .batch((0..<below(6)).map { _ in sized(in: panel, inBatch: true) })
        }
    }
}
