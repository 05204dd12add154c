import FasciaDocument
import FasciaModel
import TestSupport
import Testing

/// An undo beside a program that carries changes out, declares its things again, and removes them.
@Suite struct UndoOfProgramsTests {
    private var bench: BoundBench
    /// The panel as a restart would make it of the journal.
    private var replayed: Panel

    init() throws {
        bench = try BoundBench()
        // So that one switch does not change the state of its group.
        try bench.report("services/cron", true)
        replayed = bench.panel
    }

    @discardableResult
    private mutating func perform(_ command: Command, by client: Int? = 1) throws -> [String] {
        let (changes, effects) = try bench.panel.perform(command, by: bench.sender(client))
        let archive = effects.archive
        try archive.withUnsafeBytes { replayed.replay(try Effects(archive: $0), makesRevision: !changes.isEmpty, by: 1_000) }
        #expect(bench.panel.checkInvariants() == [])
        return changes.words
    }

    private mutating func answer(_ thing: String) throws {
        let running = try #require(bench.panel.boundState(of: ThingID(thing))?.running)
        try perform(.settle(ThingID(thing), begun: running.revision, failure: nil), by: nil)
    }

    private mutating func report(_ thing: String, _ value: JSON) throws {
        try perform(.reportThing(ThingID(thing), .value(value, failure: nil)), by: BoundBench.agent)
    }

    /// The agent reads its list again.
    private mutating func offer(_ zones: String...) throws {
        let elements = zones.map { PickerElement(id: $0, label: $0) }
        try perform(
            .declarePicker(PickerDeclaration(id: "clock", components: [PickerComponent(id: "zone", elements: elements)])),
            by: BoundBench.agent)
    }

