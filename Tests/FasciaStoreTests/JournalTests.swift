import FasciaDocument
import FasciaModel
import FasciaWire
import Foundation
import TestSupport
import Testing

@testable import FasciaStore

/// Stored changes are restored at the next start.
@Suite(.mustEnd) struct JournalTests {
    private static let group = OptionDeclaration(
        id: "g", options: ["a", "b", "c"].map { OptionDeclaration(id: $0) })

    private func fill(_ keeper: JournaledPanel) throws {
        try keeper.apply(.declareGroup(Self.group))
        try keeper.apply(.setToggle(id: "g", on: true))
        try keeper.apply(.push(stack: "main", route: Route("a", args: ["x": 1.0]), handles: ["onSave"]))
        try keeper.apply(.setOrphaned(screens: ["none"], true))
        try keeper.apply(.reportIssue(Issue(.error, .reported, "something")))
        try keeper.apply(.batch([.setValue(key: "k", "v"), .pop(stack: "main", entry: nil)]))
    }

    @Test func aNewStateIsEmpty() throws {
        let keeper = try JournaledPanel()
        #expect(keeper.panel == Panel())
        #expect(keeper.problems == [])
        keeper.close()
    }

    @Test func committedRowsSurviveAKill() throws {
        let first = try JournaledPanel(starts: false)
        try fill(first)
        let second = try JournaledPanel(in: first.directory)
        #expect(second.panel == first.panel)
        #expect(second.panel.revision == 5)
        #expect(second.journal.epoch == first.journal.epoch)
        #expect(second.problems == [])
        second.close()
    }

    /// The rows of a turn are committed together: before the commit none of them is in the database.
    @Test func rowsOfATurnAreCommittedTogether() throws {
        let first = try JournaledPanel(starts: false)
        for number in 0..<7 { try first.performWithoutCommit(.setValue(key: "k", .int(number))) }
        try first.journal.commit()
        let push = Command.push(stack: "main", route: Route("a"), handles: [])
        try first.performWithoutCommit(.batch([push, .pop(stack: "main", entry: nil)]))
        try first.performWithoutCommit(.setValue(key: "k", "more"))
        first.journal.append(
            apps: ["a"], time: JournaledPanel.time, cause: Cause(method: "daemon.apps", origin: JournaledPanel.origin))
        try first.performWithoutCommit(.setValue(key: "long", .string(String(repeating: "x", count: 60_000))))
        let second = try JournaledPanel(in: first.directory, starts: false)
        #expect(second.panel.revision == 7)
        #expect(second.panel.value("k") == 6)
        try first.journal.commit()
        let third = try JournaledPanel(in: first.directory)
        #expect(third.panel == first.panel)
        #expect(third.apps == ["a"])
        #expect(third.problems == [])
        third.close()
        let fourth = try JournaledPanel(in: first.directory)
        #expect(fourth.panel == first.panel)
        #expect(fourth.apps == ["a"])
        fourth.close()
    }

    @Test func rowsSurviveAClose() throws {
        let first = try JournaledPanel()
        try fill(first)
        #expect(first.journal.close(first.panel))
        let second = try JournaledPanel(in: first.directory)
        #expect(second.panel == first.panel)
        #expect(second.journal.epoch == first.journal.epoch)
        second.close()
    }

