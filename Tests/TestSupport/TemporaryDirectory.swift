import Foundation
import Synchronization

/// A private directory that is removed when it is deinitialized. Its path is short, because a socket's path is limited to
/// 107 bytes.
public final class TemporaryDirectory: Sendable {
    public let path: String

    public init() throws {
        var template = Array("/tmp/fascia-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestFailure.system("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path of a file in the directory.
    public subscript(name: String) -> String { path + "/" + name }

    /// Writes a file and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: self[name]))
        return self[name]
    }

    /// Writes files so often that the kernel loses events of a watch of the directory, because nobody takes them.
    public func writeUntilEventsAreLost() throws {
        let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        guard let limit = Int(text.filter(\.isNumber)) else { throw TestFailure("no number: \(text)") }
        // Of equal events one after the other only the first counts. The kernel tells of a close later if a process that another
        // thread starts has the file for a moment, too, so that the events of two names could change places.
        for number in 0..<limit + 100 { try write("", to: "file\(number % 50)") }
    }

    /// One that is removed when this process exits, for what several tests share.
    public static func untilExit() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        shared.withLock { directories in
            if directories.isEmpty { atexit { TemporaryDirectory.removeAll() } }
            directories.append(directory.path)
        }
        return directory
    }

    private static let shared = Mutex<[String]>([])

    private static func removeAll() {
        for path in shared.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
