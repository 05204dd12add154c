import FasciaModel
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FasciaStore

/// What is older than somebody wants to know, or more, is dropped, and never what the state rests on.
@Suite(.mustEnd) struct CompactionTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Five records and a snapshot behind them, so often; each time they are compacted.
    private func make(_ times: Int, _ change: @escaping (inout StoreSettings) -> Void) throws -> Panel {
        var panel = Panel()
        for time in 0..<times {
            let keeper = try Keeper(in: directory, settings: change)
            for number in 0..<5 { try keeper.set("k\(number)", .int(time * 5 + number)) }
            #expect(keeper.journal.close(keeper.panel))
            #expect(keeper.journal.facts.failure == nil)
            panel = keeper.panel
        }
        return panel
    }

    private var chunks: [Int] {
        get throws {
            let queue = try DatabaseQueue(path: directory["journal.db"])
            defer { try? queue.close() }
            return try queue.read { try Int.fetchAll($0, sql: "SELECT first FROM chunks ORDER BY first") }
        }
    }

    private func expectSound(_ panel: Panel, _ change: @escaping (inout StoreSettings) -> Void) throws {
        let report = try Store.inspect(StoreSettings(directory: directory.path))
        #expect(report.problems == [])
        #expect(report.panel == panel)
        let keeper = try Keeper(in: directory, settings: change)
        #expect(keeper.problems == [])
        #expect(keeper.panel == panel)
        keeper.close()
    }

    @Test func whatIsTooOldGoes() throws {
        let settings: (inout StoreSettings) -> Void = { ($0.historyRecords, $0.keepAge) = (0, -1) }
        let panel = try make(6, settings)
        let chunks = try chunks
        // The last five came there after the last compaction.
        #expect(chunks == [21, 26], "what comes before the older of two snapshots is of no use")
        #expect(Disk.names(in: directory["snapshots"]) == ["26.snapshot", "31.snapshot"])
        try expectSound(panel, settings)
    }

    @Test func whatIsNotTooOldStays() throws {
        let settings: (inout StoreSettings) -> Void = { ($0.historyRecords, $0.keepAge) = (0, 3_600_000) }
        let panel = try make(6, settings)
        let chunks = try chunks
        #expect(chunks == [1, 6, 11, 16, 21, 26])
        try expectSound(panel, settings)
    }

    @Test func whatIsTooMuchGoes() throws {
        let length = try {
            // The first five say more: they declare what they set.
            let other = try CompactionTests()
            _ = try other.make(2) { $0.historyRecords = 0 }
            let queue = try DatabaseQueue(path: other.directory["journal.db"])
            let sql = "SELECT length(records) + length(changes) FROM chunks ORDER BY first DESC"
            return try #require(try queue.read { try Int.fetchOne($0, sql: sql) })
        }()
        // Room for about three of them.
        let settings: (inout StoreSettings) -> Void = { ($0.historyRecords, $0.keepBytes) = (0, length * 7 / 2) }
        let panel = try make(6, settings)
        let chunks = try chunks
        #expect(chunks == [11, 16, 21, 26], "three, and what came after the last compaction")
        try expectSound(panel, settings)
    }

    /// The latest records are told to who asks what has happened, however little is to be kept.
    @Test func whatIsAskedForStays() throws {
        let settings: (inout StoreSettings) -> Void = { ($0.historyRecords, $0.keepAge, $0.keepBytes) = (12, -1, 0) }
        let panel = try make(6, settings)
        let chunks = try chunks
        #expect(chunks == [16, 21, 26], "record 19 is told of, and its chunk begins with 16")
        let keeper = try Keeper(in: directory, settings: settings)
        #expect(keeper.told.start <= 18)
        keeper.close()
        try expectSound(panel, settings)
    }
}
