import FasciaModel
import FasciaWire
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FasciaStore

/// What is kept is found again.
@Suite(.mustEnd) struct JournalTests {
    private static let group = OptionDeclaration(
        id: "g", options: ["a", "b", "c"].map { OptionDeclaration(id: $0) })

    private func fill(_ keeper: Keeper) throws {
        try keeper.apply(.declareGroup(Self.group))
        try keeper.apply(.setToggle(id: "g", on: true))
        try keeper.apply(.push(stack: "main", route: Route("a", args: ["x": 1.0]), handles: ["onSave"]))
        try keeper.apply(.setOrphaned(screens: ["none"], true))
        try keeper.apply(.reportIssue(Issue(.error, .reported, "something")))
        try keeper.apply(.batch([.setValue(key: "k", "v"), .pop(stack: "main", entry: nil)]))
    }

    @Test func aNewStateIsEmpty() throws {
        let keeper = try Keeper()
        #expect(keeper.panel == Panel())
        #expect(keeper.told.start == 0)
        #expect(keeper.problems == [])
        keeper.close()
    }

    @Test func whatWasKeptIsThereAfterAKill() throws {
        let first = try Keeper(starts: false)
        try fill(first)
        let second = try Keeper(in: first.directory)
        #expect(second.panel == first.panel)
        #expect(second.journal.epoch == first.journal.epoch)
        #expect(second.problems == [])
        #expect(second.told.start == 0)
        #expect(second.told.events.map(\.revision) == [1, 2, 3, 4, 5])
        second.close()
    }

    /// What happened between two looks at the clients stands together; long and short, and what makes no revision.
    @Test func whatWasKeptTogetherIsThereTogether() throws {
        let first = try Keeper(starts: false)
        for number in 0..<7 { try first.do(.setValue(key: "k", .int(number))) }
        first.journal.seal()
        let before = first.panel
        let push = Command.push(stack: "main", route: Route("a"), handles: [])
        try first.do(.batch([push, .pop(stack: "main", entry: nil)]))
        try first.do(.setValue(key: "k", "more"))
        #expect(first.journal.append(apps: ["a"], revision: first.panel.revision, time: Timestamp(milliseconds: 1)))
        try first.do(.setValue(key: "long", .string(String(repeating: "x", count: 60_000))))
        try first.do(.setValue(key: "k", "last"))
        #expect(first.journal.nextSequence == 13)
        // Nobody was told of the last.
        let second = try Keeper(in: first.directory, starts: false)
        #expect(second.panel.revision == 9)
        #expect(second.told.events.map(\.revision) == Array(1...9))
        #expect(second.panel != before)
        first.journal.seal()
        let third = try Keeper(in: first.directory)
        #expect(third.panel == first.panel)
        #expect(third.told.events.map(\.revision) == Array(1...10))
        #expect(third.told.events.last?.cause.request == RequestID(10))
        #expect(third.problems == [])
        third.close()
        let fourth = try Keeper(in: first.directory)
        #expect(fourth.panel == first.panel)
        fourth.close()
    }

    @Test func whatWasKeptIsThereAfterAnOrderlyEnd() throws {
        let first = try Keeper()
        try fill(first)
        #expect(first.journal.close(first.panel))
        let second = try Keeper(in: first.directory)
        #expect(second.panel == first.panel)
        #expect(second.journal.epoch == first.journal.epoch)
        #expect(second.told.events.map(\.revision) == [1, 2, 3, 4, 5])
        second.close()
    }

