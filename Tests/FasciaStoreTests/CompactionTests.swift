import FasciaModel
import Foundation
import TestSupport
import Testing

@testable import FasciaStore

/// Rows beyond the age and size limits are deleted, but never rows that a start replays.
@Suite(.mustEnd) struct CompactionTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Opens the state repeatedly; each time five rows are added and a snapshot is written at the end.
    private func make(_ times: Int, bytes: Int = 10, _ change: @escaping (inout StoreSettings) -> Void) throws -> Panel {
        var panel = Panel()
        for time in 0..<times {
            let keeper = try JournaledPanel(in: directory, settings: change)
            let text = String(repeating: "x", count: bytes)
            for number in 0..<5 { try keeper.set("k\(number)", .string("\(time) \(number) \(text)")) }
            #expect(keeper.journal.close(keeper.panel))
            #expect(keeper.journal.facts.failure == nil)
            panel = keeper.panel
        }
        return panel
    }

    private var revisions: [Int] {
        get throws {
            let connection = try SQLiteConnection(directory["journal.db"])
            return try connection.texts("SELECT revision FROM journal ORDER BY key").compactMap { $0.flatMap { Int($0) } }
        }
    }

    private func expectSound(_ panel: Panel, _ change: @escaping (inout StoreSettings) -> Void) throws {
        let report = try Store.inspect(StoreSettings(directory: directory.path))
        #expect(report.problems == [] && report.historyProblems == [])
        #expect(report.panel == panel)
        let keeper = try JournaledPanel(in: directory, settings: change)
        #expect(keeper.problems == [])
        #expect(keeper.panel == panel)
        keeper.close()
    }

    @Test func rowsBeyondTheAgeLimitAreDeleted() throws {
        let settings: (inout StoreSettings) -> Void = { ($0.replayedRevisions, $0.keepAge) = (0, -1) }
        let panel = try make(6, settings)
        #expect(try revisions == Array(25...30), "what comes before the older of two snapshots is of no use")
        #expect(StoreSettings(directory: directory.path).snapshots.keys.map(\.revision) == [25, 30])
        try expectSound(panel, settings)
    }

    @Test func rowsWithinTheAgeLimitStay() throws {
        // All rows of the tests have the same time, `JournaledPanel.time`, so the age limit exceeds any distance from it.
        let settings: (inout StoreSettings) -> Void = { ($0.replayedRevisions, $0.keepAge) = (0, 1 << 50) }
        let panel = try make(6, settings)
        #expect(try revisions == Array(1...30))
        try expectSound(panel, settings)
    }

    @Test func rowsBeyondTheSizeLimitAreDeleted() throws {
        let settings: (inout StoreSettings) -> Void = {
            ($0.replayedRevisions, $0.keepAge, $0.keepBytes) = (0, 1 << 50, 2_500_000)
        }
        let panel = try make(12, bytes: 60_000, settings)
        let first = try #require(try revisions.first)
        #expect(first > 30 && first < 55, "\(first)")
        try expectSound(panel, settings)
    }

    /// Rows that a start replays are kept, even if the limits allow nothing.
    @Test func rowsToReplayStay() throws {
        let settings: (inout StoreSettings) -> Void = { ($0.replayedRevisions, $0.keepAge, $0.keepBytes) = (12, -1, 0) }
        let panel = try make(6, settings)
        #expect(try revisions == Array(15...30), "revision 18 is needed, and the snapshot before it is of 15")
        try expectSound(panel, settings)
    }

    /// Each commit deletes a limited number of rows.
    @Test func aCommitDeletesSomeOfThem() throws {
        let database = try JournalDatabase(path: directory["journal.db"])
        func row(_ revision: Int) -> JournalRow {
            JournalRow(
                key: RowKey(revision: revision), time: revision, cause: Array("{}".utf8), changes: Array("[]".utf8), effects: [])
        }
        _ = try database.commit((1...450).map(row))
        #expect(try database.commit([row(451)], deletingBefore: RowKey(revision: 400)))
        #expect(try database.firstKey()?.revision == 201)
        #expect(try !database.commit([], deletingBefore: RowKey(revision: 400)))
        #expect(try database.firstKey()?.revision == 400)
        #expect(try database.lastKey()?.revision == 451)
        #expect(try database.firstKey(since: 420)?.revision == 420)
        try database.close()
    }
}
