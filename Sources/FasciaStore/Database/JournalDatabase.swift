import FasciaModel
import FasciaWire
import Foundation
import GRDB
import Glibc

/// The journal's database: a row for each event, readable with any SQLite.
///
/// The loop has the only connection that writes. A commit is in the write-ahead log when it returns, which survives the end
/// of the process; `FlushThread` makes the log reach the disk and moves it into the database. Only the first commit after
/// the log was moved waits for the disk itself: SQLite syncs the log's new header, or else a loss of power could mix two
/// generations of it.
final class JournalDatabase {
    let path: String
    private let queue: DatabaseQueue
    /// Made with the first commit.
    private var statements: CommitStatements?

    private static let version = 1
    /// "FASC", so that `file` and other programs know whose it is.
    private static let applicationID = 0x4641_5343

    /// Opens the database, or makes one.
    ///
    /// - Parameter isShared: this process has the database open already.
    /// - Throws: `newer` for that of a newer version; `damaged` for what is no database, or a broken one, or cannot be
    ///   written.
    init(path: String, isShared: Bool = false) throws(StoreError) {
        self.path = path
        try Self.checkFiles(path)
        queue = try Self.reporting(path) {
            if Disk.exists(path) {
                // Not by opening it: to close that again would end the locks of another connection of this process.
                guard access(path, R_OK | W_OK) == 0 else {
                    throw StoreError(.damaged, "\(path) cannot be written: \(String(cString: strerror(errno)))")
                }
                // Opening a database to write changes it, and that of a newer version must stay as it is.
                if try !isShared && Self.checkHeader(path) { _ = try Self.checkVersion(reading: path) }
            } else {
                // SQLite would let others read it; what belongs to it gets the same mode.
                let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
                guard descriptor >= 0 else { throw StoreError.system("make", path) }
                Glibc.close(descriptor)
            }
            var configuration = Self.configuration
            configuration.journalMode = .wal
            configuration.prepareDatabase { db in
                // Everything that has to be in the database is in it when a transaction ends, once.
                try db.execute(
                    sql:
                        "PRAGMA wal_autocheckpoint = 0; PRAGMA cache_spill = OFF; PRAGMA journal_size_limit = \(StoreSettings.maximumLogBytes)"
                )
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { try Self.prepareSchema($0, path) }
            return queue
        }
    }

    /// Opens a database to read it, also while another process has it open.
    ///
    /// - Parameter isDamaged: reads what is whole, also of a file that is shorter than its header says.
    /// - Throws: as the other.
    init(reading path: String, isDamaged: Bool = false) throws(StoreError) {
        self.path = path
        try Self.checkFiles(path)
        queue = try Self.reporting(path) { try Self.checkVersion(reading: path, isDamaged: isDamaged) }
    }

    /// Checks the file's header (https://sqlite.org/fileformat.html) for what SQLite does not say of a file that it opens
    /// to read. Closing the file ends the locks that other connections of this process have on it.
    ///
    /// Without SQLite, because closing a connection of GRDB starts Dispatch's threads, one of which wakes up each second.
    ///
    /// - Returns: whether it names a newer version, which damage may have done.
    /// - Throws: `damaged`
    @discardableResult
    static func checkHeader(_ path: String) throws(StoreError) -> Bool {
        guard let header = try Disk.read(path, first: 100) else { return false }
        func number(at offset: Int) -> Int { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard header.count == 100 else { throw StoreError(.damaged, "\(path) is damaged: its header is cut") }
        // SQLite writes to no file of a later format than the second.
        guard header[18] <= 2 else {
            throw StoreError(.damaged, "\(path) is damaged: its header names a format that cannot be written")
        }
        return number(at: 68) == applicationID && number(at: 60) > version
    }

    private static func checkVersion(reading path: String, isDamaged: Bool = false) throws -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        // With this SQLite does not refuse a damaged file as a whole.
        if isDamaged { configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") } }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        _ = try queue.read { try checkVersion($0, path) }
        return queue
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "journal"
        return configuration
    }

    /// SQLite would hang at a FIFO, and take a file without a byte for a new database.
    private static func checkFiles(_ path: String) throws(StoreError) {
        for end in fileEndings { try Disk.checkRegular(path + end) }
        if Disk.exists(path), Disk.size(of: path) == 0 { throw StoreError(.damaged, "\(path) is empty") }
    }

    static let fileEndings = ["", "-wal", "-shm"]

    /// The version stands in the header and in the table `panel`, in every version: damage to one of them alone is not
    /// taken for another version.
    ///
    /// - Returns: whether there is a journal already.
    @discardableResult
    private static func checkVersion(_ db: Database, _ path: String) throws -> Bool {
        guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") != 0 else { return false }
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version != Self.version else { return true }
        let again = try? Int.fetchOne(db, sql: "SELECT version FROM panel")
        guard again != Self.version else { return true }
        guard again == version, version > Self.version else {
            throw StoreError(.damaged, "\(path) is no journal, or that of an unreleased fasciad")
        }
        throw StoreError(
            .newer,
            "\(path) was written by a newer fasciad (version \(version), and this one knows \(Self.version)): start that "
                + "one, or choose another state directory")
    }

    private static func prepareSchema(_ db: Database, _ path: String) throws {
        guard try !checkVersion(db, path) else {
            // The header may have been damaged.
            if try Int.fetchOne(db, sql: "PRAGMA user_version") != version {
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
            return
        }
        try db.execute(
            sql: """
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

    // MARK: - Reading

    var version: Int { Self.version }

    /// `nil` for a new database.
    func epoch() throws(StoreError) -> String? {
        try reading { db in try String.fetchOne(db, sql: "SELECT epoch FROM panel") }
    }

    /// - Throws: `damaged` where it does not say whose it is.
    func checkEpoch() throws(StoreError) {
        guard try epoch() == nil else { return }
        throw StoreError(.damaged, "\(path) is damaged: it does not say whose it is")
    }

    /// The last row, or the one after which the rows begin.
    ///
    /// - Throws: `damaged` where nothing says it.
    func end() throws(StoreError) -> RowKey {
        if let last = try lastKey() { return last }
        let start = try reading { db in try Int64.fetchOne(db, sql: "SELECT start FROM panel") }
        guard let start else { throw StoreError(.damaged, "\(path) is damaged: it does not say where its rows begin") }
        return RowKey(rawValue: start)
    }

    /// Checks that the rows reach as far as a snapshot. They do unless the machine went down: a snapshot is written after
    /// the rows that are in it.
    ///
    /// - Throws: `damaged`
    func checkRows(reach snapshot: RowKey) throws(StoreError) {
        let end = try end()
        guard end < snapshot else { return }
        throw StoreError(
            .damaged, "the rows of \(path) end at revision \(end.revision), and a snapshot has revision \(snapshot.revision)")
    }

    func firstKey() throws(StoreError) -> RowKey? { try key("ORDER BY key") }

    func lastKey() throws(StoreError) -> RowKey? { try key("ORDER BY key DESC") }

    /// The first row that is not older than a time.
    func firstKey(since time: Int) throws(StoreError) -> RowKey? { try key("WHERE time >= \(time) ORDER BY key") }

    private func key(_ condition: String) throws(StoreError) -> RowKey? {
        try reading { db in
            try Int64.fetchOne(db, sql: "SELECT key FROM journal \(condition) LIMIT 1").map { RowKey(rawValue: $0) }
        }
    }

    /// Bytes of the rows with what belongs to them.
    func usedBytes() throws(StoreError) -> Int {
        try reading { db in
            let sql =
                "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
            return try Int.fetchOne(db, sql: sql) ?? 0
        }
    }

    enum Order { case forward, backward }

    /// Reads rows one after the other until `body` returns false.
    ///
    /// - Parameter damaged: called for a row that is not what was written; without it that is thrown.
    /// - Throws: what `body` throws, and `damaged` where the database cannot be read on.
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
                    guard try Self.passing({ try body(found) }) else { return }
                } catch {
                    guard error.kind == .damaged, let damaged else { throw error }
                    damaged(error)
                }
            }
        }
    }

    private static func passing(_ body: () throws -> Bool) throws(StoreError) -> Bool {
        do { return try body() } catch let error as StoreError { throw error } catch {
            throw StoreError(.refused, "\(error)")
        }
    }

    /// What SQLite itself finds wrong with the file; empty where it is sound.
    ///
    /// - Parameter isThorough: reads all of the file, and not only its header, its schema and its list of free pages.
    func problems(isThorough: Bool) throws(StoreError) -> [String] {
        try reading { db in
            // Where there are views, `quick_check` of all of it leaves out the list of free pages and this setting.
            var found = try String.fetchAll(db, sql: "PRAGMA quick_check(sqlite_schema)")
            if try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") != 0 { found.append("its header names another kind of file") }
            if isThorough { found += try String.fetchAll(db, sql: "PRAGMA quick_check") }
            return found.filter { $0 != "ok" }
        }
    }

    // MARK: - Writing

    /// Says whose journal this is, and after which row it begins.
    func begin(epoch: String, after start: RowKey) throws(StoreError) {
        try writing { db in
            try db.execute(sql: "DELETE FROM panel")
            try db.execute(
                sql: "INSERT INTO panel (epoch, version, start) VALUES (?, ?, ?)",
                arguments: [epoch, Self.version, start.rawValue])
        }
    }

    /// Commits rows, all or none, and deletes some of those before a key.
    ///
    /// - Returns: whether there may be more to delete.
    func commit(_ rows: [JournalRow], deletingBefore old: RowKey? = nil) throws(StoreError) -> Bool {
        try Self.reporting(path) {
            // GRDB's hooks on commits expect to be called on its queue.
            try queue.writeWithoutTransaction { db in
                let statements = try statements ?? CommitStatements(db)
                self.statements = statements
                return try statements.run(rows, deletingBefore: old)
            }
        }
    }

    /// Copies the rows of another journal as they are.
    func insert(_ rows: [JournalRow]) throws(StoreError) {
        _ = try commit(rows)
    }

    func delete(after key: RowKey) throws(StoreError) {
        try writing { try $0.execute(sql: "DELETE FROM journal WHERE key > ?", arguments: [key.rawValue]) }
    }

    /// Moves the write-ahead log into the database as far as nobody reads it.
    func checkpoint() throws(StoreError) {
        try Self.reporting(path) { _ = try queue.writeWithoutTransaction { try $0.checkpoint(.passive) } }
    }

    /// The last connection moves the write-ahead log into the database.
    func close() throws(StoreError) {
        try Self.reporting(path) {
            // A connection with statements left cannot be closed.
            statements = nil
            try queue.close()
        }
    }

    // MARK: - Plumbing

    private func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        try Self.reporting(path) { try queue.read(body) }
    }

    private func writing(_ body: (Database) throws -> Void) throws(StoreError) {
        try Self.reporting(path) { try queue.write(body) }
    }

    private static func reporting<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
        do { return try body() } catch let error as StoreError { throw error } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_READONLY:
                throw StoreError(.damaged, "\(path) is damaged: \(error.message ?? "\(error)")")
            default: throw StoreError(.refused, "cannot use \(path): \(error.message ?? "\(error)")")
            }
        } catch { throw StoreError(.damaged, "\(path) is damaged: \(error)") }
    }
}
