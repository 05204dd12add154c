import FasciaModel
import FasciaWire

/// What one command did, as it is kept: all that is needed to do it again, and who did it when.
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
    /// Records that are written to the tail together, with a comma between them.
    private(set) var group = RecordGroup()
    /// The time of the last record, as text: mostly it is that of the next one, too.
    private var time: (of: Timestamp, text: [UInt8]) = (Timestamp(milliseconds: 0), Array("0".utf8))

    /// Adds a record to the group.
    ///
    /// - Parameter count: 0 for what makes no revision: a batch that only used up names of entries, a request with a key
    ///   that changed nothing.
    /// - Returns: how long it is.
    mutating func write(
        _ command: Command, revision: Int, time: Timestamp, cause: Cause, count: Int, issues: [Change],
        once: OnceBook.Answer?
    ) -> Int {
        note(time)
        let method = command.method
        group.begin(revision)
        group.writer.beginRecord(
            revision: revision, time: self.time.text, origin: cause.origin, cause: cause.method == method ? nil : cause.method,
            request: cause.request, method: method)
        group.writer.writeParams(of: command)
        group.writer.continueRecord(count: count)
        if !issues.isEmpty {
            group.writer.raw(",\"issues\":")
            group.writer.write(
                .array(issues.compactMap { if case .issue(let issue) = $0 { Issue.schema.write(issue) } else { nil } }))
        }
        if let once {
            group.writer.raw(",\"once\":")
            group.writer.write([
                .string(once.request.key), .string(String(once.request.digest, radix: 16)),
                .string(String(decoding: once.result, as: UTF8.self)),
            ])
        }
        return group.end()
    }

    /// Which screens have an app behind them: no revision, but to be known when the daemon is there again and they are
    /// not.
    mutating func write(apps: [String], revision: Int, time: Timestamp) -> Int {
        note(time)
        group.begin(revision)
        group.writer.beginRecord(
            revision: revision, time: self.time.text, origin: Self.own, cause: nil, request: nil, method: Self.apps)
        group.writer.raw("{\"screens\":")
        group.writer.list(apps) { $0.writeString($1) }
        group.writer.raw("}")
        group.writer.continueRecord(count: 0)
        return group.end()
    }

    static let apps = "daemon.apps"

    /// What was written last is no part of the group any more.
    mutating func takeLast() -> [UInt8] { group.takeLast() }

    /// Takes out the group; the next one begins.
    mutating func takeGroup() -> [UInt8] { group.take() }

    /// - Parameter room: of a group that is in the tail.
    mutating func reuse(_ room: consuming [UInt8]) { group.reuse(room) }

    private static let own = Cause.Origin(client: 0, name: "fasciad", uid: 0, pid: 0)

    private mutating func note(_ time: Timestamp) {
        if self.time.of != time { self.time = (time, Array(String(time.milliseconds).utf8)) }
    }
}
