import FasciaModel
import FasciaWire
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FasciaStore

/// A database that an older version has made becomes one of this, and is served.
@Suite(.mustEnd) struct MigrationTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// As the first version made it, with rows as that wrote them.
    private func makeFirst(of panel: (Keeper) throws -> Void) throws -> (panel: Panel, epoch: String) {
        let keeper = try Keeper(in: directory)
        try panel(keeper)
        #expect(keeper.journal.close(keeper.panel))
        let path = directory["journal.db"]
        let new = try DatabaseQueue(path: path)
        let rows = try new.read { db in
            try Row.fetchAll(db, sql: "SELECT first, last, first_revision, last_revision, time, records, checksum FROM chunks")
        }
        try new.close()
        for end in ["", "-wal", "-shm"] { unlink(path + end) }
        let old = try DatabaseQueue(path: path)
        try old.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('journal');
                    CREATE TABLE panel (epoch TEXT NOT NULL);
                    CREATE TABLE chunks (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, first_revision INTEGER NOT NULL,
                        last_revision INTEGER NOT NULL, time INTEGER NOT NULL, records TEXT NOT NULL,
                        checksum INTEGER NOT NULL) STRICT;
                    CREATE VIEW events AS
                    SELECT record.value ->> 'revision' AS revision, record.value ->> 'count' AS changes
                    FROM chunks, json_each(chunks.records) AS record WHERE record.value ->> 'count' > 0;
                    """)
            try db.execute(sql: "INSERT INTO panel VALUES (?)", arguments: [keeper.journal.epoch])
            for row in rows {
                try db.execute(
                    sql: "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", arguments: StatementArguments(row.map(\.1)))
            }
        }
        try old.close()
        return (keeper.panel, keeper.journal.epoch)
    }

    @Test func anOlderDatabaseIsServedAndGoesOn() throws {
        let before = try makeFirst { keeper in for number in 0..<20 { try keeper.set("k\(number % 3)", .int(number)) } }
        let report = try Store.inspect(StoreSettings(directory: directory.path))
        #expect(report.problems == [])
        #expect(report.versions == ["journal"], "to look at it changes nothing")
        #expect(report.panel == before.panel)
        let keeper = try Keeper(in: directory)
        #expect(keeper.problems == [])
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch == before.epoch)
        #expect(keeper.told.events.count == 20)
        try keeper.set("k", "new")
        keeper.close()
        let queue = try DatabaseQueue(path: directory["journal.db"])
        let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT revision, count, changes FROM events ORDER BY revision") }
        #expect(rows.map { $0["revision"] as Int } == Array(1...21))
        #expect(rows.allSatisfy { $0["count"] as Int > 0 })
        #expect(rows.last?["changes"] == #"[{"kind":"declared","what":"value","id":"k"},{"kind":"value","key":"k","from":null,"to":"new"}]"#)
        try queue.close()
        let versions = try Store.inspect(StoreSettings(directory: directory.path)).versions
        #expect(versions == ["journal", "changes"])
    }
}
