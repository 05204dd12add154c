/// The prepared statements of a commit to the journal.
struct CommitStatements {
    private let connection: SQLiteConnection
    private let begin: SQLiteStatement
    private let insert: SQLiteStatement
    private let delete: SQLiteStatement
    /// `nil` without an index of topics.
    private let deleteTopics: SQLiteStatement?
    private let end: SQLiteStatement

    /// Deletions per commit, bounded so that they do not delay the event loop.
    private static let maximumDeleted = 200

    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        begin = try connection.prepare("BEGIN IMMEDIATE", isKept: true)
        insert = try connection.prepare(
            "INSERT OR REPLACE INTO journal (\(JournalRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", isKept: true)
        let old = "SELECT key FROM journal WHERE key < ?1 ORDER BY key LIMIT \(Self.maximumDeleted)"
        delete = try connection.prepare("DELETE FROM journal WHERE key IN (\(old))", isKept: true)
        deleteTopics = try? connection.prepare(TopicIndex.deletion(of: old), isKept: true)
        end = try connection.prepare("COMMIT", isKept: true)
    }

    /// Commits rows in one transaction, and deletes some of the rows before a key.
    ///
    /// - Returns: whether there may be more rows to delete.
    /// - Throws: an error of SQLite; the transaction is rolled back.
    func run(_ rows: [JournalRow], deletingBefore old: RowKey?) throws -> Bool {
        if let old, let deleteTopics {
            // A damaged index does not prevent commits. What it has too much is not found in the journal.
            try deleteTopics.bind(Int(old.rawValue), at: 1)
            try? deleteTopics.run()
        }
        try begin.run()
        do {
            for row in rows { try add(row) }
            var hasMore = false
            if let old {
                FaultPoint.compaction.reach()
                try delete.bind(Int(old.rawValue), at: 1)
                try delete.run()
                hasMore = connection.changedRows == Self.maximumDeleted
            }
            try end.run()
            return hasMore
        } catch {
            connection.rollBack()
            throw error
        }
    }

    private func add(_ row: JournalRow) throws {
        try insert.bind(Int(row.key.rawValue), at: 1)
        try insert.bind(row.time, at: 2)
        try insert.bind(Int(row.checksum), at: 8)
        // SQLite does not copy them.
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