    /// Answers to requests with an idempotency key are restored, whether the request changed anything or not.
    @Test func answersToRequestsWithAKeyAreKept() throws {
        let first = try JournaledPanel(starts: false)
        let requests = (0..<3).map { IdempotentRequest(key: "key \($0)", method: "setValue", params: ["value": .int($0)]) }
        for (number, request) in requests.enumerated() {
            let answer = IdempotencyCache.CachedResult(
                request, revision: 1, result: Array(#"{"revision":1,"changed":\#(number == 0)}"#.utf8))
            try first.apply(.setValue(key: "k", 1), once: answer)
        }
        #expect(first.panel.revision == 1)
        let second = try JournaledPanel(in: first.directory)
        #expect(second.once.count == 3)
        for (number, request) in requests.enumerated() {
            let answer = try second.once.answer(to: request, of: 1_000)
            #expect(answer.map { String(decoding: $0.result, as: UTF8.self) } == #"{"revision":1,"changed":\#(number == 0)}"#)
        }
        #expect(try second.once.answer(to: requests[0], of: 1_001) == nil)
        second.close()
    }

    /// A batch that pushes and pops makes no revision, but its entry names are used up.
    @Test func namesOfEntriesAreNeverUsedAgain() throws {
        let first = try JournaledPanel(starts: false)
        let push = Command.push(stack: "main", route: Route("a"), handles: [])
        #expect(try first.apply(.batch([push, .pop(stack: "main", entry: nil)])) == [])
        #expect(first.panel.revision == 0)
        let second = try JournaledPanel(in: first.directory)
        #expect(second.panel == first.panel)
        #expect(second.panel.contents.lastEntry == 2)
        second.close()
    }

    @Test func changesBeforeAKillCanBeUndone() throws {
        let first = try JournaledPanel(starts: false)
        try first.set("k", 1)
        try first.set("k", 2)
        var second = try JournaledPanel(in: first.directory).panel
        #expect(try second.apply(.undo(.steps(1))) == [.value(key: "k", from: 2, to: 1)])
    }

    @Test(arguments: Torture.all(UInt64(1)...10, otherwiseEvery: 3)) func manyStartsInARow(seed: UInt64) throws {
        let directory = try TemporaryDirectory()
        var expected = Panel()
        var epoch: String?
        for round in 0..<12 {
            let keeper = try JournaledPanel(in: directory) { settings in
                (settings.snapshotRows, settings.replayedRevisions, settings.checkpointBytes) = (7, 9, 20_000)
            }
            #expect(keeper.panel == expected, "round \(round)")
            #expect(keeper.problems == [], "round \(round)")
            #expect(epoch == nil || keeper.journal.epoch == epoch)
            epoch = keeper.journal.epoch
            for step in 0..<Int(3 + (seed &* 31 &+ UInt64(round)) % 9) {
                switch step % 3 {
                case 0: try keeper.set("n", .int(round * 100 + step))
                case 1: try keeper.apply(.push(stack: "main", route: Route("s\(step)"), handles: []))
                default: try keeper.apply(.pop(stack: "main", entry: nil))
                }
                if keeper.journal.isSnapshotDue { keeper.journal.requestSnapshot(of: keeper.panel, owners: PartOwners()) }
            }
            expected = keeper.panel
            if (seed + UInt64(round)) % 3 == 0 {
                #expect(keeper.journal.close(keeper.panel))
            } else if (seed + UInt64(round)) % 3 == 1 {
                try keeper.waitForDisk()
                keeper.close()
            }
            // In the third case the journal is left open, as after a kill: its threads keep running.
        }
    }

    /// Contents that were accepted under other rules or limits are restored unchanged under stricter ones.
    @Test func loweredLimitsKeepTheState() throws {
        let first = try JournaledPanel(starts: false)
        try fill(first)
        for number in 0..<20 { try first.set("k\(number)", "a long text") }
        var strict = Limits()
        (strict.values, strict.groups, strict.depth, strict.valueBytes) = (1, 0, 1, 4)
        let settings = StoreSettings(directory: first.directory.path)
        let report = try Store.inspect(settings, limits: strict)
        #expect(report.problems == [] && report.historyProblems == [])
        #expect(report.panel.contents == first.panel.contents, "it is exported as it is")
        let second = try JournaledPanel(in: first.directory, limits: strict)
        #expect(second.problems == [])
        #expect(second.panel.contents == first.panel.contents)
        #expect(second.journal.epoch == first.journal.epoch)
        #expect(throws: Refusal.self) { try second.set("new", 1) }
        #expect(second.journal.close(second.panel))
        let third = try JournaledPanel(in: first.directory, limits: strict)
        #expect(third.panel.contents == first.panel.contents)
        third.close()
    }

    @Test func theDatabaseCanBeReadByPeople() throws {
        let keeper = try JournaledPanel()
        try fill(keeper)
        keeper.close()
        let database = try SQLiteConnection(keeper.directory["journal.db"])
        #expect(try database.texts("SELECT revision FROM events") == ["1", "2", "3", "4", "5"])
        func event(_ column: String) throws -> String? {
            try database.text("SELECT \(column) FROM events WHERE revision = 2")
        }
        #expect(try event("cause") == "setToggle")
        #expect(try event("program") == "test")
        let flipped = ["a", "b", "c"].map { #"{"kind":"option","id":"g/\#($0)","from":false,"to":true,"why":"group"}"# }
        let expected = (flipped + [#"{"kind":"group","id":"g","from":"off","to":"on"}"#]).joined(separator: ",")
        #expect(try event("changes") == "[\(expected)]")
        #expect(try database.texts("SELECT kind FROM changes WHERE id = 'g'") == ["declared", "group"])
        func change(_ column: String) throws -> String? {
            try database.text("SELECT \(column) FROM changes WHERE id = 'g' AND kind = 'group'")
        }
        #expect(try change("\"from\"") == #""off""#)
        #expect(try change("\"to\"") == #""on""#)
        #expect(try change("time") == "2026-11-20T23:46:00.123Z")
        #expect(try change("program") == "test")
    }

    @Test func filesAreReadableByTheOwnerOnly() throws {
        let keeper = try JournaledPanel()
        try keeper.set("n", 1)
        try keeper.waitForDisk()
        let names = Disk.names(in: keeper.directory.path).filter { $0 != "snapshots" }
        #expect(names == ["in-use", "journal.db", "journal.db-shm", "journal.db-wal"])
        for name in names {
            var status = stat()
            #expect(stat(keeper.directory[name], &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(name)")
        }
        keeper.close()
    }

    /// Checkpoints keep up with fast commits: the write-ahead log is restarted instead of growing.
    @Test func theWriteAheadLogStaysSmall() throws {
        let keeper = try JournaledPanel { ($0.checkpointBytes, $0.reserveBytes, $0.logBytes) = (100_000, 100_000, 500_000) }
        let text = JSON.string(String(repeating: "x", count: 10_000))
        for number in 0..<300 {
            try keeper.set("k\(number % 10)", [.int(number), text])
            try keeper.wait("room") { keeper.journal.acceptsRequests }
        }
        try keeper.waitForDisk()
        #expect(Disk.size(of: keeper.directory["journal.db"]) > 3_000_000)
        // A full log is at most one reservation (0.4 MB) longer than its limit when that is noticed, and is extended once more.
        #expect(Disk.size(of: keeper.directory["journal.db-wal"]) < 1_300_000)
        keeper.close()
        try keeper.expectSameAtNextStart()
    }

    @Test func aFrameCountsAsUncheckpointedUntilItIsInTheDatabase() throws {
        let keeper = try JournaledPanel(starts: false)
        for number in 0..<10 { try keeper.set("k", .int(number)) }
        let path = keeper.directory["journal.db"]
        let log = try WriteAheadLog(of: path, .system)
        #expect(log.uncheckpointedBytes >= 10 * WriteAheadLog.pageBytes && log.uncheckpointedBytes < log.end)
        let reader = try JournalDatabase(reading: path)
        try reader.forEachRow(after: RowKey(rawValue: -1)) { _ in
            // The reader prevents that the log is restarted.
            try keeper.set("k", "read")
            let database = try JournalDatabase(path: path, isShared: true)
            try database.checkpoint()
            #expect(log.uncheckpointedBytes > 0 && log.uncheckpointedBytes < 4 * WriteAheadLog.pageBytes)
            #expect(log.end > 10 * WriteAheadLog.pageBytes)
            return false
        }
        withExtendedLifetime((keeper, log)) {}
    }

    @Test func theSnapshotsOfALargePanelAreNoMoreThanItsRows() {
        var settings = StoreSettings(directory: "")
        (settings.snapshotRows, settings.snapshotBytes) = (10, 1_000)
        #expect(settings.isSnapshotDue(after: 10, bytes: 0, last: 5_000))
        #expect(settings.isSnapshotDue(after: 9, bytes: 1_000, last: 500))
        #expect(!settings.isSnapshotDue(after: 9, bytes: 4_999, last: 5_000))
        #expect(settings.isSnapshotDue(after: 9, bytes: 5_000, last: 5_000))
    }

    /// While another program reads the database, the log grows beyond its limit, and no request is refused or delayed.
    @Test func whileAnotherProgramReadsTheLogMayGrow() throws {
        let keeper = try JournaledPanel { ($0.checkpointBytes, $0.reserveBytes, $0.logBytes) = (100_000, 100_000, 500_000) }
        let text = JSON.string(String(repeating: "x", count: 10_000))
        try keeper.set("first", text)
        let reader = try JournalDatabase(reading: keeper.directory["journal.db"])
        try reader.forEachRow(after: RowKey(rawValue: -1)) { _ in
            for number in 0..<100 {
                try keeper.set("k\(number % 10)", [.int(number), text])
                try keeper.wait("room") { keeper.journal.acceptsRequests }
            }
            try keeper.wait("it is said") { keeper.journal.facts.failure?.contains("another program is still reading") == true }
            return false
        }
        try reader.close()
        #expect(Disk.size(of: keeper.directory["journal.db-wal"]) > 1_000_000)
        keeper.close()
    }

    @Test func keysAreInOrderAndWithoutHoles() {
        let one = RowKey(revision: 1)
        #expect(one.makesRevision && !one.nextWithoutRevision.makesRevision)
        #expect(one.isFollowed(by: RowKey(revision: 2)) && one.isFollowed(by: one.nextWithoutRevision))
        #expect(!one.isFollowed(by: RowKey(revision: 3)) && !one.isFollowed(by: one))
        #expect(one.nextWithoutRevision.isFollowed(by: RowKey(revision: 2)))
        let last = RowKey.last(ofRevision: 1)
        #expect(last.nextWithoutRevision == last && last.revision == 1)
        #expect(last < RowKey(revision: 2) && last.isFollowed(by: RowKey(revision: 2)))
    }
}
