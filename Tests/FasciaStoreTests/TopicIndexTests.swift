import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaStore

/// The history of one thing is read through an index, and is the same as without it.
@Suite(.mustEnd) struct TopicIndexTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func fill(_ keeper: JournaledPanel, _ numbers: Range<Int>) throws {
        for number in numbers {
            switch number % 7 {
            case 0:
                // More changes than are indexed one by one.
                let options = (0...number % 90 + 20).map { OptionDeclaration(id: "o\($0)", on: number.isMultiple(of: 2)) }
                try keeper.apply(.declareGroup(OptionDeclaration(id: "g", options: options)))
            case 1: try keeper.apply(.setToggle(id: "g", on: number.isMultiple(of: 3)))
            case 2: try keeper.apply(.push(stack: "main", route: Route("a"), handles: []))
            case 3: try keeper.apply(.batch([.setValue(key: "k", .int(number)), .pop(stack: "main", entry: nil)]))
            case 4: try keeper.apply(.setEnvironment(.panel, ["title": .string("\(number)")]))
            case 5: try keeper.apply(.setEnvironment(.stack("main"), ["title": .string("\(number)")]))
            default: try keeper.set("k\(number % 30)", .int(number))
            }
        }
    }

    /// All events of a query in the order in which the pages have them.
    private func events(_ query: EventQuery, _ database: JournalDatabase) throws -> (texts: [String], last: EventPage) {
        var (query, texts) = (query, [String]())
        while true {
            let page = EventPage.read(query, epoch: "e", from: database)
            texts += page.events.map(\.text)
            guard !page.lacksTheRest, texts.count < 10_000 else { return (texts, page) }
            switch query.order {
            case .forward: query.after = page.end
            case .backward: query.through = page.end - 1
            }
            guard query.through > query.after else { return (texts, page) }
        }
    }

    private func expectSameAsWithoutIndex(through revision: Int) throws {
        let database = try JournalDatabase(reading: directory["journal.db"])
        let topics = ["value:k", "value:k6", "option:g/o1", "group:g", "nav:main", "environment:panel", "environment:stack/main"]
        let orders = [EventQuery.Order.forward] + [1, 3, 1_000].map { .backward(limit: $0) }
        for topic in Torture.all(["value:none"] + topics, otherwiseEvery: 3) {
            let id = String(topic.split(separator: ":")[1])
            for after in [0, revision / 2] {
                for order in orders {
                    // A wildcard cannot be looked up.
                    let slow = EventQuery(after: after, through: revision, order: order, topics: TopicFilter([topic, "none*:x"]))
                    let fast = EventQuery(after: after, through: revision, order: order, topics: TopicFilter([topic]))
                    #expect(slow.ids == nil && fast.ids == [id])
                    let (expected, found) = (try events(slow, database), try events(fast, database))
                    #expect(found.texts == expected.texts, "\(topic), \(order) after \(after)")
                    #expect(found.last.lacksTheRest == expected.last.lacksTheRest, "\(topic)")
                }
            }
        }
        let byID = EventQuery(after: 0, through: revision, order: .backward(limit: 10_000), objectID: "k")
        #expect(
            try events(byID, database).texts.count
                == events(
                    EventQuery(after: 0, through: revision, order: .backward(limit: 10_000), topics: TopicFilter(["*:k"])),
                    database
                ).texts.count)
    }

    /// The rows that are looked at for a thing.
    private func visited(
        _ id: String, _ revision: Int, _ order: JournalDatabase.Order = .forward
    ) throws -> Int {
        let database = try JournalDatabase(reading: directory["journal.db"])
        var rows = 0
        let before = RowKey(rawValue: -1)
        try database.forEachRow(of: [id], after: before, through: .last(ofRevision: revision), order) { _ in
            rows += 1
            return true
        }
        return rows
    }

    @Test func theHistoryOfAThingIsTheSameAsWithoutAnIndex() throws {
        let keeper = try JournaledPanel(in: directory)
        let count = Torture.isOn ? 700 : 300
        try fill(keeper, 0..<count)
        try expectSameAsWithoutIndex(through: keeper.panel.revision)
        try keeper.waitForDisk()
        keeper.close()
        try expectSameAsWithoutIndex(through: keeper.panel.revision)
        let again = try JournaledPanel(in: directory)
        try fill(again, count..<count + 100)
        try expectSameAsWithoutIndex(through: again.panel.revision)
        again.close()
    }

    @Test func onlyItsRowsAreLookedAt() throws {
        let keeper = try JournaledPanel(in: directory)
        for number in 0..<3 * TopicIndex.batch { try keeper.set(number == 5 ? "rare" : "often", .int(number)) }
        let revision = keeper.panel.revision
        #expect(try visited("rare", revision) <= 1 + TopicIndex.batch)
        #expect(try visited("often", revision) == revision - 1)
        #expect(try visited("often", revision, .backward) == revision - 1)
        keeper.close()
        // A start adds what is missing.
        try JournaledPanel(in: directory).close()
        #expect(try visited("rare", revision) == 1)
    }

    /// A database that another version has written, or changed since.
    @Test(arguments: ["DROP TABLE topics; DROP TABLE indexed", "UPDATE indexed SET through = -1; DELETE FROM topics"])
    func whatTheIndexLacksIsAddedAtTheStart(_ change: String) throws {
        let keeper = try JournaledPanel(in: directory)
        try fill(keeper, 0..<200)
        keeper.close()
        try SQLiteConnection(directory["journal.db"]).execute(change)
        let again = try JournaledPanel(in: directory)
        #expect(again.problems == [])
        #expect(try visited("k6", again.panel.revision) < 40)
        try expectSameAsWithoutIndex(through: again.panel.revision)
        again.close()
    }

    @Test func withoutAnIndexThePastIsReadRowByRow() throws {
        let keeper = try JournaledPanel(in: directory)
        try fill(keeper, 0..<100)
        keeper.close()
        try SQLiteConnection(directory["journal.db"]).execute("DROP TABLE topics; DROP TABLE indexed")
        try expectSameAsWithoutIndex(through: keeper.panel.revision)
    }

    @Test func rowsThatAreDeletedLeaveTheIndex() throws {
        let keeper = try JournaledPanel(in: directory, starts: false)
        try fill(keeper, 0..<600)
        let revision = keeper.panel.revision
        let middle = RowKey(revision: revision / 2)
        // Without its threads nothing is made durable.
        _ = keeper.journal.close(nil)
        let database = try JournalDatabase(path: directory["journal.db"])
        while try database.commit([], deletingBefore: middle) {}
        try database.close()
        let connection = try SQLiteConnection(directory["journal.db"])
        #expect(try connection.integer("SELECT count(*) FROM topics WHERE key < \(middle.rawValue)") == 0)
        let reading = try JournalDatabase(reading: directory["journal.db"])
        let query = EventQuery(after: 0, through: revision, order: .backward(limit: 10_000), topics: TopicFilter(["value:k"]))
        let page = try events(query, reading).last
        #expect(page.lacksTheRest && page.end == revision / 2)
        // A watch gets a gap, and not the events after it.
        let (texts, first) = try events(EventQuery(after: 0, through: revision, topics: TopicFilter(["value:k"])), reading)
        #expect(first.lacksTheRest && first.end == 0 && texts == [])
    }
}

extension EncodedEvent {
    /// As a JSON object.
    fileprivate var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}