    private mutating func undo(_ steps: Int = 1) throws -> [String] {
        // A journal gives the same steps.
        #expect(
            try replayed.changes(restoring: replayed.restored(.steps(steps)))
                == bench.panel.changes(restoring: bench.panel.restored(.steps(steps))))
        return try perform(.undo(.steps(steps)))
    }

    private func refusal(_ steps: Int = 1) -> String? {
        let refusals = [bench.panel, replayed].map { panel in
            #expect(throws: Refusal.self) { _ = try panel.restored(.steps(steps)) }?.message
        }
        #expect(refusals[0] == refusals[1])
        return refusals[0]
    }

    @Test mutating func whatAProgramDeclaresIsNoStep() throws {
        try report("services/nginx", false)
        try perform(.set("services/nginx", true))
        try answer("services/nginx")
        try offer("Rome", "Berlin")
        try perform(.removeValue(key: "host"), by: BoundBench.agent)
        #expect(try undo() == ["services/nginx- undo", "services/nginx pending false"])
        #expect(bench.panel.picker("clock")?.components[0].elements.map(\.id) == ["Rome", "Berlin"])
        #expect(bench.panel.value("host") == nil)
    }

    @Test mutating func anUndoOverADeclarationPutsBackWhatIsStillOffered() throws {
        try report("picker:clock/zone", "Berlin")
        try perform(.pick("clock/zone", "Oslo"))
        try answer("picker:clock/zone")
        try offer("Oslo", "Berlin", "Rome")
        #expect(try undo() == ["clock/zone Oslo>Berlin undo", "picker:clock/zone pending \"Berlin\""])
    }

    @Test mutating func whatIsNoLongerOfferedCannotComeBack() throws {
        try report("picker:clock/zone", "Berlin")
        try perform(.pick("clock/zone", "Oslo"))
        try answer("picker:clock/zone")
        try offer("Oslo", "UTC")
        #expect(
            refusal() == "picker \"clock/zone\" cannot be what it was: it was not known, or is no longer offered. "
                + "Set it by hand, or undo more steps")
        try report("services/nginx", false)
        try perform(.set("services/nginx", true))
        try answer("services/nginx")
        #expect(try undo(2) == ["services/nginx- undo", "services/nginx pending false"])
    }

    @Test mutating func whatWasNeverKnownIsNotMadeUp() throws {
        try perform(.set("services/nginx", true))
        try answer("services/nginx")
        #expect(refusal()?.hasPrefix("switch \"services/nginx\" cannot be what it was") == true)
        // Now it is known.
        try perform(.set("services/nginx", false))
        try answer("services/nginx")
        #expect(try undo() == ["services/nginx+ undo", "services/nginx pending true"])
    }

    @Test mutating func anUndoOfADeclarationKeepsWhatWasReportedSince() throws {
        for id in ["services/nginx", "services/backup"] { try report(id, false) }
        try perform(.set("services/backup", true))
        try answer("services/backup")
        try perform(.group("services", "nginx", "backup", "cron", "mail"), by: 3)
        try report("services/nginx", true)
        #expect(try undo() == ["declared group services", "services mixed>on"])
        #expect(try undo() == ["declared group services", "services on>mixed"])
        #expect(bench.panel.shownValue(of: .option("services/nginx")) == true)
    }

    @Test mutating func whatWasSetIsTakenBackAndSetAgainWithADeclaration() throws {
        for id in ["services/nginx", "services/backup"] { try report(id, false) }
        try perform(.set("services/backup", true))
        try answer("services/backup")
        try perform(.group("services", "nginx", "backup", "cron", "mail"), by: 3)
        #expect(try undo(2) == ["declared group services", "services/backup- undo", "services/backup pending false"])
        try answer("services/backup")
        try report("services/nginx", true)
        #expect(try undo() == ["declared group services", "services/backup+ undo", "services/backup pending true"])
    }

    @Test mutating func whatAScriptDeclaresIsAStep() throws {
        try perform(.group("mine", "a"), by: 3)
        #expect(try undo() == ["removed group mine"])
    }

    /// A program that handles actions and declares things, beside users.
    @Test(arguments: UInt64(1)...40) func noUndoChangesWhatAProgramDeclares(seed: UInt64) throws {
        var random = Random(seed: seed)
        var (live, read) = (Panel(), Panel())
        var program = Sender(uid: 0, client: 9)
        program.isApp = true
        var undone = 0
        for step in 0..<200 {
            let command = random.command(in: live)
            if case .batch(let commands) = command, commands.contains(where: \.isDeclaration) { continue }
            let sender = command.isDeclaration ? program : Sender(uid: 1_000, client: 1)
            if let (changes, effects) = try? live.perform(command, by: sender) {
                read.replay(effects, makesRevision: !changes.isEmpty, by: sender.uid)
            }
            guard random.chance(20) else { continue }
            let place: Comment = "seed \(seed), step \(step)"
            let steps = 1 + random.below(4)
            let before = live
            let terms = UndoConstraints(kept: live.declared)
            let plan = try? live.restored(.steps(steps), terms)
            guard let plan else { continue }
            #expect(try read.changes(restoring: read.restored(.steps(steps), terms)) == live.changes(restoring: plan), place)
            let (changes, effects) = try live.perform(.restore(plan), by: Sender(uid: 1_000, client: 1))
            read.replay(effects, makesRevision: !changes.isEmpty, by: 1_000)
            #expect(live.checkInvariants() == [], place)
            #expect(live.declarations == before.declarations, place)
            undone += changes.isEmpty ? 0 : 1
        }
        #expect(undone > 3, "seed \(seed)")
    }
}

extension Command {
    fileprivate var isDeclaration: Bool {
        switch self {
        case .declareGroup, .removeGroup, .enableToggle, .declarePicker, .removePicker, .setElements, .declareValue, .removeValue:
            true
        default: false
        }
    }
}

extension Panel {
    /// What has a declaration.
    fileprivate var declared: Set<UndoConstraints.Subject> {
        let values = valueKeys.filter { valueDeclaration($0) != nil }
        return Set(groupIDs.map { .group($0) } + pickerIDs.map { .picker($0) } + values.map { .value($0) })
    }

    /// What is declared, without any state.
    fileprivate var declarations: [String] {
        groupIDs.map { "\($0): \(children(of: $0) ?? [])" }
            + pickerIDs.map { "\($0): \(picker($0)?.components.map(\.declaration) ?? [])" }
            + valueKeys.compactMap { valueDeclaration($0).map { "\($0)" } }
    }
}
