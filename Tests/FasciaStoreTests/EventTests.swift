import FasciaModel
import FasciaWire
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FasciaStore

/// The database says of every revision what it has changed, whatever came between, and gives it out again.
@Suite(.timeLimit(.minutes(20))) struct EventTests {
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
