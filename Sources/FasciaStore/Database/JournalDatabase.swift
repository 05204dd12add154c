import FasciaWire
import Foundation
import GRDB
import Glibc

/// The database of the journal, readable with any SQLite. Each row is one change of the state (`JournalRow`).
///
/// Only the event loop's connection commits rows. A commit is in the write-ahead log when it returns, and so survives the end
/// of the process. `FlushThread` syncs the log and checkpoints it through a connection of its own. Only the first commit
/// after a restart of the log syncs it: SQLite syncs the log's new header, because otherwise a power loss could mix two
/// generations of the log.
final class JournalDatabase {
    let path: String
    private let queue: DatabaseQueue
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
        queue = try Self.convertingErrors(path) {
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
            var configuration = Self.configuration
            configuration.journalMode = .wal
            configuration.prepareDatabase { db in
                // Checkpoints are done by `FlushThread` alone. Without spilling, a transaction writes its pages once, at its
                // end.
                try db.execute(
                    sql:
                        "PRAGMA wal_autocheckpoint = 0; PRAGMA cache_spill = OFF; PRAGMA journal_size_limit = \(StoreSettings.maximumLogBytes)"
                )
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { try JournalSchema.prepare($0, path) }
            // A damaged index does not prevent the start: without it, reading the past takes longer.
            if !isShared { hasTopics = (try? queue.write { try TopicIndex.prepare($0) }) != nil }
            return queue
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
        queue = try Self.convertingErrors(path) { try Self.checkVersion(reading: path, isDamaged: isDamaged) }
    }

    private static func checkVersion(reading path: String, isDamaged: Bool = false) throws -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        // With this setting SQLite reads a damaged file instead of refusing it as a whole.
        if isDamaged { configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") } }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        _ = try queue.read { try JournalSchema.checkVersion($0, path) }
        return queue
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "journal"
        return configuration
    }

    /// SQLite would hang at a FIFO, and take an empty file for a new database.
    private static func checkFiles(_ path: String) throws(StoreError) {
        for end in fileEndings { try Disk.checkRegular(path + end) }
        if Disk.exists(path), Disk.size(of: path) == 0 { throw StoreError(.damaged, "\(path) is empty") }
    }

    static let fileEndings = ["", "-wal", "-shm"]

    // MARK: - Reading

    /// `nil` for a new database.
    func epoch() throws(StoreError) -> String? {
        try reading { db in try String.fetchOne(db, sql: "SELECT epoch FROM panel") }
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
        let start = try reading { db in try Int64.fetchOne(db, sql: "SELECT start FROM panel") }
        guard let start else { throw StoreError(.damaged, "\(path) is damaged: the key of its first row is missing") }
        return RowKey(rawValue: start)
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
        try reading { db in
            try Int64.fetchOne(db, sql: "SELECT key FROM journal \(condition) LIMIT 1").map { RowKey(rawValue: $0) }
        }
    }

    /// The size of the used pages, in bytes.
    func usedBytes() throws(StoreError) -> Int {
        try reading { db in
            let sql =
                "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
            return try Int.fetchOne(db, sql: sql) ?? 0
        }
    }

    enum Order { case forward, backward }

    /// Reads rows one by one until `body` returns false.
    ///
    /// - Parameter damaged: called for each row whose checksum or types are wrong. Without it the error is thrown.
    /// - Throws: the errors of `body`, and `damaged` if the database cannot be read.
    func forEachRow(
        after start: RowKey, through end: RowKey = RowKey(rawValue: .max), _ order: Order = .forward,
        damaged: ((StoreError) -> Void)? = nil, _ body: (JournalRow) throws -> Bool
    ) throws(StoreError) {
        try reading { db in
            let sql = "SELECT \(JournalRow.columns) FROM journal WHERE key > ? AND key <= ? ORDER BY key"
            let rows = try Row.fetchCursor(
                db, sql: order == .forward ? sql : sql + " DESC", arguments: [start.rawValue, end.rawValue])
            while let row = try rows.next() {
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
        try reading { db in
            let indexed = max(start.rawValue, try TopicIndex.end(db))
            var arguments: StatementArguments = [indexed, end.rawValue]
            arguments += StatementArguments(ids)
            arguments += [start.rawValue, end.rawValue]
            let sql =
                "SELECT \(JournalRow.columns) FROM journal WHERE key IN (\(TopicIndex.candidates(ids.count))) ORDER BY key"
            let rows = try Row.fetchCursor(db, sql: order == .forward ? sql : sql + " DESC", arguments: arguments)
            while let row = try rows.next() {
                let found = try JournalRow(row, of: path)
                guard try Self.throwingStoreError({ try body(found) }) else { return }
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
        try reading { db in
            // In a database with views, `quick_check` of the whole file does not check the free list and `auto_vacuum`.
            var found = try String.fetchAll(db, sql: "PRAGMA quick_check(sqlite_schema)")
            if try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") != 0 { found.append("its header has a wrong auto_vacuum setting") }
            if readsWholeFile { found += try String.fetchAll(db, sql: "PRAGMA quick_check") }
            // SQLite ignores this flag while `auto_vacuum` is off.
            let isHarmless = "incremental_vacuum enabled with a max rootpage of zero"
            return found.filter { $0 != "ok" && $0 != "*** in database main ***\n" + isHarmless }
        }
    }

    // MARK: - Writing

    /// Writes the epoch, and the key after which the rows begin.
    func setEpoch(_ epoch: String, start: RowKey) throws(StoreError) {
        try writing { db in
            try db.execute(sql: "DELETE FROM panel")
            try db.execute(
                sql: "INSERT INTO panel (epoch, version, start) VALUES (?, ?, ?)",
                arguments: [epoch, JournalSchema.version, start.rawValue])
        }
    }

    /// Commits rows in one transaction, and deletes some of the rows before a key.
    ///
    /// - Returns: whether there may be more rows to delete.
    func commit(_ rows: [JournalRow], deletingBefore old: RowKey? = nil) throws(StoreError) -> Bool {
        try Self.convertingErrors(path) {
            // GRDB's commit hooks must run on its queue.
            try queue.writeWithoutTransaction { db in
                let statements = try statements ?? CommitStatements(db)
                self.statements = statements
                let hasMore = try statements.run(rows, deletingBefore: old)
                addTopics(of: rows, db)
                return hasMore
            }
        }
    }

    private func addTopics(of rows: [JournalRow], _ db: Database) {
        guard hasTopics, !rows.isEmpty else { return }
        do {
            var topics = try topics ?? TopicIndex(db)
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
        try writing { try $0.execute(sql: "DELETE FROM journal WHERE key > ?", arguments: [key.rawValue]) }
        // Their keys are given to other rows.
        try? writing {
            try $0.execute(sql: "UPDATE indexed SET through = min(through, ?)", arguments: [key.rawValue])
        }
        (topics, hasTopics) = (nil, false)
    }

    /// Checkpoints the write-ahead log as far as readers permit.
    func checkpoint() throws(StoreError) {
        try Self.convertingErrors(path) { _ = try queue.writeWithoutTransaction { try $0.checkpoint(.passive) } }
    }

    /// Runs `body` while no connection of any process can commit, or restart or truncate the write-ahead log.
    func excludingWriters<Value>(_ body: () -> Value) throws(StoreError) -> Value {
        try Self.convertingErrors(path) {
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "BEGIN IMMEDIATE")
                defer { try? db.execute(sql: "ROLLBACK") }
                return body()
            }
        }
    }

    /// Closes the connection. SQLite checkpoints the log when the last connection is closed.
    func close() throws(StoreError) {
        try Self.convertingErrors(path) {
            // SQLite does not close a connection that has unfinalized statements.
            (statements, topics) = (nil, nil)
            try queue.close()
        }
    }

    // MARK: - Plumbing

    private func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        try Self.convertingErrors(path) { try queue.read(body) }
    }

    private func writing(_ body: (Database) throws -> Void) throws(StoreError) {
        try Self.convertingErrors(path) { try queue.write(body) }
    }

    private static func convertingErrors<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
        do { return try body() } catch let error as StoreError { throw error } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_READONLY:
                throw StoreError(.damaged, "\(path) is damaged: \(error.message ?? "\(error)")")
            default: throw StoreError(.refused, "cannot use \(path): \(error.message ?? "\(error)")")
            }
        } catch { throw StoreError(.damaged, "\(path) is damaged: \(error)") }
    }
}
