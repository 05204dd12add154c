import FasciaDocument
import FasciaWire
import Glibc

/// Reads text from a file or from standard input.
enum Input {
    /// Maximum size in bytes; guards against endless input.
    static let maximumBytes = 64 * 1024 * 1024

    /// - Parameter name: a path, or `-` for standard input.
    static func text(_ name: String) throws -> String {
        let descriptor = name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(name, errno) }
        defer { if name != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { break }
            if count > 0 {
                bytes.append(contentsOf: buffer[..<count])
                guard bytes.count <= maximumBytes else {
                    throw UsageError(
                        "\(displayName(name)) is longer than the maximum of \(maximumBytes / 1_048_576) MiB: split it")
                }
            } else if errno != EINTR {
                throw unreadable(name, errno)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("\(displayName(name)) is not UTF-8 text")
        }
        return text
    }

    static func json(_ name: String) throws -> JSON {
        let text = try text(name)
        do throws(ParseError) { return try JSONParser.parse(text) } catch {
            let (line, column) = error.place(in: text)
            throw UsageError("\(displayName(name)):\(line):\(column): not JSON: \(error.message)")
        }
    }

    static func displayName(_ name: String) -> String { name == "-" ? "standard input" : name }

    private static func unreadable(_ name: String, _ code: Int32) -> UsageError {
        UsageError("cannot read \(displayName(name)): \(String(cString: strerror(code)))")
    }
}

extension ParseError {
    /// Where the error is, as editors count: from 1, a column for each character.
    func place(in text: String) -> (line: Int, column: Int) {
        let before = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
        let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return (lines.count, (lines.last?.count ?? 0) + 1)
    }
}
