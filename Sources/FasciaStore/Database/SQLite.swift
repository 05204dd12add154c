import CSQLite

/// What SQLite answers to a call that fails.
package struct SQLiteError: Error, CustomStringConvertible {
    /// The primary result code: https://sqlite.org/rescode.html
    package let code: Int32
    package let description: String

    /// - Parameter connection: the connection whose last call failed.
    fileprivate init(_ code: Int32, _ connection: OpaquePointer?) {
        self.code = code & 0xFF
        description = String(cString: connection == nil ? sqlite3_errstr(code) : sqlite3_errmsg(connection))
    }
}

/// A connection to a database of SQLite. Neither it nor its statements are used by two threads at once: SQLite's locks for
/// that are off.
package final class SQLiteConnection {
    /// `nil` when it is closed. Calls throw SQLITE_MISUSE then.
    fileprivate private(set) var handle: OpaquePointer?

    /// Opens a database, and creates the file unless it is only read.
    ///
    /// - Parameter busyMilliseconds: how long a call waits for a lock that another connection has.
    package init(_ path: String, isReadOnly: Bool = false, busyMilliseconds: Int32 = 0) throws(SQLiteError) {
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        try check(sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX, nil))
        try check(sqlite3_busy_timeout(handle, busyMilliseconds))
    }

    /// Statements keep their connection, so that there are none here.
    deinit { sqlite3_close(handle) }

    /// - Throws: SQLITE_BUSY, while there are statements.
    package func close() throws(SQLiteError) {
        try check(sqlite3_close(handle))
        handle = nil
    }

    fileprivate func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw SQLiteError(code, handle) }
    }

    // MARK: - Statements

    /// - Parameter isKept: whether it is run many times. Then it may read no table from its beginning to its end.
    package func prepare(_ sql: String, isKept: Bool = false) throws(SQLiteError) -> SQLiteStatement {
        try SQLiteStatement(sql, self, isKept)
    }

    /// Runs statements that end with semicolons. What they answer is dropped.
    package func execute(_ sql: String) throws(SQLiteError) { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    /// The first column of the first row; `nil` without a row, and for NULL.
    func integer(_ sql: String) throws(SQLiteError) -> Int? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// As `integer`.
    func text(_ sql: String) throws(SQLiteError) -> String? { try texts(sql, maximum: 1).first ?? nil }

    /// The first column of all rows.
    func texts(_ sql: String, maximum: Int = .max) throws(SQLiteError) -> [String?] {
        let statement = try prepare(sql)
        var found: [String?] = []
        while found.count < maximum, try statement.step() { found.append(statement.text(0)) }
        return found
    }

    // MARK: - Transactions

    enum Transaction: String {
        /// Sees one state of the database from its first statement on.
        case reading = "DEFERRED"
        /// Excludes other writers from its beginning on.
        case writing = "IMMEDIATE"
    }

    /// Commits what `body` does, or rolls it back if that throws.
    func transaction<Value>(_ kind: Transaction, _ body: () throws -> Value) throws -> Value {
        try execute("BEGIN \(kind.rawValue)")
        do {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Some errors roll the transaction back by themselves: then there is none.
    func rollBack() {
        if let handle, sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
    }

    /// How many rows the last statement has inserted, changed or deleted.
    var changedRows: Int { handle.map { Int(sqlite3_changes64($0)) } ?? 0 }

    /// Copies as much of the write-ahead log into the database as readers permit.
    func checkpoint() throws(SQLiteError) {
        guard let handle else { throw SQLiteError(SQLITE_MISUSE, nil) }
        try check(sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil))
    }
}

/// A prepared statement. Its parameters are numbered from 1 on, its columns from 0 on.
package final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer
    private let isKept: Bool

    fileprivate init(_ sql: String, _ connection: SQLiteConnection, _ isKept: Bool) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &handle, nil)
        guard code == SQLITE_OK, let handle else {
            // Without an error, there was no statement in the text.
            throw SQLiteError(code == SQLITE_OK ? SQLITE_MISUSE : code, connection.handle)
        }
        (self.connection, self.handle, self.isKept) = (connection, handle, isKept)
    }

    deinit { sqlite3_finalize(handle) }

    package func bind(_ value: Int, at index: Int32) throws(SQLiteError) {
        try connection.check(sqlite3_bind_int64(handle, index, Int64(value)))
    }

    package func bind(_ text: String, at index: Int32) throws(SQLiteError) {
        try connection.check(sqlite3_bind_copied_text(handle, index, text, UInt64(text.utf8.count)))
    }

    /// - Parameter bytes: must stay valid and in place until the statement has run, because SQLite does not copy them; `nil`
    ///   binds NULL.
    func bind(text bytes: UnsafeRawBufferPointer?, at index: Int32) throws(SQLiteError) {
        guard let bytes else { return try connection.check(sqlite3_bind_null(handle, index)) }
        let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        try connection.check(sqlite3_bind_text64(handle, index, text, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
    }

    /// - Parameter bytes: as for `bind(text:at:)`.
    func bind(blob bytes: UnsafeRawBufferPointer, at index: Int32) throws(SQLiteError) {
        // SQLite binds NULL for a null pointer, not an empty blob.
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
            return try connection.check(sqlite3_bind_zeroblob(handle, index, 0))
        }
        try connection.check(sqlite3_bind_blob64(handle, index, base, UInt64(bytes.count), nil))
    }

    /// Goes on to the next row.
    ///
    /// - Returns: whether there is one.
    package func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw SQLiteError(code, connection.handle) }
        return code == SQLITE_ROW
    }

    /// Runs the statement to completion, and resets it for the next run.
    package func run() throws(SQLiteError) {
        defer { sqlite3_reset(handle) }
        while try step() {}
        assert(!isKept || scannedRows == 0, "reads a whole table each time: \(String(cString: sqlite3_sql(handle)))")
    }

    /// How many rows it has come to because no index led to others.
    private var scannedRows: Int32 { sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0) }

    /// `nil` for NULL. Other types are converted.
    func integer(_ column: Int32) -> Int? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : Int(sqlite3_column_int64(handle, column))
    }

    /// `nil` for NULL. Other types are converted.
    func text(_ column: Int32) -> String? { sqlite3_column_text(handle, column).map { String(cString: $0) } }

    /// The bytes of a text, in UTF-8, or of a blob; `nil` for other types.
    func bytes(_ column: Int32) -> [UInt8]? {
        let base: UnsafeRawPointer?
        switch sqlite3_column_type(handle, column) {
        case SQLITE_TEXT: base = UnsafeRawPointer(sqlite3_column_text(handle, column))
        case SQLITE_BLOB: base = sqlite3_column_blob(handle, column)
        default: return nil
        }
        return Array(UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