    @Test func eventsAreToldAsTheyWere() throws {
        let first = try Keeper(starts: false)
        var told: [[Change]] = []
        try first.apply(.declareGroup(Self.group))
        told.append([.declared(.group, id: "g")])
        told.append(try first.apply(.flipToggle(id: "g", expect: .off)))
        told.append(try first.apply(.push(stack: "main", route: Route("a"), handles: [])))
        let second = try Keeper(in: first.directory)
        #expect(second.told.events.map(\.changes) == told)
        let event = try #require(second.told.events.last)
        #expect(event.time.milliseconds == 1_795_218_360_123)
        #expect(event.cause == Cause(
            method: "nav.push", origin: .init(client: 3, name: "test", uid: 1_000, pid: 42), request: RequestID(3)))
        second.close()
    }

    /// A batch that pushes and pops makes no revision, but uses up names.
    @Test func namesOfEntriesAreNeverUsedAgain() throws {
        let first = try Keeper(starts: false)
        let push = Command.push(stack: "main", route: Route("a"), handles: [])
        #expect(try first.apply(.batch([push, .pop(stack: "main", entry: nil)])) == [])
        #expect(first.panel.revision == 0)
        let second = try Keeper(in: first.directory)
        #expect(second.panel == first.panel)
        #expect(second.told.events.isEmpty)
        #expect(second.panel.mintedEntries == 2)
        second.close()
    }

    @Test(arguments: UInt64(1)...10) func manyStartsInARow(seed: UInt64) throws {
        let directory = try TemporaryDirectory()
        var expected = Panel()
        var epoch: String?
        var events = 0
        for round in 0..<12 {
            let keeper = try Keeper(in: directory) { settings in
                settings.snapshotRecords = 7
                settings.historyRecords = 9
            }
            #expect(keeper.panel == expected, "round \(round)")
            #expect(keeper.problems == [], "round \(round)")
            #expect(epoch == nil || keeper.journal.epoch == epoch)
            #expect(keeper.told.start + keeper.told.events.count == events, "round \(round)")
            #expect(keeper.told.events.count >= min(events, 9), "round \(round)")
            epoch = keeper.journal.epoch
            for step in 0..<Int(3 + (seed &* 31 &+ UInt64(round)) % 9) {
                switch step % 3 {
                case 0: try keeper.set("n", .int(round * 100 + step))
                case 1: try keeper.apply(.push(stack: "main", route: Route("s\(step)"), handles: []))
                default: try keeper.apply(.pop(stack: "main", entry: nil))
                }
            }
            expected = keeper.panel
            events = expected.revision
            if (seed + UInt64(round)) % 3 == 0 {
                #expect(keeper.journal.close(keeper.panel))
            } else if (seed + UInt64(round)) % 3 == 1 {
                try keeper.waitForDisk()
                keeper.close()
            } else {
                try keeper.waitForDisk()
                // Its threads end, as they do with a process; what they have not moved stays in the tail.
                keeper.journal.close(nil)
            }
        }
    }

    @Test func moreThanTheTailHolds() throws {
        let first = try Keeper()
        let text = JSON.string(String(repeating: "x", count: 1_000))
        for number in 0..<500 {
            while !first.journal.hasRoom(lineBytes: 1_000) {
                first.journal.publish(isUrgent: true)
                first.journal.askForRoom()
                try first.wait("room") { first.journal.hasRoom(lineBytes: 1_000) }
            }
            try first.set("k\(number % 10)", [.int(number), text])
        }
        first.close()
        let second = try Keeper(in: first.directory)
        #expect(second.panel == first.panel)
        #expect(second.told.events.count == 500)
        second.close()
    }

    /// More than can be moved: a snapshot stands for what is given up, and there is enough left to tell.
    @Test func aSnapshotStandsForWhatComesTooFast() throws {
        let settings = { (settings: inout StoreSettings) in
            settings.historyRecords = 9
            settings.tailBytes = 262_144
        }
        let first = try Keeper(settings: settings)
        let text = JSON.string(String(repeating: "x", count: 300))
        let database = try DatabaseQueue(path: first.directory["journal.db"])
        // Up to which record they were given up, more and more often.
        var given: Set<Int> = []
        var number = 0
        while given.count < 3 {
            let rows = try database.read { try Row.fetchAll($0, sql: "SELECT first, last FROM chunks WHERE time = 0 ORDER BY first") }
            for (one, next) in zip(rows, rows.dropFirst()) {
                #expect(one["last"] as Int + 1 < next["first"] as Int, "what follows on another is one row with it")
            }
            if let row = rows.last { given.insert(row["last"] as Int) }
            number += 1
            try #require(number < 20_000)
            if number.isMultiple(of: 50) {
                // In a file of its own.
                try first.set("long", [.int(number), .string(String(repeating: "y", count: 33_000))])
            } else {
                try first.set("k\(number % 10)", [.int(number), text])
            }
            try first.waitForDisk()
        }
        try first.set("last", 1)
        // As after a kill, and after an orderly end.
        try first.waitForDisk()
        let second = try Keeper(in: first.directory, starts: false, settings: settings)
        #expect(second.panel == first.panel)
        #expect(second.problems == [])
        #expect(second.journal.epoch == first.journal.epoch)
        #expect(second.told.events.count >= 9)
        #expect(second.told.events.last?.revision == first.panel.revision)
        first.close()
        let report = try Inspection.run(StoreSettings(directory: first.directory.path), limits: .init())
        #expect(report.problems == [])
        #expect(report.panel == first.panel)
        let third = try Keeper(in: first.directory)
        #expect(third.panel == first.panel, "even where more is to be told than there is")
        #expect(third.problems == [])
        #expect(third.told.events.last?.revision == first.panel.revision)
        #expect(!Disk.names(in: first.directory.path).contains { $0.hasPrefix("large-") })
        third.close()
    }

    /// Longer than an eighth of the tail: it stands in a file of its own until it is in the database.
    @Test func aRecordThatIsTooLongForTheTail() throws {
        let first = try Keeper()
        try first.set("before", 1)
        try first.set("long", .string(String(repeating: "x", count: 60_000)))
        try first.set("after", 2)
        #expect(Disk.names(in: first.directory.path).contains("large-2"))
        let second = try Keeper(in: first.directory, starts: false)
        #expect(second.panel == first.panel)
        try first.waitForDisk()
        first.close()
        #expect(!Disk.names(in: first.directory.path).contains("large-2"))
        let third = try Keeper(in: first.directory)
        #expect(third.panel == first.panel)
        third.close()
    }

    @Test func aLongCommandThatIsNotDoneLeavesNothingBehind() throws {
        let keeper = try Keeper()
        let long = Command.setValue(key: "", .string(String(repeating: "x", count: 60_000)))
        try keeper.journal.admit(long, lineBytes: nil)
        #expect(Disk.names(in: keeper.directory.path).contains("large-1"))
        try keeper.set("other", 1)
        #expect(!Disk.names(in: keeper.directory.path).contains("large-1"))
        keeper.close()
    }

    /// What it holds is written over in the tail.
    @Test func whatIsInTheDatabaseIsOnTheDisk() throws {
        let directory = try TemporaryDirectory()
        for _ in 0..<2 { #expect(try JournalDatabase(path: directory["journal.db"]).isDurable()) }
    }

    /// Old ones go, but for the last, without which nobody would know where the tail begins.
    @Test func compactionLeavesTheLastRow() throws {
        let directory = try TemporaryDirectory()
        let database = try JournalDatabase(path: directory["journal.db"])
        func place(_ record: Int) -> Place { Place(position: 0, sequence: UInt64(record), revision: record) }
        func chunk(_ first: UInt64, _ last: UInt64, at time: Int) -> JournalDatabase.Chunk {
            .init(
                first: first, last: last, firstRevision: Int(first), lastRevision: Int(last), time: time,
                records: Array("[1]".utf8))
        }
        func rows() throws -> [ClosedRange<UInt64>] {
            var rows: [ClosedRange<UInt64>] = []
            try database.forEachChunk(from: 0) { rows.append($0.first...$0.last) }
            return rows
        }
        try database.append([chunk(1, 10, at: 100)])
        try database.giveUp(from: place(11), to: place(15))
        try database.giveUp(from: place(15), to: place(21))
        #expect(try rows() == [1...10, 11...20], "what follows on another becomes one with it")
        #expect(try database.firstSequence() == 21)
        try database.compact(before: 100, age: 0, bytes: 0, now: 1_000)
        #expect(try rows() == [11...20])
        #expect(try database.last()?.sequence == 20)
        try database.append([chunk(21, 30, at: 900), chunk(31, 40, at: 950)])
        try database.compact(before: 21, age: 0, bytes: 1 << 30, now: 1_000)
        #expect(try rows() == [21...30, 31...40], "nothing is before what was given up")
        #expect(try database.firstSequence() == 21)
        try database.compact(before: 100, age: 60, bytes: 1 << 30, now: 1_000)
        #expect(try rows() == [31...40])
        try database.compact(before: 100, age: 0, bytes: 0, now: 1_000)
        #expect(try rows() == [31...40])
        try database.close()
    }

    @Test func theDatabaseCanBeReadByPeople() throws {
        let keeper = try Keeper()
        try fill(keeper)
        keeper.close()
        let queue = try DatabaseQueue(path: keeper.directory["journal.db"])
        let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM events") }
        #expect(rows.map { $0["revision"] as Int } == [1, 2, 3, 4, 5])
        #expect(rows[1]["method"] == "toggle.set")
        #expect(rows[1]["params"] == #"{"id":"g","on":true}"#)
        #expect(rows[1]["program"] == "test")
        #expect(rows[1]["time"] == "2026-11-20T23:46:00.123Z")
        #expect(rows[1]["count"] == 4)
        let flipped = ["a", "b", "c"].map { #"{"kind":"option","id":"g/\#($0)","from":false,"to":true,"why":"group"}"# }
        let expected = (flipped + [#"{"kind":"group","id":"g","from":"off","to":"on"}"#]).joined(separator: ",")
        #expect(rows[1]["changes"] as String == "[\(expected)]")
        let changes = try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM changes WHERE id = 'g'") }
        #expect(changes.map { $0["kind"] as String } == ["declared", "group"])
        #expect(changes[1]["from"] == #""off""#)
        #expect(changes[1]["to"] == #""on""#)
        #expect(changes[1]["program"] == "test")
    }

    @Test func nobodyElseCanReadIt() throws {
        let keeper = try Keeper()
        try keeper.set("n", 1)
        try keeper.waitForDisk()
        for name in Disk.names(in: keeper.directory.path) where name != "snapshots" {
            var status = stat()
            #expect(stat(keeper.directory[name], &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(name)")
        }
        keeper.close()
    }
}
