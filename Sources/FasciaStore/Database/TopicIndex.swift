import FasciaModel

/// Which rows change which thing: the table `topics`, with the id of a thing and the key of a row, so that the history of one
/// thing can be read without the rest.
///
/// It lags behind: rows are added some hundreds at a time, because each id is on another page of the file. `indexed` has the
/// key of the last row that is in it, and readers look at the few rows after that one by one. What another version of the
/// daemon has appended without it, or a process that was killed, is added at the next start.
struct TopicIndex {
    private let connection: SQLiteConnection
    private let insert: SQLiteStatement
    private let setEnd: SQLiteStatement
    /// The ids of rows that are not in the index yet.
    private var pending: [(id: String, key: Int64)] = []
    private var rows = 0

    /// Rows that are added at once.
    static let batch = 512
    /// A row with more changes has the empty id: it is a candidate for every thing.
    static let maximumChanges = 64

    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        insert = try connection.prepare("INSERT OR IGNORE INTO topics (id, key) VALUES (?, ?)", isKept: true)
        setEnd = try connection.prepare("UPDATE indexed SET through = ?", isKept: true)
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
        // Ids whose entries are on the same page follow each other.
        pending.sort { $0.id < $1.id }
        do {
            try connection.transaction(.writing) {
                for (id, key) in pending {
                    try insert.bind(id, at: 1)
                    try insert.bind(Int(key), at: 2)
                    try insert.run()
                }
                try setEnd.bind(Int(last.key.rawValue), at: 1)
                try setEnd.run()
            }
        } catch { return false }
        pending.removeAll(keepingCapacity: true)
        rows = 0
        return true
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
            SELECT CAST('' AS TEXT) AS id, journal.key AS key FROM journal WHERE \(condition) AND \(count) > \(maximumChanges)
            UNION SELECT CAST(coalesce(\(topic), '') AS TEXT), journal.key
            FROM journal, json_each(CASE WHEN \(count) <= \(maximumChanges) AND json_valid(journal.changes)
                                    THEN journal.changes ELSE '[]' END) AS change
            WHERE \(condition)
            """
    }

    /// Deletes the ids of the rows that `CommitStatements` deletes at once. SQLite looks each of them up only in the columns of a
    /// query that have the same type; of a union's it makes a list, which it compares with the whole table.
    static func deletion(of rows: String) -> String {
        "DELETE FROM topics WHERE (id, key) IN (SELECT id, key FROM (\(topics("journal.key IN (\(rows))"))))"
    }

    /// Creates the tables in a database without them, and adds the rows that they lack.
    static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) {
        if try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'indexed'") == 0 {
            try connection.execute(
                """
                CREATE TABLE topics (id TEXT NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (id, key)) STRICT, WITHOUT ROWID;
                CREATE TABLE indexed (through INTEGER NOT NULL) STRICT;
                INSERT INTO indexed VALUES (-1);
                """)
        }
        try connection.execute(
            """
            INSERT OR IGNORE INTO topics (id, key) \(topics("journal.key > (SELECT through FROM indexed)"));
            UPDATE indexed SET through = max(through, coalesce((SELECT max(key) FROM journal), -1));
            """)
    }

    // MARK: - Reading

    /// The keys that are read at once, so that a page costs no more than it shows.
    static let chunk = 256

    /// The first keys, in an order, of rows between two keys that may change one of the things. Each list of SQLite's index is
    /// in that order already, so that no more is read of it.
    ///
    /// - Parameter indexed: the key after which rows are not in the index.
    static func candidates(
        of ids: [String], after start: RowKey, through end: RowKey, indexed: RowKey, _ order: JournalDatabase.Order,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> [RowKey] {
        let rest = "AND key <= \(end.rawValue) ORDER BY key \(order.rawValue) LIMIT \(chunk))"
        let unindexed = "SELECT key FROM (SELECT key FROM journal WHERE key > \(max(start, indexed).rawValue) \(rest)"
        // A filter of many topics has no ids: SQLite unites 500 lists at most.
        let list = "SELECT key FROM (SELECT key FROM topics WHERE id = ? AND key > \(start.rawValue) \(rest)"
        let lists = [unindexed] + Array(repeating: list, count: ids.count + 1)
        let statement = try connection.prepare(
            lists.joined(separator: " UNION ") + " ORDER BY key \(order.rawValue) LIMIT \(chunk)")
        for (index, id) in (ids + [""]).enumerated() { try statement.bind(id, at: Int32(index + 1)) }
        var keys: [RowKey] = []
        while try statement.step() { keys.append(RowKey(rawValue: Int64(statement.integer(0) ?? 0))) }
        return keys
    }

    /// The key of the last row that is in the index.
    static func end(_ connection: SQLiteConnection) throws(SQLiteError) -> RowKey {
        RowKey(rawValue: Int64(try connection.integer("SELECT through FROM indexed") ?? -1))
    }
}
