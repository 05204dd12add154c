import GRDB
import GRDBSQLite

/// The prepared statements of a commit to the journal.
struct CommitStatements {
    private let connection: OpaquePointer?
    private let begin: PreparedStatement
    private let insert: PreparedStatement
    private let delete: PreparedStatement
    /// `nil` without an index of topics.
    private let deleteTopics: PreparedStatement?
    private let end: PreparedStatement

    /// Deletions per commit, bounded so that they do not delay the event loop.
    private static let maximumDeleted = 200

    /// - Throws: `DatabaseError`
    init(_ db: Database) throws {
        connection = db.sqliteConnection
        begin = try PreparedStatement("BEGIN IMMEDIATE", connection)
        insert = try PreparedStatement(
            "INSERT OR REPLACE INTO journal (\(JournalRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", connection)
        let old = "SELECT key FROM journal WHERE key < ?1 ORDER BY key LIMIT \(Self.maximumDeleted)"
        delete = try PreparedStatement("DELETE FROM journal WHERE key IN (\(old))", connection)
        deleteTopics = try? PreparedStatement(TopicIndex.deletion(of: old), connection)
        end = try PreparedStatement("COMMIT", connection)
    }

    /// Commits rows in one transaction, and deletes some of the rows before a key.
    ///
    /// - Returns: whether there may be more rows to delete.
    /// - Throws: `DatabaseError`; the transaction is rolled back.
    func run(_ rows: [JournalRow], deletingBefore old: RowKey?) throws -> Bool {
        if let old, let deleteTopics {
            // A damaged index does not prevent commits. What it has too much is not found in the journal.
            try deleteTopics.bind(old.rawValue, at: 1)
            try? deleteTopics.run()
        }
        try begin.run()
        do {
            for row in rows { try add(row) }
            var hasMore = false
            if let old {
                FaultPoint.compaction.reach()
                try delete.bind(old.rawValue, at: 1)
                try delete.run()
                hasMore = sqlite3_changes(connection) == Self.maximumDeleted
            }
            try end.run()
            return hasMore
        } catch {
            // Some errors roll the transaction back by themselves.
            if sqlite3_get_autocommit(connection) == 0 { sqlite3_exec(connection, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    private func add(_ row: JournalRow) throws {
        try insert.bind(row.key.rawValue, at: 1)
        try insert.bind(Int64(row.time), at: 2)
        try insert.bind(row.checksum, at: 8)
        try row.cause.withUnsafeBytes { cause in
            try row.changes.withUnsafeBytes { changes in
                try row.effects.withUnsafeBytes { effects in
                    try (row.once ?? []).withUnsafeBytes { once in
                        try (row.apps ?? []).withUnsafeBytes { apps in
                            try insert.bind(text: cause, at: 3)
                            try insert.bind(text: changes, at: 4)
                            try insert.bind(blob: effects, at: 5)
                            try insert.bind(text: row.once == nil ? nil : once, at: 6)
                            try insert.bind(text: row.apps == nil ? nil : apps, at: 7)
                            try insert.run()
                        }
                    }
                }
            }
        }
    }
}
