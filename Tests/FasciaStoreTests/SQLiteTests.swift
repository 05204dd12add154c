import CSQLite
import TestSupport
import Testing

@testable import FasciaStore

/// The thin layer over SQLite's own interface.
@Suite(.mustEnd) struct SQLiteTests {
    private let directory: TemporaryDirectory
    private let connection: SQLiteConnection

    init() throws {
        directory = try TemporaryDirectory()
        connection = try SQLiteConnection(directory["test.db"])
        try connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, x ANY) STRICT")
    }

    /// The result code of what `body` throws.
    private func code(_ body: () throws(SQLiteError) -> Void) -> Int32? {
        do { try body() } catch { return error.code }
        return nil
    }

    @Test(arguments: ["", "text", "nul\0inside", "žluťoučký"]) func textsAndBlobsComeBackAsTheyWere(_ text: String) throws {
        let bytes = Array(text.utf8)
        let insert = try connection.prepare("INSERT INTO t VALUES (?, ?)", isKept: true)
        try insert.bind(1, at: 1)
        try insert.bind(text, at: 2)
        try insert.run()
        try bytes.withUnsafeBytes { bytes in
            try insert.bind(2, at: 1)
            try insert.bind(text: bytes, at: 2)
            try insert.run()
            try insert.bind(3, at: 1)
            try insert.bind(blob: bytes, at: 2)
            try insert.run()
        }
        #expect(try connection.texts("SELECT typeof(x) FROM t ORDER BY n") == ["text", "text", "blob"])
        let select = try connection.prepare("SELECT x FROM t ORDER BY n")
        for _ in 0..<3 {
            #expect(try select.step())
            #expect(select.bytes(0) == bytes)
        }
        #expect(try !select.step())
    }

    @Test func nullAndNumbersHaveNoBytes() throws {
        let insert = try connection.prepare("INSERT INTO t VALUES (1, ?), (2, 42)")
        try insert.bind(text: nil, at: 1)
        try insert.run()
        let select = try connection.prepare("SELECT x FROM t ORDER BY n")
        #expect(try select.step())
        #expect(select.bytes(0) == nil && select.text(0) == nil && select.integer(0) == nil)
        #expect(try select.step())
        #expect(select.bytes(0) == nil && select.text(0) == "42" && select.integer(0) == 42)
    }

    @Test func whatIsMissingIsNil() throws {
        #expect(try connection.integer("SELECT n FROM t") == nil)
        #expect(try connection.text("SELECT x FROM t") == nil)
        #expect(try connection.integer("SELECT max(n) FROM t") == nil)
    }

    @Test func anErrorSaysWhatSQLiteSays() throws {
        do throws(SQLiteError) {
            try connection.execute("INSERT INTO nowhere VALUES (1)")
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == SQLITE_ERROR)
            #expect("\(error)" == "no such table: nowhere")
        }
        #expect(code { () throws(SQLiteError) in _ = try SQLiteConnection("/nonexistent/test.db") } == SQLITE_CANTOPEN)
        #expect(code { () throws(SQLiteError) in _ = try connection.prepare("-- nothing") } == SQLITE_MISUSE)
    }

    /// The extended code of a duplicate key is SQLITE_CONSTRAINT_PRIMARYKEY.
    @Test func codesArePrimary() throws {
        try connection.execute("PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1, 1)")
        #expect(code { () throws(SQLiteError) in try connection.execute("INSERT INTO t VALUES (1, 1)") } == SQLITE_CONSTRAINT)
    }

    @Test(arguments: ["INSERT INTO t VALUES (1, 1)", "INSERT OR ROLLBACK INTO t VALUES (1, 1)"])
    func aTransactionThatThrowsLeavesNothing(_ last: String) throws {
        #expect(throws: SQLiteError.self) {
            try connection.transaction(.writing) {
                try connection.execute("INSERT INTO t VALUES (1, 1)")
                try connection.execute(last)
            }
        }
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
        try connection.transaction(.writing) { try connection.execute("INSERT INTO t VALUES (1, 1)") }
        #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    }

    @Test func aReadingTransactionSeesOneState() throws {
        try connection.execute("PRAGMA journal_mode = WAL")
        let other = try SQLiteConnection(directory["test.db"])
        try connection.transaction(.reading) {
            #expect(try connection.integer("SELECT count(*) FROM t") == 0)
            try other.execute("INSERT INTO t VALUES (1, 1)")
            #expect(try connection.integer("SELECT count(*) FROM t") == 0)
        }
        #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    }

    @Test func aConnectionThatReadsCannotWrite() throws {
        let reading = try SQLiteConnection(directory["test.db"], isReadOnly: true)
        #expect(code { () throws(SQLiteError) in try reading.execute("DELETE FROM t") } == SQLITE_READONLY)
    }

    @Test func aConnectionWithStatementsIsNotClosed() throws {
        var statement: SQLiteStatement? = try connection.prepare("SELECT n FROM t")
        #expect(code { () throws(SQLiteError) in try connection.close() } == SQLITE_BUSY)
        #expect(try statement?.step() == false)
        statement = nil
        try connection.close()
    }

    @Test func aClosedConnectionAnswersWithErrors() throws {
        try connection.close()
        #expect(code { () throws(SQLiteError) in try connection.execute("DELETE FROM t") } == SQLITE_MISUSE)
        #expect(code { () throws(SQLiteError) in _ = try connection.prepare("SELECT n FROM t") } == SQLITE_MISUSE)
        #expect(code { () throws(SQLiteError) in try connection.checkpoint() } == SQLITE_MISUSE)
        #expect(throws: SQLiteError.self) { try connection.transaction(.writing) {} }
        try connection.close()
    }
}
