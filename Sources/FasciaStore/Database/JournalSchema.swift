/// The tables of the journal, and their version.
enum JournalSchema {
    static let version = 1
    /// "FASC": lets `file` and other programs identify the database.
    private static let applicationID = 0x4641_5343

    /// Checks the file's header (https://sqlite.org/fileformat.html) for damage that SQLite does not report when it opens the
    /// file for reading. Reading the file releases the POSIX locks that other connections of this process have on it.
    ///
    /// - Returns: whether the header names a newer version, which may also be damage.
    /// - Throws: `damaged`
    @discardableResult
    static func checkHeader(_ path: String) throws(StoreError) -> Bool {
        guard let header = try Disk.read(path, first: 100) else { return false }
        func number(at offset: Int) -> Int { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard header.count == 100 else { throw StoreError(.damaged, "\(path) is damaged: its header is truncated") }
        // SQLite writes only to files with write version 1 or 2.
        guard header[18] <= 2 else {
            throw StoreError(.damaged, "\(path) is damaged: its header has a wrong write version")
        }
        return number(at: 68) == applicationID && number(at: 60) > version
    }

    /// Every version of the database has its version number both in the header and in the table `panel`, so that damage to
    /// one of them is not taken for another version.
    ///
    /// - Returns: whether the database has a schema.
    /// - Throws: `newer`, `damaged`
    @discardableResult
    static func checkVersion(_ connection: SQLiteConnection, _ path: String) throws -> Bool {
        guard try connection.integer("SELECT count(*) FROM sqlite_schema") != 0 else { return false }
        let version = try connection.integer("PRAGMA user_version") ?? 0
        guard version != Self.version else { return true }
        let again = try? connection.integer("SELECT version FROM panel")
        guard again != Self.version else { return true }
        guard again == version, version > Self.version else {
            throw StoreError(.damaged, "\(path) is not a journal of a released fasciad")
        }
        throw StoreError.newer(path, version: version, supported: Self.version)
    }

    static func prepare(_ connection: SQLiteConnection, _ path: String) throws {
        guard try !checkVersion(connection, path) else {
            // The version in the header may be damaged.
            if try connection.integer("PRAGMA user_version") != version {
                try connection.execute("PRAGMA user_version = \(version)")
            }
            return
        }
        try connection.execute(
            """
            PRAGMA application_id = \(applicationID);
            PRAGMA user_version = \(version);
            -- The rows begin after the key in start.
            CREATE TABLE panel (epoch TEXT NOT NULL, version INTEGER NOT NULL, start INTEGER NOT NULL) STRICT;
            -- The key is the revision times 2^24, or for a row that made no revision a little more than that.
            CREATE TABLE journal (
                key INTEGER PRIMARY KEY,
                revision INTEGER AS (key >> \(RowKey.numberBits)),
                time INTEGER NOT NULL,
                cause TEXT NOT NULL,
                changes TEXT NOT NULL,
                effects BLOB NOT NULL,
                once TEXT,
                apps TEXT,
                checksum INTEGER NOT NULL
            ) STRICT;
            CREATE VIEW events AS
            SELECT revision, strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch') AS time,
                   cause ->> 'method' AS cause, cause ->> 'client' AS client, cause ->> 'name' AS program,
                   cause ->> 'uid' AS uid, cause ->> 'pid' AS pid, cause -> 'request' AS request, changes
            FROM journal WHERE key = revision << \(RowKey.numberBits);
            CREATE VIEW changes AS
            SELECT events.revision, events.time, events.cause, events.program, events.uid, events.pid,
                   change.value ->> 'kind' AS kind,
                   coalesce(change.value ->> 'id', change.value ->> 'key', change.value ->> 'stack',
                            change.value ->> 'name', change.value ->> 'reason', change.value -> 'scope') AS id,
                   change.value -> 'from' AS "from",
                   change.value -> 'to' AS "to",
                   change.value ->> 'why' AS why,
                   change.value AS change
            FROM events, json_each(events.changes) AS change;
            """)
    }
}
