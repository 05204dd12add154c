import CSQLite
import FasciaWire
import Glibc

/// The database of the journal, readable with any SQLite. Each row is one change of the state (`JournalRow`).
///
/// Only the event loop's connection commits rows. A commit is in the write-ahead log when it returns, and so survives the end
/// of the process. `FlushThread` syncs the log and checkpoints it through a connection of its own. Only the first commit
/// after a restart of the log syncs it: SQLite syncs the log's new header, because otherwise a power loss could mix two
/// generations of the log.
final class JournalDatabase {
    let path: String
    private let connection: SQLiteConnection
    /// Prepared at the first commit.
    private var statements: CommitStatements?
    /// `nil` before the first commit, and if it cannot be written.
    private var topics: TopicIndex?
    private var hasTopics = false

    /// Opens the database, or creates it.
    ///
    /// - Parameter isShared: whether this process has the database open already.
    /// - Throws: `newer` for the database of a newer version; `damaged` for a file that is not a database, is broken, or
    ///   cannot be written.
    init(path: String, isShared: Bool = false) throws(StoreError) {
        self.path = path
        try Self.checkFiles(path)
        var hasTopics = false
        connection = try Self.convertingErrors(path) {
            if Disk.exists(path) {
                // Does not open the file: closing it would release the POSIX locks of this process's other connections.
                guard access(path, R_OK | W_OK) == 0 else {
                    throw StoreError(.damaged, "cannot write \(path): \(String(cString: strerror(errno)))")
                }
                // Opening a database for writing changes it, and that of a newer version must stay unchanged.
                if try !isShared && JournalSchema.checkHeader(path) { _ = try Self.checkVersion(reading: path) }
            } else {
                // SQLite would create it readable for others. SQLite gives the log and the index the mode of the database.
                let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
                guard descriptor >= 0 else { throw StoreError.system("create", path) }
                Glibc.close(descriptor)
            }
            let connection = try SQLiteConnection(path, busyMilliseconds: Self.busyMilliseconds)
            // Checkpoints are done by `FlushThread` alone. Without spilling, a transaction writes its pages once, at its end.
            try connection.execute(
                """
                PRAGMA wal_autocheckpoint = 0; PRAGMA cache_spill = OFF;
                PRAGMA journal_size_limit = \(StoreSettings.maximumLogBytes);
                PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
                """)
            try connection.transaction(.writing) { try JournalSchema.prepare(connection, path) }
            if !isShared {
                // A damaged index does not prevent the start: without it, reading the past takes longer.
                hasTopics = (try? connection.transaction(.writing) { try TopicIndex.prepare(connection) }) != nil
                // Begins the log with a commit that changes nothing, because SQLite syncs the first one: no request waits here.
                if Disk.size(of: path + "-wal") == 0 {
                    try connection.execute("PRAGMA user_version = \(JournalSchema.version)")
                }
            }
            return connection
        }
        self.hasTopics = hasTopics
    }

    /// Opens a database for reading, even while another process has it open.
    ///
    /// - Parameter isDamaged: reads as much as possible of a damaged file, such as one that is shorter than its header says.
    /// - Throws: as `init(path:isShared:)`.
    init(reading path: String, isDamaged: Bool = false) throws(StoreError) {
        self.path = path
        try Self.checkFiles(path)
        connection = try Self.convertingErrors(path) { try Self.checkVersion(reading: path, isDamaged: isDamaged) }
    }

