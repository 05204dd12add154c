import FasciaDocument

/// Writes whole messages, each ending with a line feed.
extension JSONWriter {
    // MARK: - Replies

    public mutating func reply(id: RequestID, result: JSON) {
        reply(id: id) { $0.write(result) }
    }

    /// - Parameter result: writes exactly one JSON value.
    public mutating func reply(id: RequestID, result: (inout JSONWriter) -> Void) {
        member("{\"jsonrpc\":\"2.0\",\"id\":", id)
        raw(",\"result\":")
        result(&self)
        raw("}")
        bytes.append(replyEnd)
    }

    /// The reply to a mutation: `{"revision":42,"changed":true}`, plus additional members.
    public mutating func reply(id: RequestID, revision: Int, changed: Bool, extra: JSON.Object = [:]) {
        member("{\"jsonrpc\":\"2.0\",\"id\":", id)
        member(",\"result\":{\"revision\":", revision)
        raw(changed ? ",\"changed\":true" : ",\"changed\":false")
        members(extra)
        raw("}}")
        bytes.append(replyEnd)
    }

    /// Writes only the result of a mutation, without the message around it.
    public mutating func writeResult(revision: Int, changed: Bool, extra: JSON.Object) {
        var result: JSON.Object = ["revision": .int(revision), "changed": .bool(changed)]
        for member in extra.members { result[member.key] = member.value }
        write(result)
    }

    public mutating func reply(id: RequestID, error: WireError) {
        member("{\"jsonrpc\":\"2.0\",\"id\":", id)
        raw(",\"error\":")
        write(error)
        raw("}")
        bytes.append(replyEnd)
    }

    public mutating func write(_ error: WireError) {
        member("{\"code\":", error.code)
        member(",\"message\":", error.message)
        member(",\"data\":{\"reason\":", error.reason)
        var data = error.data
        data["reason"] = JSON?.none
        members(data)
        raw("}}")
    }

    /// Writes the replies to a batch as one line. Writes nothing if there are no replies, because JSON-RPC does not
    /// allow a reply to a batch of notifications.
    public mutating func write(_ batch: BatchReplies) {
        guard !batch.isEmpty else { return }
        raw("[")
        bytes.append(contentsOf: batch.writer.bytes.dropLast())
        raw("]\n")
    }

    // MARK: - Requests and notifications

    /// A request, or a notification if `id` is `nil`.
    public mutating func call(id: RequestID?, method: String, params: JSON.Object = [:]) {
        raw("{\"jsonrpc\":\"2.0\",")
        if let id {
            member("\"id\":", id)
            raw(",")
        }
        member("\"method\":", method)
        member(",\"params\":", params)
        raw("}\n")
    }

    /// A notification whose parameters are written directly because they are too large to build as a JSON value.
    ///
    /// - Parameter params: writes exactly one JSON object.
    public mutating func notify(_ method: StaticString, params: (inout JSONWriter) -> Void) {
        raw("{\"jsonrpc\":\"2.0\",\"method\":\"")
        raw(method)
        raw("\",\"params\":")
        params(&self)
        raw("}\n")
    }
}

/// The replies to the members of a batch. They are sent together as one line when all are there.
public struct BatchReplies: Sendable {
    fileprivate var writer = JSONWriter()

    public init() { writer.replyEnd = UInt8(ascii: ",") }

    public var isEmpty: Bool { writer.bytes.isEmpty }

    /// The total length in bytes.
    public var byteCount: Int { writer.bytes.count }

    /// - Parameter reply: writes one reply with one of the writer's `reply` methods.
    public mutating func add(_ reply: (inout JSONWriter) -> Void) { reply(&writer) }
}
