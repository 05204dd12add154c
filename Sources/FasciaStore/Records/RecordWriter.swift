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
    private var writer = JSONWriter(capacity: 1_024)
    /// The origin of the last record, as text: mostly it is that of the next one, too.
    private var origin: (of: Cause.Origin, text: [UInt8])?

    /// - Parameter count: 0 for what makes no revision: a batch that only used up names of entries, a request with a key
    ///   that changed nothing.
    mutating func write(
        _ command: Command, revision: Int, time: Timestamp, cause: Cause, count: Int, issues: [Change],
        once: OnceBook.Answer?
    ) -> UnsafeRawBufferPointer {
        begin(revision, time)
        if origin?.of !== cause.origin { origin = (cause.origin, cause.origin.text) }
        if let origin { writer.bytes.append(contentsOf: origin.text) }
        let method = command.method
        if cause.method != method {
            writer.raw(",\"cause\":")
            writer.writeString(cause.method)
        }
        if let request = cause.request {
            writer.raw(",\"request\":")
            writer.raw(request.rawText)
        }
        writer.raw(",\"method\":\"")
        writer.raw(method)
        writer.raw("\",\"params\":")
        writer.writeParams(of: command)
        writer.raw(",\"count\":")
        writer.writeInt(count)
        if !issues.isEmpty {
            writer.raw(",\"issues\":")
            writer.write(.array(issues.compactMap { if case .issue(let issue) = $0 { Issue.schema.write(issue) } else { nil } }))
        }
        if let once {
            writer.raw(",\"once\":")
            writer.write([
                .string(once.request.key), .string(String(once.request.digest, radix: 16)),
                .string(String(decoding: once.result, as: UTF8.self)),
            ])
        }
        writer.raw("}")
        return writer.bytes.withUnsafeBytes { $0 }
    }

    /// Which screens have an app behind them: no revision, but to be known when the daemon is there again and they are
    /// not.
    mutating func write(apps: [String], revision: Int, time: Timestamp) -> UnsafeRawBufferPointer {
        begin(revision, time)
        writer.raw("[0,\"fasciad\",0,0],\"method\":\"")
        writer.raw(Self.apps)
        writer.raw("\",\"params\":{\"screens\":")
        writer.list(apps) { $0.writeString($1) }
        writer.raw("},\"count\":0}")
        return writer.bytes.withUnsafeBytes { $0 }
    }

    static let apps = "daemon.apps"

    private mutating func begin(_ revision: Int, _ time: Timestamp) {
        writer.bytes.removeAll(keepingCapacity: writer.bytes.capacity <= 1 << 20)
        writer.raw("{\"revision\":")
        writer.writeInt(revision)
        writer.raw(",\"time\":")
        writer.writeInt(time.milliseconds)
        writer.raw(",\"by\":")
    }
}
