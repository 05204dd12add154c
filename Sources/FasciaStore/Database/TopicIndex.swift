import FasciaModel
import GRDB
import GRDBSQLite

/// Which rows change which thing: the table `topics`, with the id of a thing and the key of a row, so that the history of one
/// thing can be read without the rest.
///
/// It lags behind: rows are added some hundreds at a time, because each id is on another page of the file. `indexed` has the
/// key of the last row that is in it, and readers look at the few rows after that one by one. What another version of the
/// daemon has appended without it, or a process that was killed, is added at the next start.
struct TopicIndex {
    private let insert: PreparedStatement
    private let setEnd: PreparedStatement
    private let connection: OpaquePointer?
    /// The ids of rows that are not in the index yet.
    private var pending: [(id: String, key: Int64)] = []
    private var rows = 0

    /// Rows that are added at once.
    static let batch = 512
    /// A row with more changes has the empty id: it is a candidate for every thing.
    static let maximumChanges = 64

    /// - Throws: `DatabaseError`
    init(_ db: Database) throws {
        connection = db.sqliteConnection
        insert = try PreparedStatement("INSERT OR IGNORE INTO topics (id, key) VALUES (?, ?)", connection)
        setEnd = try PreparedStatement("UPDATE indexed SET through = ?", connection)
    }

    /// Adds committed rows, sooner or later.
    ///
    /// - Returns: false if that failed. The index ends before these rows then, and the next start adds them.
    mutating func add(_ new: [JournalRow]) -> Bool {
        for row in new {
            guard let ids = row.topics else { return false }
            for id in ids { pending.append((id, row.key.rawValue)) }
        }
        rows += new.count
        guard rows >= Self.batch, let last = new.last else { return true }
        pending.sort { ($0.id, $0.key) < ($1.id, $1.key) }
        guard sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK else { return false }
        do {
            for (id, key) in pending {
                var id = id
                try id.withUTF8 { text in
                    try insert.bind(text: UnsafeRawBufferPointer(text), at: 1)
                    try insert.bind(key, at: 2)
                    try insert.run()
                }
            }
            try setEnd.bind(last.key.rawValue, at: 1)
            try setEnd.run()
        } catch {
            sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
            return false
        }
        pending.removeAll(keepingCapacity: true)
        rows = 0
        return sqlite3_exec(connection, "COMMIT", nil, nil, nil) == SQLITE_OK
    }

    // MARK: - The tables

    /// The topic of a change in SQL, as `Change.topic(of:)` tells it.
    private static let topic = """
        CASE change.value ->> 'kind' WHEN 'value' THEN change.value ->> 'key' WHEN 'nav' THEN change.value ->> 'stack'
        WHEN 'action' THEN change.value ->> 'name' WHEN 'issue' THEN change.value ->> 'reason'
        WHEN 'environment' THEN coalesce((SELECT key || '/' || value FROM json_each(change.value, '$.scope') LIMIT 1), 'panel')
        ELSE change.value ->> 'id' END
        """

    /// The ids and keys of some rows.
    ///
    /// - Parameter condition: on the columns of `journal`.
    private static func topics(_ condition: String) -> String {
        let count = "CASE WHEN json_valid(journal.changes) THEN json_array_length(journal.changes) ELSE 0 END"
        return """
            SELECT '', journal.key FROM journal WHERE \(condition) AND \(count) > \(maximumChanges)
            UNION SELECT coalesce(\(topic), ''), journal.key
            FROM journal, json_each(CASE WHEN \(count) <= \(maximumChanges) AND json_valid(journal.changes)
                                    THEN journal.changes ELSE '[]' END) AS change
            WHERE \(condition)
            """
    }

    /// Deletes the ids of the rows that `CommitStatements` deletes at once.
    static func deletion(of rows: String) -> String {
        "DELETE FROM topics WHERE (id, key) IN (\(topics("journal.key IN (\(rows))")))"
    }

    /// Creates the tables in a database without them, and adds the rows that they lack.
    static func prepare(_ db: Database) throws {
        if try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema WHERE name = 'indexed'") == 0 {
            try db.execute(
                sql: """
                    CREATE TABLE topics (id TEXT NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (id, key)) STRICT, WITHOUT ROWID;
                    CREATE TABLE indexed (through INTEGER NOT NULL) STRICT;
                    INSERT INTO indexed VALUES (-1);
                    """)
        }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO topics (id, key) \(topics("journal.key > (SELECT through FROM indexed)"));
                UPDATE indexed SET through = max(through, coalesce((SELECT max(key) FROM journal), -1));
                """)
    }

    // MARK: - Reading

    /// The keys of the rows between two keys that may change one of the things, in SQL. Its parameters: the key after
    /// which rows are not in the index, the last key, the ids, the first and the last key.
    static func candidates(_ ids: Int) -> String {
        let places = (["''"] + Array(repeating: "?", count: ids)).joined(separator: ", ")
        return """
            SELECT key FROM journal WHERE key > ? AND key <= ?
            UNION SELECT key FROM topics WHERE id IN (\(places)) AND key > ? AND key <= ?
            """
    }

    /// The key of the last row that is in the index.
    static func end(_ db: Database) throws -> Int64 { try Int64.fetchOne(db, sql: "SELECT through FROM indexed") ?? -1 }
}
