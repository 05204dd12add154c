import TestSupport
import Testing
@testable import FasciaDocument
@testable import FasciaModel

/// Replaying the effects that the journal stores reproduces the state, whatever the current rules are.
@Suite struct EffectTests {
    /// Replaying the effects of random commands gives an equal panel.
    @Test(arguments: Torture.all(UInt64(1)...40, otherwiseEvery: 4)) func replayingEffectsGivesTheSamePanel(seed: UInt64) throws {
        var random = Random(seed: seed)
        var (panel, told) = (Panel(), Panel())
        for step in 0..<200 {
            let command = random.chance(20) ? random.publication() : random.command(in: panel)
            let place: Comment = "seed \(seed), step \(step): \(command)"
            let revision = panel.revision
            guard let (changes, effects) = try? panel.perform(command) else { continue }
            let read = try effects.archive.withUnsafeBytes { try Effects(archive: $0) }
            #expect(read.archive == effects.archive, place)
            told.replay(read, makesRevision: panel.revision > revision)
            #expect(told.restarted == panel.restarted, place)
            #expect(told.checkInvariants() == [], place)
            #expect(changes.isEmpty == (panel.revision == revision), place)
            guard told.restarted == panel.restarted else { return }
        }
        #expect(panel.revision > 50, "seed \(seed): most of it does something")
    }

    /// A replayed panel can be undone like the original.
    @Test(arguments: Torture.all(UInt64(1)...20, otherwiseEvery: 4)) func replayedPanelCanBeUndone(seed: UInt64) throws {
        var random = Random(seed: seed)
        var (panel, told) = (Panel(), Panel())
        for step in 0..<80 {
            let command = random.command(in: panel)
            let revision = panel.revision
            guard let (_, effects) = try? panel.perform(command) else { continue }
            told.replay(effects, makesRevision: panel.revision > revision)
            let place: Comment = "seed \(seed), step \(step): \(command)"
            for goal in [panel.revision - 1, panel.revision / 2] where goal >= 0 {
                let (one, other) = (try panel.restored(.revision(goal)), try told.restored(.revision(goal)))
                var (back, again) = (panel, told)
                _ = try back.apply(.restore(one))
                _ = try again.apply(.restore(other))
                #expect(back.holdsTheSame(as: again), place)
            }
        }
    }

    /// An undo can be replayed.
    @Test func undoCanBeReplayed() throws {
        var (panel, told) = (Panel(), Panel())
        let commands: [Command] = [
            .declareGroup(OptionDeclaration(id: "g", options: [OptionDeclaration(id: "a"), OptionDeclaration(id: "b")])),
            .setToggle(id: "g/a", on: true), .push(stack: "main", route: Route("a"), handles: []),
            .setEnvironment(.entry(EntryID("e2")), ["x": 1]), .pop(stack: "main", entry: nil), .removeGroup(id: "g"),
            .undo(.steps(3)), .undo(.revision(0)), .undo(.steps(1)),
        ]
        for command in commands {
            let (changes, effects) = try panel.perform(command)
            #expect(!changes.isEmpty, "\(command)")
            told.replay(try effects.archive.withUnsafeBytes { try Effects(archive: $0) }, makesRevision: true)
            #expect(told == panel, "\(command)")
        }
    }

    /// Replay does not check rules and limits, so a stricter version can load an older journal.
    @Test func replayIgnoresRulesAndLimits() throws {
        var limits = Limits()
        (limits.values, limits.groups, limits.screens, limits.depth, limits.valueBytes) = (0, 0, 0, 1, 1)
        var (panel, strict) = (Panel(), Panel(limits: limits))
        let options = (0..<3).map { OptionDeclaration(id: "o\($0)") }
        let commands: [Command] = [
            .declareGroup(OptionDeclaration(id: "g", options: options, rules: .init(exclusive: true))),
            .setValue(key: "v", "a long text"), .push(stack: "main", route: Route("a"), handles: []),
            .putScreen(Screen(id: "s", body: Node(.text(TextContent("hello"))))),
        ]
        for command in commands {
            let (_, effects) = try panel.perform(command)
            strict.replay(effects, makesRevision: true)
        }
        // No command turns on two options of an exclusive group.
        let both = Effects([.option(id: "g/o0", on: true), .option(id: "g/o1", on: true)])
        strict.replay(both, makesRevision: true)
        #expect(strict.revision == 5)
        #expect(strict.toggleTree("g")?.options?.map(\.info.state) == [.on, .on, .off])
        #expect(strict.value("v") == "a long text")
        #expect(strict.stack("main")?.depth == 2)
        #expect(strict.screen("s") != nil)
        // The archive and the contents of such a panel are valid, too.
        let again = try strict.archive.withUnsafeBytes { try Panel(archive: $0, limits: limits) }
        #expect(again.contents == strict.contents)
        #expect(strict.contents.groups.count == 1)
    }

    /// Effects on unknown subjects are ignored: a damaged journal row must not stop the daemon.
    @Test func replayIgnoresUnknownSubjects() {
        var panel = Panel()
        let before = panel
        let effects = Effects([
            .option(id: "g/a", on: true), .enabled(id: "g/a", false), .content(key: "v", 1), .selection(id: "p/c", "e"),
            .rows(screen: "s", RowsUpdate(node: "n", runs: [])), .minted(1),
        ])
        panel.replay(effects, makesRevision: false)
        #expect(panel == before)
    }

    @Test func bytesThatAreNoneAreRefused() {
        for bytes: [UInt8] in [[255], [0], [0, 5, 65], [9, 1, 65, 1, 0]] {
            #expect(throws: ArchiveError.self, "\(bytes)") { try bytes.withUnsafeBytes { try Effects(archive: $0) } }
        }
    }
}

extension Random {
    /// Commands for published state and other commands that the naive model does not support.
    fileprivate mutating func publication() -> Command {
        switch below(12) {
        case 0: return .setEnvironment(pick([.panel, .stack("main"), .screen("a")]), ["x": .int(below(3))])
        case 1: return .setEnvironment(.entry(EntryID("e\(1 + below(30))")), ["x": chance(30) ? .null : .int(below(3))])
        case 2: return .declareValue(.init(key: pick(["v", "w"]), kind: pick([.int, .string, .json])))
        case 3: return .declareTarget(Target(name: pick(["t", "u"]), path: path(), mode: .push))
        case 4: return .removeTarget(name: pick(["t", "u"]))
        case 5: return .setPath(stack: "side", path())
        case 6: return chance(50) ? .removeStack(name: "side") : .popTo(stack: "side", .index(0))
        case 7, 8:
            let rows = RowsContent(total: 9, rows: [below(9): Node(.text(TextContent("row \(below(5))")))])
            return .putScreen(Screen(id: pick(["a", "b"]), body: Node(.rows(rows), id: "r")))
        case 9: return .removeScreen(id: pick(["a", "b"]))
        case 10:
            let run = RowsUpdate.Run(first: below(9), children: [Node(.text(TextContent("new \(below(9))")))])
            return .putRows(screen: pick(["a", "b"]), RowsUpdate(node: "r", total: chance(30) ? 12 : nil, runs: [run]))
        default: return .setOrphaned(screens: ["a", "b"], chance(50))
        }
    }
}
