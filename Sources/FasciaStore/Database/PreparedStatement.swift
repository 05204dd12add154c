import GRDB
import GRDBSQLite

/// A prepared statement of SQLite's C interface, for what each commit runs. With GRDB's own statements, converting the
/// arguments and notifying the observers takes longer than the commit itself.
///
/// Use it only on its connection's queue, and release it before the connection is closed.
final class PreparedStatement {
    private let pointer: OpaquePointer

    /// - Throws: `DatabaseError`
    init(_ sql: String, _ connection: OpaquePointer?) throws {
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else { throw Self.error(code, connection) }
        self.pointer = pointer
    }

    deinit { sqlite3_finalize(pointer) }

    /// - Throws: `DatabaseError`, as the other overloads do.
    func bind(_ value: Int64, at index: Int32) throws { try check(sqlite3_bind_int64(pointer, index, value)) }

    /// - Parameter bytes: must stay valid and in place until `run` returns, because SQLite does not copy them; `nil` binds
    ///   NULL.
    func bind(text bytes: UnsafeRawBufferPointer?, at index: Int32) throws {
        guard let bytes else { return try check(sqlite3_bind_null(pointer, index)) }
        let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        try check(sqlite3_bind_text64(pointer, index, text, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
    }

    func bind(blob bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        // SQLite binds NULL for a null pointer, not an empty blob.
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
            return try check(sqlite3_bind_zeroblob(pointer, index, 0))
        }
        try check(sqlite3_bind_blob64(pointer, index, base, UInt64(bytes.count), nil))
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw Self.error(code, sqlite3_db_handle(pointer)) }
    }

    /// Runs the statement to completion, and resets it for the next run.
    ///
    /// - Throws: `DatabaseError`
    func run() throws {
        let code = sqlite3_step(pointer)
        defer { sqlite3_reset(pointer) }
        guard code == SQLITE_DONE else { throw Self.error(code, sqlite3_db_handle(pointer)) }
    }

    private static func error(_ code: Int32, _ connection: OpaquePointer?) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code), message: sqlite3_errmsg(connection).map { String(cString: $0) })
    }
}