    private static func checkVersion(reading path: String, isDamaged: Bool = false) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path, isReadOnly: true, busyMilliseconds: busyMilliseconds)
        // With this setting SQLite reads a damaged file instead of refusing it as a whole.
        if isDamaged { try connection.execute("PRAGMA writable_schema = ON") }
        _ = try connection.transaction(.reading) { try JournalSchema.checkVersion(connection, path) }
        return connection
    }

    private static let busyMilliseconds: Int32 = 5_000

    /// SQLite would hang at a FIFO, and take an empty file for a new database.
    private static func checkFiles(_ path: String) throws(StoreError) {
        for end in fileEndings { try Disk.checkRegular(path + end) }
        if Disk.exists(path), Disk.size(of: path) == 0 { throw StoreError(.damaged, "\(path) is empty") }
    }

    static let fileEndings = ["", "-wal", "-shm"]

    // MARK: - Reading

    /// `nil` for a new database.
    func epoch() throws(StoreError) -> String? {
        try reading { try connection.text("SELECT epoch FROM panel") }
    }

    /// - Throws: `damaged` if the database has no epoch.
    func checkEpoch() throws(StoreError) {
        guard try epoch() == nil else { return }
        throw StoreError(.damaged, "\(path) is damaged: it has no epoch")
    }

    /// The key of the last row; without rows, the key after which the rows begin.
    ///
    /// - Throws: `damaged` if neither is known.
    func end() throws(StoreError) -> RowKey {
        if let last = try lastKey() { return last }
        let start = try reading { try connection.integer("SELECT start FROM panel") }
        guard let start else { throw StoreError(.damaged, "\(path) is damaged: the key of its first row is missing") }
        return RowKey(rawValue: Int64(start))
    }

    /// Checks that the rows reach as far as a snapshot. A snapshot is written after the rows that it covers, so they are
    /// missing only if the machine went down or the database is damaged.
    ///
    /// - Throws: `damaged`
    func checkRows(reach snapshot: RowKey) throws(StoreError) {
        let end = try end()
        guard end < snapshot else { return }
        throw StoreError(
            .damaged,
            "the rows of \(path) end at revision \(end.revision), but there is a snapshot of revision \(snapshot.revision)")
    }

    func firstKey() throws(StoreError) -> RowKey? { try key("ORDER BY key") }

    func lastKey() throws(StoreError) -> RowKey? { try key("ORDER BY key DESC") }

    /// The first row that is not older than `time`, in milliseconds since 1970.
    func firstKey(since time: Int) throws(StoreError) -> RowKey? { try key("WHERE time >= \(time) ORDER BY key") }

    private func key(_ condition: String) throws(StoreError) -> RowKey? {
        let key = try reading { try connection.integer("SELECT key FROM journal \(condition) LIMIT 1") }
        return key.map { RowKey(rawValue: Int64($0)) }
    }

    /// The size of the used pages, in bytes.
    func usedBytes() throws(StoreError) -> Int {
        let sql =
            "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
        return try reading { try connection.integer(sql) ?? 0 }
    }

    enum Order: String {
        case forward = "ASC"
        case backward = "DESC"
    }

    /// Reads rows one by one until `body` returns false.
    ///
    /// - Parameter damaged: called for each row whose checksum or types are wrong. Without it the error is thrown.
    /// - Throws: the errors of `body`, and `damaged` if the database cannot be read.
    func forEachRow(
        after start: RowKey, through end: RowKey = RowKey(rawValue: .max), _ order: Order = .forward,
        damaged: ((StoreError) -> Void)? = nil, _ body: (JournalRow) throws -> Bool
    ) throws(StoreError) {
        try reading {
            let row = try connection.prepare(
                """
                SELECT \(JournalRow.columns) FROM journal WHERE key > \(start.rawValue) AND key <= \(end.rawValue)
                ORDER BY key \(order.rawValue)
                """)
            while try row.step() {
                do throws(StoreError) {
                    let found = try JournalRow(row, of: path)
                    guard try Self.throwingStoreError({ try body(found) }) else { return }
                } catch {
                    guard error.kind == .damaged, let damaged else { throw error }
                    damaged(error)
                }
            }
        }
    }

    /// Reads the rows between two keys that may change one of these things until `body` returns false. Rows that change none of
    /// them may be among them.
    ///
    /// - Throws: as `forEachRow(after:through:_:damaged:_:)`, also if there is no index.
    func forEachRow(
        of ids: [String], after start: RowKey, through end: RowKey, _ order: Order, _ body: (JournalRow) throws -> Bool
    ) throws(StoreError) {
        try reading {
            let indexed = try TopicIndex.end(connection)
            var (start, end) = (start, end)
            while true {
                let keys = try TopicIndex.candidates(
                    of: ids, after: start, through: end, indexed: indexed, order, connection)
                let list = keys.map { String($0.rawValue) }.joined(separator: ",")
                let row = try connection.prepare(
                    "SELECT \(JournalRow.columns) FROM journal WHERE key IN (\(list)) ORDER BY key \(order.rawValue)")
                while try row.step() {
                    let found = try JournalRow(row, of: path)
                    guard try Self.throwingStoreError({ try body(found) }) else { return }
                }
                guard keys.count == TopicIndex.chunk, let last = keys.last else { return }
                switch order {
                case .forward: start = last
                case .backward: end = RowKey(rawValue: last.rawValue - 1)
                }
            }
        }
    }

    private static func throwingStoreError(_ body: () throws -> Bool) throws(StoreError) -> Bool {
        do { return try body() } catch let error as StoreError { throw error } catch {
            throw StoreError(.refused, "\(error)")
        }
    }

    /// The problems that SQLite finds in the file; empty if it is sound.
    ///
    /// - Parameter isThorough: whether to read the whole file, and not only its header, schema and free list.
    func integrityProblems(readsWholeFile: Bool) throws(StoreError) -> [String] {
        try reading {
            // In a database with views, `quick_check` of the whole file does not check the free list and `auto_vacuum`.
            var found = try connection.texts("PRAGMA quick_check(sqlite_schema)")
            if try connection.integer("PRAGMA auto_vacuum") != 0 { found.append("its header has a wrong auto_vacuum setting") }
            if readsWholeFile { found += try connection.texts("PRAGMA quick_check") }
            // SQLite ignores this flag while `auto_vacuum` is off.
            let isHarmless = "incremental_vacuum enabled with a max rootpage of zero"
            return found.compactMap(\.self).filter { $0 != "ok" && $0 != "*** in database main ***\n" + isHarmless }
        }
    }

    // MARK: - Writing

    /// Writes the epoch, and the key after which the rows begin.
    func setEpoch(_ epoch: String, start: RowKey) throws(StoreError) {
        try writing {
            try connection.execute("DELETE FROM panel")
            let row = try connection.prepare(
                "INSERT INTO panel (epoch, version, start) VALUES (?, \(JournalSchema.version), \(start.rawValue))")
            try row.bind(epoch, at: 1)
            try row.run()
        }
    }

    /// Commits rows in one transaction, and deletes some of the rows before a key.
    ///
    /// - Returns: whether there may be more rows to delete.
    func commit(_ rows: [JournalRow], deletingBefore old: RowKey? = nil) throws(StoreError) -> Bool {
        try Self.convertingErrors(path) {
            let statements = try statements ?? CommitStatements(connection)
            self.statements = statements
            let hasMore = try statements.run(rows, deletingBefore: old)
            addTopics(of: rows)
            return hasMore
        }
    }

    private func addTopics(of rows: [JournalRow]) {
        guard hasTopics, !rows.isEmpty else { return }
        do {
            var topics = try topics ?? TopicIndex(connection)
            self.topics = nil
            hasTopics = topics.add(rows)
            if hasTopics { self.topics = topics }
        } catch { hasTopics = false }
    }

    /// Copies rows of another journal unchanged.
    func insert(_ rows: [JournalRow]) throws(StoreError) {
        _ = try commit(rows.map(\.withTopics))
    }

    func delete(after key: RowKey) throws(StoreError) {
        try writing { try connection.execute("DELETE FROM journal WHERE key > \(key.rawValue)") }
        // Their keys are given to other rows.
        try? writing { try connection.execute("UPDATE indexed SET through = min(through, \(key.rawValue))") }
        (topics, hasTopics) = (nil, false)
    }

    /// Checkpoints the write-ahead log as far as readers permit.
    func checkpoint() throws(StoreError) {
        try Self.convertingErrors(path) { try connection.checkpoint() }
    }

    /// Runs `body` while no connection of any process can commit, or restart or truncate the write-ahead log.
    func excludingWriters<Value>(_ body: () -> Value) throws(StoreError) -> Value {
        try Self.convertingErrors(path) {
            try connection.execute("BEGIN IMMEDIATE")
            defer { connection.rollBack() }
            return body()
        }
    }

    /// Closes the connection. SQLite checkpoints the log when the last connection is closed.
    func close() throws(StoreError) {
        try Self.convertingErrors(path) {
            // SQLite does not close a connection that has statements.
            (statements, topics) = (nil, nil)
            try connection.close()
        }
    }

    // MARK: - Plumbing

    private func reading<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
        try Self.convertingErrors(path) { try connection.transaction(.reading, body) }
    }

    private func writing(_ body: () throws -> Void) throws(StoreError) {
        try Self.convertingErrors(path) { try connection.transaction(.writing, body) }
    }

    private static func convertingErrors<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
        do { return try body() } catch let error as StoreError { throw error } catch let error as SQLiteError {
            switch error.code {
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_READONLY:
                throw StoreError(.damaged, "\(path) is damaged: \(error)")
            default: throw StoreError(.refused, "cannot use \(path): \(error)")
            }
        } catch { throw StoreError(.damaged, "\(path) is damaged: \(error)") }
    }
}
