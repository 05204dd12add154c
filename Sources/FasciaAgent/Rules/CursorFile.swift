import FasciaWire
import Glibc

/// The file of `fascia on --state`: one line with a cursor.
package enum CursorFile {
    /// Why it cannot be read or written.
    package struct Failure: Error, Hashable {
        package let message: String
    }

    /// `nil` if there is no file.
    ///
    /// - Throws: `Failure` if it cannot be read, or is not such a file.
    package static func read(_ path: String) throws(Failure) -> String? {
        guard let file = fopen(path, "re") else {
            if errno == ENOENT { return nil }
            throw Failure(message: "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 512)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
        let line = String(decoding: bytes, as: UTF8.self)
        guard Cursor(line) != nil else {
            throw Failure(message: "\(path) is not a file of fascia on --state: it has no cursor; remove it, or name another one")
        }
        return line
    }

    /// - Throws: `Failure` with the system's reason.
    package static func write(_ cursor: String, to path: String) throws(Failure) {
        let new = path + ".new"
        guard let file = fopen(new, "we") else { throw Failure(message: String(cString: strerror(errno))) }
        var isWritten = fputs(cursor + "\n", file) >= 0
        isWritten = fflush(file) == 0 && isWritten
        isWritten = fsync(fileno(file)) == 0 && isWritten
        let code = errno
        fclose(file)
        guard isWritten else { throw Failure(message: String(cString: strerror(code))) }
        guard rename(new, path) == 0 else { throw Failure(message: String(cString: strerror(errno))) }
    }
}
