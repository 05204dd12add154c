import FasciaModel
import FasciaWire
import Foundation
import TestSupport
import Testing

@testable import FasciaStore

/// The database returns the event of every revision as it was sent, across kills, restarts and rows without a revision.
@Suite(.mustEnd) struct EventTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The events as they were sent, in the wire's format.
    private final class Expected {
        var events: [String] = []

        func add(_ keeper: JournaledPanel, _ command: Command) throws {
            let changes = try keeper.apply(command)
            guard !changes.isEmpty else { return }
            events.append(keeper.text(of: keeper.panel.revision, command.name, changes))
        }
    }

    private func fill(_ keeper: JournaledPanel, _ expected: Expected, _ range: Range<Int>) throws {
        for number in range {
            switch number % 5 {
            case 0:
                let options = (0...number % 7).map { OptionDeclaration(id: "o\($0)") }
                try expected.add(keeper, .declareGroup(OptionDeclaration(id: "g", options: options)))
            case 1: try expected.add(keeper, .setToggle(id: "g", on: number % 2 == 0))
            case 2:
                try expected.add(keeper, .push(stack: "main", route: Route("a", args: ["x": .double(0.1)]), handles: ["onSave"]))
            case 3: try expected.add(keeper, .batch([.setValue(key: "k", .int(number)), .pop(stack: "main", entry: nil)]))
            default:
                try expected.add(
                    keeper,
                    .setValue(key: "text", .string("\(number) \"é\" \u{1} \\ \(String(repeating: "x", count: number % 60))")))
            }
        }
    }

    private func kept(_ query: EventQuery, epoch: String) throws -> (events: [String], page: EventPage) {
        let database = try JournalDatabase(reading: directory["journal.db"])
        var (events, page) = ([String](), EventPage.read(query, epoch: epoch, from: database))
        events += page.events.map(\.text)
        while case .forward = query.order, !page.lacksTheRest, page.end < query.through {
            var next = query
            next.after = page.end
            page = EventPage.read(next, epoch: epoch, from: database)
            try #require(page.end > next.after || page.lacksTheRest, "the rest is not there")
            events += page.events.map(\.text)
        }
        return (events, page)
    }

    /// The events that an inspection of the files reads.
    private func told(after revision: Int = 0) throws -> [String] {
        var events: [String] = []
        let reader = EventReader(after: revision, .all) { events.append($0.text) }
        let report = try Store.inspect(StoreSettings(directory: directory.path), events: reader)
        #expect(report.problems == [] && report.historyProblems == [])
        return events
    }

    @Test func journaledEventsEqualTheSentOnes() throws {
        let expected = Expected()
        let keeper = try JournaledPanel(in: directory)
        try fill(keeper, expected, 0..<300)
        keeper.close()
        let (events, page) = try kept(EventQuery(after: 0, through: keeper.panel.revision), epoch: keeper.journal.epoch)
        #expect(events == expected.events)
        #expect(!page.lacksTheRest && page.end == keeper.panel.revision)
        let (some, _) = try kept(EventQuery(after: 100, through: 120), epoch: keeper.journal.epoch)
        #expect(some == Array(expected.events[100..<120]))
        #expect(try told() == expected.events)
        #expect(try told(after: 150) == Array(expected.events[150...]))
    }

    /// Large amounts of events are read in pages of bounded size.
    @Test func manyOfThemComeInPages() throws {
        let expected = Expected()
        let keeper = try JournaledPanel(in: directory)
        let text = String(repeating: "x", count: 20_000)
        for number in 0..<60 { try expected.add(keeper, .setValue(key: "k", .string("\(number) \(text)"))) }
        keeper.close()
        let last = keeper.panel.revision
        let database = try JournalDatabase(reading: directory["journal.db"])
        let page = EventPage.read(EventQuery(after: 0, through: last), epoch: "", from: database)
        #expect(!page.lacksTheRest && page.end < 20 && page.events.count == page.end)
        #expect(try kept(EventQuery(after: 0, through: last), epoch: keeper.journal.epoch).events == expected.events)
    }

    @Test func eventsSurviveAKill() throws {
        let expected = Expected()
        var last: JournaledPanel?
        for life in 0..<6 {
            let keeper = try JournaledPanel(in: directory, starts: life % 2 == 1)
            try fill(keeper, expected, life * 50..<life * 50 + 50)
            if life % 2 == 1 { #expect(keeper.journal.close(life == 3 ? keeper.panel : nil)) }
            last = keeper
        }
        let epoch = last?.journal.epoch ?? ""
        let (events, _) = try kept(EventQuery(after: 0, through: expected.events.count), epoch: epoch)
        #expect(events == expected.events)
    }

    /// A query in the middle of a turn finds the rows of the turn, because it waits for the commit.
    @Test func theEventsOfThisTurnAreFoundToo() throws {
        let keeper = try JournaledPanel(in: directory)
        for number in 0..<5 { try keeper.performWithoutCommit(.setValue(key: "k", .int(number))) }
        keeper.journal.requestEvents(EventQuery(after: 0, through: 5))
        try keeper.journal.commit()
        keeper.journal.publish(isUrgent: false)
        var page: EventPage?
        while page == nil {
            page = keeper.journal.takeUpdates().pages.first
            var entry = pollfd(fd: keeper.journal.updatesDescriptor, events: Int16(POLLIN), revents: 0)
            if page == nil { #expect(poll(&entry, 1, 20_000) > 0) }
        }
        #expect(page?.query.through == 5)
        #expect(page?.events.count == 5 && page?.lacksTheRest == false)
        keeper.close()
    }

    // MARK: - Questions

    @Test func topicsAndThingsSelect() throws {
        let expected = Expected()
        let keeper = try JournaledPanel(in: directory)
        try fill(keeper, expected, 0..<50)
        keeper.close()
        let last = keeper.panel.revision
        let options = try kept(
            EventQuery(after: 0, through: last, topics: TopicFilter(["option:g/*"])), epoch: keeper.journal.epoch)
        #expect(options.events.count == expected.events.count { $0.contains(#""kind":"option""#) })
        #expect(options.events.count > 5)
        #expect(options.events.allSatisfy { $0.contains("option") && !$0.contains(#""kind":"group""#) })
        #expect(options.page.end == last, "what is left out has been looked at")
        let text = try kept(
            EventQuery(after: 0, through: last, order: .backward(limit: 3), objectID: "text"), epoch: keeper.journal.epoch)
        #expect(text.events == expected.events.filter { $0.contains(#""key":"text""#) }.suffix(3).reversed())
        #expect(!text.page.lacksTheRest)
    }

    /// Rows without a revision, such as those that only use up entry names, are not events.
    @Test func rowsWithoutRevisionAreNotEvents() throws {
        let expected = Expected()
        let keeper = try JournaledPanel(in: directory)
        for number in 0..<5 {
            try expected.add(keeper, .setValue(key: "k", .int(number)))
            try expected.add(
                keeper, .batch([.push(stack: "main", route: Route("a"), handles: []), .pop(stack: "main", entry: nil)]))
        }
        keeper.close()
        #expect(expected.events.count == 5)
        let forward = try kept(EventQuery(after: 0, through: 5), epoch: keeper.journal.epoch)
        #expect(forward.events == expected.events)
        let backward = try kept(EventQuery(after: 0, through: 5, order: .backward(limit: 9)), epoch: keeper.journal.epoch)
        #expect(backward.events == expected.events.reversed())
        #expect(!backward.page.lacksTheRest)
        #expect(try told() == expected.events)
    }

    @Test func deletedEventsAreReportedAsLost() throws {
        let expected = Expected()
        let keeper = try JournaledPanel(in: directory)
        try fill(keeper, expected, 0..<40)
        keeper.close()
        let (middle, last) = (keeper.panel.revision / 2, keeper.panel.revision)
        let connection = try SQLiteConnection(directory["journal.db"])
        try connection.execute("DELETE FROM journal WHERE revision <= \(middle)")
        let forward = try kept(EventQuery(after: 3, through: last), epoch: keeper.journal.epoch)
        #expect(forward.events == [])
        #expect(forward.page.lacksTheRest && forward.page.end == 3)
        let backward = try kept(
            EventQuery(after: 3, through: last, order: .backward(limit: 99)), epoch: keeper.journal.epoch)
        #expect(backward.events == expected.events[middle...].reversed())
        #expect(backward.page.lacksTheRest && backward.page.end == middle + 1)
        try connection.execute("UPDATE journal SET changes = replace(changes, 'text', 'test')")
        #expect(
            try kept(EventQuery(after: middle, through: last), epoch: keeper.journal.epoch).page.lacksTheRest, "it is damaged")
    }
}

extension JournaledPanel {
    /// The event of a revision, in the wire's format.
    fileprivate func text(of revision: Int, _ method: String, _ changes: [Change]) -> String {
        var writer = JSONWriter()
        let time = Timestamp(milliseconds: 1_795_218_360_123)
        writer.write(
            Event(
                cursor: Cursor(epoch: journal.epoch, revision: revision), time: time,
                cause: Cause(method: method, origin: JournaledPanel.origin, request: RequestID(revision)), changes: changes))
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
