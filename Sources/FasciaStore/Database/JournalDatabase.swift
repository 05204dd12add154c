import FasciaModel
import FasciaWire
import GRDB
import Glibc

/// The journal's database: all records but the last, in chunks, to be read with any SQLite.
final class JournalDatabase: Sendable {
    /// Records that stand together in one row.
    struct Chunk: Sendable {
        var first: UInt64
        var last: UInt64
        var firstRevision: Int
        var lastRevision: Int
        /// When the last of them was made; 0 where they were given up for a snapshot that stands for them.
        var time: Int
        /// A JSON array of them.
        var records: [UInt8]
        /// A JSON array of what each of them has changed, `null` where that is not known; `nil` where it is of none.
        var changes: [UInt8]?

        var isGivenUp: Bool { time == 0 }

        /// Records that are nowhere any more.
        static func givenUp(from start: Place, to end: Place) -> Chunk {
            Chunk(
                first: start.sequence, last: end.sequence - 1, firstRevision: start.revision + 1,
                lastRevision: end.revision, time: 0, records: Array("[]".utf8))
        }
    }

    let path: String
    private let queue: DatabaseQueue

    /// Opens the database, or makes one; one of an older version becomes one of this.
    ///
    /// - Throws: `newer` and leaves it as it is; `damaged` for what is no database, or a broken one.
    init(path: String) throws(StoreError) {
        self.path = path
        queue = try Self.reporting(path) {
            if Disk.exists(path) { try Self.refuseNewer(path) }
            // SQLite would let others read it; what belongs to it gets the same mode.
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw StoreError.system("make", path) }
            Glibc.close(descriptor)
            var configuration = Configuration()
            configuration.journalMode = .wal
            configuration.busyMode = .timeout(5)
            configuration.label = "journal"
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            // What is moved here is written over in the tail: it must have reached the disk. Not before: to set up the
            // write-ahead log puts it back to NORMAL, with which a commit need not have.
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Migrations.all.migrate(queue)
            return queue
        }
    }

    /// Opens a database to look at it, whoever else has it open: nothing is changed, and one of an older version stays
    /// what it is.
    ///
    /// - Throws: as the other.
    init(lookingAt path: String) throws(StoreError) {
        self.path = path
        queue = try Self.reporting(path) {
            try Self.refuseNewer(path)
            return try Self.lookingQueue(path)
        }
    }

    private static func lookingQueue(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Looks without changing anything, as even opening it to write would.
    private static func refuseNewer(_ path: String) throws {
        let unknown = try lookingQueue(path).read { db in
            try Migrations.all.appliedIdentifiers(db).subtracting(Migrations.all.migrations)
        }
        guard unknown.isEmpty else {
            throw StoreError(
                .newer,
                "\(path) was written by a newer fasciad (it has \(unknown.sorted().joined(separator: ", ")), which this one "
                    + "does not know): start that one, or choose another state directory")
        }
    }

    // MARK: - Reading

    /// The steps that have made it what it is, in order.
    func versions() throws(StoreError) -> [String] { try reading { try Migrations.all.appliedMigrations($0) } }

    /// `nil` for a new database.
    func epoch() throws(StoreError) -> String? {
        try reading { db in try String.fetchOne(db, sql: "SELECT epoch FROM panel") }
    }

    /// The number of the last record that is here, and the revision after it; `nil` where there is none.
    func last() throws(StoreError) -> (sequence: UInt64, revision: Int)? {
        try lastRow().map { ($0.last, $0.lastRevision) }
    }

    /// The number of the first record that is here with all that come after it.
    func firstSequence() throws(StoreError) -> UInt64? {
        try reading { db in
            if let last = try Int64.fetchOne(db, sql: "SELECT max(last) FROM chunks WHERE time = 0") {
                return UInt64(last) + 1
            }
            return try Int64.fetchOne(db, sql: "SELECT first FROM chunks ORDER BY first LIMIT 1").map { UInt64($0) }
        }
    }

    /// Reads the chunks with records from a number on, in order.
    ///
    /// - Throws: what `body` throws, and `damaged` for a chunk that is not what was written.
    func forEachChunk(from sequence: UInt64, _ body: (Chunk) throws -> Void) throws(StoreError) {
        try reading { db in
            let rows = try Row.fetchCursor(
                // What they have changed is much, and found again by doing them again.
                db, sql: "SELECT \(Self.columns) FROM chunks WHERE last >= ? ORDER BY first", arguments: [Int64(sequence)])
            while let row = try rows.next() { try body(try self.chunk(row)) }
        }
    }

    /// The first chunk with what has happened after a revision; `nil` where there is none.
    func chunk(after revision: Int) throws(StoreError) -> Chunk? {
        try reading { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT \(Self.columns), changes, changes_checksum FROM chunks
                    WHERE last_revision > ? ORDER BY last_revision, first LIMIT 1
                    """, arguments: [revision]
            ).map { try self.chunk($0, withChanges: true) }
        }
    }

    private static let columns = "first, last, first_revision, last_revision, time, records, checksum"

    private func chunk(_ row: Row, withChanges: Bool = false) throws -> Chunk {
        var chunk = Chunk(
            first: UInt64(row["first"] as Int64), last: UInt64(row["last"] as Int64),
            firstRevision: row["first_revision"], lastRevision: row["last_revision"], time: row["time"],
            records: Array((row["records"] as String).utf8))
        if withChanges { chunk.changes = (row["changes"] as String?).map { Array($0.utf8) } }
        guard row["checksum"] as Int64 == chunk.checksum,
            !withChanges || row["changes_checksum"] as Int64? == chunk.changesChecksum
        else {
            throw StoreError(
                .damaged, "\(path) is damaged: records \(chunk.first) to \(chunk.last) are not what was written")
        }
        return chunk
    }

    // MARK: - Writing

    /// Says whose journal this is.
    func begin(epoch: String) throws(StoreError) {
        try writing { db in
            try db.execute(sql: "DELETE FROM panel")
            try db.execute(sql: "INSERT INTO panel (epoch) VALUES (?)", arguments: [epoch])
        }
    }

    /// Keeps chunks, all or none. They have reached the disk when it returns.
    func append(_ chunks: [Chunk]) throws(StoreError) {
        try writing { db in
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO chunks (\(Self.columns), changes, changes_checksum)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            for chunk in chunks {
                try statement.execute(arguments: [
                    Int64(chunk.first), Int64(chunk.last), chunk.firstRevision, chunk.lastRevision, chunk.time,
                    String(decoding: chunk.records, as: UTF8.self), chunk.checksum,
                    chunk.changes.map { String(decoding: $0, as: UTF8.self) }, chunk.changesChecksum,
                ])
            }
        }
    }

    /// Says that records are given up, because a snapshot stands for them. What follows on others becomes one row with
    /// them. It has reached the disk when it returns.
    func giveUp(from start: Place, to end: Place) throws(StoreError) {
        var given = Chunk.givenUp(from: start, to: end)
        if let before = try lastRow(), before.isGivenUp, before.last + 1 == given.first {
            (given.first, given.firstRevision) = (before.first, before.firstRevision)
        }
        try append([given])
    }

    /// The last row, without its records.
    private func lastRow() throws(StoreError) -> Chunk? {
        try reading { db in
            let columns = "first, last, first_revision, last_revision, time"
            return try Row.fetchOne(db, sql: "SELECT \(columns) FROM chunks ORDER BY first DESC LIMIT 1").map {
                Chunk(
                    first: UInt64($0["first"] as Int64), last: UInt64($0["last"] as Int64),
                    firstRevision: $0["first_revision"], lastRevision: $0["last_revision"], time: $0["time"], records: [])
            }
        }
    }

    /// Drops chunks whose records all come before a number: those that are older than `age` milliseconds, and of the
    /// others the oldest beyond `bytes`. The last one stays: it says how far the database goes.
    func compact(before sequence: UInt64, age: Int, bytes: Int, now: Int) throws(StoreError) {
        try writing { db in
            let notLast = "first < (SELECT max(first) FROM chunks)"
            try db.execute(
                sql: "DELETE FROM chunks WHERE last < ? AND time BETWEEN 1 AND ? AND \(notLast)",
                arguments: [Int64(sequence), now - age - 1])
            // What was given up is only worth knowing while there is something before it.
            try db.execute(
                sql: """
                    DELETE FROM chunks
                    WHERE last < ? AND time = 0 AND first < (SELECT min(first) FROM chunks WHERE time > 0) AND \(notLast)
                    """, arguments: [Int64(sequence)])
            // How long the rows are is only found by reading them.
            let pages = try Int.fetchOne(db, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
            guard pages ?? 0 > bytes else { return }
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT first, last, length(records) + coalesce(length(changes), 0) AS length
                    FROM chunks ORDER BY first DESC
                    """)
            var (sum, dropped) = (0, Int64?.none)
            while let row = try rows.next(), dropped == nil {
                sum += row["length"] as Int
                if sum > bytes, row["last"] < Int64(sequence) { dropped = row["first"] }
            }
            if let dropped {
                try db.execute(sql: "DELETE FROM chunks WHERE first <= ? AND \(notLast)", arguments: [dropped])
            }
        }
    }

    /// Moves what is in the write-ahead log to the database itself, and closes it.
    func close() throws(StoreError) {
        try Self.reporting(path) { try queue.close() }
    }

    /// Whether a commit has reached the disk when it is done.
    func isDurable() throws(StoreError) -> Bool {
        try reading { db in try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? 0 >= 2 }
    }

    /// What SQLite itself finds wrong with the file; empty where it is well.
    func problems() throws(StoreError) -> [String] {
        try reading { db in
            try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
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
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH:
                throw StoreError(.damaged, "\(path) is damaged: \(error.message ?? "\(error)")")
            default: throw StoreError(.refused, "cannot use \(path): \(error.message ?? "\(error)")")
            }
        } catch { throw StoreError(.damaged, "\(path) is damaged: \(error)") }
    }
}

extension JournalDatabase.Chunk {
    var checksum: Int64 { checksum(of: records) }
    var changesChecksum: Int64? { changes.map(checksum) }

    private func checksum(of bytes: [UInt8]) -> Int64 {
        Int64(bitPattern: bytes.withUnsafeBytes { Checksum.of($0, seed: first) })
    }
}
