import FasciaModel
import FasciaWire

/// What one command did, as it was kept.
struct RecordedEvent: Sendable {
    var revision: Int
    var time: Timestamp
    var cause: Cause
    var command: Command
    var count: Int
    var issues: [Change] = []
    /// What a request with a key was answered.
    var once: OnceBook.Answer?
}

extension RecordedEvent {
    /// Reads a record of the tail.
    ///
    /// - Parameters:
    ///   - revision: the panel's after it.
    ///   - origins: who have sent those before: mostly it is one of them.
    /// - Throws: `damaged` where it is not what a `RecordWriter` writes, or is about what this version does not know.
    init(_ record: PackedRecord, revision: Int, _ origins: inout Origins) throws(StoreError) {
        guard let origin = origins.origin(record.by) else {
            throw StoreError(.damaged, "revision \(revision) of the journal does not say who has asked for it")
        }
        let members: JSON
        do throws(WireError) { (command, members) = (try record.command(), try record.jsonMembers()) } catch {
            throw .unreadable(revision, error.message)
        }
        self.revision = revision
        time = record.time
        cause = Cause(method: record.causeMethod, origin: origin, request: record.requestID)
        count = record.count
        try read(members)
    }

    /// Reads a record of the database, or of a tail in which it is text.
    ///
    /// - Throws: as the other.
    init(_ json: JSON, _ origins: inout Origins) throws(StoreError) {
        guard let revision = json["revision"]?.intValue, let time = json["time"]?.intValue,
            let by = json["by"].flatMap({ origins.origin($0) }), let method = json["method"]?.stringValue,
            let params = json["params"], let count = json["count"]?.intValue
        else { throw .notWhole(json) }
        do throws(WireError) { command = try Command(method: method, params: params) } catch {
            throw .unreadable(revision, error.message)
        }
        self.revision = revision
        self.time = Timestamp(milliseconds: time)
        cause = Cause(
            method: json["cause"]?.stringValue ?? method, origin: by,
            request: json["request"].map { RequestID(rawText: $0.text) })
        self.count = count
        try read(json)
    }

    /// What few records have.
    private mutating func read(_ members: JSON) throws(StoreError) {
        if let once = members["once"] {
            guard let key = once[0]?.stringValue, let text = once[1]?.stringValue, let digest = UInt64(text, radix: 16),
                let result = once[2]?.stringValue
            else { throw .notWhole(members) }
            let request = OnceRequest(key: key, method: cause.method, digest: digest)
            self.once = OnceBook.Answer(request, revision: revision, result: Array(result.utf8))
        }
        for issue in members["issues"]?.arrayValue ?? [] {
            do throws(Mismatch) { issues.append(.issue(try Issue.schema.read(issue))) } catch {
                throw StoreError(.damaged, "an issue of revision \(revision) cannot be read: \(error.message)")
            }
        }
    }
}

extension StoreError {
    fileprivate static func notWhole(_ json: JSON) -> StoreError {
        StoreError(.damaged, "a record of the journal is not whole: \(json.summary)")
    }

    fileprivate static func unreadable(_ revision: Int, _ why: String) -> StoreError {
        StoreError(.damaged, "revision \(revision) of the journal cannot be read: \(why)")
    }
}

extension RecordedEvent {
    /// Reads a record of the database as they mostly are straight from its text, without the JSON values in between: most of
    /// what it takes to do a record again would be to make those.
    ///
    /// - Returns: `nil` for all others (a sender that is not known yet, issues, an answer, a command of the daemon's own),
    ///   for which the other initializer is there. The parser may stand anywhere then.
    init?(directly parser: inout JSONParser, _ origins: Origins) {
        guard parser.skip("{\"revision\":"), let revision = parser.directNumber(), parser.skip(",\"time\":"),
            let time = parser.directNumber(), parser.skip(",\"by\":"), let origin = origins.origin(directly: &parser)
        else { return nil }
        let hasCause = parser.skip(",\"cause\":")
        let cause = hasCause ? parser.directText() : nil
        let hasRequest = parser.skip(",\"request\":")
        let request = hasRequest ? parser.directNumber() : nil
        guard hasCause == (cause != nil), hasRequest == (request != nil), parser.skip(",\"method\":"),
            let method = parser.directText(), parser.skip(",\"params\":"),
            let command = parser.directCommand(method: method), parser.skip(",\"count\":"),
            let count = parser.directNumber(), parser.skip("}")
        else { return nil }
        self.init(
            revision: revision, time: Timestamp(milliseconds: time),
            cause: Cause(method: cause?.string ?? command.method, origin: origin, request: request.map { RequestID($0) }),
            command: command, count: count)
    }
}

/// Who has sent the records of before, by the numbers of their connections: to know one again takes less than to make it.
struct Origins: Sendable {
    private var known: [Int: Cause.Origin] = [:]
    /// More are not worth their memory.
    private static let most = 1_024

    /// Whoever is named here, if they are known.
    fileprivate func origin(directly parser: inout JSONParser) -> Cause.Origin? {
        var number = parser
        guard number.skip("["), let client = number.directNumber(), let origin = known[client],
            parser.directSkip(origin.recordText)
        else { return nil }
        return origin
    }

    fileprivate mutating func origin(_ text: UnsafeBufferPointer<UInt8>) -> Cause.Origin? {
        var parser = JSONParser(text)
        if let origin = origin(directly: &parser) { return origin }
        return (try? JSONParser.parse(text)).flatMap { origin($0) }
    }

    fileprivate mutating func origin(_ json: JSON) -> Cause.Origin? {
        guard let client = json[0]?.intValue else { return nil }
        if let origin = known[client], origin.isSame(as: json) { return origin }
        guard let origin = Cause.Origin(json) else { return nil }
        if known.count == Self.most { known = [:] }
        known[client] = origin
        return origin
    }
}

extension Cause {
    /// Of a record; `nil` where that does not say who asked for what.
    init?(record: JSON) {
        guard let by = record["by"], let origin = Origin(by),
            let method = record["cause"]?.stringValue ?? record["method"]?.stringValue
        else { return nil }
        self.init(method: method, origin: origin, request: record["request"].map { RequestID(rawText: $0.text) })
    }
}

extension Cause.Origin {
    /// Whether this is how it stands in a record.
    fileprivate func isSame(as json: JSON) -> Bool {
        json[0]?.intValue == client && json[1]?.stringValue == name && json[2]?.intValue == uid && json[3]?.intValue == pid
    }

    fileprivate convenience init?(_ json: JSON) {
        guard let client = json[0]?.intValue, let name = json[1], let uid = json[2]?.intValue, let pid = json[3]?.intValue
        else { return nil }
        self.init(client: client, name: name.stringValue, uid: uid, pid: pid)
    }
}

extension JSON {
    var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }

    /// Enough of it for a message.
    fileprivate var summary: String {
        let text = text
        return text.utf8.count > 200 ? String(text.prefix(200)) + "…" : text
    }
}
