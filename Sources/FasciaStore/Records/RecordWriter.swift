import FasciaModel
import FasciaWire

/// Writes what commands did, as it is kept: all that is needed to do it again, and who did it when.
///
/// In the tail it is packed (`PackedRecord`); moved to the database it becomes text, which says the same:
///
/// ```
/// {"revision":42,"time":1795218360123,"by":[3,"fascia",1000,4242],"request":7,
///  "method":"toggle.set","params":{"id":"extras/ham","on":true},"count":2}
/// ```
///
/// `by` is the number of the connection, what the program calls itself, its user and its process. `cause` stands
/// there where a gesture led to another method: `terminal.key`. `count` is how many things became different, to be
/// compared when it is done again. `issues` are what the daemon found wrong beside it, which the panel cannot know.
/// `once` is there for a request with a key: the key, what tells its parameters from others, and the text of the answer.
struct RecordWriter {
    /// Records that are written to the tail together.
    private(set) var group = RecordGroup()

    /// Adds a record to the group.
    ///
    /// - Parameter count: 0 for what makes no revision: a batch that only used up names of entries, a request with a key
    ///   that changed nothing.
    /// - Returns: how long it is.
    mutating func write(
        _ command: Command, revision: Int, time: Timestamp, cause: Cause, count: Int, issues: [Change],
        once: OnceBook.Answer?
    ) -> Int {
        group.begin(revision)
        group.writer.writeRecord(of: command, time: time, cause: cause, count: count)
        // Mostly there is nothing more to say. Compared with nil, the answer would be copied for that.
        if issues.isEmpty, case .none = once { return group.end() }
        extend(issues, once)
        return group.end()
    }

    private mutating func extend(_ issues: [Change], _ once: OnceBook.Answer?) {
        group.extend { writer in
            if !issues.isEmpty {
                writer.raw(",\"issues\":")
                writer.write(
                    .array(issues.compactMap { if case .issue(let issue) = $0 { Issue.schema.write(issue) } else { nil } }))
            }
            if let once {
                writer.raw(",\"once\":")
                writer.write([
                    .string(once.request.key), .string(String(once.request.digest, radix: 16)),
                    .string(String(decoding: once.result, as: UTF8.self)),
                ])
            }
        }
    }

    /// Which screens have an app behind them: no revision, but to be known when the daemon is there again and they are
    /// not.
    mutating func write(apps: [String], revision: Int, time: Timestamp) -> Int {
        group.begin(revision)
        group.writer.writeRecord(of: Self.apps, time: time, origin: Self.own) { writer in
            writer.raw("{\"screens\":")
            writer.list(apps) { $0.writeString($1) }
            writer.raw("}")
        }
        return group.end()
    }

    static let apps: StaticString = "daemon.apps"

    /// What was written last is no part of the group any more.
    ///
    /// - Returns: its text.
    mutating func takeLast() -> [UInt8] { group.takeLast() }

    /// Takes out the group; the next one begins.
    mutating func takeGroup() -> [UInt8] { group.take() }

    /// - Parameter room: of a group that is in the tail.
    mutating func reuse(_ room: consuming [UInt8]) { group.reuse(room) }

    private static let own = Cause.Origin(client: 0, name: "fasciad", uid: 0, pid: 0)
}
