import FasciaDocument
import FasciaModel
import FasciaStore
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite struct LivePanelTests {
    private let cause = Cause.ofDaemon("test")

    private func number(_ live: LivePanel) -> JSON? { live.panel.value("n") }

    @Test func anEventIsStoredWithItsIssues_andPassesTheStages() throws {
        let parts = try Parts()
        let issue = Issue(.warning, .unhandled, "nobody")
        var seen: [[Int]] = []
        parts.live.stages = [
            TestStage { [live = parts.live] in seen.append([$0.changes.count, $0.revision, live.history.last]) }
        ]
        let (changes, effects) = try parts.live.apply(Command("value.set", ["key": "n", "value": 1]), by: Sender(uid: 0))
        parts.live.append(changes, effects, issues: [.issue(issue)], cause: cause)
        #expect(parts.live.history[1]?.changes.last == .issue(issue))
        #expect(seen == [[3, 1, 1]], "declared, value and issue; the history has it already")
    }

    @Test func whatAStageChangesIsATurnOfItsOwn_afterAllStages() throws {
        let parts = try Parts()
        var seen: [String] = []
        let (first, second) = (
            TestStage { [live = parts.live] turn in
                seen.append("first \(turn.revision)")
                if turn.revision < 3 { live.record(.setValue(key: "n", .int(turn.revision)), .ofDaemon("test")) }
                seen.append("first has ended")
            }, TestStage { seen.append("second \($0.revision)") }
        )
        parts.live.stages = [first, second]
        try parts.set("n", 0)
        #expect(
            seen == (1...3).flatMap { ["first \($0)", "first has ended", "second \($0)"] }, "no stage is entered twice at a time")
        #expect(parts.live.revision == 3)
    }

    @Test func commandWithoutChangeIsNoEvent() throws {
        let parts = try Parts()
        try parts.set("n", 1)
        parts.live.record(try Command("value.set", ["key": "n", "value": 1]), cause)
        #expect(parts.live.history.last == 1)
    }

    @Test func commandOverBudgetChangesNothing() throws {
        let parts = try Parts { $0.panelBytes = 4_096 }
        let long = try Command("value.set", ["key": "n", "value": .string(String(repeating: "x", count: 8_192))])
        let refusal = #expect(throws: Refusal.self) { _ = try parts.live.apply(long, by: Sender(uid: 0)) }
        #expect(refusal?.reason == .limit)
        #expect(parts.live.revision == 0)
    }

    private let disk = FaultyDisk()
    private let directory = try! TemporaryDirectory()

    /// With little room in what the journal has allocated.
    private func partsOnASmallDisk() throws -> Parts {
        var store = StoreSettings(directory: directory.path)
        (store.reserveBytes, store.backlogBytes, store.logBytes) = (1 << 20, 1 << 30, 1 << 30)
        return try Parts(store: store, disk: disk.disk)
    }

    private let long = JSON.string(String(repeating: "x", count: 60_000))

    /// A short one is not.
    private func expectRefusalOnAFullDisk(of command: Command, _ parts: Parts) throws {
        disk.isFull = true
        try parts.set("n", 1)
        let revision = parts.live.revision
        let refusal = #expect(throws: Refusal.self) { _ = try parts.live.apply(command, by: Sender(uid: 0), lineBytes: 100) }
        #expect(refusal?.reason == .unavailable && parts.live.revision == revision)
        disk.isFull = false
        _ = try parts.live.apply(command, by: Sender(uid: 0), lineBytes: 100)
        #expect(parts.live.revision == revision + 1)
    }

    @Test func undoForWhichTheDiskHasNoRoomIsRefused() throws {
        let parts = try partsOnASmallDisk()
        let live = parts.live
        for value in [long, 1] {
            let commands = (0..<40).map { Command.setValue(key: "v\($0)", value) }
            let (changes, effects) = try live.apply(.batch(commands), by: Sender(uid: 0))
            live.append(changes, effects, cause: cause)
            try live.journal?.commit()
        }
        try parts.set("n", 0)
        try parts.set("n", 1)
        try expectRefusalOnAFullDisk(of: .restore(try live.panel.restored(.revision(1))), parts)
    }

    /// The event has all entries that are removed, with their arguments.
    @Test func wayToTheRootForWhichTheDiskHasNoRoomIsRefused() throws {
        let parts = try partsOnASmallDisk()
        for _ in 0..<40 {
            try parts.apply("nav.push", ["screen": "a", "args": ["text": long]])
            try parts.live.journal?.commit()
        }
        try parts.set("n", 0)
        try expectRefusalOnAFullDisk(of: .popTo(stack: "main", .index(0)), parts)
    }

    /// Below that, commands are not tried on a copy first.
    @Test func noLineMakesMoreOfThePanelThanTheBudgetExpects() throws {
        func many(_ part: JSON, _ count: Int = 1_000) -> JSON { .array(Array(repeating: part, count: count)) }
        func numbered(_ part: (String) -> JSON) -> JSON { .array((0..<1_000).map { part(String($0, radix: 36)) }) }
        let nested: JSON = (0..<12).reduce([1]) { inner, _ in [inner] }
        let node: JSON = ["kind": "empty"]
        let lines: [(String, JSON)] = [
            ("value.set", ["key": "v", "value": many(1)]), ("value.set", ["key": "v", "value": many(nested)]),
            ("value.set", ["key": "v", "value": many(["a": [:]])]),
            ("nav.set", ["path": .array(Array(repeating: ["screen": "a"], count: 60))]),
            ("nav.push", ["screen": "a", "handles": numbered { .string($0) }]),
            ("nav.target", ["name": "t", "path": .array(Array(repeating: ["screen": "a"], count: 60))]),
            ("toggle.declare", ["group": ["id": "g", "options": numbered { ["id": .string($0)] }]]),
            (
                "picker.declare",
                ["picker": ["id": "p", "components": [["id": "c", "elements": numbered { ["id": .string($0)] }]]]]
            ),
            ("screen.put", ["screen": ["id": "s", "body": ["kind": "vstack", "children": many(node)]]]),
            (
                "screen.put",
                ["screen": ["id": "s", "body": ["kind": "text", "text": "", "modifiers": many(["dim": true], 200)]]]
            ),
        ]
        for (method, params) in lines {
            var panel = Panel()
            let budget = PanelBudget(bytes: .max, owner: 0, counting: panel)
            let (changes, effects) = try panel.perform(try Command(method, params))
            let grown = try budget.counting(changes, effects, in: panel, by: 0).total - budget.total
            let line = params.text.utf8.count
            #expect(grown > 0 && grown <= PanelBudget.bytesPerLineByte * line, "\(method): \(Double(grown) / Double(line))")
        }
    }

    @Test func aTrialChangesNothingUntilItIsAdopted() throws {
        let parts = try Parts()
        let command = try Command("value.set", ["key": "n", "value": 1])
        var trial = parts.live.panel
        let (changes, effects) = try trial.perform(command)
        #expect(parts.live.revision == 0 && number(parts.live) == nil)
        let budget = try parts.live.budget.counting(changes, effects, in: trial, by: 0)
        try parts.live.adopt(trial, budget, [command], changes, effects, lineBytes: 0)
        #expect(parts.live.revision == 1 && number(parts.live) == 1)
    }

    /// What has already happened cannot be refused: it is recorded when the journal works again.
    @Test func aRecordIsDeferredWhileTheJournalIsUnavailable() throws {
        let (disk, directory) = (FaultyDisk(), try TemporaryDirectory())
        let parts = try Parts(store: StoreSettings(directory: directory.path), disk: disk.disk)
        disk.isFull = true
        let refusal = #expect(throws: Refusal.self) { try parts.set("n", 1) }
        #expect(refusal?.reason == .unavailable)
        for value in [2, 3] {
            parts.live.record(try Command("value.set", ["key": "n", "value": .int(value)]), cause)
        }
        parts.live.retryUnrecorded()
        #expect(parts.live.revision == 0)
        disk.isFull = false
        parts.live.retryUnrecorded()
        #expect(number(parts.live) == 3 && parts.live.revision == 2)
        #expect(parts.live.history[1]?.cause == cause)
        parts.live.retryUnrecorded()
        #expect(parts.live.revision == 2, "each is recorded once")
    }

    @Test func atMost1000RecordsAreDeferred() throws {
        let (disk, directory) = (FaultyDisk(), try TemporaryDirectory())
        let parts = try Parts(store: StoreSettings(directory: directory.path), disk: disk.disk)
        disk.isFull = true
        for value in 0...1_000 {
            parts.live.record(try Command("value.set", ["key": "n", "value": .int(value)]), cause)
        }
        #expect(parts.log.all.count == 1 && parts.log.all[0].hasPrefix("error an event cannot be recorded"))
        disk.isFull = false
        parts.live.retryUnrecorded()
        #expect(number(parts.live) == 999)
    }
}
