import FasciaYAML
import Glibc

extension AccessFile {
    /// The text of an access file; `nil` if there is none.
    ///
    /// - Parameter owner: the user of the daemon, who may own it beside root.
    /// - Throws: what makes it unreadable, or untrusted.
    package static func text(at path: String, owner: UInt32) throws(Problem) -> String? {
        func problem(_ message: String) -> Problem { Problem(at: Position(file: path), message) }
        // A FIFO must not stop the daemon.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return nil
            case ELOOP: throw problem("is a symbolic link: put the file itself there")
            default: throw problem("cannot be read: \(String(cString: strerror(errno)))")
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw problem("cannot be examined: \(String(cString: strerror(errno)))") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw problem("is not a regular file: put a file there") }
        guard status.st_uid == 0 || status.st_uid == owner else {
            throw problem("is owned by uid \(status.st_uid), and only root may say who has rights: chown root '\(path)'")
        }
        guard status.st_mode & 0o022 == 0 else {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            throw problem("can be written by others than its owner (mode \(mode)): chmod go-w '\(path)'")
        }
        return try text(of: descriptor, path)
    }

    private static func text(of descriptor: Int32, _ path: String) throws(Problem) -> String {
        var (bytes, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        // What is too long is refused by the reader.
        while bytes.count <= SourceReader.longest {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw Problem(at: Position(file: path), "cannot be read: \(String(cString: strerror(errno)))")
            }
            bytes += buffer[..<count]
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(at: Position(file: path), "expected text in UTF-8")
        }
        return text
    }

    /// Reads an access file.
    ///
    /// - Returns: `nil` if there is none.
    package static func load(_ path: String, owner: UInt32, accounts: Accounts) -> AccessParser.Outcome? {
        do throws(Problem) {
            guard let text = try text(at: path, owner: owner) else { return nil }
            return AccessParser.parse(text, path: path, accounts: accounts)
        } catch {
            return AccessParser.Outcome(file: nil, problems: [error])
        }
    }
}
