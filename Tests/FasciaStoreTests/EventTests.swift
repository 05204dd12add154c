import FasciaModel
import FasciaWire
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FasciaStore

/// The database says of every revision what it has changed, whatever came between, and gives it out again.
@Suite(.mustEnd) struct EventTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// What was told at the time, as it is told on the wire.
    private final class Expected {
        var events: [String] = []

        func add(_ keeper: Keeper, _ command: Command, issues: [Change] = []) throws {
            let changes = try keeper.apply(command)
            guard !changes.isEmpty else { return }
            events.append(keeper.text(of: keeper.panel.revision, command.method, changes))
        }
    }

    private func fill(_ keeper: Keeper, _ expected: Expected, _ range: Range<Int>) throws {
        for number in range {
            switch number % 5 {
            case 0:
                let options = (0...number % 7).map { OptionDeclaration(id: "o\($0)") }
                try expected.add(keeper, .declareGroup(OptionDeclaration(id: "g", options: options)))
            case 1: try expected.add(keeper, .setToggle(id: "g", on: number % 2 == 0))
            case 2: try expected.add(keeper, .push(stack: "main", route: Route("a", args: ["x": .double(0.1)]), handles: ["onSave"]))
            case 3: try expected.add(keeper, .batch([.setValue(key: "k", .int(number)), .pop(stack: "main", entry: nil)]))
            default:
                try expected.add(keeper, .setValue(key: "text", .string("\(number) \"é\" \u{1} \\ \(String(repeating: "x", count: number % 60))")))
            }
        }
    }

    private func kept(_ query: EventQuery, epoch: String) throws -> (events: [String], page: EventPage) {
        let database = try JournalDatabase(lookingAt: directory["journal.db"])
        var (events, page) = ([String](), EventPage.read(query, epoch: epoch, from: database))
        events += page.events.map(\.text)
        while case .forward = query.order, !page.isLost, page.end < query.through {
            var next = query
            next.after = page.end
            page = EventPage.read(next, epoch: epoch, from: database)
            try #require(page.end > next.after || page.isLost, "the rest is not there")
            events += page.events.map(\.text)
        }
        return (events, page)
    }

    @Test func everyRevisionIsKeptAsItWasTold() throws {
        let expected = Expected()
        let keeper = try Keeper(in: directory) { $0.tailBytes = 262_144 }
        try fill(keeper, expected, 0..<300)
        keeper.close()
        let (events, page) = try kept(EventQuery(id: 1, after: 0, through: keeper.panel.revision), epoch: keeper.journal.epoch)
        #expect(events == expected.events)
        #expect(!page.isLost && page.end == keeper.panel.revision)
        let (some, _) = try kept(EventQuery(id: 1, after: 100, through: 120), epoch: keeper.journal.epoch)
        #expect(some == Array(expected.events[100..<120]))
    }

    /// Nothing that was done is left out because a daemon was killed, with or without a snapshot.
    @Test func whatIsInTheTailAfterAKillIsKeptToo() throws {
        let expected = Expected()
        for life in 0..<6 {
            // What a life leaves in the tail is moved by the one after the next.
            let keeper = try Keeper(in: directory, starts: life % 2 == 1) { $0.tailBytes = 262_144 }
            try fill(keeper, expected, life * 50..<life * 50 + 50)
            if life % 2 == 1 { #expect(keeper.journal.close(life == 3 ? keeper.panel : nil)) }
        }
        let report = try Store.inspect(StoreSettings(directory: directory.path))
        let (events, _) = try kept(EventQuery(id: 1, after: 0, through: expected.events.count), epoch: report.epoch ?? "")
        #expect(events == expected.events)
    }

    @Test func aFailureToMoveThemLosesNoneOfThem() throws {
        let expected = Expected()
        let keeper = try Keeper(in: directory)
        let blocker = try DatabaseQueue(path: directory["journal.db"])
        try blocker.write { db in
            try db.execute(sql: "CREATE TRIGGER no BEFORE INSERT ON chunks BEGIN SELECT RAISE(ABORT, 'not now'); END")
        }
        try fill(keeper, expected, 0..<40)
        // Whoever asks makes it move what there is.
        keeper.journal.ask(EventQuery(id: 1, after: 0, through: 1))
        try keeper.wait("the failure") { keeper.journal.lag?.contains("not now") == true }
        try blocker.write { try $0.execute(sql: "DROP TRIGGER no") }
        try blocker.close()
        try fill(keeper, expected, 40..<60)
        keeper.close()
        let (events, _) = try kept(EventQuery(id: 1, after: 0, through: expected.events.count), epoch: keeper.journal.epoch)
        #expect(events == expected.events)
    }

    // MARK: - Looking at the files

    /// What the files tell, and which of the revisions had to be done again for that.
    private func told(after revision: Int = 0) throws -> (events: [String], again: [Int], report: StateReport) {
        var (events, again, at, epoch) = ([String](), [Int](), 0, "")
        func text(_ revision: Int, _ encoded: (FasciaWire.Cursor) -> EncodedEvent?) -> String {
            encoded(.init(epoch: epoch, revision: revision))?.text ?? "unknown"
        }
        let kept = KeptEvents(after: revision) { event in
            at = event.revision
            events.append(
                text(event.revision) {
                    EncodedEvent(cursor: $0, time: event.time, cause: event.cause, changes: event.changes ?? [])
                })
        }
        let report = try Store.inspect(StoreSettings(directory: directory.path), kept: kept) { known in
            epoch = known ?? ""
            var revision = 0
            return EventReceiver { revision = $0 } event: { changes, time, cause in
                revision += 1
                again.append(revision)
                guard revision > at else { return }
                at = revision
                events.append(
                    text(revision) { EncodedEvent(Event(cursor: $0, time: time, cause: cause, changes: changes)) })
            }
        }
        return (events, again, report)
    }

    /// Three lives with a snapshot at the end of each of the first two, and what the last one leaves in the tail.
    private func threeLives() throws -> (expected: Expected, ends: [Int], last: Keeper) {
        let expected = Expected()
        var ends: [Int] = []
        for life in 0..<2 {
            let keeper = try Keeper(in: directory)
            try fill(keeper, expected, life * 40..<life * 40 + 40)
            #expect(keeper.journal.close(keeper.panel))
            ends.append(keeper.panel.revision)
        }
        let last = try Keeper(in: directory, starts: false)
        try fill(last, expected, 80..<100)
        return (expected, ends, last)
    }

    @Test func onlyWhatIsNotInTheDatabaseIsDoneAgain() throws {
        let (expected, ends, last) = try threeLives()
        let all = try told()
        #expect(all.events == expected.events)
        #expect(all.again == Array(ends[1] + 1...last.panel.revision))
        #expect(all.report.problems == [])
        #expect(all.report.panel.revision == last.panel.revision)
        let some = try told(after: ends[0] + 3)
        #expect(some.events == Array(expected.events[(ends[0] + 3)...]))
        #expect(some.again == all.again)
        withExtendedLifetime(last) {}
    }

    /// An older version has written it, or it is too long.
    @Test func whatTheDatabaseDoesNotKnowIsDoneAgainFromTheSnapshotBeforeIt() throws {
        let (expected, ends, last) = try threeLives()
        let queue = try DatabaseQueue(path: directory["journal.db"])
        try queue.write { db in
            try db.execute(
                sql: "UPDATE chunks SET changes = NULL, changes_checksum = NULL WHERE first_revision > ?",
                arguments: [ends[0]])
        }
        let all = try told()
        #expect(all.events == expected.events)
        #expect(all.again == Array(ends[0] + 1...last.panel.revision))
        #expect(all.report.problems == [])
        withExtendedLifetime(last) {}
    }

    /// There is no panel to begin from: what cannot be told is left out, and all behind it is told.
    @Test func whatCannotBeDoneAgainIsLeftOut() throws {
        let (expected, ends, last) = try threeLives()
        let queue = try DatabaseQueue(path: directory["journal.db"])
        try queue.write { db in
            try db.execute(sql: "DELETE FROM chunks WHERE first = 1")
            try db.execute(
                sql: "UPDATE chunks SET changes = NULL, changes_checksum = NULL WHERE first_revision = ?",
                arguments: [ends[0] + 1])
        }
        for sequence in StoreSettings(directory: directory.path).snapshots.sequences.dropLast() {
            unlink(StoreSettings(directory: directory.path).snapshots.file(sequence))
        }
        let all = try told()
        #expect(all.events.drop { $0 == "unknown" } == expected.events.suffix(20))
        #expect(all.again == Array(ends[1] + 1...last.panel.revision))
        withExtendedLifetime(last) {}
    }

    @Test func whatIsDamagedInTheDatabaseIsSaidAndDoneAgain() throws {
        let (expected, _, last) = try threeLives()
        let queue = try DatabaseQueue(path: directory["journal.db"])
        try queue.write { try $0.execute(sql: "UPDATE chunks SET changes = replace(changes, 'text', 'test')") }
        let all = try told()
        #expect(all.events == expected.events)
        #expect(all.report.problems.contains { $0.contains("journal.db is damaged: records 1 to ") }, "\(all.report.problems)")
        withExtendedLifetime(last) {}
    }

    // MARK: - Questions

    @Test func topicsAndThingsSelect() throws {
        let expected = Expected()
        let keeper = try Keeper(in: directory)
        try fill(keeper, expected, 0..<50)
        keeper.close()
        let last = keeper.panel.revision
        let options = try kept(
            EventQuery(id: 1, after: 0, through: last, topics: TopicFilter(["option:g/*"])), epoch: keeper.journal.epoch)
        #expect(options.events.count == expected.events.count { $0.contains(#""kind":"option""#) })
        #expect(options.events.count > 5)
        #expect(options.events.allSatisfy { $0.contains("option") && !$0.contains(#""kind":"group""#) })
        #expect(options.page.end == last, "what is left out has been looked at")
        let text = try kept(
            EventQuery(id: 1, after: 0, through: last, order: .backward(limit: 3), thing: "text"), epoch: keeper.journal.epoch)
        #expect(text.events == expected.events.filter { $0.contains(#""key":"text""#) }.suffix(3).reversed())
        #expect(!text.page.isLost)
    }

    /// Ids that were given out are in the journal, and are no events.
    @Test func whatChangedNothingIsNoEvent() throws {
        let expected = Expected()
        let keeper = try Keeper(in: directory)
        for number in 0..<5 {
            try expected.add(keeper, .setValue(key: "k", .int(number)))
            try expected.add(
                keeper, .batch([.push(stack: "main", route: Route("a"), handles: []), .pop(stack: "main", entry: nil)]))
        }
        keeper.close()
        #expect(expected.events.count == 5)
        let forward = try kept(EventQuery(id: 1, after: 0, through: 5), epoch: keeper.journal.epoch)
        #expect(forward.events == expected.events)
        let backward = try kept(EventQuery(id: 1, after: 0, through: 5, order: .backward(limit: 9)), epoch: keeper.journal.epoch)
        #expect(backward.events == expected.events.reversed())
        #expect(!backward.page.isLost)
        #expect(try told().events == expected.events)
    }

    @Test func whatWasDroppedIsLostAndSaid() throws {
        let expected = Expected()
        let keeper = try Keeper(in: directory)
        try fill(keeper, expected, 0..<20)
        keeper.close()
        let middle = keeper.panel.revision
        let next = try Keeper(in: directory)
        try fill(next, expected, 20..<40)
        next.close()
        let last = next.panel.revision
        let queue = try DatabaseQueue(path: directory["journal.db"])
        try queue.write { try $0.execute(sql: "DELETE FROM chunks WHERE first = 1") }
        let forward = try kept(EventQuery(id: 1, after: 3, through: last), epoch: keeper.journal.epoch)
        #expect(forward.events == [])
        #expect(forward.page.isLost && forward.page.end == 3)
        let backward = try kept(EventQuery(id: 1, after: 3, through: last, order: .backward(limit: 99)), epoch: keeper.journal.epoch)
        #expect(backward.events == expected.events[middle...].reversed())
        #expect(backward.page.isLost && backward.page.end == middle + 1)
        try queue.write { try $0.execute(sql: "UPDATE chunks SET changes = replace(changes, 'text', 'test')") }
        #expect(try kept(EventQuery(id: 1, after: 25, through: last), epoch: keeper.journal.epoch).page.isLost, "it is damaged")
    }

    /// Its text would drive out everything else: it is done again by whoever wants to know.
    @Test func anEventWithALongTextIsNotKept() throws {
        let expected = Expected()
        let keeper = try Keeper(in: directory) { $0.tailBytes = 16 << 20 }
        let args = JSON.string(String(repeating: "x", count: 60_000))
        for _ in 0..<75 { try expected.add(keeper, .push(stack: "main", route: Route("a", args: args), handles: [])) }
        try expected.add(keeper, .popTo(stack: "main", .index(0)))
        try expected.add(keeper, .setValue(key: "k", 1))
        keeper.close()
        let last = keeper.panel.revision
        let before = try kept(EventQuery(id: 1, after: last - 4, through: last), epoch: keeper.journal.epoch)
        #expect(before.events == Array(expected.events[(last - 4)..<(last - 2)]))
        #expect(before.page.isLost && before.page.end == last - 2)
        let behind = try kept(EventQuery(id: 1, after: last - 1, through: last), epoch: keeper.journal.epoch)
        #expect(behind.events == [expected.events[last - 1]])
        #expect(try told().events == expected.events)
    }

    /// What was given up for a snapshot is a hole, and behind it every event is there again.
    @Test func behindWhatWasGivenUpItGoesOn() throws {
        let keeper = try Keeper(in: directory) { ($0.historyRecords, $0.tailBytes) = (9, 262_144) }
        let database = try DatabaseQueue(path: directory["journal.db"])
        let expected = Expected()
        var given: Int?
        while given == nil {
            try fill(keeper, expected, expected.events.count..<expected.events.count + 5)
            try keeper.waitForDisk()
            given = try database.read { try Int.fetchOne($0, sql: "SELECT last_revision FROM chunks WHERE time = 0") }
            try #require(expected.events.count < 40_000)
        }
        keeper.close()
        // More may have been given up by now.
        let first = try #require(
            try database.read { try Int.fetchOne($0, sql: "SELECT max(last_revision) FROM chunks WHERE time = 0") })
        let last = keeper.panel.revision
        let (events, page) = try kept(EventQuery(id: 1, after: first, through: last), epoch: keeper.journal.epoch)
        #expect(!page.isLost)
        #expect(events == Array(expected.events[first...]))
        #expect(try kept(EventQuery(id: 1, after: first - 1, through: last), epoch: keeper.journal.epoch).page.isLost)
    }
}

extension Keeper {
    /// The event of a revision, as it is told.
    fileprivate func text(of revision: Int, _ method: String, _ changes: [Change]) -> String {
        var writer = JSONWriter()
        let time = Timestamp(milliseconds: 1_795_218_360_123)
        writer.write(
            Event(
                cursor: Cursor(epoch: journal.epoch, revision: revision), time: time,
                cause: Cause(method: method, origin: Keeper.origin, request: RequestID(revision)), changes: changes))
        return writer.text
    }
}

extension EncodedEvent {
    fileprivate var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}
