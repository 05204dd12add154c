import FasciaDocument
import FasciaModel

/// An event encoded except for the watch's number, so that watchers with equal filters share one encoding.
public struct EncodedEvent: Sendable {
    /// From `"cursor":` to the end of the line.
    let bytes: [UInt8]

    /// `nil` if the filter removes every change.
    ///
    /// - Parameters:
    ///   - topics: of all changes of the event, if they are known.
    ///   - sight: what its reader sees; `nil` for everything.
    public init?(_ event: Event, filter: TopicFilter = .all, topics: EventTopics? = nil, sight: (any Sight)? = nil) {
        var changes = filter.selected(event.changes, topics ?? EventTopics(event.changes))
        if let sight = sight.map({ EventSight($0, of: event.changes) }) { changes.removeAll { !sight.sees($0) } }
        guard !changes.isEmpty else { return nil }
        var writer = JSONWriter(capacity: 300 + 80 * changes.count)
        writer.members(of: event.cursor, event.time, event.cause)
        writer.write(changes)
        writer.raw("}}\n")
        bytes = writer.bytes
    }

    /// Encodes an event from the journal, which stores the JSON texts of its cause and its changes.
    ///
    /// `nil` if the filter removes every change.
    public init?(
        cursor: Cursor, time: Timestamp, causeText: [UInt8], changesText: [UInt8], filter: TopicFilter = .all,
        sight: (any Sight)? = nil
    ) {
        var writer = JSONWriter(capacity: 200 + causeText.count + changesText.count)
        writer.begin(cursor, time)
        writer.bytes += causeText
        writer.raw(",\"changes\":")
        if filter.isAll, sight == nil {
            guard changesText.count > 2 else { return nil }
            writer.bytes += changesText
        } else {
            let parsed = changesText.withUnsafeBufferPointer { try? JSONParser.parse($0) }
            let all = parsed?.arrayValue ?? []
            let sight = sight.map { EventSight($0, ofJSON: all) }
            let changes = all.filter { filter.matches($0) && sight?.sees(json: $0) ?? true }
            guard !changes.isEmpty else { return nil }
            writer.write(.array(changes))
        }
        writer.raw("}}\n")
        bytes = writer.bytes
    }

    public var count: Int { bytes.count }

    /// The event as `history.get` sends it.
    package var json: JSON? {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes.withUnsafeBufferPointer { try? JSONParser.parse($0) }
    }
}

extension JSONWriter {
    /// The notification `event` for one watcher, with its line feed.
    public mutating func event(watch: Int, _ event: EncodedEvent) {
        member("{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"watch\":", watch)
        raw(",")
        bytes.append(contentsOf: event.bytes)
    }

    /// The event as a JSON object, for `history.get`.
    public mutating func write(_ event: Event) {
        raw("{")
        members(of: event.cursor, event.time, event.cause)
        write(event.changes)
        raw("}")
    }

    /// An encoded event as a JSON object.
    public mutating func write(_ event: EncodedEvent) {
        raw("{")
        bytes.append(contentsOf: event.bytes.dropLast(2))
    }

    /// Everything before the changes.
    fileprivate mutating func members(of cursor: Cursor, _ time: Timestamp, _ cause: Cause) {
        begin(cursor, time)
        write(cause)
        raw(",\"changes\":")
    }

    fileprivate mutating func begin(_ cursor: Cursor, _ time: Timestamp) {
        member("\"cursor\":", cursor.description)
        member(",\"revision\":", cursor.revision)
        raw(",\"time\":\"")
        raw(text: time.text)
        raw("\",\"cause\":")
    }

    public mutating func write(_ cause: Cause) {
        member("{\"method\":", cause.method)
        member(",\"client\":", cause.origin.client)
        if let name = cause.origin.name {
            member(",\"name\":", name)
        }
        member(",\"uid\":", cause.origin.uid)
        member(",\"pid\":", cause.origin.pid)
        if let relay = cause.origin.relay { member(",\"relay\":", relay) }
        if let request = cause.request {
            member(",\"request\":", request)
        }
        if let approval = cause.approval { member(",\"approval\":", approval.json) }
        if let reason = cause.reason { member(",\"reason\":", reason) }
        raw("}")
    }
}

extension Cause.Approval {
    /// `{question, client, name?, uid, pid, relay?}`
    public var json: JSON {
        var json: JSON.Object = ["question": .string(question), "client": .int(by.client)]
        json["name"] = by.name.map { .string($0) }
        json["uid"] = .int(by.uid)
        json["pid"] = .int(by.pid)
        json["relay"] = by.relay.map { .int($0) }
        return .object(json)
    }
}
