import FasciaServer
import Glibc

/// Writes exported state.
enum OutputFile {
    static func standard(_ text: String) throws(StartupError) { try standard(Array(text.utf8)) }

    static func standard(_ bytes: [UInt8]) throws(StartupError) {
        guard writeAll(bytes, to: STDOUT_FILENO) else {
            throw StartupError(.unwritable, "cannot write the output: \(systemMessage())")
        }
    }

    /// Replaces the file atomically: it gets its name after all its bytes are on disk. Its mode is 0600.
    static func write(_ bytes: [UInt8], to path: String) throws(StartupError) {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StartupError(.failure, "cannot create \(temporary): \(systemMessage())") }
        do throws(StartupError) {
            defer { close(descriptor) }
            guard writeAll(bytes, to: descriptor), fsync(descriptor) == 0 else {
                throw StartupError(.failure, "cannot write \(temporary): \(systemMessage())")
            }
            guard rename(temporary, path) == 0 else {
                throw StartupError(.failure, "cannot create \(path): \(systemMessage())")
            }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// - Returns: whether everything was written; if not, `errno` has the reason.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}

/// Reads state to import.
enum InputFile {
    /// - Parameter path: `-` for standard input.
    static func read(_ path: String) throws(StartupError) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StartupError(.failure, "cannot read \(path): \(systemMessage())") }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &room, room.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StartupError(.failure, "cannot read \(path): \(systemMessage())") }
            guard count > 0 else { return bytes }
            bytes += room[..<count]
        }
    }
}
