import enum FasciaPlugins.FileTrust
import FasciaYAML
import Glibc

/// Reads panel files from the disk.
package enum PanelFiles {
    /// - Returns: the file, or its problems. If it has errors, these include the programs that are missing, because the caller has
    ///   no file to check for them.
    package static func parse(_ path: String) -> PanelParser.Outcome {
        var outcome = PanelParser.parse(path: path, identity: identity, read: read)
        if let draft = outcome.draft { outcome.problems += ProgramProblems.problems(draft) }
        return outcome
    }

    /// The path without links and detours.
    private static func identity(_ path: String) -> String {
        guard let full = realpath(path, nil) else { return path }
        defer { free(full) }
        return String(cString: full)
    }

    static func read(_ path: String) throws(Problem) -> String {
        func failure() -> Problem { Problem(at: Position(file: path), "cannot read it: \(String(cString: strerror(errno)))") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        // Its commands would be run by root.
        if geteuid() == 0, let problem = FileTrust.problem(ofCommandsIn: path, descriptor: descriptor, user: 0) {
            throw Problem(at: Position(file: path), problem)
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            bytes += buffer[..<count]
            // A device may have no end; the parser refuses what is too long.
            if bytes.count > SourceReader.longest { break }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(at: Position(file: path), "expected text in UTF-8")
        }
        // Some editors begin a file with a byte order mark, which is no part of the text.
        return text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    }
}
