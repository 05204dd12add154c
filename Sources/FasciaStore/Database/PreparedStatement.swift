import GRDB
import GRDBSQLite

/// A statement of SQLite's C interface, for what each commit runs: GRDB makes its arguments values first, and asks its
/// observers before and after, which takes longer than the commit itself.
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

    func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(pointer, index, value) }

    /// - Parameter bytes: have to stay where they are until `run` returns; `nil` for NULL.
    func bind(text bytes: UnsafeRawBufferPointer?, at index: Int32) {
        guard let bytes else { return _ = sqlite3_bind_null(pointer, index) }
        sqlite3_bind_text(pointer, index, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil)
    }

    func bind(blob bytes: UnsafeRawBufferPointer, at index: Int32) {
        // A null pointer would be NULL, and not the empty blob.
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return _ = sqlite3_bind_zeroblob(pointer, index, 0) }
        sqlite3_bind_blob(pointer, index, base, Int32(bytes.count), nil)
    }

    /// Runs it to its end, and makes it ready to be run again.
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
