import FasciaModel
import FasciaWire

/// What one command did, as it was kept.
struct RecordedEvent: Sendable {
    var revision: Int
    var time: Timestamp
    var cause: Cause
    var command: Command
    var count: Int
    var issues: [Change]
    /// What a request with a key was answered.
    var once: OnceBook.Answer?

    /// - Throws: `damaged` where it is not what a `RecordWriter` writes, or is about what this version does not know.
    ///
    /// - Parameter origins: who have sent those before: mostly it is one of them.
    init(_ json: JSON, _ origins: inout Origins) throws(StoreError) {
        guard let revision = json["revision"]?.intValue, let time = json["time"]?.intValue,
            let by = json["by"].flatMap({ origins.origin($0) }), let method = json["method"]?.stringValue,
            let params = json["params"], let count = json["count"]?.intValue
        else { throw StoreError(.damaged, "a record of the journal is not whole: \(json.summary)") }
        self.revision = revision
        self.time = Timestamp(milliseconds: time)
        self.count = count
        cause = Cause(
            method: json["cause"]?.stringValue ?? method, origin: by,
            request: json["request"].map { RequestID(rawText: $0.text) })
        do throws(WireError) { command = try Command(method: method, params: params) } catch {
            throw StoreError(.damaged, "revision \(revision) of the journal cannot be read: \(error.message)")
        }
        if let once = json["once"] {
            guard let key = once[0]?.stringValue, let text = once[1]?.stringValue, let digest = UInt64(text, radix: 16),
                let result = once[2]?.stringValue
            else { throw StoreError(.damaged, "a record of the journal is not whole: \(json.summary)") }
            let request = OnceRequest(key: key, method: cause.method, digest: digest)
            self.once = OnceBook.Answer(request, revision: revision, result: Array(result.utf8))
        }
        issues = []
        for issue in json["issues"]?.arrayValue ?? [] {
            do throws(Mismatch) { issues.append(.issue(try Issue.schema.read(issue))) } catch {
                throw StoreError(.damaged, "an issue of revision \(revision) cannot be read: \(error.message)")
            }
        }
    }
}

extension RecordedEvent {
    /// Reads a record as a `RecordWriter` mostly writes them straight from its text, without the JSON values in between:
    /// most of what it takes to do a record again would be to make those.
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
        self.revision = revision
        self.time = Timestamp(milliseconds: time)
        self.command = command
        self.count = count
        self.cause = Cause(
            method: cause?.string ?? command.method, origin: origin, request: request.map { RequestID($0) })
        issues = []
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
