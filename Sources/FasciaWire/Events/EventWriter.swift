import FasciaModel

/// An event as JSON text but for the number of the watch, so that it is encoded once for all watchers who get the same.
public struct EncodedEvent: Sendable {
    /// From `"cursor":` to the end of the line.
    let bytes: [UInt8]

    /// `nil` where the filter leaves nothing of it.
    public init?(_ event: Event, filter: TopicFilter = .all) {
        let changes = filter.isAll ? event.changes : event.changes.filter(filter.matches)
        guard !changes.isEmpty else { return nil }
        var writer = JSONWriter(capacity: 300 + 80 * changes.count)
        writer.members(of: event, changes: changes)
        writer.raw("}}\n")
        bytes = writer.bytes
    }
}

extension JSONWriter {
    /// The notification `event` to one watcher, with its line feed.
    public mutating func event(watch: Int, _ event: EncodedEvent) {
        raw("{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"watch\":")
        writeInt(watch)
        raw(",")
        bytes.append(contentsOf: event.bytes)
    }

    /// The event as an object of its own, as `history.get` gives it.
    public mutating func write(_ event: Event) {
        raw("{")
        members(of: event, changes: event.changes)
        raw("}")
    }

    fileprivate mutating func members(of event: Event, changes: [Change]) {
        raw("\"cursor\":")
        writeString(event.cursor.description)
        raw(",\"revision\":")
        writeInt(event.cursor.revision)
        raw(",\"time\":\"")
        write(event.time)
        raw("\",\"cause\":")
        write(event.cause)
        raw(",\"changes\":")
        write(changes)
    }

    public mutating func write(_ cause: Cause) {
        raw("{\"method\":")
        writeString(cause.method)
        raw(",\"client\":")
        writeInt(cause.origin.client)
        if let name = cause.origin.name {
            raw(",\"name\":")
            writeString(name)
        }
        raw(",\"uid\":")
        writeInt(cause.origin.uid)
        raw(",\"pid\":")
        writeInt(cause.origin.pid)
        if let request = cause.request {
            raw(",\"request\":")
            write(request)
        }
        raw("}")
    }
}
